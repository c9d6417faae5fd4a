"""Files that grow together, batch by batch, with a journal of what is safely on disk.

A run writes several files that belong together (kept, dropped, notes). They advance by whole batches, and only whole
batches are found after a kill.
"""

import os
import time
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import islice
from pathlib import Path
from typing import IO

from pingce.spec.errors import UserError, cannot_write

from .journal import JournalEnd, JournalMark, line
from .work import Batch


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """A context in which a full disk or a missing right becomes a message that names ``path``."""
    try:
        yield
    except OSError as problem:
        raise cannot_write(path, problem) from problem


class Track:
    """One of the files that grow together."""

    def __init__(self, path: Path, end: int, checksum: int) -> None:
        self.part = path
        self.end = end
        self.checksum = checksum
        self._synced = end
        self._file = path.open("ab")
        self._file.truncate(end)

    def append(self, data: bytes) -> None:
        self._file.write(data)
        self.end += len(data)
        self.checksum = zlib.crc32(data, self.checksum)

    def sync(self) -> None:
        if self._synced != self.end:
            _sync(self._file)
            self._synced = self.end

    def close(self) -> None:
        self._file.close()


class Resumable:
    """An output file, its sidecars and the states of its batches; made by ``resumable_output``."""

    def __init__(self, journal: IO[bytes], tracks: Sequence[Track], marks: Sequence[JournalMark], every: float) -> None:
        self.done = len(marks)
        """Batches an interrupted run has written; skip as many."""
        self._journal = journal
        self._tracks = tracks
        self._state_ends = [mark.ends[-1] for mark in marks]
        self.batches = self.done
        """Batches written by then and now."""
        self._pending: list[bytes] = []
        self._every = every
        self._synced_at = time.monotonic()

    @property
    def states(self) -> Iterator[bytes]:
        """What ``write`` was given as ``state`` with each of the batches already done, in order."""
        start = 0
        with self._tracks[-1].part.open("rb") as file:
            for end in self._state_ends:
                yield file.read(end - start)
                start = end

    def remaining(self, batches: Iterable[Batch]) -> Iterator[Batch]:
        """The batches that are still to be done; those already done are read and left out."""
        return islice(batches, self.done, None)

    def write(
        self, result_lines: Iterable[bytes], state: bytes = b"", *, sidecars: Sequence[Iterable[bytes]] = ()
    ) -> None:
        """One batch: its lines (a missing newline is added), its state, and its lines for each sidecar."""
        extra = len(self._tracks) - 2
        if len(sidecars) not in (0, extra):
            raise ValueError(f"lines for {len(sidecars)} sidecars; there are {extra}")
        texts = [_joined(result_lines), *(_joined(lines) for lines in sidecars or [()] * extra), state]
        with writing(self._tracks[0].part):
            for track, data in zip(self._tracks, texts, strict=True):
                track.append(data)
            self.batches += 1
            ends, sums = zip(*((track.end, track.checksum) for track in self._tracks), strict=True)
            self._pending.append(line(JournalMark(self.batches, ends, sums)))
            if time.monotonic() - self._synced_at >= self._every:
                self.sync()

    def sync(self) -> None:
        """Data first, then the journal: it never promises what is not there."""
        with writing(self._tracks[0].part):
            for track in self._tracks:
                track.sync()
            self._journal.write(b"".join(self._pending))
            _sync(self._journal)
            self._pending.clear()
            self._synced_at = time.monotonic()

    def finish(self, targets: Sequence[Path]) -> None:
        """Sidecars first: once the output itself is there, everything is."""
        self._pending.append(line(JournalEnd(finished=True)))
        self.sync()
        self.close()
        with writing(self._tracks[0].part):
            for track, target in reversed(list(zip(self._tracks, targets, strict=False))):
                track.part.replace(target)
        self._forget()

    def keep(self) -> None:
        """For the next run; nothing to keep leaves nothing behind."""
        with suppress(UserError):  # a full disk has been reported already
            self.sync()
        with suppress(OSError):
            self.close()
        if not self.batches:
            for track in self._tracks:
                track.part.unlink(missing_ok=True)
            self._forget()

    def close(self) -> None:
        for track in self._tracks:
            track.close()

    def _forget(self) -> None:
        self._tracks[-1].part.unlink(missing_ok=True)
        Path(self._journal.name).unlink(missing_ok=True)


def _joined(lines: Iterable[bytes]) -> bytes:
    return b"".join(line if line.endswith(b"\n") else line + b"\n" for line in lines)


def _sync(file: IO[bytes]) -> None:
    file.flush()
    os.fsync(file.fileno())
