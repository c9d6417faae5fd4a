"""Glosses that only point elsewhere (同“X”, 见②) cannot stand alone: put what they point at in their place, or drop."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Literal

import msgspec

from ..entries import DictionaryEntry, Gloss
from .rules import NamedPattern

References = Literal["resolve", "drop", "keep"]

Note = Callable[[str, str, str, str], None]


def resolve(
    entry: DictionaryEntry,
    entries: Mapping[str, DictionaryEntry],
    patterns: Sequence[NamedPattern],
    how: References,
    note: Note,
) -> Iterator[Gloss]:
    """The entry's glosses with references treated; what leads nowhere is dropped as ``unresolved``."""
    for gloss in entry.glosses:
        reference = None if how == "keep" else _reference(gloss.text, patterns)
        if reference is None:
            yield gloss
            continue
        name, match = reference
        put = _behind(match, entry, entries, patterns, {entry.word}) if how == "resolve" else []
        # A neighbour's text would be there twice.
        put = [other for other in put if other not in entry.glosses]
        rule = name if put or how == "drop" or _word(match) is None else "unresolved"
        note(entry.word, rule, gloss.text, " / ".join(other.text for other in put))
        for other in put:
            examples = gloss.examples + tuple(x for x in other.examples if entry.word in x)
            yield msgspec.structs.replace(other, examples=examples, reading=gloss.reading, source=gloss.source)


def _reference(text: str, patterns: Sequence[NamedPattern]) -> tuple[str, re.Match[str]] | None:
    for named in patterns:
        match = named.pattern.match(text)
        if match is not None and (_word(match) is not None or _number(match) is not None):
            return named.name, match
    return None


def _behind(
    match: re.Match[str],
    entry: DictionaryEntry,
    entries: Mapping[str, DictionaryEntry],
    patterns: Sequence[NamedPattern],
    seen: set[str],
) -> list[Gloss]:
    word = _word(match)
    target = entry if word is None or word == "上" else entries.get(word)
    if target is None or target.word in seen:  # nowhere, to a neighbour, or in a circle
        return []
    number = _number(match)
    glosses = target.glosses if number is None else target.glosses[number - 1 : number]
    glosses_behind = []
    for gloss in glosses:
        further = _reference(gloss.text, patterns)
        if further is None:
            glosses_behind.append(gloss)
        else:
            glosses_behind += _behind(further[1], target, entries, patterns, seen | {target.word})
    return glosses_behind


def _word(match: re.Match[str]) -> str | None:
    word = match["word"]
    return word if isinstance(word, str) else None


def _number(match: re.Match[str]) -> int | None:
    number = match["number"]
    if not isinstance(number, str):
        return None
    return int(number) if number.isdecimal() else ord(number) - ord("①") + 1
