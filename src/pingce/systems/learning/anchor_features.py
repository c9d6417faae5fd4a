"""Features of the words around an anchor (an odd word, an event, a place), for deciding which belong to it and how."""

from collections.abc import Iterator
from functools import cache
from itertools import chain
from typing import NamedTuple

from pingce.language.text import NOMINAL, TaggedText

REACH = 40
"""Words to either side; what belongs to the anchor from further away is not found."""
NEAR = 5
"""Words whose exact distance counts."""
COUNTED = 4
"""Verbs and nouns to either side that are told apart."""


class Anchor(NamedTuple):
    """Words from first to last, and what kind of anchor they are."""

    first: int
    last: int
    kind: str

    def offset(self, i: int) -> int:
        """Words from the anchor's nearer end; 0 inside."""
        return i - self.last if i > self.last else i - self.first if i < self.first else 0


def window(reading: TaggedText, anchor: Anchor) -> range:
    """The words near enough to an anchor to belong to it."""
    return range(max(0, anchor.first - REACH), min(len(reading.words), anchor.last + REACH + 1))


def around(reading: TaggedText, anchor: Anchor) -> list[list[str]]:
    """Features of every word of the window."""
    marks = _landmarks(reading, anchor)
    return [[*reading.plain[i], *_relative(reading, i, anchor), *marks.get(i, ())] for i in window(reading, anchor)]


def _relative(reading: TaggedText, i: int, anchor: Anchor) -> Iterator[str]:
    word, at = reading.words[i], reading.words[anchor.last]
    kind, offset = anchor.kind, anchor.offset(i)
    clauses = reading.clauses[i] - reading.clauses[anchor.last]
    same = reading.sentences[i] == reading.sentences[anchor.last]
    yield from _distance(max(-4, min(4, clauses)), _bucket(offset), same, word.tag, kind)
    if abs(offset) <= 2:
        yield f"o={offset}|{at.text}"
        yield f"o={offset}|{at.text}|{word.tag}"
        yield f"o={offset}|{word.text}"
    if abs(offset) <= NEAR and offset:
        between = reading.words[i + 1 : anchor.first] if offset < 0 else reading.words[anchor.last + 1 : i]
        path = ".".join(other.tag for other in between)
        yield f"path={offset > 0}|{word.tag}|{path}|{kind}"
        yield f"lead={offset > 0}|{path}"


@cache
def _distance(far: int, step: int, same: bool, tag: str, kind: str) -> tuple[str, ...]:
    """All most words have; there are few different ones."""
    return (
        f"far={far}",
        f"far={far}|{tag}",
        f"far={far}|{tag}|{kind}",
        f"same={same}|{tag}",
        f"o={step}",
        f"o={step}|{tag}",
        f"o={step}|{kind}|{tag}",
    )


def _bucket(offset: int) -> int:
    """Exact near by, then only near or far to either side."""
    if abs(offset) <= NEAR:
        return offset
    return (NEAR + (1 if abs(offset) < 2 * NEAR else 2)) * (1 if offset > 0 else -1)


def _landmarks(reading: TaggedText, anchor: Anchor) -> dict[int, list[str]]:
    """The nearest verbs and nouns before and after, counted, and the first noun of each clause near by."""
    features: dict[int, list[str]] = {}
    words = window(reading, anchor)
    home = reading.clauses[anchor.last]
    verb = _verb(reading, anchor)
    for side, steps in (("-", range(anchor.first - 1, words.start - 1, -1)), ("+", range(anchor.last + 1, words.stop))):
        counts = {"verb": 0, "noun": 0}
        for k in steps:
            tag = reading.words[k].tag
            sort = "verb" if tag == "v" else "noun" if tag in NOMINAL else None
            if sort is not None and counts[sort] < COUNTED:
                counts[sort] += 1
                name = f"{sort}{side}{counts[sort]}|{reading.clauses[k] == home}"
                features.setdefault(k, []).extend((name, f"{name}|{anchor.kind}", f"{name}|{verb}"))
    for k in words:
        if reading.first_nouns[k]:
            clause_offset = max(-4, min(4, reading.clauses[k] - home))
            features.setdefault(k, []).extend((f"first|{clause_offset}", f"first|{clause_offset}|{verb}"))
    return features


def _verb(reading: TaggedText, anchor: Anchor) -> str:
    """The nearest verb of the anchor's clause; what stands before wins."""
    home = reading.clauses[anchor.last]
    for k in chain(
        range(anchor.first - 1, anchor.first - 1 - NEAR, -1), range(anchor.last + 1, anchor.last + 1 + NEAR)
    ):
        if 0 <= k < len(reading.words) and reading.clauses[k] == home and reading.words[k].tag == "v":
            return reading.words[k].text
    return "-"
