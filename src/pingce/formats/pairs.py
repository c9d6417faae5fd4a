"""Where two texts differ that should differ in one place only, as the pairs of SpaCE2023 task 3 do.

The rules page: the texts without their pieces D1 and D2 are the same, and both pieces are contiguous units. What two
texts begin and end with alike is taken off; what is left are D1 and D2, unless they have so much in common in the
middle that there are two differences: a punctuation mark, or five characters in a row.
"""

import unicodedata
from collections.abc import Sequence
from difflib import SequenceMatcher

from pingce.spec.problem import Violation
from pingce.spec.words import same

LONGEST_WITHIN = 4
"""So many characters in a row two contiguous units may share without being two differences each."""


def difference(first: str, second: str) -> tuple[str, str]:
    """D1 and D2: what is left of two texts without what they begin and end with alike."""
    start = _alike(first, second)
    left, right = first[start:], second[start:]
    end = _alike(left[::-1], right[::-1])
    return (left[: len(left) - end], right[: len(right) - end])


def _alike(first: str, second: str) -> int:
    """How many characters two texts begin with alike."""
    pairs = enumerate(zip(first, second, strict=False))
    return next((i for i, (a, b) in pairs if a != b), min(len(first), len(second)))


def differs_twice(first: str, second: str) -> bool:
    """Whether the pieces in which two texts differ are the same again somewhere in their middle."""
    left, right = difference(first, second)
    if not left or not right:
        return False
    match = SequenceMatcher(None, left, right, autojunk=False).get_matching_blocks()
    shared = [left[block.a : block.a + block.size] for block in match if block.size]
    return any(len(text) > LONGEST_WITHIN or any(_is_mark(character) for character in text) for text in shared)


def _is_mark(character: str) -> bool:
    return unicodedata.category(character).startswith("P")


def pair_violation(texts: Sequence[str]) -> Violation | None:
    """What is odd about a pair of texts; None: they differ in one place, or there are not two."""
    if len(texts) != 2 or not all(texts):
        return None
    if texts[0] == texts[1]:
        return Violation("same-texts", "context2", texts[1], same("D1 ≠ D2"))
    if differs_twice(*texts):
        left, right = difference(*texts)
        return Violation("two-differences", "context2", f"{left} / {right}", same("D1, D2"))
    return None
