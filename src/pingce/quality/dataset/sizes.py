"""Sizes of texts: how many, how long, of which genre."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import sqrt
from typing import NamedTuple

from pingce.formats.provenance import SOURCE_KINDS
from pingce.spec.values import Item

GroupOf = Callable[[Item], str | None]
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
    """Count, characters, mean and spread of the lengths of texts."""
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


def source_kind(item: Item) -> str | None:
    """Web, professional or dictionary, where its provenance tells."""
    kind = item.extra.get("kind")
    return kind if kind in SOURCE_KINDS else None


def by_genre(items: Sequence[Item]) -> dict[str, TextLengths]:
    """Lengths of each genre, the largest first; empty if no item says what it is."""
    return lengths_by(items, genre)


def lengths_by(items: Sequence[Item], group_of: GroupOf) -> dict[str, TextLengths]:
    """Lengths of each group of items, the largest first; empty if no item is of any."""
    texts: dict[str, list[str]] = {}
    for item in items:
        texts.setdefault(group_of(item) or "", []).append(item.text)
    if texts.keys() <= {""}:
        return {}
    by_name = {name: lengths(some) for name, some in texts.items()}
    return dict(sorted(by_name.items(), key=lambda entry: (-entry[1].n, entry[0])))
