"""Krippendorff's α of sense sets with MASI distance; chance within each word.

Words have different senses, so two answers drawn from different words would always differ and chance agreement would
be nil. Expected disagreement is therefore taken among answers to the same word and added up over words.

Its interval is the jackknife's, not the bootstrap's: of a word with a handful of sentences a resample has some twice,
which makes its answers look more alike than they are, and the intervals would miss the number itself.
"""

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np

from pingce.scoring.interval import Interval

from .coefficients import Array
from .numbers import NOTHING_SHARED, SAME_EVERYWHERE, WORDS_UNKNOWN, AgreementNumber
from .pairwise import masi

NORMAL = 1.959963984540054
"""Standard deviations on either side that hold 95 % of a normal distribution."""

Sets = Sequence[frozenset[str]]


def alpha_within_words(
    items: Sequence[tuple[str, Sets]], *, with_interval: bool = False, by_word: bool = False
) -> AgreementNumber:
    """``items``: the word and everybody's set of senses; items with one answer say nothing about agreement."""
    shared = [(word, sets) for word, sets in items if len(sets) >= 2]
    if not shared:
        return AgreementNumber(None, 0, None, NOTHING_SHARED)
    if not all(word for word, _ in shared):
        return AgreementNumber(None, len(shared), None, WORDS_UNKNOWN)
    words = _words(shared)
    observed, expected = sum(word.observed.sum() for word in words), sum(word.expected for word in words)
    if not expected:
        return AgreementNumber(None, len(shared), None, SAME_EVERYWHERE)
    value = float(1 - observed / expected)
    interval = _interval(words, value, observed, expected, by_word=by_word) if with_interval else None
    return AgreementNumber(value, len(shared), interval)


class _Word(NamedTuple):
    """Disagreement within one word: seen in each item, by chance, and by chance without each item."""

    observed: Array
    expected: float
    without: Array


def _words(shared: Sequence[tuple[str, Sets]]) -> list[_Word]:
    answers: dict[str, list[Sets]] = {}
    for word, sets in shared:
        answers.setdefault(word, []).append(sets)
    return [_word(sets) for sets in answers.values()]


def _word(items: Sequence[Sets]) -> _Word:
    distinct = list(dict.fromkeys(senses for sets in items for senses in sets))
    apart = np.zeros((len(distinct), len(distinct)))
    for i, j in combinations(range(len(distinct)), 2):
        apart[i, j] = apart[j, i] = 1 - masi(distinct[i], distinct[j])
    counts = np.array([[list(sets).count(senses) for senses in distinct] for sets in items], dtype=float)
    used = counts.sum(axis=0)
    return _Word(_apart(counts, apart), float(_apart(used[None], apart)[0]), _apart(used - counts, apart))


def _apart(counts: Array, apart: Array) -> Array:
    """Disagreement of some answers, a line each: over ordered pairs, divided by the answers less one."""
    pairs: Array = ((counts @ apart) * counts).sum(axis=1)
    return np.asarray(pairs / np.maximum(counts.sum(axis=1) - 1, 1))


def _interval(
    words: Sequence[_Word], value: float, observed: float, expected: float, *, by_word: bool
) -> Interval | None:
    """From α without each item in turn, or without each word; none where one is all there is to disagree about."""
    if by_word:
        left = expected - np.array([word.expected for word in words])
        seen = observed - np.array([word.observed.sum() for word in words])
    else:
        left = expected + np.concatenate([word.without - word.expected for word in words])
        seen = observed - np.concatenate([word.observed for word in words])
    if len(left) < 2 or not (left > 0).all():
        return None
    without = 1 - seen / left
    spread = float(np.sqrt((len(left) - 1) * ((without - without.mean()) ** 2).mean()))
    return Interval(value - NORMAL * spread, min(1.0, value + NORMAL * spread))
