"""Patterns of sentences: templates with slots, what they mean, and examples of each.

In a template ``{x}`` and ``{y}`` stand for the two things spoken of, other braces for a word class of
`pingce.reasoning.reading.slots`, ``[…]`` for words that may be left out and ``(…|…)`` for alternatives.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import cast

from pingce.reasoning.item import Language
from pingce.reasoning.relations import Compass, CountWay, Relation

from .slots import SLOTS, SlotValue

FIRST_THING = 0xE000
"""Things are written as characters from here on (private use) while a sentence is read."""
LAST_THING = 0xE0FF
_THING = f"[{chr(FIRST_THING)}-{chr(LAST_THING)}]"


@dataclass(frozen=True)
class Slots:
    """The values found in a sentence's slots."""

    values: Mapping[str, SlotValue]

    @property
    def hand(self) -> CountWay:
        return cast("CountWay", self.values["hand"])

    @property
    def hand2(self) -> CountWay:
        return cast("CountWay", self.values["hand2"])

    @property
    def clock(self) -> CountWay:
        return cast("CountWay", self.values["clock"])

    @property
    def nth(self) -> int:
        return cast("int", self.values["nth"])

    @property
    def number(self) -> int:
        return cast("int", self.values["number"])

    @property
    def point(self) -> Compass:
        return cast("Compass", self.values["point"])

    @property
    def due(self) -> Compass:
        return cast("Compass", self.values["due"])

    @property
    def looks(self) -> Compass:
        return cast("Compass", self.values["looks"])

    @property
    def loc(self) -> Relation:
        return cast("Relation", self.values["loc"])

    @property
    def loc2(self) -> Relation:
        return cast("Relation", self.values["loc2"])

    @property
    def tier(self) -> int:
        return cast("int", self.values["tier"])

    @property
    def column(self) -> CountWay | Compass:
        return cast("CountWay | Compass", self.values["column"])


@dataclass(frozen=True)
class Pattern:
    """One thing that can be said, the ways to say it in Chinese and English, and examples with their readings.

    Examples speak of 甲 and 乙, or Ann and Bob; x is 甲 or Ann unless the example says otherwise.
    """

    meaning: Callable[[Slots], Relation]
    zh: tuple[str, ...]
    en: tuple[str, ...]
    examples: tuple[tuple[str, Relation], ...]

    def templates(self, language: Language) -> tuple[str, ...]:
        return self.zh if language == "zh" else self.en


@dataclass(frozen=True)
class Match:
    """What a pattern made of a sentence: the relation and the characters standing for x and y."""

    relation: Relation
    x: str
    y: str | None


def match_pattern(pattern: Pattern, language: Language, sentence: str) -> Match | None:
    """Read a sentence whose things are written as single private characters; None when the pattern does not fit."""
    for template in pattern.templates(language):
        match = _compiled(template, language).fullmatch(sentence)
        if match is not None:
            words = match.groupdict()
            x, y = words.pop("x"), words.pop("y", None)
            values = {slot: SLOTS[language][slot][word] for slot, word in words.items()}
            return Match(pattern.meaning(Slots(values)), x, y)
    return None


@cache
def _compiled(template: str, language: Language) -> re.Pattern[str]:
    words = {
        slot: "|".join(map(re.escape, sorted(values, key=len, reverse=True)))
        for slot, values in SLOTS[language].items()
    }
    return re.compile(template_expression(template, {**words, "x": _THING, "y": _THING}))


def template_expression(template: str, slots: Mapping[str, str]) -> str:
    """A template as a regular expression in which each slot is a named group of the expression given for it."""
    parts = re.split(r"(\\.|\{\w+\}|[\[\]()|])", template)
    return "".join(_expression(part, slots) for part in parts)


def _expression(part: str, slots: Mapping[str, str]) -> str:
    if part.startswith("{"):
        return f"(?P<{part[1:-1]}>{slots[part[1:-1]]})"
    if part.startswith("\\"):
        return part
    return {"[": "(?:", "]": ")?", "(": "(?:", ")": ")", "|": "|"}.get(part, re.escape(part))
