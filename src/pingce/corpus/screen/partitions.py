"""Screening in partitions: ``pingce corpus screen --partitions N``, for corpora that one process cannot go through.

Each partition is some of the files, screened by one worker, which reads and writes by itself; near-duplicates are found
among all of them (families.py). What a worker has done lies in ``OUT/.work``, which all machines share, and is not done
again after an interruption. The passages that stay are the same for any number of partitions, and the same as without.
"""

import fcntl
import os
import shutil
from array import array
from bisect import bisect
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, NamedTuple

import msgspec

from pingce.formats.write import atomic, write_text

from ..encoding import refuse_utf16
from ..engine import Engine, Session, fingerprint_of, ordered
from ..engine.output import writing
from ..engine.resume import output_busy, say
from ..inputs import CorpusFile
from ..reading import BATCH, read_batches
from .counts import GenreTally
from .duplicates import Twin
from .families import (
    FIRST,
    GOES,
    STAYS,
    UNDECIDED,
    GroupWork,
    KeyFile,
    KeyShare,
    LaterWork,
    MeetingWork,
    Verdicts,
    signature_count,
)
from .run import (
    Screening,
    ScreeningFindings,
    batch_findings,
    fingerprint_settings,
    near_duplicate,
    passage_samples,
    some_of,
)
from .signatures import PERMUTATIONS
from .weigh import Scales
from .work import Screened, ScreenWork


class Row(NamedTuple):
    """A passage of a partition, as it counts."""

    reason: str
    genre: str
    length: int
    weight: float | None
    line: bool
    """Its line is wanted."""


class PartitionEnd(msgspec.Struct, frozen=True):
    """Written last: the partition is screened."""

    findings: ScreeningFindings
    gb18030: list[str]
    read: int


class Partition(NamedTuple):
    """Some of the files, which one worker screens."""

    number: int
    files: tuple[CorpusFile, ...]


def divided(files: Sequence[CorpusFile], count: int) -> list[Partition]:
    """Neighbouring files together, about the same bytes in each partition; a file is never cut."""
    total, before = max(1, sum(file.size for file in files)), 0
    parts: list[list[CorpusFile]] = [[] for _ in range(count)]
    for file in files:
        parts[min(count - 1, (before + file.size // 2) * count // total)].append(file)
        before += file.size
    return [Partition(i, tuple(part)) for i, part in enumerate(parts)]


def screen_partitions(
    files: Sequence[CorpusFile],
    work: ScreenWork,
    *,
    count: int,
    out: Path,
    dropped: Path | None = None,
    engine: Engine,
    advance: Callable[[int], None] = lambda _: None,
) -> Screening:
    """Write what is kept to a folder of ``count`` files and, if asked, the rest to another one."""
    refuse_utf16(files)
    versions = work.versions()
    similarity = work.settings.duplicates.similarity
    settings = {**fingerprint_settings(files, work, versions), "partitions": count}
    with (
        _work_folder(out, fingerprint_of([file.path for file in files], settings)) as folder,
        engine.session() as workers,
    ):
        for end in ordered(PartitionWork(work, folder), divided(files, count), workers):
            advance(end.read)
        partitions = tuple(_partition(folder, i) for i in range(count))
        starts = [0]
        for partition in partitions:
            starts.append(starts[-1] + signature_count(partition))
        with writing(out):
            decide_together(folder, partitions, tuple(starts), similarity, workers)
        if dropped is not None:
            with writing(dropped):
                dropped.mkdir(parents=True, exist_ok=True)
        written = PartitionOutput(folder, tuple(starts), out, dropped, bool(work.samples))
        findings = ScreeningFindings()
        for part in ordered(written, range(count), workers):
            findings.add(part)
        for place in (out, dropped):
            _remove_others(place, count)
        gb18030 = sorted(file for partition in partitions for file in _end(partition).gb18030)
    return Screening(files, work.settings, versions, findings, gb18030)


def _remove_others(out: Path | None, count: int) -> None:
    """Parts of an earlier run with more partitions are not parts of this one."""
    ours = {part_name(i) for i in range(count)}
    for part in out.glob("part-*.jsonl") if out is not None else ():
        if part.name not in ours:
            part.unlink()


def _partition(folder: Path, number: int) -> Path:
    return folder / f"partition-{number:05}"


def part_name(number: int) -> str:
    """What the file of a partition is called in the output."""
    return f"part-{number:05}.jsonl"


def _end(partition: Path) -> PartitionEnd:
    return msgspec.msgpack.decode((partition / "end").read_bytes(), type=PartitionEnd)


@contextmanager
def _work_folder(out: Path, fingerprint: str) -> Iterator[Path]:
    """Where the partitions lie until all is written; what is there of other inputs or settings is dropped."""
    folder = out / ".work"
    with writing(out):
        folder.mkdir(parents=True, exist_ok=True)
        lock = (out / ".lock").open("wb")
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as problem:
            raise output_busy(out) from problem
        known = folder / "fingerprint"
        if known.exists() and known.read_text("utf-8") != fingerprint:
            say(f"{out}: dropping an interrupted run with other input or settings; starting anew.")
            shutil.rmtree(folder)
            folder.mkdir()
        elif done := len([*folder.glob("partition-*/end")]):
            say(f"{out}: going on with {done} partitions of an interrupted run.")
        write_text(known, fingerprint)
        yield folder
        shutil.rmtree(folder)
        (out / ".lock").unlink()


def decide_together(
    folder: Path, partitions: tuple[Path, ...], starts: tuple[int, ...], similarity: float, workers: Session
) -> None:
    """Rounds until it is known of every passage whether it stays."""
    import numpy as np

    shares = [KeyShare(i, len(partitions)) for i in range(len(partitions))]
    verdicts = Verdicts(folder, starts[-1], new=True)
    known = verdicts.known
    known[:] = STAYS
    for passages in ordered(GroupWork(folder, partitions, starts[:-1]), shares, workers):
        known[passages] = UNDECIDED
    while len(undecided := np.flatnonzero(known == UNDECIDED)):
        verdicts.flush()
        later = [*ordered(LaterWork(folder, starts[-1]), shares, workers)]
        known[undecided] = FIRST
        for passages in later:
            known[passages] = UNDECIDED
        verdicts.flush()
        for met in ordered(MeetingWork(folder, starts[-1], similarity), shares, workers):
            verdicts.meet(met)
        known[known == FIRST] = STAYS
    verdicts.flush()


@dataclass(frozen=True)
class PartitionWork:
    """Screen the files of a partition, as far as that needs nothing of the others."""

    work: ScreenWork
    folder: Path

    def open(self) -> Scales:
        return self.work.open()

    def do(self, scales: Scales, partition: Partition) -> PartitionEnd:
        place = _partition(self.folder, partition.number)
        if (place / "end").exists():
            return _end(place)
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir()
        findings, gb18030, read = ScreeningFindings(), set[str](), 0
        with Stored.written(place) as stored:
            for batch in read_batches(partition.files, size=BATCH):
                screened = self.work.do(scales, batch)
                findings.add(batch_findings(screened))
                gb18030.update(chunk.file for chunk in batch if chunk.encoding == "gb18030")
                read += sum(chunk.read for chunk in batch)
                stored.add(screened)
        KeyFile(place).write(place / "signatures", self.work.settings.duplicates.similarity)
        end = PartitionEnd(findings, sorted(gb18030), read)
        with atomic(place / "end") as file:
            file.write(msgspec.msgpack.encode(end))
        return end


class Stored(NamedTuple):
    """The passages of a partition on disk: as they count, as they are written, and what duplicates are found by."""

    rows: IO[bytes]
    lines: IO[bytes]
    ids: IO[bytes]
    signatures: IO[bytes]

    @classmethod
    @contextmanager
    def written(cls, place: Path) -> "Iterator[Stored]":
        with ExitStack() as files:
            stored = cls(*(files.enter_context((place / name).open("wb")) for name in cls._fields))
            yield stored
            for file in stored:
                file.flush()
                os.fsync(file.fileno())

    def add(self, screened: Screened) -> None:
        rows = [Row(row.reason, row.genre, row.length, row.weight, bool(row.line)) for row in screened.rows]
        packed = msgspec.msgpack.encode(rows)
        self.rows.write(len(packed).to_bytes(8, "little") + packed)
        self.lines.writelines([row.line + b"\n" for row in screened.rows if row.line])
        self.ids.write(array("Q", [row.id for row in screened.rows if not row.reason]).tobytes())
        self.signatures.write(screened.signatures)

    @staticmethod
    def read(place: Path) -> Iterator[list[tuple[Row, bytes]]]:
        """Batch by batch, each passage with its line, which is empty where none is wanted."""
        with (place / "rows").open("rb") as rows, (place / "lines").open("rb") as lines:
            while size := rows.read(8):
                batch = msgspec.msgpack.decode(rows.read(int.from_bytes(size, "little")), type=list[Row])
                yield [(row, lines.readline().removesuffix(b"\n") if row.line else b"") for row in batch]


@dataclass(frozen=True)
class PartitionOutput:
    """Write what stays of a partition and what goes, and count it."""

    folder: Path
    starts: tuple[int, ...]
    out: Path
    dropped: Path | None
    samples: bool

    def open(self) -> Verdicts:
        return Verdicts(self.folder, self.starts[-1])

    def do(self, verdicts: Verdicts, number: int) -> ScreeningFindings:
        done = self.folder / f"written-{number:05}"
        if done.exists():
            return msgspec.msgpack.decode(done.read_bytes(), type=ScreeningFindings)
        place = _partition(self.folder, number)
        findings = _end(place).findings
        passage = self.starts[number]
        with ExitStack() as files:
            kept = files.enter_context(atomic(self.out / part_name(number)))
            left_out = None if self.dropped is None else files.enter_context(atomic(self.dropped / part_name(number)))
            for batch in Stored.read(place):
                stays, goes, tallies = [], [], dict[str, list[tuple[str, int, float | None]]]()
                for row, line in batch:
                    reason = row.reason
                    if not reason:
                        if verdicts.known[passage] == GOES:
                            reason = "near-duplicate"
                            goes.append(near_duplicate(line, self._twin(verdicts, passage)))
                        else:
                            stays.append(line)
                        passage += 1
                    elif line:
                        goes.append(line)
                    tallies.setdefault(row.genre, []).append((reason, row.length, row.weight))
                kept.writelines([line + b"\n" for line in stays])
                if left_out is not None:
                    left_out.writelines([line + b"\n" for line in goes])
                findings.add(_counted(tallies, stays, goes, samples=self.samples))
        with atomic(done) as file:
            file.write(msgspec.msgpack.encode(findings))
        return findings

    def _twin(self, verdicts: Verdicts, passage: int) -> Twin:
        like = int(verdicts.like[passage])
        partition = bisect(self.starts, like) - 1
        with (_partition(self.folder, partition) / "ids").open("rb") as ids:
            raw = os.pread(ids.fileno(), 8, 8 * (like - self.starts[partition]))
        return Twin(array("Q", raw)[0], int(verdicts.equal[passage]) / PERMUTATIONS)


def _counted(
    rows: Mapping[str, list[tuple[str, int, float | None]]],
    stays: Sequence[bytes],
    goes: Sequence[bytes],
    *,
    samples: bool,
) -> ScreeningFindings:
    findings = ScreeningFindings()
    for genre, those in rows.items():
        findings.tallies[genre] = GenreTally()
        findings.tallies[genre].count(those)
    if samples:
        findings.samples = passage_samples([*some_of(stays), *goes])
    return findings
