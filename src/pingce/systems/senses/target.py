"""Where the target word is in its sentence, and what is left of a sentence that is too long.

Data name the word but not its place: it may occur several times, or in pieces (帮了大忙 for 帮忙), or not at all.
All occurrences count, since nothing says which is meant.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

PIECES = ".{0,4}?"
"""What may stand between the characters of a word in pieces."""


@dataclass(frozen=True)
class Window:
    """A part of a sentence and the places of the target's characters in it, occurrence by occurrence."""

    text: str
    targets: tuple[tuple[int, ...], ...]

    @property
    def places(self) -> frozenset[int]:
        return frozenset(position for target in self.targets for position in target)


def occurrences(sentence: str, word: str) -> tuple[tuple[int, ...], ...]:
    """The places of the word's characters, for every occurrence; of the word in pieces if it is not there whole."""
    if not word:
        return ()
    whole = [tuple(range(match.start(), match.end())) for match in re.finditer(re.escape(word), sentence)]
    if whole or len(word) == 1:
        return tuple(whole)
    return tuple(tuple(match.start(i + 1) for i in range(len(word))) for match in _in_pieces(word).finditer(sentence))


@lru_cache(maxsize=1024)
def _in_pieces(word: str) -> re.Pattern[str]:
    return re.compile(PIECES.join(f"({re.escape(character)})" for character in word))


def windows(sentence: str, word: str, width: int) -> list[Window]:
    """Parts of at most ``width`` characters that together show every occurrence, each with room on both sides.

    Without an occurrence they cover the whole sentence: its answer is the mean over all of them.
    """
    targets = occurrences(sentence, word)
    if len(sentence) <= width:
        return [Window(sentence, targets)]
    if not targets:
        return [Window(sentence[start : start + width], ()) for start in range(0, len(sentence), width)]
    cut = []
    left = list(targets)
    while left:
        first = left[0]
        together = [target for target in left if target[-1] - first[0] < width] or [first]
        start = _start(together[0][0], together[-1][-1] + 1, len(sentence), width)
        shown = [target for target in together if start <= target[0] and target[-1] < start + width]
        cut.append(
            Window(
                sentence[start : start + width],
                tuple(tuple(position - start for position in target) for target in shown),
            )
        )
        left = [target for target in left if target not in together]
    return cut


def _start(first: int, end: int, length: int, width: int) -> int:
    """Where a window begins that has ``first`` to ``end`` in its middle, as far as the sentence allows."""
    middle = first - max(0, width - (end - first)) // 2
    return max(0, min(middle, length - width))


def marked(window: Window, before: str, after: str) -> str:
    """The text with marks around every occurrence; a word in pieces is marked from its first piece to its last."""
    parts, done = [], 0
    for target in window.targets:
        parts += [window.text[done : target[0]], before, window.text[target[0] : target[-1] + 1], after]
        done = target[-1] + 1
    return "".join([*parts, window.text[done:]])
