"""Output that survives a kill: the next run goes on where the last one was, and the bytes are the same.

What commands use: a context that opens the outputs, skips batches that are there already and removes the journal when
all is done.
"""

import fcntl
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from pingce.spec.errors import UserError, cannot_write
from pingce.spec.words import Words

from .journal import Journal, JournalHeader, intact, line, read_journal
from .output import Resumable, Track, writing

EVERY = 1.0
"""Seconds between two times everything is forced to disk; a kill costs at most this much work."""


def say(message: str) -> None:
    sys.stderr.write(f"{message}\n")


@contextmanager
def resumable_output(
    out: Path,
    fingerprint: str,
    *,
    sidecars: Sequence[Path] = (),
    every: float = EVERY,
    note: Callable[[str], None] = say,
) -> Iterator[Resumable]:
    """``out`` and its ``sidecars`` appear when all is done; until then ``.NAME.part`` and ``.NAME.journal`` do.

    A run with the same fingerprint continues, one with another starts anew and says so.
    """
    targets = [out, *sidecars]
    _check(targets)
    with writing(out):
        journal = _locked(_hidden(out, "journal"), out)
    with journal:
        with writing(out):
            output = _opened(journal, fingerprint, targets, every=every, note=note)
        try:
            yield output
        except BaseException:
            output.keep()
            raise
        output.finish(targets)


def interrupted(out: Path) -> bool:
    """There is something of a run left that did not come to its end, be it only to be cleared away."""
    return _hidden(out, "journal").exists()


def _check(targets: Sequence[Path]) -> None:
    """What would fail only at the end, after hours, fails now."""
    for target in targets:
        if target.is_dir():
            raise cannot_write(target, Words("这是文件夹", "it is a folder"))
    if len({target.resolve() for target in targets}) < len(targets):
        names = ", ".join(map(str, targets))
        raise UserError(
            Words(f"输出文件不能同名：{names}。", f"Outputs need different names: {names}."), code="cannot-write"
        )


def _hidden(target: Path, kind: str) -> Path:
    return target.with_name(f".{target.name}.{kind}")


def _locked(path: Path, out: Path) -> IO[bytes]:
    """Two runs on one output would tear each other's files."""
    journal = path.open("ab")
    try:
        fcntl.flock(journal, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as problem:
        journal.close()
        raise output_busy(out) from problem
    return journal


def output_busy(out: Path) -> UserError:
    """What is said to the second of two runs on one output."""
    return UserError(Words(f"另一次运行正在写 {out}。", f"Another run is writing {out} right now."), code="output-busy")


def _opened(
    journal: IO[bytes], fingerprint: str, targets: Sequence[Path], *, every: float, note: Callable[[str], None]
) -> Resumable:
    out = targets[0]
    parts = [*(_hidden(target, "part") for target in targets), _hidden(out, "states")]
    header = JournalHeader(fingerprint, tuple(part_file.name for part_file in parts))
    before = read_journal(Path(journal.name))
    if before.header == header:
        done = _usable(before, parts, targets)
    else:
        done = 0
        if before.header and before.marks:
            note(f"{out}: dropping an interrupted run with other input or settings; starting anew.")
            _drop(before.header, out.parent)
    if done:
        note(f"{out}: going on after {done} batches of an interrupted run.")
        journal.truncate(before.offsets[done])
    else:
        journal.truncate(0)
        journal.write(line(header))
    marks = before.marks[:done]
    ends, sums = (marks[-1].ends, marks[-1].sums) if marks else ([0] * len(parts), [0] * len(parts))
    tracks = [Track(part_file, end, checksum) for part_file, end, checksum in zip(parts, ends, sums, strict=True)]
    return Resumable(journal, tracks, marks, every)


def _drop(header: JournalHeader, folder: Path) -> None:
    """The other run may have had sidecars that this one has not."""
    for name in header.files:
        if name.startswith(".") and name.endswith(".part") and "/" not in name:
            (folder / name).unlink(missing_ok=True)


def _usable(journal: Journal, parts: Sequence[Path], targets: Sequence[Path]) -> int:
    """Batches that all files still have; files a finished run had already moved to their places are taken back."""
    if journal.finished:
        for part_file, target in zip(parts, targets, strict=False):
            if not part_file.exists() and target.exists():
                target.replace(part_file)
    return min(
        intact(part_file, [mark.ends[i] for mark in journal.marks], [mark.sums[i] for mark in journal.marks])
        for i, part_file in enumerate(parts)
    )
