"""The project: seven stages with their figures, reports and files."""

from typing import Literal

from pingce.flow.layout import StageName
from pingce.server.project.project import ReportFile, StageFile
from pingce.spec.words import Words

from .common import Out


class FigureView(Out):
    """A number of a stage, such as how many items are decided."""

    key: str
    title: Words
    value: int


class StageView(Out):
    """`reports` and `files` are empty for those who may not open them."""

    name: StageName
    figures: list[FigureView]
    reports: list[ReportFile]
    files: list[StageFile]


class FillingView(Out):
    """How far a demo's folder is filled; `step` is under way, or the one that failed."""

    state: Literal["running", "done", "failed", "interrupted"]
    steps: int
    done: int
    stage: str
    step: Words


class ProjectView(Out):
    """The seven stages of a project; `sees_files`: whether one may open their files."""

    stages: list[StageView]
    filling: FillingView | None
    sees_files: bool
