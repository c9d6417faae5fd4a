"""How far an interrupted run came: one line for each batch that is completely on disk.

Written after a batch's bytes are on disk, so that whatever it names is really there. What follows the last mark in the
output is cut off when a run is continued.
"""

import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TypeVar

import msgspec

CHUNK = 1024 * 1024


class JournalHeader(msgspec.Struct, frozen=True):
    """The first line of a journal: what the run was begun with (``fingerprint_of``) and the files it writes.

    A run is continued only where both are the same.
    """

    fingerprint: str
    files: tuple[str, ...]


class JournalMark(msgspec.Struct, frozen=True):
    """After ``batch`` batches: the length of each file and the checksum of all of it so far."""

    batch: int
    ends: tuple[int, ...]
    sums: tuple[int, ...]


class JournalEnd(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All batches are written; only moving the files to their places may be missing."""

    finished: bool


Record = TypeVar("Record", JournalHeader, JournalMark, JournalEnd)


@dataclass(frozen=True)
class Journal:
    """What a journal says, up to the first line that does not make sense."""

    header: JournalHeader | None
    marks: tuple[JournalMark, ...]
    offsets: tuple[int, ...]
    """Bytes of the journal up to and including the header, the first mark, the second …"""

    finished: bool


def line(record: JournalHeader | JournalMark | JournalEnd) -> bytes:
    return msgspec.json.encode(record) + b"\n"


def read_journal(path: Path) -> Journal:
    """A line cut short by a kill, and whatever follows it, counts as never written."""
    lines = path.read_bytes().splitlines(keepends=True) if path.exists() else []
    header = _read(lines[0], JournalHeader) if lines else None
    if header is None:
        return Journal(None, (), (), finished=False)
    marks: list[JournalMark] = []
    offsets = [len(lines[0])]
    for entry in lines[1:]:
        mark = _read(entry, JournalMark)
        if mark is None or mark.batch != len(marks) + 1 or not len(mark.ends) == len(mark.sums) == len(header.files):
            break
        marks.append(mark)
        offsets.append(offsets[-1] + len(entry))
    rest = lines[len(offsets) :]
    finished = len(rest) == 1 and _read(rest[0], JournalEnd) is not None
    return Journal(header, tuple(marks), tuple(offsets), finished=finished)


def _read(entry: bytes, kind: type[Record]) -> Record | None:
    if not entry.endswith(b"\n"):
        return None
    try:
        return msgspec.json.decode(entry, type=kind)
    except msgspec.DecodeError:
        return None


def intact(path: Path, ends: Sequence[int], sums: Sequence[int]) -> int:
    """How many batches of a file are as the journal says."""
    if not path.exists():
        return 0
    position = checksum = good = 0
    with path.open("rb") as file:
        for end, expected in zip(ends, sums, strict=True):
            position, checksum = _advance(file, position, end, checksum)
            if position != end or checksum != expected:
                break
            good += 1
    return good


def _advance(file: IO[bytes], position: int, end: int, checksum: int) -> tuple[int, int]:
    while position < end:
        chunk = file.read(min(CHUNK, end - position))
        if not chunk:
            break
        position += len(chunk)
        checksum = zlib.crc32(chunk, checksum)
    return position, checksum
