"""A pack of a benchmark on its page: what it holds, when which files become public, whether it is sound, and archives.

Held-back answers are in two places only: the private side, and publication stages that name answers. Whether somebody
may have these is asked before anything is written.
"""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pingce.release.pack.stage import about_pack, write_stage
from pingce.spec.errors import UserError
from pingce.spec.words import Words

from .benchmark import Benchmark
from .packs import SIDES

PUBLIC, PRIVATE = SIDES


@dataclass(frozen=True)
class PackContent:
    """A file of a pack; of the private side only names and sizes are shown."""

    path: str
    side: str
    size: int


@dataclass(frozen=True)
class PublicationStage:
    """What becomes public together; `held_back`: it has answers, which not everybody may download."""

    name: str
    date: dt.date | None
    files: Sequence[str]
    held_back: bool


@dataclass(frozen=True)
class ReleaseView:
    """A pack that a benchmark released, as the page of the pack shows it: what is in it and what is published when."""

    title: Words
    version: str
    licence: str
    contents: Sequence[PackContent]
    stages: Sequence[PublicationStage]
    answers: bool
    """Whether one may download held-back answers."""


@dataclass(frozen=True)
class FlawView:
    """Something wrong with a pack: the file, the code of the problem (docs/reference/codes.md), and what it says."""

    file: str
    code: str
    words: Words


@dataclass(frozen=True)
class VerifiedView:
    """What ``pingce release verify`` finds in a pack: files and folders looked at, and their flaws (none: it is
    sound).
    """

    files: int
    folders: Sequence[str]
    flaws: Sequence[FlawView]


def pack_of_stage(benchmark: Benchmark, name: str) -> Path:
    """The folder of a pack that has been made."""
    stage = benchmark.stage(name)
    folder = benchmark.output(stage)
    if stage.kind.name != "pack" or not (folder / PUBLIC).is_dir():
        raise UserError(
            Words(f"{name} 还没有做成发布包。", f"{name} is no pack yet."),
            hint=Words("先运行打包这一步。", "Run the step that packs first."),
            code="no-pack",
        )
    return folder


def release_view(folder: Path, *, answers: bool) -> ReleaseView:
    """What a pack holds and when it becomes public."""
    about = about_pack(folder)
    contents = [
        PackContent(path.relative_to(folder / side).as_posix(), side, path.stat().st_size)
        for side in SIDES
        for path in sorted((folder / side).rglob("*"))
        if path.is_file() and not path.is_symlink()
    ]
    stages = [PublicationStage(s.name, s.date, s.files, _has_answers(s.files)) for s in about.stages]
    return ReleaseView(about.title, about.version, about.licence, contents, stages, answers)


def _has_answers(files: Sequence[str]) -> bool:
    return any(file.endswith("answers") for file in files)


def needs_answers(folder: Path, what: str) -> bool:
    """Whether an archive would have held-back answers in it."""
    return what == PRIVATE or (what != PUBLIC and _has_answers(about_pack(folder).stage(what).files))


def verify_release(folder: Path) -> VerifiedView:
    """What ``pingce release verify`` says."""
    from pingce.release.verify.run import verify

    verified = verify(folder)
    flaws = [FlawView(flaw.file, flaw.code, flaw.words) for flaw in verified.flaws]
    return VerifiedView(verified.files, verified.folders, flaws)


def write_archive(folder: Path, what: str, out: Path) -> None:
    """A side of a pack, or a publication stage with a card and checksums of its own, as a zip file."""
    from pingce.release.pack.folder import write_zip

    if what in SIDES:
        write_zip(folder / what, out)
        return
    written = out.with_name(what)
    write_stage(folder, what, about_pack(folder).stage(what).files, written, test_answers=True)
    write_zip(written, out)
