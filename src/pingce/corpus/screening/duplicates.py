"""Near-duplicates: of passages that say the same, the first one stays.

The index is ours because it has to stay small and to be rebuilt after an interruption: sorted runs of 64-bit keys,
merged as they grow, take 12 bytes per key where a dictionary takes about a hundred.
"""

from array import array
from collections.abc import Iterable, Sequence
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
    """Keys in order and the passages they belong to."""

    keys: "Keys"
    numbers: "Numbers"


class DuplicateIndex:
    """Signatures of all kept passages, found by bands of equal values."""

    def __init__(self, similarity: float) -> None:
        self._least = similarity
        self._rows = rows_per_band(similarity)
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
        earlier = self._earlier(keys, order)
        shared = _shared(keys, order)
        twins: list[Twin | None] = [None] * len(ids)
        here: dict[int, list[int]] = {}
        for row in sorted(earlier.keys() | shared.keys()):
            near = [j for key in shared.get(row, ()) for j in here.get(key, ())]
            twin = self._twin(batch, row, earlier.get(row, ()), near, ids)
            twins[row] = twin
            if twin is None:
                for key in shared.get(row, ()):
                    here.setdefault(key, []).append(row)
        fresh = np.array([twin is None for twin in twins])
        self._add(batch[fresh], keys[fresh], [one for one, twin in zip(ids, twins, strict=True) if twin is None])
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

    def _earlier(self, keys: "Keys", order: "Places") -> dict[int, set[int]]:
        """Passages of earlier batches that share a key, by row; looking keys up in their order is much faster."""
        import numpy as np

        found: dict[int, set[int]] = {}
        wanted = keys.ravel()[order]
        for run in self._runs:
            low = np.searchsorted(run.keys, wanted)
            inside = low < len(run.keys)
            hits = np.flatnonzero(inside)[run.keys[low[inside]] == wanted[inside]]
            high = np.searchsorted(run.keys, wanted[hits], side="right")
            for hit, end in zip(hits.tolist(), high.tolist(), strict=True):
                row = int(order[hit]) // keys.shape[1]
                found.setdefault(row, set()).update(run.numbers[low[hit] : end].tolist())
        return found

    def _twin(
        self, batch: "Signatures", row: int, earlier: Iterable[int], near: Sequence[int], ids: Sequence[int]
    ) -> Twin | None:
        """The most similar one; of equals the first."""
        best: Twin | None = None
        signature = batch[row]
        others = [(self._ids[i], self._blocks[i // BLOCK][i % BLOCK]) for i in sorted(earlier)]
        others += [(ids[j], batch[j]) for j in sorted(set(near))]
        for other_id, other in others:
            similarity = int((signature == other).sum()) / PERMUTATIONS
            if similarity >= self._least and (best is None or similarity > best.similarity):
                best = Twin(other_id, similarity)
        return best

    def _add(self, batch: "Signatures", keys: "Keys", ids: Sequence[int]) -> None:
        import numpy as np

        first = len(self._ids)
        self._ids.extend(ids)
        done = 0
        while done < len(batch):
            place = (first + done) % BLOCK
            if place == 0:
                self._blocks.append(np.empty((BLOCK, PERMUTATIONS), dtype=np.uint16))
            part = batch[done : done + BLOCK - place]
            self._blocks[-1][place : place + len(part)] = part
            done += len(part)
        numbers = np.repeat(np.arange(first, first + len(ids), dtype=np.uint32), keys.shape[1])
        self._runs.append(_sorted(keys.ravel(), numbers))
        while len(self._runs) > 1 and len(self._runs[-2].keys) <= 2 * len(self._runs[-1].keys):
            last, before = self._runs.pop(), self._runs.pop()
            merged = np.concatenate([before.keys, last.keys]), np.concatenate([before.numbers, last.numbers])
            self._runs.append(_sorted(*merged))


def _sorted(keys: "Keys", numbers: "Numbers") -> Run:
    import numpy as np

    order = np.argsort(keys, kind="stable")
    return Run(keys[order], numbers[order])


def _shared(keys: "Keys", order: "Places") -> dict[int, list[int]]:
    """Keys that several passages of the batch have, by row."""
    import numpy as np

    sorted_keys = keys.ravel()[order]
    same = sorted_keys[1:] == sorted_keys[:-1]
    several = np.concatenate([[False], same]) | np.concatenate([same, [False]])
    found: dict[int, list[int]] = {}
    for place, key in zip(order[several].tolist(), sorted_keys[several].tolist(), strict=True):
        found.setdefault(place // keys.shape[1], []).append(key)
    return found
