"""One project as the server sees it; figures are counted anew only every few seconds, however many people look."""

import re
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from pingce.demo.filling import Filling, read_filling
from pingce.flow import layout
from pingce.flow.layout import packs
from pingce.formats.taskfile.places import BENCHMARK, CarriedTasks, benchmark_tasks
from pingce.spec.words import Words, same
from pingce.tasks.own import OwnTask, TaskListing, TaskPlace

from . import counts

if TYPE_CHECKING:
    from sqlalchemy import Engine

FRESH_SECONDS = 5.0
TITLE = re.compile(rb'<title data-zh="([^"]*)" data-en="([^"]*)"')
HEAD = 4096
"""Bytes of a report within which its title stands."""


@dataclass(frozen=True)
class ReportFile:
    """A report page among the outputs of a stage."""

    name: str
    title: Words
    size: int


@dataclass(frozen=True)
class StageFile:
    """A file among the outputs of a stage, by its path in the project's folder; ``size`` in bytes."""

    path: str
    size: int


@dataclass
class Project:
    """The folder and what was counted last."""

    folder: Path | None = None
    _counted: dict[str, list[counts.Figure]] = field(default_factory=dict)
    _at: float = 0.0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def figures(self, engine: "Engine", models: int) -> dict[str, list[counts.Figure]]:
        """The figures of all stages, at most a few seconds old."""
        from pingce.store.database import reading

        with self._lock:
            if not self._counted or time.monotonic() - self._at > FRESH_SECONDS:
                with reading(engine) as db:
                    self._counted = counts.stage_figures(db, self.folder, models)
                self._at = time.monotonic()
            return self._counted

    def filling(self) -> Filling | None:
        """How far the folder of a demo is filled; None: it is no demo."""
        return read_filling(self.folder) if self.folder is not None else None

    def reports(self, stage: str) -> list[ReportFile]:
        """The reports of a stage."""
        if self.folder is None:
            return []
        paths = [path for path in layout.reports(self.folder) if layout.report_stage(path.name) == stage]
        return [ReportFile(path.name, _title(path), path.stat().st_size) for path in paths]

    def files(self, stage: str) -> list[StageFile]:
        """The files of a stage."""
        if self.folder is None:
            return []
        paths = layout.files_of(self.folder, stage)
        return [StageFile(path.relative_to(self.folder).as_posix(), path.stat().st_size) for path in paths]


def _title(path: Path) -> Words:
    """Our own pages say it in both languages; of others the name has to do."""
    with path.open("rb") as file:
        match = TITLE.search(file.read(HEAD))
    if match is None:
        return same(path.stem)
    from html import unescape

    zh, en = (unescape(title.decode("utf-8", "replace")) for title in match.groups())
    return Words(zh, en)


class ProjectTasks:
    """As the folder is now: whoever changes a description need not start the server again."""

    def __init__(self, project: Project) -> None:
        self.project = project

    def find(self, task_id: str) -> OwnTask | None:
        return next((own for place in self._places() if (own := place.find(task_id)) is not None), None)

    def listed(self) -> TaskListing:
        listings = [place.listed() for place in self._places()]
        return TaskListing(
            tuple(own for listing in listings for own in listing.tasks),
            tuple(problem for listing in listings for problem in listing.problems),
        )

    def _places(self) -> Iterator[TaskPlace]:
        folder = self.project.folder
        if folder is None:
            return
        if (folder / BENCHMARK).is_file():
            yield benchmark_tasks(folder)
        yield CarriedTasks(packs(folder))
