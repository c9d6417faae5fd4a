"""All replaced sentences of one original.

For every replaceable word every other word of its group, singly or two at once, within the limits of the settings;
where not all are taken, the order is drawn from the seed and the sentence, so that one original does not depend on its
neighbours.
"""

import hashlib
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, combinations
from typing import Literal, TypeVar, get_args, overload

from pingce.language.lexicon.model import Lexicon
from pingce.spec.chance import seeded_number

from .positions import Position
from .sentence import Choice, Exchange, Original, Replaced, exchanged, replaced, sentence_id

Modes = Literal["single", "double", "both"]
MODES: tuple[Modes, ...] = get_args(Modes)
DOUBLE_CLASSES = frozenset({"f", "s"})
"""Two words are exchanged at once only if both are localizers or place words."""

T = TypeVar("T")


@dataclass(frozen=True)
class ReplaceSettings:
    """What decides which sentences one original gives."""

    mode: Modes = "both"
    per_original: int | None = None
    """At most so many sentences of an original, single and double together; ``None``: all."""
    doubles: int | None = 8
    """At most so many double replacements of an original; ``None``: all, which are hundreds."""
    seed: int = 0


def sentences(
    lexicon: Lexicon,
    original: Original,
    positions: Sequence[Position],
    settings: ReplaceSettings,
    normal: frozenset[bytes] | None = None,
) -> list[Replaced]:
    """Replaced sentences of one original, each once, single ones first; ``normal`` as in ``chosen_exchanges``."""
    chosen = chosen_exchanges(lexicon, original, positions, settings, normal)
    return [replaced(lexicon, original, choice) for choice in chosen.values()]


def chosen_exchanges(
    lexicon: Lexicon,
    original: Original,
    positions: Sequence[Position],
    settings: ReplaceSettings,
    normal: frozenset[bytes] | None = None,
) -> Mapping[str, Choice]:
    """The texts that one original gives, each with the words exchanged in it; single exchanges first.

    ``normal`` holds the fingerprints of sentences that people rated normal: double replacements are then made
    only on top of such a sentence, so that the second word alone decides.
    """
    made: dict[str, Choice] = {}
    if settings.mode != "double":
        _add_singles(made, original.text, positions)
    if settings.mode != "single":
        couples: Sequence[Choice] = Couples(positions)
        if normal is not None:
            fine = {exchange for exchange in _exchanges(positions) if _is_normal(lexicon, original, exchange, normal)}
            couples = [couple for couple in couples if not fine.isdisjoint(couple)]
        order = couples if settings.doubles is None else _mixed(couples, original.id, settings.seed)
        _add(made, original.text, order, settings.doubles)
    return _lowest(made, original.id, settings.per_original, settings.seed)


def _exchanges(positions: Iterable[Position]) -> Iterator[Exchange]:
    for position in positions:
        for new in position.group.others(position.old):
            yield position, new


class Couples(Sequence[Choice]):
    """Every two exchanges that can be made at once, found by their number: of hundreds a few are wanted."""

    def __init__(self, positions: Sequence[Position]) -> None:
        words = [
            (position, position.group.others(position.old)) for position in positions if position.cls in DOUBLE_CLASSES
        ]
        # Two words that do not overlap: not 水里 and its 里.
        self._words = [pair for pair in combinations(words, 2) if pair[0][0].end <= pair[1][0].start]
        self._ends = list(accumulate(len(first) * len(second) for (_, first), (_, second) in self._words))

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    @overload
    def __getitem__(self, i: int) -> Choice: ...

    @overload
    def __getitem__(self, i: slice) -> list[Choice]: ...

    def __getitem__(self, i: int | slice) -> Choice | list[Choice]:
        if isinstance(i, slice):
            return [self[j] for j in range(*i.indices(len(self)))]
        if not 0 <= i < len(self):
            raise IndexError(i)
        at = bisect_right(self._ends, i)
        (first, words), (second, others) = self._words[at]
        row, column = divmod(i - (self._ends[at - 1] if at else 0), len(others))
        return (first, words[row]), (second, others[column])


def _is_normal(lexicon: Lexicon, original: Original, exchange: Exchange, normal: frozenset[bytes]) -> bool:
    """Rated normal, and not a near-synonym: 里 → 中 would only give the single replacements a second time."""
    position, new = exchange
    if lexicon.relation(position.old, new) == "synonym":
        return False
    return fingerprint(exchanged(original.text, (exchange,))) in normal


def _mixed(values: Sequence[T], name: str, seed: int) -> Iterator[T]:
    """All of them in a seeded order, found one by one: of hundreds only the first few are needed.

    A shuffle (Fisher and Yates) that remembers only the places it has touched.
    """
    moved: dict[int, int] = {}
    for i in range(len(values)):
        j = i + seeded_number(seed, f"{i} {name}") % (len(values) - i)
        yield values[moved.get(j, j)]
        moved[j] = moved.get(i, i)


def _add_singles(made: dict[str, Choice], original: str, positions: Sequence[Position]) -> None:
    for position in positions:
        before, after = original[: position.start], original[position.end :]
        for new in position.group.others(position.old):
            text = before + new + after
            if text not in made and text != original:
                made[text] = ((position, new),)


def _add(made: dict[str, Choice], original: str, choices: Iterable[Choice], limit: int | None) -> None:
    """Adds up to ``limit`` sentences equal neither to the original nor to one that is there.

    By two ways to the same text: 来来去去 loses its first 来 or its second one.
    """
    enough = None if limit is None else len(made) + limit
    for choice in choices:
        if enough is not None and len(made) >= enough:
            return
        text = exchanged(original, choice)
        if text != original:
            made.setdefault(text, choice)


def _lowest(made: Mapping[str, Choice], origin: str, n: int | None, seed: int) -> Mapping[str, Choice]:
    """``n`` of them by a seeded order that does not depend on what else there is; their own order is kept."""
    if n is None or len(made) <= n:
        return made
    keep = set(sorted(made, key=lambda text: seeded_number(seed, sentence_id(origin, text)))[:n])
    return {text: choice for text, choice in made.items() if text in keep}


def fingerprint(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()[:12]
