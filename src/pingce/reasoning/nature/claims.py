"""What a sentence claims of one thing or of two, judged by what is known of them."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product

from .knowledge import Thing

WAVELENGTH = ("purple", "blue", "green", "yellow green", "yellow", "orange", "red")
"""Colours of the rainbow by rising wavelength."""


@dataclass(frozen=True)
class InCategory:
    """The thing belongs to a category, or does not."""

    name: str
    so: bool = True


@dataclass(frozen=True)
class HasProperty:
    """A property of the thing has that value."""

    name: str
    value: str


@dataclass(frozen=True)
class LivesIn:
    """The thing lives on land or in water; «in water» leaves open in which."""

    where: str


@dataclass(frozen=True)
class SameProperty:
    """A property is the same for both things."""

    name: str


@dataclass(frozen=True)
class WavelengthCompared:
    """The light the first reflects has a longer (or shorter) wavelength than that of the second."""

    longer: bool


@dataclass(frozen=True)
class LegsTotal:
    """Both have so many legs together."""

    total: int


@dataclass(frozen=True)
class LegsDifference:
    """The first has so many legs more than the second; fewer when negative."""

    more: int


UnaryClaim = InCategory | HasProperty | LivesIn
BinaryClaim = SameProperty | WavelengthCompared | LegsTotal | LegsDifference


def judge(claim: UnaryClaim, thing: Thing) -> bool | None:
    """Whether a claim is true of a thing; None when that is not known or disputed."""
    match claim:
        case InCategory(name, so):
            known = thing.category(name)
            return known if known is None else known is so
        case HasProperty(name, value):
            return thing.has(name, value)
        case LivesIn(where):
            return _lives(where, thing)


def _lives(where: str, thing: Thing) -> bool | None:
    if thing.category("animal") is False:
        return False
    if where != "water":
        return thing.has("lives", where)
    known = thing.properties.get("lives")
    if known is None:
        return None
    watery = {place.endswith("water") for place in known}
    return None if len(watery) == 2 else watery.pop()


def judge_pair(claim: BinaryClaim, first: Thing, second: Thing) -> bool | None:
    """Whether a claim is true of two things; None when it depends on what is not known."""
    match claim:
        case SameProperty(name):
            return _every(name, first, second, lambda a, b: a == b)
        case WavelengthCompared(longer):
            return _every("colour", first, second, lambda a, b: _longer(a, b) is longer and a != b)
        case LegsTotal(total):
            return _every("legs", first, second, lambda a, b: _legs(a) + _legs(b) == total)
        case LegsDifference(more):
            return _every("legs", first, second, lambda a, b: _legs(a) - _legs(b) == more)


def _longer(first: str, second: str) -> bool | None:
    if first in WAVELENGTH and second in WAVELENGTH:
        return WAVELENGTH.index(first) > WAVELENGTH.index(second)
    return None


def _legs(word: str) -> int:
    return int(word) if word.isdigit() else -99


def _every(name: str, first: Thing, second: Thing, holds: Callable[[str, str], bool]) -> bool | None:
    """True or False when all accepted values agree on it, None when they differ or are not known."""
    ours, theirs = first.properties.get(name), second.properties.get(name)
    if (ours == frozenset({"none"})) or (theirs == frozenset({"none"})):
        return False
    if ours is None or theirs is None:
        return None
    outcomes = {holds(a, b) for a, b in product(ours, theirs)}
    return None if len(outcomes) == 2 else outcomes.pop()
