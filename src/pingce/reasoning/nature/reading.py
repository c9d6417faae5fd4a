"""Read the sentences about numbered things: «3号田中的作物是绿色的», «The item on photo No.2 is not a tool»."""

import re
from collections.abc import Mapping
from functools import cache

from pingce.reasoning.item import Language
from pingce.reasoning.reading.patterns import template_expression

from .claims import BinaryClaim, UnaryClaim
from .patterns import PROPERTY_PATTERNS, SlotValues
from .words import ABILITIES, CATEGORIES, COLOURS, PARTS, PLACES, SHAPES, TASTES

_WORDS: Mapping[str, Mapping[Language, Mapping[str, str]]] = {
    "category": CATEGORIES,
    "colour": COLOURS,
    "part": PARTS,
    "taste": TASTES,
    "shape": SHAPES,
    "place": PLACES,
}
_NUMBERED: Mapping[Language, str] = {
    "zh": r"{}号(?:田中|照片上|照片上中|场馆中)的(?:作物|物品|动物)",
    "en": r"[Tt]he (?:plant in field|item on photo|animal in enclosure) No\.{}",
}


def read_property(sentence: str, language: Language) -> tuple[UnaryClaim | BinaryClaim, int, int | None] | None:
    """The claim of a sentence and the numbers it speaks of; None when no pattern fits."""
    for pattern in PROPERTY_PATTERNS:
        for template in pattern.zh if language == "zh" else pattern.en:
            match = _compiled(template, language).fullmatch(sentence.strip())
            if match is not None:
                words = match.groupdict()
                first, second = int(words.pop("first")), words.pop("second", None)
                values = {slot: _value(slot, word, language) for slot, word in words.items()}
                return pattern.meaning(SlotValues(values)), first, None if second is None else int(second)
    return None


def _value(slot: str, word: str, language: Language) -> str:
    if slot == "ability":
        return ABILITIES[language][word]
    return _WORDS[slot][language][word] if slot in _WORDS else word


@cache
def _compiled(template: str, language: Language) -> re.Pattern[str]:
    slots = {slot: _either(words[language]) for slot, words in _WORDS.items()}
    slots["ability"] = _either(ABILITIES[language])
    slots["legs"] = r"\d+|one|two|three|four|five|six"
    slots["than"] = "长|短" if language == "zh" else "longer|shorter"
    slots["sign"] = "多|少" if language == "zh" else "more|less|fewer"
    slots["n"] = _NUMBERED[language].format(r"(?P<first>\d+)")
    slots["m"] = _NUMBERED[language].format(r"(?P<second>\d+)")
    expression = template_expression(template.replace(" {ability}", "{ability}"), slots)
    return re.compile(expression.replace("(?P<n>", "(?:").replace("(?P<m>", "(?:"))


def _either(words: Mapping[str, str]) -> str:
    return "|".join(map(re.escape, sorted(words, key=len, reverse=True)))
