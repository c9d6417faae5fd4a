"""What a tagger and the lexicon know about a token: its word's tag and spatial class, and where in the word it stands.

A small encoder that learns from a few thousand texts knows word boundaries and directional verbs only roughly.
"""

from collections.abc import Sequence
from typing import NamedTuple

from pingce.language.lexicon.model import CLASSES
from pingce.language.tagging.tags import TAGS
from pingce.language.text import TaggedText

from .tokens import Tokens

NAMES = ("", *(f"tag {tag}" for tag in sorted(TAGS)), *(f"class {spatial_class}" for spatial_class in CLASSES))
EDGES = ("alone", "first", "inside", "last")
NUMBERS = {name: i for i, name in enumerate((*NAMES, *EDGES))}
"""0 is for what no word stands behind."""
EACH = 3
"""Traits of a token."""


class TokenFeatures(NamedTuple):
    """A text as a network sees it: token numbers, and the numbers of every token's traits."""

    ids: tuple[int, ...]
    traits: tuple[tuple[int, ...], ...]


def featurize(reading: TaggedText, tokens: Tokens) -> TokenFeatures:
    """Tokens with the traits of the words they lie in."""
    return TokenFeatures(tokens.ids, tuple(_traits(reading, start, end) for start, end in tokens.places))


def _traits(reading: TaggedText, start: int, end: int) -> tuple[int, ...]:
    if end == start:
        return (0,) * EACH
    i = reading.word_at[start]
    word = reading.words[i]
    begins, ends = start == word.start, end >= word.end
    edge = "alone" if begins and ends else "first" if begins else "last" if ends else "inside"
    return NUMBERS.get(f"tag {word.tag}", 0), NUMBERS.get(f"class {reading.classes[i]}", 0), NUMBERS[edge]


def filled_up(rows: Sequence[TokenFeatures]) -> list[list[tuple[int, ...]]]:
    """The traits of several texts, as many tokens each."""
    width = max(len(row.ids) for row in rows)
    return [[*row.traits, *[(0,) * EACH] * (width - len(row.ids))] for row in rows]
