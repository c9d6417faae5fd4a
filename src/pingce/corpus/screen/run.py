"""Raw text in, passages worth annotating out: ``pingce corpus screen``.

Workers do what needs no memory of other passages. This process decides about near-duplicates, which depends on what
came before, writes, and counts; what it has to know after an interruption is stored with every batch.
"""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import msgspec
import orjson

from ..engine import Engine, Resumable, fingerprint_of, ordered, resumable_output
from ..engine.output import writing
from ..inputs import CorpusFile
from ..reading import BATCH, Batch, read_batches
from .counts import GenreTally, Tallies, add_tallies
from .duplicates import DuplicateIndex, Twin
from .oddities import Oddities, add_oddities
from .settings import ScreenSettings
from .signatures import SIGNATURE_BYTES
from .work import PlacedTrouble, Screened, ScreenWork

SHOWN_TROUBLES = 20
SHOWN_SAMPLES = 40
"""Of each reason."""


class PassageSample(msgspec.Struct, frozen=True):
    """A passage to be looked at, kept or dropped."""

    id: str
    text: str
    place: str
    """File and line."""
    weight: float | None = None
    density: float | None = None
    like: str = ""
    """The passage it repeats."""


class ScreeningFindings(msgspec.Struct):
    """What was seen on the way; that of a batch is stored beside its lines."""

    tallies: Tallies = msgspec.field(default_factory=dict)
    oddities: Oddities = msgspec.field(default_factory=dict)
    trouble_counts: dict[str, int] = msgspec.field(default_factory=dict)
    troubles: list[PlacedTrouble] = msgspec.field(default_factory=list)
    samples: dict[str, list[PassageSample]] = msgspec.field(default_factory=dict)
    """By the reason they were dropped for, the empty one for those kept: a few, where samples are asked for."""

    def add(self, more: "ScreeningFindings") -> None:
        add_tallies(self.tallies, more.tallies)
        add_oddities(self.oddities, more.oddities)
        for code, n in more.trouble_counts.items():
            self.trouble_counts[code] = self.trouble_counts.get(code, 0) + n
        self.troubles += more.troubles[: SHOWN_TROUBLES - len(self.troubles)]
        for reason, passages in more.samples.items():
            both = [*self.samples.get(reason, ()), *passages]
            # Ids are digests: the smallest are a sample that depends on no order.
            self.samples[reason] = sorted(both, key=lambda sample: sample.id)[:SHOWN_SAMPLES]


class BatchState(msgspec.Struct):
    """What the next run has to know about a batch: its part of the findings and of the duplicate index."""

    findings: ScreeningFindings
    ids: list[int]
    signatures: bytes


class Screening(NamedTuple):
    """A finished run."""

    files: Sequence[CorpusFile]
    settings: ScreenSettings
    versions: Sequence[str]
    """Of the tagger and the lexicon."""
    findings: ScreeningFindings
    gb18030: Sequence[str]
    """Files that are not UTF-8."""


def screen(
    files: Sequence[CorpusFile],
    work: ScreenWork,
    *,
    out: Path,
    dropped: Path | None = None,
    engine: Engine,
    advance: Callable[[int], None] = lambda _: None,
    batch_bytes: int = BATCH,
) -> Screening:
    """Write what is kept to ``out`` and, if asked, the rest to ``dropped``.

    ``work`` holds the settings and computes; ``engine`` gives batches of ``batch_bytes`` to one process, several or a
    cluster; ``advance`` hears how many bytes are done. An interrupted run goes on where it was, and the same input
    gives the same bytes with any number of workers.
    """
    versions = work.versions()
    targets = (out,) if dropped is None else (out, dropped)
    reader = BatchReader(files, advance, batch_bytes)
    findings = ScreeningFindings()
    fingerprint = _fingerprint(files, work, versions, batch_bytes)
    with (
        resumable_output(out, fingerprint, sidecars=targets[1:]) as output,
        closing(DuplicateIndex(work.settings.duplicates.similarity, folder=out.parent)) as index,
    ):
        _restore(output, findings, index)
        # Batches already done are read again and passed over: reading is what costs least.
        for result in ordered(work, output.remaining(reader.batches(skip=output.done)), engine):
            with writing(out):  # the index has files of its own beside it
                kept, left_out, state = decide(result, index, samples=bool(work.samples))
            findings.add(state.findings)
            output.write(kept, msgspec.msgpack.encode(state), sidecars=(left_out,) * len(targets[1:]))
            reader.batch_done()
    return Screening(files, work.settings, versions, findings, sorted(reader.gb18030))


class BatchReader:
    """Reads the batches for the engine, tells how far it is, and remembers what files were like."""

    def __init__(self, files: Sequence[CorpusFile], advance: Callable[[int], None], batch_bytes: int) -> None:
        self._files = files
        self._batch_bytes = batch_bytes
        self._advance = advance
        self._sizes: deque[int] = deque()
        self.gb18030: set[str] = set()

    def batches(self, *, skip: int) -> Iterator[Batch]:
        for i, batch in enumerate(read_batches(self._files, size=self._batch_bytes)):
            self.gb18030.update(chunk.file for chunk in batch if chunk.encoding == "gb18030")
            self._sizes.append(sum(chunk.read for chunk in batch))
            if i < skip:
                self.batch_done()
            yield batch

    def batch_done(self) -> None:
        self._advance(self._sizes.popleft())


def _fingerprint(files: Sequence[CorpusFile], work: ScreenWork, versions: Sequence[str], batch_bytes: int) -> str:
    settings = {**fingerprint_settings(files, work, versions), "batch_bytes": batch_bytes}
    return fingerprint_of([file.path for file in files], settings)


def fingerprint_settings(files: Sequence[CorpusFile], work: ScreenWork, versions: Sequence[str]) -> dict[str, object]:
    """What the outcome of a screening depends on, beside the content of the files."""
    return {
        "settings": msgspec.to_builtins(work.settings),
        "files": [(file.name, file.genre) for file in files],
        "versions": list(versions),
        "dropped": work.dropped,
        **({"kind": work.kind} if work.kind is not None else {}),
        **({"kinds": dict(work.kinds)} if work.kinds else {}),
        **({"samples": work.samples} if work.samples else {}),
    }


def _restore(output: Resumable, findings: ScreeningFindings, index: DuplicateIndex) -> None:
    for raw in output.states:
        state = msgspec.msgpack.decode(raw, type=BatchState)
        findings.add(state.findings)
        index.restore(state.signatures, state.ids)


def decide(
    result: Screened, index: DuplicateIndex, *, samples: bool = False
) -> tuple[list[bytes], list[bytes], BatchState]:
    """Lines to keep, lines to leave out, and what to remember; ``samples``: also some passages to be looked at."""
    candidates = [row.id for row in result.rows if not row.reason]
    twins = index.decide(result.signatures, candidates)
    fresh = [i for i, twin in enumerate(twins) if twin is None]
    state = BatchState(
        findings=batch_findings(result),
        ids=[candidates[i] for i in fresh],
        signatures=b"".join([result.signatures[i * SIGNATURE_BYTES : (i + 1) * SIGNATURE_BYTES] for i in fresh]),
    )
    kept: list[bytes] = []
    left_out: list[bytes] = []
    by_genre: dict[str, list[tuple[str, int, float | None]]] = {}
    next_twin = iter(twins)
    for reason, genre, length, weight, _, line in result.rows:
        twin = None if reason else next(next_twin)
        by_genre.setdefault(genre, []).append(("near-duplicate" if twin else reason, length, weight))
        if twin:
            left_out.append(near_duplicate(line, twin))
        elif line:
            (left_out if reason else kept).append(line)
    for genre, rows in by_genre.items():
        state.findings.tallies[genre] = GenreTally()
        state.findings.tallies[genre].count(rows)
    if samples:
        state.findings.add(ScreeningFindings(samples=passage_samples([*some_of(kept), *left_out])))
    return kept, left_out, state


def some_of(kept: Sequence[bytes]) -> Sequence[bytes]:
    """As many lines as are shown, from all over the batch."""
    return kept[:: -(-len(kept) // SHOWN_SAMPLES) or 1]


def passage_samples(lines: Sequence[bytes]) -> dict[str, list[PassageSample]]:
    """Passages by the reason they were dropped for, from their lines."""
    by_reason: dict[str, list[PassageSample]] = {}
    for line in lines:
        record = orjson.loads(line)
        source = record["source"]
        sample = PassageSample(
            record["id"],
            record["text"],
            f"{source['file']}:{source['line']}",
            record.get("weight"),
            record.get("density"),
            record.get("of", ""),
        )
        by_reason.setdefault(record.get("reason", ""), []).append(sample)
    return by_reason


def batch_findings(result: Screened) -> ScreeningFindings:
    """What a worker saw in a batch, beside its passages."""
    findings = ScreeningFindings(oddities=result.oddities, troubles=result.troubles[:SHOWN_TROUBLES])
    for _, trouble in result.troubles:
        findings.trouble_counts[trouble.code] = findings.trouble_counts.get(trouble.code, 0) + 1
    return findings


def near_duplicate(line: bytes, twin: Twin) -> bytes:
    """The line of a passage that goes, with the one that stays."""
    record = orjson.loads(line)
    record |= {"reason": "near-duplicate", "of": f"{twin.id:016x}", "similarity": round(twin.similarity, 4)}
    return orjson.dumps(record)
