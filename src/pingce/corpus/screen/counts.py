"""What a screening saw: by genre, by reason, by length, weight and density.

Tallies of a batch that can be added up in any order; the summary, the page and ``--json`` are made from their sum.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TypeVar

import msgspec

K = TypeVar("K", int, str)

REASONS = (
    "too-short",
    "too-long",
    "code",
    "table",
    "foreign",
    "verse",
    "classical",
    "open-end",
    "no-end",
    "open-start",
    "unbalanced",
    "low-weight",
    "low-density",
    "near-duplicate",
)
"""In the order in which they are looked for; a passage has the first that applies."""

LENGTH_STEP, LENGTH_BINS = 16, 17
WEIGHT_BINS = DENSITY_BINS = 16
"""Bins of one unit; the last one is open."""


class PassageCounts(msgspec.Struct):
    """A set of passages and how they are distributed over bins."""

    passages: int = 0
    characters: int = 0
    weight: float = 0.0
    lengths: dict[int, int] = msgspec.field(default_factory=dict)
    weights: dict[int, int] = msgspec.field(default_factory=dict)
    densities: dict[int, int] = msgspec.field(default_factory=dict)

    def count(self, measured: Sequence[tuple[int, float]]) -> None:
        """Passages by length and weight, many at once: this is done for every passage of a corpus."""
        self.passages += len(measured)
        self.characters += sum([length for length, _ in measured])
        self.weight += sum([weight for _, weight in measured])
        _add(self.lengths, Counter([min(length // LENGTH_STEP, LENGTH_BINS - 1) for length, _ in measured]))
        _add(self.weights, Counter([min(int(weight), WEIGHT_BINS - 1) for _, weight in measured]))
        densities = [min(int(100 * weight / length), DENSITY_BINS - 1) for length, weight in measured]
        _add(self.densities, Counter(densities))

    def add(self, more: "PassageCounts") -> None:
        self.passages += more.passages
        self.characters += more.characters
        self.weight += more.weight
        for bins, others in (
            (self.lengths, more.lengths),
            (self.weights, more.weights),
            (self.densities, more.densities),
        ):
            _add(bins, others)


class GenreTally(msgspec.Struct):
    """One genre, or all of them."""

    passages: int = 0
    characters: int = 0
    dropped: dict[str, int] = msgspec.field(default_factory=dict)
    weighed: PassageCounts = msgspec.field(default_factory=PassageCounts)
    """Complete passages of modern Chinese: those that were tagged."""
    kept: PassageCounts = msgspec.field(default_factory=PassageCounts)

    def count(self, rows: Sequence[tuple[str, int, float | None]]) -> None:
        """Passages with the reason they were dropped for (empty: kept), their length and weight."""
        self.passages += len(rows)
        self.characters += sum([length for _, length, _ in rows])
        _add(self.dropped, Counter([reason for reason, _, _ in rows if reason]))
        self.weighed.count([(length, weight) for _, length, weight in rows if weight is not None])
        self.kept.count([(length, weight) for reason, length, weight in rows if not reason and weight is not None])

    def add(self, more: "GenreTally") -> None:
        self.passages += more.passages
        self.characters += more.characters
        _add(self.dropped, more.dropped)
        self.weighed.add(more.weighed)
        self.kept.add(more.kept)


Tallies = dict[str, GenreTally]
"""By genre; the empty name is for files in no genre."""


def add_tallies(total: Tallies, more: Tallies) -> None:
    """Add what another batch counted, genre by genre, to ``total``."""
    for genre, tally in more.items():
        total.setdefault(genre, GenreTally()).add(tally)


def together(tallies: Mapping[str, GenreTally]) -> GenreTally:
    """The tallies of all genres as one: the last row of the table."""
    total = GenreTally()
    for tally in tallies.values():
        total.add(tally)
    return total


def _add(bins: dict[K, int], more: Mapping[K, int]) -> None:
    for key, n in more.items():
        bins[key] = bins.get(key, 0) + n
