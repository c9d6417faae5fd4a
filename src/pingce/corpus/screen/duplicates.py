"""Near-duplicates: of passages that say the same, the first one stays.

The index is ours because it has to stay small and to be rebuilt after an interruption: keys of bands in sorted runs
(keys.py) and signatures in the order of the passages, both on disk once they are many. What is in memory for each
passage are the filters of its keys, some twenty bytes.
"""

import os
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, TYPE_CHECKING, NamedTuple

from .keys import KeyTable
from .signatures import PERMUTATIONS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from .keys import Keys, Places

    Signatures = NDArray[np.uint16]
    Ids = NDArray[np.uint64]

RECALL = 0.95
"""So many of the pairs exactly at the limit are to be found; of pairs above it, more."""
BLOCK = 1 << 15
"""Signatures held in memory before they go to disk, and pairs compared at once."""


def rows_per_band(similarity: float) -> int:
    """As many as leave ``RECALL``: the more rows, the fewer pairs that have to be compared in vain."""
    for rows in range(PERMUTATIONS, 1, -1):
        if 1 - (1 - similarity**rows) ** (PERMUTATIONS // rows) >= RECALL:
            return rows
    return 1


def band_keys(batch: "Signatures", rows: int) -> "Keys":
    """One key for each band of each signature; its number goes in, so that all bands can share one table."""
    import numpy as np

    bands = PERMUTATIONS // rows
    values = batch[:, : bands * rows].astype(np.uint64).reshape(len(batch), bands, rows)
    keys = np.broadcast_to(np.arange(1, bands + 1, dtype=np.uint64), (len(batch), bands)).copy()
    for i in range(rows):
        keys = (keys ^ values[:, :, i]) * np.uint64(0x9E3779B97F4A7C15)
        keys ^= keys >> np.uint64(29)
    return keys


class Twin(NamedTuple):
    """The earlier passage, by its id, and how similar the signatures are."""

    id: int
    similarity: float


class SignatureStore:
    """Ids and signatures of passages by number; the last ones in memory, the others in a file without a name."""

    def __init__(self, folder: Path | None) -> None:
        import numpy as np

        self._folder = folder
        self._file: IO[bytes] | None = None
        self._record = np.dtype([("id", "<u8"), ("signature", "<u2", PERMUTATIONS)])
        self._last = np.empty(BLOCK, dtype=self._record)
        self.length = 0

    def add(self, ids: Sequence[int], signatures: "Signatures") -> None:
        done = 0
        while done < len(ids):
            at = self.length % BLOCK
            some = slice(done, done + BLOCK - at)
            count = len(ids[some])
            self._last["id"][at : at + count] = ids[some]
            self._last["signature"][at : at + count] = signatures[some]
            self.length += count
            done += count
            if at + count == BLOCK:
                self._store()

    def close(self) -> None:
        if self._file is not None:
            self._file.close()

    def _store(self) -> None:
        if self._file is None:
            self._file = TemporaryFile(dir=self._folder)  # noqa: SIM115 (open as long as the index is in use)
        self._file.write(self._last.tobytes())
        self._file.flush()

    def read(self, numbers: "Places") -> "tuple[Ids, Signatures]":
        """The records of these numbers, which are in order and different."""
        import numpy as np

        stored = self.length - self.length % BLOCK
        size, old = self._record.itemsize, numbers[numbers < stored].tolist()
        parts = [os.pread(self._file.fileno(), size, number * size) for number in old] if self._file else []
        read = np.concatenate(
            [np.frombuffer(b"".join(parts), dtype=self._record), self._last[numbers[numbers >= stored] - stored]]
        )
        return read["id"], read["signature"]


class DuplicateIndex:
    """Signatures of all kept passages, found by bands of equal values; ``folder``: where there is room for them."""

    def __init__(self, similarity: float, table: KeyTable | None = None, folder: Path | None = None) -> None:
        self._least = similarity
        self._rows = rows_per_band(similarity)
        self._table = table or KeyTable(folder)
        self._store = SignatureStore(folder)

    def decide(self, raw: bytes, ids: Sequence[int]) -> list[Twin | None]:
        """For each passage of a batch its earlier twin; those that have none are added to the index."""
        if not ids:
            return []
        import numpy as np

        batch = np.frombuffer(raw, dtype="<u2").reshape(-1, PERMUTATIONS)
        keys = band_keys(batch, self._rows)
        order = np.argsort(keys.ravel(), kind="stable")
        twins: list[Twin | None] = [None] * len(ids)
        for row, twin in self._earlier(batch, *self._candidates(keys, order)).items():
            twins[row] = twin
        self._here(batch, _shared(keys, order), ids, twins)
        fresh = np.array([twin is None for twin in twins])
        self._add(batch[fresh], keys[fresh], [number for number, twin in zip(ids, twins, strict=True) if twin is None])
        return twins

    def close(self) -> None:
        """Gives back what is on disk."""
        self._table.close()
        self._store.close()

    def restore(self, raw: bytes, ids: Sequence[int]) -> None:
        """Passages that an earlier run has already decided to keep."""
        if not ids:
            return
        import numpy as np

        batch = np.frombuffer(raw, dtype="<u2").reshape(-1, PERMUTATIONS)
        self._add(batch, band_keys(batch, self._rows), ids)

    def _candidates(self, keys: "Keys", order: "Places") -> "tuple[Places, Places]":
        """Rows of the batch and numbers of earlier passages that share a key with them, each pair once and in order."""
        import numpy as np

        pairs = [np.empty(0, dtype=np.int64)]
        for places, numbers in self._table.find(keys.ravel()[order]):
            pairs.append((order[places] // keys.shape[1]) << 32 | numbers)
        both = np.unique(np.concatenate(pairs))
        return both >> 32, both & 0xFFFFFFFF

    def _earlier(self, batch: "Signatures", rows: "Places", numbers: "Places") -> dict[int, Twin]:
        """For each row that has one the most similar earlier passage; of equals the first."""
        import numpy as np

        twins: dict[int, Twin] = {}
        for start in range(0, len(rows), BLOCK):
            some = slice(start, start + BLOCK)
            different, places = np.unique(numbers[some], return_inverse=True)
            ids, signatures = self._store.read(different)
            equal = (batch[rows[some]] == signatures[places]).sum(axis=1) / PERMUTATIONS
            near = np.flatnonzero(equal >= self._least)
            for row, twin, similarity in zip(
                rows[some][near].tolist(), ids[places[near]].tolist(), equal[near].tolist(), strict=True
            ):
                if row not in twins or similarity > twins[row].similarity:
                    twins[row] = Twin(twin, similarity)
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

        first = self._store.length
        self._store.add(ids, batch)
        numbers = np.repeat(np.arange(first, first + len(ids), dtype=np.uint32), keys.shape[1])
        self._table.add(keys.ravel(), numbers)


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
