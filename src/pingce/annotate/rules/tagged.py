"""The words of a text, their kinds, and which of them are about space."""

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from pingce.language.lexicon.load import load_lexicon
from pingce.language.lexicon.model import CLASSES, SpatialClass
from pingce.language.tagging.words import Word
from pingce.language.text import TaggedText, tag_text

KEPT_TEXTS = 4096
"""An annotator's text is checked with every keystroke; a campaign works on few texts at a time."""


class Piece(NamedTuple):
    """A word of a fragment, or the part of a word that the fragment cuts out."""

    text: str
    tag: str
    whole: bool
    number: int
    """Which word of the text it is (part of)."""


@lru_cache(KEPT_TEXTS)
def _tagged_text(text: str) -> TaggedText:
    return tag_text(text)


@lru_cache(KEPT_TEXTS)
def tagged(text: str) -> tuple[Word, ...]:
    return tuple(_tagged_text(text).words)


@lru_cache(KEPT_TEXTS)
def spatial_words(text: str) -> tuple[tuple[int, int, SpatialClass], ...]:
    """Start, end and class of the words that are highlighted."""
    words, classes = tagged(text), _tagged_text(text).classes
    return tuple((word.start, word.end, cls) for word, cls in zip(words, classes, strict=True) if cls is not None)


@lru_cache(KEPT_TEXTS)
def spatial_places(text: str) -> frozenset[int]:
    """Positions of all characters that are highlighted."""
    return frozenset(i for start, end, _ in spatial_words(text) for i in range(start, end))


@cache
def _spatial_forms() -> re.Pattern[str]:
    forms = {word for cls in CLASSES for word in load_lexicon().classes[cls]}
    return re.compile("|".join(map(re.escape, sorted(forms, key=len, reverse=True))))


def may_be_spatial(text: str) -> bool:
    """Some spatial word might be in it, however the text is cut into words."""
    return _spatial_forms().search(text) is not None


@lru_cache(KEPT_TEXTS)
def _word_at(text: str) -> tuple[int, ...]:
    """For every character the number of its word."""
    return tuple(_tagged_text(text).word_at)


def pieces(text: str, idxes: Sequence[int]) -> tuple[Piece, ...]:
    """The words a fragment consists of, in the fragment's own order.

    A word is whole if the fragment holds its first and its last character and all between them.
    """
    words, word_at = tagged(text), _word_at(text)
    runs: list[list[int]] = []
    for i in idxes:
        if runs and runs[-1][-1] == i - 1 and word_at[i] == word_at[i - 1]:
            runs[-1].append(i)
        else:
            runs.append([i])
    result = []
    for run in runs:
        number = word_at[run[0]]
        word = words[number]
        result.append(Piece("".join(text[i] for i in run), word.tag, len(run) == len(word.text), number))
    return tuple(result)
