"""Words cover the text: whatever a library drops or changes is put back as it stands in the text."""

import re
from collections.abc import Iterable, Sequence
from operator import itemgetter

from .tags import is_latin
from .words import Word

Pair = tuple[str, str]
"""A word and its tag; its place follows from the words before it."""

WORD = itemgetter(0)

REACH = 64
"""Characters a library may drop in one place; a word found further on is another word that looks the same."""

_HALF_CHARACTER = re.compile("[\ud800-\udfff]")


def readable(text: str) -> str:
    """The text as libraries can take it, character for character: half of a surrogate pair has no UTF-8."""
    return text if text.isascii() else _HALF_CHARACTER.sub("\ufffd", text)


def covering(text: str, pairs: Sequence[Pair]) -> Sequence[Pair]:
    """The pairs if they are the text, otherwise a repaired list."""
    if "".join(map(WORD, pairs)) == text:
        return pairs
    return repaired(text, pairs)


def placed(pairs: Iterable[Pair]) -> list[Word]:
    """Words with their places."""
    make = tuple.__new__  # half of a fast tagger's time would go into Word's own constructor
    words = []
    start = 0
    for word, tag in pairs:
        words.append(make(Word, (word, tag, start)))
        start += len(word)
    return words


def repaired(text: str, pairs: Iterable[Pair]) -> list[Pair]:
    """The words that stand in the text, in order, and what lies between them, character by character.

    Libraries drop spaces and control characters, turn full-width letters into half-width ones, or cut what they
    think too long. A word that is not to be found where reading goes on is left out; its characters come back as gaps.
    """
    repaired_pairs: list[Pair] = []
    at = 0
    for word, tag in pairs:
        start = text.find(word, at, at + len(word) + REACH) if word else -1
        if start < 0:
            continue
        repaired_pairs += gap(text[at:start])
        repaired_pairs.append((word, tag))
        at = start + len(word)
    return repaired_pairs + gap(text[at:])


def gap(text: str) -> list[Pair]:
    return [(character, tag_of(character)) for character in text]


def tag_of(character: str) -> str:
    """A character nobody tagged: a number, a Latin letter, a character of another script, or a mark."""
    if character.isdecimal():
        return "m"
    if character.isalpha():
        return "x" if is_latin(character) else "n"
    return "w"
