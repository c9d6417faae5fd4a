"""Near-duplicates: of passages that say the same, the first one stays.

The index is ours because it has to stay small and to be rebuilt after an interruption: sorted runs of 64-bit keys,
merged as they grow, take 12 bytes per key where a dictionary takes about a hundred.
"""

from array import array
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from .signatures import PERMUTATIONS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Signatures = NDArray[np.uint16]
    Keys = NDArray[np.uint64]
    Numbers = NDArray[np.uint32]
    Places = NDArray[np.intp]

RECALL = 0.95
"""So many of the pairs exactly at the limit are to be found; of pairs above it, more."""
BLOCK = 1 << 15
SLOTS = 1 << 25
"""Of the sieve: one byte each, and only those in use take memory."""
WAYS = 8
"""Runs of about the same size that are merged together."""


def rows_per_band(similarity: float) -> int:
    """As many as leave ``RECALL``: the more rows, the fewer pairs that have to be compared in vain."""
    for rows in range(PERMUTATIONS, 1, -1):
        if 1 - (1 - similarity**rows) ** (PERMUTATIONS // rows) >= RECALL:
            return rows
    return 1


class Twin(NamedTuple):
    """The earlier passage, by its id, and how similar the signatures are."""

    id: int
    similarity: float


class Run(NamedTuple):
    """Keys in order and the passages they belong to; ``level`` says how often they have been merged."""

    keys: "Keys"
    numbers: "Numbers"
    level: int


class DuplicateIndex:
    """Signatures of all kept passages, found by bands of equal values."""

    def __init__(self, similarity: float) -> None:
        import numpy as np

        self._least = similarity
        self._rows = rows_per_band(similarity)
        self._sieve = np.zeros(SLOTS, dtype=np.bool_)
        self._runs: list[Run] = []
        self._blocks: list[Signatures] = []
        self._ids = array("Q")

    def decide(self, raw: bytes, ids: Sequence[int]) -> list[Twin | None]:
        """For each passage of a batch its earlier twin; those that have none are added to the index."""
        if not ids:
            return []
        import numpy as np

        batch = np.frombuffer(raw, dtype="<u2").reshape(-1, PERMUTATIONS)
        keys = self._keys(batch)
        order = np.argsort(keys.ravel(), kind="stable")
        twins: list[Twin | None] = [None] * len(ids)
        for row, twin in self._earlier(batch, *self._candidates(keys, order)).items():
            twins[row] = twin
        self._here(batch, _shared(keys, order), ids, twins)
        fresh = np.array([twin is None for twin in twins])
        self._add(batch[fresh], keys[fresh], [number for number, twin in zip(ids, twins, strict=True) if twin is None])
        return twins

    def restore(self, raw: bytes, ids: Sequence[int]) -> None:
        """Passages that an earlier run has already decided to keep."""
        if not ids:
            return
        import numpy as np

        batch = np.frombuffer(raw, dtype="<u2").reshape(-1, PERMUTATIONS)
        self._add(batch, self._keys(batch), ids)

    def _keys(self, batch: "Signatures") -> "Keys":
        """One key for each band; its number goes in, so that all bands can share one table."""
        import numpy as np

        bands = PERMUTATIONS // self._rows
        values = batch[:, : bands * self._rows].astype(np.uint64).reshape(len(batch), bands, self._rows)
        keys = np.broadcast_to(np.arange(1, bands + 1, dtype=np.uint64), (len(batch), bands)).copy()
        for i in range(self._rows):
            keys = (keys ^ values[:, :, i]) * np.uint64(0x9E3779B97F4A7C15)
            keys ^= keys >> np.uint64(29)
        return keys

    def _candidates(self, keys: "Keys", order: "Places") -> "tuple[Places, Places]":
        """Rows of the batch and numbers of earlier passages that share a key with them, each pair once and in order."""
        import numpy as np

        # Nearly all keys are new; the sieve says so at once, and only the rest is searched for, in order.
        hashes = keys.ravel()[order]
        seen_before = np.flatnonzero(self._sieve[hashes % np.uint64(SLOTS)])
        hashes, rows = hashes[seen_before], order[seen_before] // keys.shape[1]
        pairs = [np.empty(0, dtype=np.int64)]
        for run in self._runs:
            low = np.searchsorted(run.keys, hashes)
            counts = np.searchsorted(run.keys, hashes, side="right") - low
            within = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
            numbers = run.numbers[np.repeat(low, counts) + within]
            pairs.append(np.repeat(rows, counts) << 32 | numbers)
        both = np.unique(np.concatenate(pairs))
        return both >> 32, both & 0xFFFFFFFF

    def _earlier(self, batch: "Signatures", rows: "Places", numbers: "Places") -> dict[int, Twin]:
        """For each row that has one the most similar earlier passage; of equals the first."""
        import numpy as np

        twins: dict[int, Twin] = {}
        for block in np.unique(numbers // BLOCK).tolist():
            here = np.flatnonzero(numbers // BLOCK == block)
            equal = (batch[rows[here]] == self._blocks[block][numbers[here] % BLOCK]).sum(axis=1) / PERMUTATIONS
            near = np.flatnonzero(equal >= self._least)
            places = here[near]
            for row, number, similarity in zip(
                rows[places].tolist(), numbers[places].tolist(), equal[near].tolist(), strict=True
            ):
                if row not in twins or similarity > twins[row].similarity:
                    twins[row] = Twin(self._ids[number], similarity)
        return twins

    def _here(
        self, batch: "Signatures", shared: dict[int, list[int]], ids: Sequence[int], twins: list[Twin | None]
    ) -> None:
        """Twins inside the batch: a passage that stays may be the twin of a later one, one that goes may not."""
        staying: dict[int, list[int]] = {}
        for row in sorted(shared):
            if twins[row] is not None:
                continue
            for other in sorted({other for key in shared[row] for other in staying.get(key, ())}):
                similarity = int((batch[row] == batch[other]).sum()) / PERMUTATIONS
                best = twins[row]
                if similarity >= self._least and (best is None or similarity > best.similarity):
                    twins[row] = Twin(ids[other], similarity)
            if twins[row] is None:
                for key in shared[row]:
                    staying.setdefault(key, []).append(row)

    def _add(self, batch: "Signatures", keys: "Keys", ids: Sequence[int]) -> None:
        import numpy as np

        first = len(self._ids)
        self._ids.extend(ids)
        done = 0
        while done < len(batch):
            offset = (first + done) % BLOCK
            if offset == 0:
                self._blocks.append(np.empty((BLOCK, PERMUTATIONS), dtype=np.uint16))
            block = batch[done : done + BLOCK - offset]
            self._blocks[-1][offset : offset + len(block)] = block
            done += len(block)
        self._sieve[keys.ravel() % np.uint64(SLOTS)] = True
        numbers = np.repeat(np.arange(first, first + len(ids), dtype=np.uint32), keys.shape[1])
        self._runs.append(_merged([Run(keys.ravel(), numbers, 0)], level=0))
        while len(last := self._runs[-WAYS:]) == WAYS and last[0].level == last[-1].level:
            self._runs[-WAYS:] = [_merged(last, level=last[0].level + 1)]


def _merged(runs: Sequence[Run], *, level: int) -> Run:
    import numpy as np

    keys = np.concatenate([run.keys for run in runs])
    order = np.argsort(keys, kind="stable")
    return Run(keys[order], np.concatenate([run.numbers for run in runs])[order], level)


def _shared(keys: "Keys", order: "Places") -> dict[int, list[int]]:
    """Keys that several passages of the batch have, by row."""
    import numpy as np

    sorted_keys = keys.ravel()[order]
    same = sorted_keys[1:] == sorted_keys[:-1]
    several = np.concatenate([[False], same]) | np.concatenate([same, [False]])
    sharing: dict[int, list[int]] = {}
    for index, key in zip(order[several].tolist(), sorted_keys[several].tolist(), strict=True):
        sharing.setdefault(index // keys.shape[1], []).append(key)
    return sharing
