"""Sizes of texts: how many, how long, of which genre."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import sqrt
from typing import NamedTuple

from pingce.spec.values import Item

GENRE_KEYS = ("genre", "source", "domain")
"""Keys of a file that may say what kind of text it is, the first that is there."""


class TextLengths(NamedTuple):
    """Characters of texts; the standard deviation is that of the population."""

    n: int
    characters: int
    mean: float
    sd: float
    least: int
    most: int
    counts: Mapping[int, int]
    """Length → texts."""


def lengths(texts: Iterable[str]) -> TextLengths:
    counts = Counter(map(len, texts))
    n = counts.total()
    characters = sum(length * times for length, times in counts.items())
    mean = characters / n if n else 0.0
    squares = sum(times * (length - mean) ** 2 for length, times in counts.items())
    sd = sqrt(squares / n) if n else 0.0
    return TextLengths(
        n, characters, mean, sd, min(counts, default=0), max(counts, default=0), dict(sorted(counts.items()))
    )


def genre(item: Item) -> str | None:
    return next((item.extra[key] for key in GENRE_KEYS if item.extra.get(key)), None)


def by_genre(items: Sequence[Item]) -> dict[str, TextLengths]:
    """Lengths of each genre, the largest first; empty if no item says what it is."""
    texts: dict[str, list[str]] = {}
    for item in items:
        texts.setdefault(genre(item) or "", []).append(item.text)
    if texts.keys() <= {""}:
        return {}
    found = {name: lengths(some) for name, some in texts.items()}
    return dict(sorted(found.items(), key=lambda entry: (-entry[1].n, entry[0])))
