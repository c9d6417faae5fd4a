"""A replaced sentence and its way back to the original.

A replaced sentence knows its original, what was put where, and can undo it; ``encode`` and ``decode`` are its form in
files.
"""

import hashlib
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import orjson

from pingce.formats.replacement import Change, Mode, mode_of
from pingce.language.lexicon.model import Lexicon

from .positions import Position


class Original(NamedTuple):
    """A text as it was found."""

    id: str
    text: str
    source: Mapping[str, object] | None = None


class Replaced(NamedTuple):
    """A sentence that differs from its original in one or two words."""

    id: str
    origin: str
    text: str
    changes: tuple[Change, ...]
    source: Mapping[str, object] | None = None

    @property
    def mode(self) -> Mode:
        return mode_of(self.changes)

    @property
    def pair(self) -> str:
        """What balancing and caps count: 里→外, or both pairs of a double replacement in text order."""
        return " ".join(change.pair for change in self.changes)


def replaced(lexicon: Lexicon, original: Original, choices: Sequence[tuple[Position, str]]) -> Replaced:
    """The original with each position exchanged for the word chosen for it; positions in text order."""
    parts, changes, done, at = [], [], 0, 0
    for position, new in choices:
        kept = original.text[done : position.start]
        at += len(kept)
        relation = lexicon.relation(position.old, new)
        changes.append(Change(position.start, at, position.old, new, position.cls, position.group.id, relation))
        parts += [kept, new]
        at += len(new)
        done = position.end
    text = "".join([*parts, original.text[done:]])
    return Replaced(_id(original.id, text), original.id, text, tuple(changes), original.source)


def _id(origin: str, text: str) -> str:
    """Says where a sentence comes from, and stays the same whatever else is made of the original."""
    return f"{origin}-{hashlib.sha256(text.encode()).hexdigest()[:12]}"


def decode(line: bytes) -> Replaced:
    """What ``encode`` wrote; for files of others see items.py."""
    record = orjson.loads(line)
    changes = tuple(Change(*change.values()) for change in record["replaced"])
    return Replaced(record["id"], record["origin"], record["text"], changes, record.get("source"))


def encode(sentence: Replaced) -> bytes:
    """A replaced sentence as a line of the output file."""
    record: dict[str, object] = {
        "id": sentence.id,
        "text": sentence.text,
        "origin": sentence.origin,
        "mode": sentence.mode,
        "replaced": [change.record() for change in sentence.changes],
    }
    if sentence.source is not None:
        record["source"] = sentence.source
    return orjson.dumps(record)
