"""Texts that are nearly the same though nothing says that they belong together.

Other editions of a source, a sentence with one clause more, a saying quoted twice: pairs that share a clause, or begin
or end alike, are compared letter by letter.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..inputs import Decided

SIMILARITY = 0.8
"""Letters in common, of all letters of both (Indel); a text with one of its words replaced keeps more."""
CLAUSE = 6
EDGE = 8
REACH = 32
"""A text is compared with so many of the last ones that share a clause with it; some clauses stand everywhere."""
PER_GROUP = 3
"""So many texts of one group stand for it, clause by clause; the others differ in a word."""
_NOT_LETTERS = re.compile(r"[\W_]+")


class Near(NamedTuple):
    """Two items of different groups with nearly the same text."""

    one: int
    other: int
    similarity: float


def near_pairs(decided: Sequence[Decided], groups: Sequence[int], similarity: float = SIMILARITY) -> list[Near]:
    """Pairs of items in two groups, the most alike first."""
    from rapidfuzz.distance import Indel

    found = []
    for (i, one), (j, other) in _candidates(decided, groups):
        alike = Indel.normalized_similarity(one, other, score_cutoff=similarity)
        if alike:
            found.append(Near(j, i, alike))
    return sorted(found, key=lambda near: (-near.similarity, near.one, near.other))


Text = tuple[int, str]
"""The first item of a group that has it, and its letters."""


def _candidates(decided: Sequence[Decided], groups: Sequence[int]) -> Iterator[tuple[Text, Text]]:
    seen: dict[str, list[Text]] = {}
    standing: Counter[tuple[str, int]] = Counter()
    known: set[tuple[int, str]] = set()
    for i, one in enumerate(decided):
        for passage in one.passages:
            clauses = [clause for clause in _NOT_LETTERS.split(passage) if clause]
            letters = "".join(clauses) or passage
            if (groups[i], letters) in known:
                continue
            known.add((groups[i], letters))
            keys = dict.fromkeys([c for c in clauses if len(c) >= CLAUSE] + _edges(letters))
            for other in dict.fromkeys(other for key in keys for other in seen.get(key, ())[-REACH:]):
                if groups[other[0]] != groups[i]:
                    yield (i, letters), other
            for key in keys:
                if standing[key, groups[i]] < PER_GROUP:
                    standing[key, groups[i]] += 1
                    seen.setdefault(key, []).append((i, letters))


def _edges(letters: str) -> list[str]:
    return [f"^{letters[:EDGE]}", f"{letters[-EDGE:]}$"] if len(letters) >= EDGE else [letters]
