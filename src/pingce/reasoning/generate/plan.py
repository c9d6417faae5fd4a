"""What every item of a set shall be like, decided before any is made.

Kinds of items, numbers of right options and answer positions are dealt from decks, so that they are as even as they
can be whatever the items turn out to be: nothing is learnt from a position.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import TypeVar

LETTERS = "ABCD"
Card = TypeVar("Card")


@dataclass(frozen=True)
class SetSettings:
    """What is asked of a whole set."""

    items: int
    seed: int
    kinds: tuple[str, ...]
    right: tuple[int, ...] = (1, 1, 1, 2)
    """Wanted numbers of right options; one that stands twice is dealt twice as often."""
    none_share: float = 0.25
    """How many of the items with one right option offer «none of the above»."""
    arrangements: int = 1
    hops: tuple[int, int] = (2, 9)
    premises: tuple[int, int] = (2, 9)


@dataclass(frozen=True)
class ItemPlan:
    """What one item shall be like."""

    number: int
    kind: str
    letters: frozenset[str]
    """The right ones."""
    none_of_above: bool
    """Whether the last option says that no other is right."""
    statements: bool
    """Whether options are sentences of their own rather than names for a blank."""


def plans(settings: SetSettings) -> Iterator[ItemPlan]:
    """The plans of a set, one after the other, the same for the same settings."""
    dice = Random(f"plan {settings.seed}")  # noqa: S311  # the same set again, not secrecy
    kind = _deck(settings.kinds, dice)
    right = _deck(settings.right, dice)
    letters = {count: _deck(_letter_sets(count), dice) for count in sorted(set(settings.right))}
    share = round(settings.none_share * 20)
    # A deck for each answer: «none of the above» must not be right more often than any other option that is offered.
    none = {letter: _deck([True] * share + [False] * (20 - share), dice) for letter in LETTERS}
    asked = _deck([False, False, True], dice)
    for number in range(1, settings.items + 1):
        count = right()
        chosen = letters[count]()
        offers_none = len(chosen) == 1 and none[min(chosen)]()
        yield ItemPlan(number, kind(), chosen, offers_none, asked())


def _letter_sets(count: int) -> list[frozenset[str]]:
    return [frozenset(letters) for letters in combinations(LETTERS, count)]


def _deck(cards: Sequence[Card], dice: Random) -> Callable[[], Card]:
    """Deals all cards in random order before any comes again."""
    left: list[Card] = []

    def deal() -> Card:
        if not left:
            left.extend(cards)
            dice.shuffle(left)
        return left.pop()

    return deal
