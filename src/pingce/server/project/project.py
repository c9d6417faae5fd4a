"""One project as the server sees it; figures are counted anew only every few seconds, however many people look."""

import re
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from pingce.demo.filling import Filling, read_filling
from pingce.spec.words import Words, same

from . import counts, layout

if TYPE_CHECKING:
    from sqlalchemy import Engine

FRESH_SECONDS = 5.0
TITLE = re.compile(rb'<title data-zh="([^"]*)" data-en="([^"]*)"')
HEAD = 4096
"""Bytes of a report within which its title stands."""


@dataclass(frozen=True)
class ReportFile:
    name: str
    title: Words
    size: int


@dataclass(frozen=True)
class StageFile:
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
        from pingce.store.database import reading

        with self._lock:
            if not self._counted or time.monotonic() - self._at > FRESH_SECONDS:
                with reading(engine) as db:
                    self._counted = counts.stage_figures(db, self.folder, models)
                self._at = time.monotonic()
            return self._counted

    def filling(self) -> Filling | None:
        return read_filling(self.folder) if self.folder is not None else None

    def reports(self, stage: str) -> list[ReportFile]:
        if self.folder is None:
            return []
        found = [one for one in layout.reports(self.folder) if layout.report_stage(one.name) == stage]
        return [ReportFile(one.name, _title(one), one.stat().st_size) for one in found]

    def files(self, stage: str) -> list[StageFile]:
        if self.folder is None:
            return []
        found = layout.files_of(self.folder, stage)
        return [StageFile(one.relative_to(self.folder).as_posix(), one.stat().st_size) for one in found]


def _title(path: Path) -> Words:
    """Our own pages say it in both languages; of others the name has to do."""
    with path.open("rb") as file:
        found = TITLE.search(file.read(HEAD))
    if found is None:
        return same(path.stem)
    from html import unescape

    zh, en = (unescape(part.decode("utf-8", "replace")) for part in found.groups())
    return Words(zh, en)
