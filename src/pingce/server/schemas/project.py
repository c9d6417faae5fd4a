"""The project: seven stages with their figures, reports and files."""

from typing import Literal

from pingce.spec.words import Words

from ..project.layout import StageName
from .common import Out


class FigureView(Out):
    key: str
    title: Words
    value: int


class ReportView(Out):
    name: str
    title: Words
    size: int


class StageFileView(Out):
    path: str
    size: int


class StageView(Out):
    """`reports` and `files` are empty for those who may not open them."""

    name: StageName
    figures: list[FigureView]
    reports: list[ReportView]
    files: list[StageFileView]


class FillingView(Out):
    """How far a demo's folder is filled; `step` is under way, or the one that failed."""

    state: Literal["running", "done", "failed", "interrupted"]
    steps: int
    done: int
    stage: str
    step: Words


class ProjectView(Out):
    stages: list[StageView]
    filling: FillingView | None
    sees_files: bool
