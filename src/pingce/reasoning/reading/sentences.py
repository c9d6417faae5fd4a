"""From a text to its sentences, and from a sentence to a statement about the things it names."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from pingce.reasoning.item import BLANK, Language
from pingce.reasoning.relations import Relation, Statement

from .around import AROUND
from .bench import BENCH
from .locations import LOCATED
from .patterns import FIRST_THING, LAST_THING, Pattern, match_pattern
from .tiers import TIERS

PATTERNS: tuple[Pattern, ...] = (*TIERS, *BENCH, *AROUND, *LOCATED)
"""Every pattern of places, the most particular first."""

_NUMBERED = re.compile(r"^\s*[(（]\d+[)）]\s*")
_ZH_ENDS = re.compile(r"[；;。\n]|，(?!二者|[也又还]是)")
_EN_ENDS = re.compile(r";|\.(?:\s|$)|\n")
_THING = re.compile(f"[{chr(FIRST_THING)}-{chr(LAST_THING)}]")
_INSIDE_WORD = re.compile(rf"\w{_THING.pattern}|{_THING.pattern}\w")
_CLOSING = " \t\r\n。.；;，,：:"


def split_sentences(text: str, language: Language) -> list[str]:
    """The conditions of a text one by one; «，二者相邻» stays with what it adds to."""
    ends = _ZH_ENDS if language == "zh" else _EN_ENDS
    pieces = (_NUMBERED.sub("", piece).strip(_CLOSING) for piece in ends.split(text))
    return [piece for piece in pieces if piece]


@dataclass(frozen=True)
class MarkedSentence:
    """A sentence with its things written as private characters, numbered in order of appearance."""

    form: str
    things: tuple[int, ...]


def mark_things(sentence: str, names: Sequence[str], language: Language) -> MarkedSentence | None:
    """Write each name of the scene as one character, so that all sentences of a form read alike.

    The blank of a question counts as one more thing after the names. None when a name is part of a longer word.
    """
    text = sentence.strip(_CLOSING)
    for at in _longest_first(tuple(names)):
        text = text.replace(names[at], chr(FIRST_THING + at))
    text = text.replace(BLANK, chr(FIRST_THING + len(names)))
    if language == "en" and _INSIDE_WORD.search(text):
        return None
    return _in_order(text)


@lru_cache(maxsize=256)
def _longest_first(names: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(sorted(range(len(names)), key=lambda at: -len(names[at])))


def _in_order(text: str) -> MarkedSentence:
    """Number the things of a sentence in order of appearance, so that the same form has one text."""
    order = dict.fromkeys(_THING.findall(text))
    numbers = {thing: chr(FIRST_THING + at) for at, thing in enumerate(order)}
    form = _THING.sub(lambda found: numbers[found[0]], text)
    return MarkedSentence(form, tuple(ord(thing) - FIRST_THING for thing in order))


def read_sentence(sentence: str, names: Sequence[str], language: Language) -> Statement | None:
    """What a sentence says of the named things; None when no pattern fits."""
    marked = mark_things(sentence, names, language)
    if marked is None:
        return None
    form = read_form(marked.form, language)
    if form is None:
        return None
    relation, x, y = form
    return Statement(relation, marked.things[x], None if y is None else marked.things[y])


@lru_cache(maxsize=65536)
def read_form(form: str, language: Language) -> tuple[Relation, int, int | None] | None:
    """The relation of a marked sentence, with the numbers of x and y in order of appearance."""
    uncapitalised = form[:1].lower() + form[1:]
    for pattern in PATTERNS:
        match = match_pattern(pattern, language, form) or match_pattern(pattern, language, uncapitalised)
        if match is not None:
            return (
                match.relation,
                ord(match.x) - FIRST_THING,
                None if match.y is None else ord(match.y) - FIRST_THING,
            )
    return None
