"""The lines of replaced sentences, and what can be told of a line without reading it.

A corpus gives millions of these lines, some forty of each original, and most of a line is the same in all of them; so
they are put together as strings. What stands before the record in a candidate is all that choosing and counting ask.
"""

import hashlib
from collections.abc import Iterator, Mapping
from typing import NamedTuple

import orjson

from pingce.formats.replacement import Change
from pingce.language.lexicon.model import Lexicon

from .positions import Position
from .sentence import DIGEST, Choice, Original

ID, TEXT = b'{"id":"', b'","text":"'
"""Around the id of a line; a quotation mark inside it would be escaped."""


class ReplacementCandidate(NamedTuple):
    """A sentence and what is needed to choose and count it."""

    pair: bytes
    """里→外, or both pairs of a double replacement."""
    start: bytes
    """Where the word stood in the original; empty for a double replacement."""
    kinds: bytes
    """Class/relation of each exchange."""
    line: bytes

    @property
    def id(self) -> str:
        return str(orjson.loads(b'"%b"' % self.line[len(ID) : self.line.index(TEXT)]))

    @property
    def origin(self) -> bytes:
        """The id of the original, as it is written in the line."""
        return self.line[len(ID) : self.line.index(TEXT) - DIGEST - 1]


def candidate_of(line: bytes) -> ReplacementCandidate:
    """What ``CandidateLines`` wrote; JSON has no tab of its own."""
    return ReplacementCandidate(*line.split(b"\t", 3))


class _Kind(NamedTuple):
    """What all exchanges of one word for one other have in common."""

    pair: str
    kinds: str
    record: str
    plain: bool
    """Nothing in the new word has to be escaped."""


class CandidateLines:
    """Makes the lines; remembers what it has to say about each pair of words."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        self._kinds: dict[tuple[str, str, str, str], _Kind] = {}

    def lines(self, original: Original, chosen: Mapping[str, Choice]) -> Iterator[str]:
        """One line for each text that was made of an original."""
        origin, known, digest_of = _escaped(original.id), self._kinds, hashlib.sha256
        source = "" if original.source is None else f',"source":{orjson.dumps(original.source).decode()}'
        plain = _escaped(original.text) == original.text
        for text, choice in chosen.items():
            digest = digest_of(text.encode()).hexdigest()[:DIGEST]
            if len(choice) == 1:
                ((position, new),) = choice
                start = position.start
                kind = known.get((position.cls, position.group.id, position.old, new)) or self._kind(position, new)
                shown = text if plain and kind.plain else _escaped(text)
                yield (
                    f'{kind.pair}\t{start}\t{kind.kinds}\t{{"id":"{origin}-{digest}","text":"{shown}","origin":"{origin}",'
                    f'"mode":"single","replaced":[{{"start":{start},"at":{start},{kind.record}}}]{source}}}\n'
                )
            else:
                pairs, kinds, records, longer = [], [], [], 0
                for position, new in choice:
                    kind = known.get((position.cls, position.group.id, position.old, new)) or self._kind(position, new)
                    pairs.append(kind.pair)
                    kinds.append(kind.kinds)
                    records.append(f'{{"start":{position.start},"at":{position.start + longer},{kind.record}}}')
                    longer += len(new) - len(position.old)
                yield (
                    f'{" ".join(pairs)}\t\t{" ".join(kinds)}\t{{"id":"{origin}-{digest}","text":"{_escaped(text)}",'
                    f'"origin":"{origin}","mode":"double","replaced":[{",".join(records)}]{source}}}\n'
                )

    def _kind(self, position: Position, new: str) -> _Kind:
        cls, group, old = position.cls, position.group.id, position.old
        change = Change(0, 0, old, new, cls, group, self._lexicon.relation(old, new))
        said = {key: value for key, value in change.record().items() if key not in ("start", "at")}
        record = orjson.dumps(said)[1:-1].decode()
        kind = _Kind(change.pair, f"{cls}/{change.relation}", record, _escaped(new) == new)
        self._kinds[cls, group, old, new] = kind
        return kind


def _escaped(text: str) -> str:
    """As it stands inside the quotation marks of JSON."""
    return orjson.dumps(text)[1:-1].decode()
