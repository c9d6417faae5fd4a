"""Which items must stay together, over all subtasks.

Items share a group if they state the same original, if their texts are found to be of one original or nearly the same,
or if their target word goes to the test part as a whole. Items that state different originals are joined only if
their texts are identical. A group is never broken, so nothing a team has seen in training comes back in a test under
another question.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pingce.language.joining import Joined
from pingce.language.originals import groups_of, stated_origin

from ..inputs import Decided
from .near import Near, near_pairs


class Grouped(NamedTuple):
    """The group of every item, numbered by first appearance."""

    groups: list[int]
    near: list[Near]
    """Nearly the same, but stating different originals."""


def group(decided: Sequence[Decided], whole_words: Iterable[str] = ()) -> Grouped:
    owners, texts, origins = [], [], []
    for i, one in enumerate(decided):
        for passage in one.passages:
            owners.append(i)
            texts.append(passage)
            origins.append(stated_origin(one.item))
    joined = Joined(len(decided))
    joined.alike(zip(groups_of(texts, origins), owners, strict=True))
    apart = []
    for near in near_pairs(decided, joined.numbers()):
        if None in (stated_origin(decided[near.one].item), stated_origin(decided[near.other].item)):
            joined.join(near.one, near.other)
        else:
            apart.append(near)
    drawn = frozenset(whole_words)
    words = ((one.item.texts.get("word"), i) for i, one in enumerate(decided))
    joined.alike((word, i) for word, i in words if word in drawn)
    return Grouped(joined.numbers(), apart)
