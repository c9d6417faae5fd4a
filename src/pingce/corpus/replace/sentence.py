"""A replaced sentence and its way back to the original.

A replaced sentence knows its original, what was put where, and can undo it; its form in files is made by lines.py.
"""

import hashlib
from collections.abc import Mapping
from typing import NamedTuple

import orjson

from pingce.formats.replacement import Change, Mode, mode_of
from pingce.language.lexicon.model import Lexicon

from .positions import Position

DIGEST = 12
"""Hexadecimal digits of an id that are made of the text."""


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


Exchange = tuple[Position, str]
"""A word and what is to stand in its place."""
Choice = tuple[Exchange, ...]
"""What is exchanged in one sentence, in text order."""


def replaced(lexicon: Lexicon, original: Original, choice: Choice) -> Replaced:
    """The original with each position exchanged for the word chosen for it; positions in text order."""
    text = exchanged(original.text, choice)
    changes, longer = [], 0
    for position, new in choice:
        relation = lexicon.relation(position.old, new)
        at = position.start + longer
        changes.append(Change(position.start, at, position.old, new, position.cls, position.group.id, relation))
        longer += len(new) - len(position.old)
    return Replaced(sentence_id(original.id, text), original.id, text, tuple(changes), original.source)


def exchanged(text: str, choice: Choice) -> str:
    """The text with other words in their places."""
    for position, new in reversed(choice):
        text = f"{text[: position.start]}{new}{text[position.end :]}"
    return text


def sentence_id(origin: str, text: str) -> str:
    """Says where a sentence comes from, and stays the same whatever else is made of the original."""
    return f"{origin}-{text_digest(text)}"


def text_digest(text: str) -> str:
    """The part of an id that is made of the text."""
    return hashlib.sha256(text.encode()).hexdigest()[:DIGEST]


def decode(line: bytes) -> Replaced:
    """A line that this program has just written; for files of others see items.py."""
    record = orjson.loads(line)
    changes = tuple(Change(*change.values()) for change in record["replaced"])
    return Replaced(record["id"], record["origin"], record["text"], changes, record.get("source"))
