"""Choosing among all replaced sentences of a corpus, in streams: no more is in memory than what is chosen.

Every sentence has a place in an order that only the seed and its id decide. Of each pair of words the first ones in
that order are taken, so a larger sample contains the smaller one of the same seed.
"""

import heapq
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from pingce.spec.chance import seeded_number

from .lines import ReplacementCandidate, candidate_of

Stream = Callable[[], Iterable[ReplacementCandidate]]
"""Gives the candidates from the beginning each time it is called."""


def read_candidates(path: Path) -> Iterator[ReplacementCandidate]:
    """The candidates that ``pingce corpus replace`` has made so far, one by one from their file."""
    with path.open("rb") as file:
        yield from map(candidate_of, file)


class SelectionLimits(NamedTuple):
    """How many sentences are wanted."""

    per_pair: int | None = None
    """At most so many of each pair of words."""
    sample: int | None = None
    """So many in all, spread over the pairs of each mode as evenly as they allow."""


def selected(candidates: Stream, choice: SelectionLimits, seed: int) -> Iterator[ReplacementCandidate]:
    """The chosen sentences in their own order; reads the candidates up to three times."""
    if choice.per_pair is None and choice.sample is None:
        yield from candidates()
        return
    counts = Counter(candidate.pair for candidate in candidates())
    quota_of = quotas(counts, choice)
    limits = _limits(candidates(), {pair: n for pair, n in quota_of.items() if n < counts[pair]}, seed)
    for candidate in candidates():
        if candidate.pair not in limits or seeded_number(seed, candidate.id) <= limits[candidate.pair]:
            yield candidate


def quotas(counts: Mapping[bytes, int], choice: SelectionLimits) -> dict[bytes, int]:
    """How many sentences of each pair.

    Single and double replacements keep their shares: nearly every double is a pair of pairs of its own, and evenly
    spread over all of them a sample would hold little else.
    """
    most = counts.values() if choice.per_pair is None else [min(n, choice.per_pair) for n in counts.values()]
    available = dict(zip(counts, most, strict=True))
    total = sum(available.values())
    if choice.sample is None or choice.sample >= total:
        return available
    single = {pair: n for pair, n in available.items() if b" " not in pair}
    double = {pair: n for pair, n in available.items() if b" " in pair}
    doubles = choice.sample * sum(double.values()) // total
    return _shared(single, choice.sample - doubles) | _shared(double, doubles)


def _shared(available: Mapping[bytes, int], left: int) -> dict[bytes, int]:
    """Rare pairs give all they have, the others share what is left."""
    shares = {}
    by_size = sorted(available, key=lambda pair: (available[pair], pair))
    for i, pair in enumerate(by_size):
        shares[pair] = min(available[pair], left // (len(by_size) - i))
        left -= shares[pair]
    return shares


def _limits(candidates: Iterable[ReplacementCandidate], quota_of: Mapping[bytes, int], seed: int) -> dict[bytes, int]:
    """The last place that still counts, for each pair that is cut; -1 where nothing of a pair is wanted."""
    first: dict[bytes, list[int]] = {pair: [] for pair in quota_of}
    for candidate in candidates:
        heap = first.get(candidate.pair)
        if heap is None:
            continue
        number = seeded_number(seed, candidate.id)
        # heapq keeps the smallest on top; negated, that is the last place so far.
        if len(heap) < quota_of[candidate.pair]:
            heapq.heappush(heap, -number)
        elif heap:
            heapq.heappushpop(heap, -number)
    return {pair: -heap[0] if heap else -1 for pair, heap in first.items()}
