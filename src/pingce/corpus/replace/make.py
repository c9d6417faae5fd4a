"""All replaced sentences of one original.

For every replaceable word every other word of its group, singly or two at once, within the limits of the settings;
where not all are taken, the order is drawn from the seed and the sentence, so that one original does not depend on its
neighbours.
"""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import Literal, TypeVar, get_args

from pingce.language.lexicon.model import Lexicon
from pingce.spec.chance import seeded_number

from .positions import Position
from .sentence import Original, Replaced, replaced

Modes = Literal["single", "double", "both"]
MODES: tuple[Modes, ...] = get_args(Modes)
DOUBLE_CLASSES = frozenset({"f", "s"})
"""Two words are exchanged at once only if both are localizers or place words."""

T = TypeVar("T")
Exchange = tuple[Position, str]
"""A word and what is to stand in its place."""


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
    """Replaced sentences of one original, each once, single ones first.

    ``normal`` holds the fingerprints of sentences that people rated normal: double replacements are then made
    only on top of such a sentence, so that the second word alone decides.
    """
    made: dict[str, Replaced] = {}
    if settings.mode != "double":
        _add(made, original.text, (replaced(lexicon, original, [exchange]) for exchange in _exchanges(positions)), None)
    if settings.mode != "single":
        couples = list(_couples(positions))
        if normal is not None:
            fine = {exchange for exchange in _exchanges(positions) if _is_normal(lexicon, original, exchange, normal)}
            couples = [couple for couple in couples if not fine.isdisjoint(couple)]
        order = couples if settings.doubles is None else _mixed(couples, original.id, settings.seed)
        _add(made, original.text, (replaced(lexicon, original, couple) for couple in order), settings.doubles)
    return lowest(made.values(), settings.per_original, settings.seed)


def _exchanges(positions: Iterable[Position]) -> Iterator[Exchange]:
    for position in positions:
        for new in position.group.others(position.old):
            yield position, new


def _couples(positions: Sequence[Position]) -> Iterator[tuple[Exchange, Exchange]]:
    localizers = [position for position in positions if position.cls in DOUBLE_CLASSES]
    for first, second in combinations(localizers, 2):
        if first.end <= second.start:  # not 水里 and its 里
            yield from product(_exchanges([first]), _exchanges([second]))


def _is_normal(lexicon: Lexicon, original: Original, exchange: Exchange, normal: frozenset[bytes]) -> bool:
    """Rated normal, and not a near-synonym: 里 → 中 would only give the single replacements a second time."""
    position, new = exchange
    if lexicon.relation(position.old, new) == "synonym":
        return False
    return fingerprint(replaced(lexicon, original, [exchange]).text) in normal


def _mixed(values: Sequence[T], name: str, seed: int) -> Iterator[T]:
    """All of them in a seeded order, found one by one: of hundreds only the first few are needed.

    A shuffle (Fisher and Yates) that remembers only the places it has touched.
    """
    moved: dict[int, int] = {}
    for i in range(len(values)):
        j = i + seeded_number(seed, f"{i} {name}") % (len(values) - i)
        yield values[moved.get(j, j)]
        moved[j] = moved.get(i, i)


def _add(made: dict[str, Replaced], original: str, candidates: Iterable[Replaced], limit: int | None) -> None:
    """Adds up to ``limit`` sentences equal neither to the original nor to one that is there.

    By two ways to the same text: 来来去去 loses its first 来 or its second one.
    """
    enough = None if limit is None else len(made) + limit
    for candidate in candidates:
        if enough is not None and len(made) >= enough:
            return
        if candidate.text != original:
            made.setdefault(candidate.text, candidate)


def lowest(candidates: Iterable[Replaced], n: int | None, seed: int) -> list[Replaced]:
    """``n`` of them by a seeded order that does not depend on what else there is; their own order is kept."""
    listed = list(candidates)
    if n is None or len(listed) <= n:
        return listed
    keep = {sentence.id for sentence in sorted(listed, key=lambda candidate: seeded_number(seed, candidate.id))[:n]}
    return [sentence for sentence in listed if sentence.id in keep]


def fingerprint(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()[:12]
