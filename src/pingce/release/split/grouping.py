"""Which items must stay together, over all subtasks.

Items share a group if they state the same original, if their texts are found to be of one original or nearly the same,
if they are one item in two languages, or if their target word goes to the test part as a whole. Items that state
different originals are joined only if their texts are identical. A group is never broken, so nothing a team has seen in
training comes back in a test under another question.

Texts made from templates are alike without being of one original: only equal ones are joined.

Texts are nearly the same in other editions of a source, a sentence with one clause more, a saying quoted twice: pairs
that share a clause, or begin or end alike, are compared letter by letter.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from pingce.language.joining import JoinedTexts
from pingce.language.originals import groups_of

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

    first: int
    second: int
    similarity: float


def near_pairs(decided: Sequence[Decided], groups: Sequence[int], similarity: float = SIMILARITY) -> list[Near]:
    """Pairs of items in two groups, the most alike first."""
    from rapidfuzz.distance import Indel

    pairs = []
    for (i, letters), (j, other_letters) in _candidates(decided, groups):
        alike = Indel.normalized_similarity(letters, other_letters, score_cutoff=similarity)
        if alike:
            pairs.append(Near(j, i, alike))
    return sorted(pairs, key=lambda near: (-near.similarity, near.first, near.second))


Text = tuple[int, str]
"""The first item of a group that has it, and its letters."""


def _candidates(decided: Sequence[Decided], groups: Sequence[int]) -> Iterator[tuple[Text, Text]]:
    seen: dict[str, list[Text]] = {}
    standing: Counter[tuple[str, int]] = Counter()
    compared: set[tuple[int, str]] = set()
    for i, entry in enumerate(decided):
        if entry.task.is_templated(entry.item.id):
            continue
        for passage in entry.passages:
            clauses = [clause for clause in _NOT_LETTERS.split(passage) if clause]
            letters = "".join(clauses) or passage
            if (groups[i], letters) in compared:
                continue
            compared.add((groups[i], letters))
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


class Grouped(NamedTuple):
    """The group of every item, numbered by first appearance."""

    groups: list[int]
    near: list[Near]
    """Nearly the same, but stating different originals."""


def group(decided: Sequence[Decided], whole_words: Iterable[str] = ()) -> Grouped:
    """Which items have to stay in one part: same original, twins, words kept whole, nearly the same text."""
    owners, texts, origins, exact = [], [], [], []
    for i, entry in enumerate(decided):
        for passage in entry.passages:
            owners.append(i)
            texts.append(passage)
            origins.append(entry.original)
            exact.append(entry.task.is_templated(entry.item.id))
    joined = JoinedTexts(len(decided))
    joined.alike(zip(groups_of(texts, origins, exact=exact), owners, strict=True))
    twins = ((entry.task.twin_key(entry.item.id), i) for i, entry in enumerate(decided))
    joined.alike((key, i) for key, i in twins if key is not None)
    apart = []
    for near in near_pairs(decided, joined.numbers()):
        if None in (decided[near.first].original, decided[near.second].original):
            joined.join(near.first, near.second)
        else:
            apart.append(near)
    drawn = frozenset(whole_words)
    words = ((entry.item.texts.get("word"), i) for i, entry in enumerate(decided))
    joined.alike((word, i) for word, i in words if word in drawn)
    return Grouped(joined.numbers(), apart)
