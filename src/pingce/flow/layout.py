"""Where things are in the project's folder, and which of them may leave the server.

One folder per stage; reports are HTML, files are listed by name. A path that leaves the folder, by dots or links, does
not exist for the server.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from pingce.release.manifest import NAME as MANIFEST
from pingce.spec.words import Words
from pingce.store.errors import NotFound

StageName = Literal["corpus", "annotate", "quality", "release", "systems", "score", "leaderboard"]
STAGES: tuple[StageName, ...] = ("corpus", "annotate", "quality", "release", "systems", "score", "leaderboard")
REPORTS, PACKS, SPLITS, MODELS = "reports", "packs", "splits", "models"
FILES = {
    "corpus": "corpus",
    "annotate": "annotations",
    "quality": "quality",
    "systems": "answers",
    "leaderboard": "boards",
}
"""The folders whose files are shown, by the stage that writes them."""
FOLDERS = (*FILES.values(), REPORTS, PACKS, SPLITS, MODELS)
"""All that stages leave there."""
PUBLIC = "public"
"""The side of a pack that may be fetched; what lies beside it never goes through the server."""
DEFAULT_STAGE = "quality"
"""Where a report is listed whose name begins with no stage."""


def report_stage(name: str) -> str:
    """Reports are called STAGE-something.html."""
    stage = name.partition("-")[0]
    return stage if stage in STAGES else DEFAULT_STAGE


def reports(folder: Path) -> list[Path]:
    """In the order they were made, which is that of the work."""
    paths = [path for path in (folder / REPORTS).glob("*.html") if is_inside(folder, path)]
    return sorted(paths, key=lambda path: (path.stat().st_mtime, path.name))


def files_of(folder: Path, stage: str) -> list[Path]:
    """The files a stage shows; of packs only the public side."""
    return sorted(path for path in _files_of(folder, stage) if is_inside(folder, path))


def _files_of(folder: Path, stage: str) -> Iterator[Path]:
    if stage in FILES:
        yield from (path for path in (folder / FILES[stage]).rglob("*") if not is_hidden(folder, path))
    elif stage == "release":
        for pack in packs(folder):
            yield from (pack / PUBLIC).rglob("*")


def packs(folder: Path) -> list[Path]:
    """Folders that ``pingce release pack`` wrote."""
    return sorted(path.parents[1] for path in (folder / PACKS).glob(f"*/{PUBLIC}/{MANIFEST}"))


def find_file(folder: Path | None, path: str) -> Path:
    """A file that is shown, by its path in the folder; anything else does not exist."""
    if folder is not None:
        for stage in STAGES:
            for file in files_of(folder, stage):
                if file.relative_to(folder).as_posix() == path:
                    return file
    raise NotFound(Words(f"文件“{path}”", f"file '{path}'"), code="no-file")


def find_report(folder: Path | None, name: str) -> Path:
    """A report of the folder by its name; nothing else can be asked for."""
    matching = [report for report in reports(folder) if report.name == name] if folder is not None else []
    if not matching:
        raise NotFound(Words(f"报告“{name}”", f"report '{name}'"), code="no-report")
    return matching[0]


def is_inside(folder: Path, path: Path) -> bool:
    """A file, and at the place it seems to be: no link leads to it, from outside or from what is not shown."""
    return path.is_file() and path.resolve() == folder.resolve() / path.relative_to(folder)


def is_hidden(folder: Path, path: Path) -> bool:
    """Half-written files and the like."""
    return any(name.startswith(".") for name in path.relative_to(folder).parts)
