"""Krippendorff's α of sense sets with MASI distance; chance within each word.

Words have different senses, so two answers drawn from different words would always differ and chance agreement would
be nil. Expected disagreement is therefore taken among answers to the same word and added up over words.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations

from .likeness import masi
from .numbers import NOTHING_SHARED, SAME_EVERYWHERE, WORDS_UNKNOWN, Number

Sets = Sequence[frozenset[str]]


def alpha_within_words(items: Sequence[tuple[str, Sets]]) -> Number:
    """``items``: the word and everybody's set of senses; items with one answer say nothing about agreement."""
    shared = [(word, sets) for word, sets in items if len(sets) >= 2]
    if not shared:
        return Number(None, 0, None, NOTHING_SHARED)
    if not all(word for word, _ in shared):
        return Number(None, len(shared), None, WORDS_UNKNOWN)
    observed = sum(2 * sum(1 - masi(a, b) for a, b in combinations(sets, 2)) / (len(sets) - 1) for _, sets in shared)
    expected = 0.0
    for values in _by_word(shared).values():
        n = values.total()
        apart = sum(2 * values[a] * values[b] * (1 - masi(a, b)) for a, b in combinations(values, 2))
        expected += apart / (n - 1)
    if not expected:
        return Number(None, len(shared), None, SAME_EVERYWHERE)
    return Number(1 - observed / expected, len(shared))


def _by_word(shared: Sequence[tuple[str, Sets]]) -> Mapping[str, Counter[frozenset[str]]]:
    words: dict[str, Counter[frozenset[str]]] = {}
    for word, sets in shared:
        words.setdefault(word, Counter()).update(sets)
    return words
