"""Signatures drawn by chance, some of them like earlier ones, and what an index decides about them."""

from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import numpy as np

from pingce.corpus.screen.duplicates import DuplicateIndex, Twin
from pingce.corpus.screen.keys import KeyTable
from pingce.corpus.screen.signatures import PERMUTATIONS

DrawnBatch = tuple[bytes, list[int]]


def drawn_batches(count: int, size: int) -> Iterator[DrawnBatch]:
    chance = np.random.default_rng(3)
    earlier = chance.integers(0, 1 << 16, (size, PERMUTATIONS), dtype=np.uint16)
    for i in range(count):
        batch = chance.integers(0, 1 << 16, (size, PERMUTATIONS), dtype=np.uint16)
        copies = earlier[chance.integers(0, len(earlier), size // 10)]
        changed = chance.random(copies.shape) < chance.random((len(copies), 1)) * 0.3
        batch[: len(copies)] = np.where(changed, batch[: len(copies)], copies)
        earlier = np.concatenate([earlier, batch[::9]])
        yield batch.astype("<u2").tobytes(), list(range(i * size, (i + 1) * size))


def index_of(batches: Sequence[DrawnBatch], folder: Path, *, in_memory: int) -> list[list[Twin | None]]:
    with closing(DuplicateIndex(0.8, KeyTable(folder, in_memory=in_memory), folder)) as index:
        return [index.decide(raw, ids) for raw, ids in batches]
