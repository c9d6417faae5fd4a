"""What a worker does with a batch: passages, cheap checks, tagging, weights and signatures.

A batch of raw text in, passages with their weight or the reason they were dropped out; near duplicates are left to the
one process that sees all signatures.
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import orjson

from pingce.corpus.passages import PassageLengths, passages
from pingce.corpus.reading import Batch, Chunk, TextPiece, Trouble, pieces
from pingce.formats.provenance import SourceKind
from pingce.language.lexicon.load import load_lexicon
from pingce.language.tagging.catalog import Pipeline, make_tagger

from .oddities import Oddities, note_oddities
from .prose import incomplete, not_modern
from .settings import ScreenSettings
from .signatures import signatures
from .weigh import Scales, Weight


class Passage(NamedTuple):
    """A text and where it comes from."""

    text: str
    chunk: Chunk
    piece: TextPiece
    start: int


class ScreenedPassage(NamedTuple):
    """A passage: why it is dropped (empty if it is not, as far as a worker can tell), its numbers and its line."""

    reason: str
    genre: str
    length: int
    weight: float | None
    id: int
    line: bytes


class PlacedTrouble(NamedTuple):
    """A line that could not be used, with the file it stands in."""

    file: str
    trouble: Trouble


class Screened(NamedTuple):
    """What a batch gives; ``signatures`` belong to the rows without a reason, in their order."""

    rows: list[ScreenedPassage]
    signatures: bytes
    oddities: Oddities
    troubles: list[PlacedTrouble]


@dataclass(frozen=True)
class ScreenWork:
    """Everything a worker needs to know; ``dropped``: whether lines are wanted for what is left out."""

    settings: ScreenSettings
    tagger: str = "default"
    user_dictionary: Path | None = None
    lexicon: Path | None = None
    dropped: bool = False
    kind: SourceKind | None = None
    """Web or edited texts, where somebody says so."""
    kinds: Mapping[str, SourceKind] = field(default_factory=dict)
    """The same by the name of a file, where texts of both kinds are screened together."""
    samples: int = 0
    """Lines are wanted for so many dropped passages of each reason in a batch, to be looked at."""

    def kind_of(self, file: str) -> SourceKind | None:
        return self.kinds.get(file, self.kind)

    def open(self) -> Scales:
        return Scales(self._tagger(), load_lexicon(self.lexicon), self.settings.weights)

    def versions(self) -> tuple[str, str]:
        """Of tagger and lexicon: results depend on them."""
        return self._tagger().version, load_lexicon(self.lexicon).version

    def _tagger(self) -> Pipeline:
        return make_tagger(self.tagger, user_dictionary=self.user_dictionary)

    def do(self, scales: Scales, batch: Batch) -> Screened:
        """One step after the other for the whole batch: going back and forth between them costs a third more time."""
        oddities: Oddities = {}
        troubles: list[PlacedTrouble] = []
        cut = list(self._passages(batch, oddities, troubles))
        texts = [passage.text for passage in cut]
        reasons = [self._cheap_reason(text) for text in texts]
        weights = [None if reason else scales.weigh(text) for text, reason in zip(texts, reasons, strict=True)]
        reasons = [self._reason(*arguments) for arguments in zip(texts, reasons, weights, strict=True)]
        sampled = self._sampled(reasons)
        rows = [
            self._row(passage, reason, weight, wanted=self.dropped or not reason or i in sampled)
            for i, (passage, reason, weight) in enumerate(zip(cut, reasons, weights, strict=True))
        ]
        signed = signatures([text for text, reason in zip(texts, reasons, strict=True) if not reason])
        return Screened(rows, signed, oddities, troubles)

    def _passages(self, batch: Batch, oddities: Oddities, troubles: list[PlacedTrouble]) -> Iterator[Passage]:
        chosen = self.settings.passage
        lengths = PassageLengths(chosen.shortest, chosen.target, chosen.longest)
        for chunk in batch:
            for piece in pieces(chunk):
                if isinstance(piece, Trouble):
                    troubles.append(PlacedTrouble(chunk.file, piece))
                    continue
                note_oddities(oddities, piece.text, chunk.file, piece.line)
                for start, end in passages(piece.text, lengths):
                    yield Passage(piece.text[start:end], chunk, piece, start)

    def _cheap_reason(self, text: str) -> str:
        length = len(text)
        if length < self.settings.passage.shortest:
            return "too-short"
        if length > self.settings.passage.longest:
            return "too-long"
        return not_modern(text, self.settings.modern) or incomplete(text) or ""

    def _reason(self, text: str, reason: str, weight: Weight | None) -> str:
        if weight is None:
            return reason
        if weight.total < self.settings.spatial.min_weight:
            return "low-weight"
        return "low-density" if 100 * weight.total < self.settings.spatial.min_density * len(text) else ""

    def _sampled(self, reasons: Sequence[str]) -> set[int]:
        """Places of dropped passages to be shown, from all over the batch."""
        places: dict[str, list[int]] = {}
        for i, reason in enumerate(reasons) if self.samples else ():
            if reason:
                places.setdefault(reason, []).append(i)
        return {i for each in places.values() for i in each[:: -(-len(each) // self.samples)]}

    def _row(self, passage: Passage, reason: str, weight: Weight | None, *, wanted: bool) -> ScreenedPassage:
        total = None if weight is None else weight.total
        kind = self.kind_of(passage.chunk.file)
        number, line = _line(passage, reason, weight, kind) if wanted else (0, b"")
        return ScreenedPassage(reason, passage.chunk.genre or "", len(passage.text), total, number, line)


def _line(passage: Passage, reason: str, weight: Weight | None, kind: SourceKind | None) -> tuple[int, bytes]:
    """The id as a number, and the passage as a line of JSON.

    The id is made of place and text, so it stays the same wherever the corpus lies and whoever does the work.
    """
    text, chunk, piece, start = passage
    offset = piece.offset + start
    known_by = f"{chunk.file}\0{piece.line}\0{offset}\0{text}"
    digest = hashlib.sha256(known_by.encode()).digest()[:8]
    # The place in bytes is that of the record in JSON lines, whose text may be escaped.
    within = len(piece.text[:start].encode(chunk.encoding)) if chunk.kind == "text" else 0
    source: dict[str, object] = {
        "file": chunk.file,
        "line": piece.line,
        "offset": offset,
        "byte": piece.byte + within,
        "genre": chunk.genre,
    }
    if kind is not None:
        source["kind"] = kind
    record: dict[str, object] = {"id": digest.hex(), "text": text, "source": source}
    if reason:
        record["reason"] = reason
    if weight is not None:
        density = round(100 * weight.total / len(text), 2)
        record |= {"weight": weight.total, "density": density, "counts": weight.counts}
    return int.from_bytes(digest, "big"), orjson.dumps(record)
