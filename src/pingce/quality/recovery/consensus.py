"""The original that sentences were made from, when only they are left."""

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import Literal, NamedTuple

from .alignment import MOST_CHANGES

How = Literal["given", "unique", "likeliest"]
MOST_WORK = 200_000
"""Candidates looked at for one original; groups that would need more are left alone."""

Stretch = tuple[int, int]
Filling = tuple[str, ...]


class OriginalGuess(NamedTuple):
    """An original, and whether it is the only possible one."""

    text: str
    how: How


def original_of(texts: Sequence[str]) -> OriginalGuess | None:
    """The text from which each of these differs in one or two places, if there is one.

    All texts have the same length, and none of them is the original. Where several would do, the one with the fewest
    changes in all is the likeliest; a tie is no answer. A word of the original that no sentence kept cannot be found.
    """
    if len(texts) < 2:
        return None
    places = _places(texts)
    fillings = [tuple(text[start:end] for start, end in places) for text in texts]
    totals: dict[Filling, int] = {}
    for count, candidate in enumerate(_candidates(fillings)):
        if count > MOST_WORK:
            return None
        total = _changes(candidate, fillings)
        if total is not None:
            totals[candidate] = total
    if not totals:
        return None
    fewest = min(totals.values())
    best = [candidate for candidate, total in totals.items() if total == fewest]
    if len(best) > 1:
        return None
    return OriginalGuess(_filled(texts[0], places, best[0]), "unique" if len(totals) == 1 else "likeliest")


def _places(texts: Sequence[str]) -> list[Stretch]:
    """Stretches in which not all texts agree."""
    places: list[Stretch] = []
    for i, characters in enumerate(zip(*texts, strict=True)):
        if len(set(characters)) == 1:
            continue
        if places and places[-1][1] == i:
            places[-1] = (places[-1][0], i + 1)
        else:
            places.append((i, i + 1))
    return places


def _candidates(fillings: Sequence[Filling]) -> Iterator[Filling]:
    """The original differs from the first text in one or two places, where it has what another text has."""
    first = fillings[0]
    others = [sorted({filling[i] for filling in fillings} - {own}) for i, own in enumerate(first)]
    for size in range(1, MOST_CHANGES + 1):
        for places in combinations(range(len(first)), size):
            for words in product(*(others[index] for index in places)):
                candidate = list(first)
                for index, word in zip(places, words, strict=True):
                    candidate[index] = word
                yield tuple(candidate)


def _changes(candidate: Filling, fillings: Sequence[Filling]) -> int | None:
    """Places changed in all texts together; ``None`` if one of them is unchanged or changed in too many."""
    total = 0
    for filling in fillings:
        differing = sum(word != other for word, other in zip(candidate, filling, strict=True))
        if not 1 <= differing <= MOST_CHANGES:
            return None
        total += differing
    return total


def _filled(text: str, places: Sequence[Stretch], words: Filling) -> str:
    parts, done = [], 0
    for (start, end), word in zip(places, words, strict=True):
        parts += [text[done:start], word]
        done = end
    return "".join([*parts, text[done:]])
