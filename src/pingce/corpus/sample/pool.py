"""The candidates that may be taken: for every word and source those whose hash is lowest, and no more.

Keeping the lowest hashes is drawing without knowing how many will come: the result does not depend on the order of
files nor on the number of processes.
"""

import heapq
from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

from .candidates import SentenceCandidate

Origin = Literal["web", "professional"]
ORIGINS: tuple[Origin, ...] = ("web", "professional")


class CandidatePool:
    """A bounded heap for every word and source.

    The lowest hashes are the same whatever the order of arrival, so a resumed or differently shared-out run ends
    with the same pool.
    """

    def __init__(self, room: Mapping[str, int]) -> None:
        self._room = room
        self._heaps: dict[tuple[Origin, str], list[tuple[int, str, SentenceCandidate]]] = {}
        self._texts: dict[tuple[Origin, str], set[str]] = {}

    def add(self, origin: Origin, candidates: Iterable[SentenceCandidate]) -> list[SentenceCandidate]:
        """Take what has a place; returns it, so that it can be stored."""
        return [candidate for candidate in candidates if self._take(origin, candidate)]

    def _take(self, origin: Origin, candidate: SentenceCandidate) -> bool:
        key = (origin, candidate.word)
        heap, texts = self._heaps.setdefault(key, []), self._texts.setdefault(key, set())
        if candidate.text in texts:
            return False  # the first place a sentence was found at counts
        entry = (-candidate.order, candidate.text, candidate)
        if len(heap) < self._room[candidate.word]:
            heapq.heappush(heap, entry)
        elif entry < heap[0]:
            return False
        else:
            _, gone, _ = heapq.heapreplace(heap, entry)
            texts.discard(gone)
        texts.add(candidate.text)
        return True

    def candidates(self, origin: Origin, word: str) -> list[SentenceCandidate]:
        """From the lowest hash on."""
        return [
            candidate for _, _, candidate in sorted(self._heaps.get((origin, word), ()), key=lambda e: (-e[0], e[1]))
        ]

    def unknown(self) -> Iterator[SentenceCandidate]:
        """Those the tagger has to look at, in a fixed order."""
        for key in sorted(self._heaps):
            yield from (candidate for candidate in self.candidates(*key) if candidate.is_word is None)
