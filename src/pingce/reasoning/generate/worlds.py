"""All arrangements of a kind of scene as bits, so that what a sentence leaves possible is one number.

Bit k of a mask stands for the k-th arrangement. A set of sentences leaves what the conjunction of their masks has.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import permutations

from pingce.reasoning.relations import Statement
from pingce.reasoning.scenes.layout import relation_table
from pingce.reasoning.solve import Arrangement

from .phrases import Phrase
from .scene_type import SceneType


@dataclass(frozen=True)
class Sentence:
    """A phrase about certain things, and the arrangements in which it is true."""

    phrase: Phrase
    x: int
    y: int | None
    mask: int

    @property
    def statement(self) -> Statement:
        assert self.phrase.relation is not None, "only places are stated"
        return Statement(self.phrase.relation, self.x, self.y)


@dataclass(frozen=True)
class Worlds:
    """The arrangements of a scene and everything that can be said about them."""

    arrangements: tuple[Arrangement, ...]
    premises: tuple[Sentence, ...]
    questions: tuple[Sentence, ...]
    completions: Mapping[tuple[Phrase, int | None, int | None], tuple[Sentence, ...]]
    """The questions of a phrase by the thing that is x or the thing that is y; the other thing is asked for."""

    @property
    def every(self) -> int:
        return (1 << len(self.arrangements)) - 1


@cache
def worlds(scene: SceneType) -> Worlds:
    """Every arrangement that can be told from the others, and every sentence that is neither always nor never true."""
    count = scene.layout.seats
    arranged = tuple(seats for seats in permutations(range(count)) if seats[0] in scene.first_seats)
    pairs = _pair_masks(arranged, count)
    questions = tuple(_sentences(scene, scene.questions, pairs, len(arranged)))
    completions: dict[tuple[Phrase, int | None, int | None], tuple[Sentence, ...]] = {}
    for sentence in questions:
        fixed = [(None, None)] if sentence.y is None else [(sentence.x, None), (None, sentence.y)]
        for x, y in fixed:
            key = (sentence.phrase, x, y)
            completions[key] = (*completions.get(key, ()), sentence)
    return Worlds(arranged, tuple(_sentences(scene, scene.premises, pairs, len(arranged))), questions, completions)


PairMasks = dict[tuple[int, int], dict[tuple[int, int], int]]
"""For two things and two seats: the arrangements in which they are there."""


def _pair_masks(arranged: Sequence[Arrangement], count: int) -> PairMasks:
    masks: PairMasks = {(x, y): {} for x in range(count) for y in range(count) if x != y}
    for at, seats in enumerate(arranged):
        for (x, y), of in masks.items():
            places = (seats[x], seats[y])
            of[places] = of.get(places, 0) | 1 << at
    return masks


def _sentences(scene: SceneType, phrases: Iterable[Phrase], pairs: PairMasks, worlds_count: int) -> Iterable[Sentence]:
    count = scene.layout.seats
    for phrase in phrases:
        assert phrase.relation is not None, "a scene is about places"
        table = relation_table(scene.layout, phrase.relation)
        for x in range(count):
            for y in range(count):
                if x == y or (phrase.alone and y != (x + 1) % count):
                    continue
                mask = 0
                for (here, there), bits in pairs[x, y].items():
                    if table[here] >> there & 1:
                        mask |= bits
                if 0 < mask.bit_count() < worlds_count:
                    yield Sentence(phrase, x, None if phrase.alone else y, mask)
