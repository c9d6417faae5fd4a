"""Keys on disk are found as they are in memory."""

from collections import defaultdict
from pathlib import Path

import numpy as np
import pytest

from pingce.corpus.screen.keys import PAGE, KeyTable, StoredRun
from pingce.corpus.screen.signatures import PERMUTATIONS

from .index import drawn_batches, index_of


def found(table: KeyTable, keys: list[int]) -> set[tuple[int, int]]:
    """Keys and the numbers of passages that have them."""
    ordered = np.sort(np.array(keys, dtype=np.uint64))
    return {
        (int(ordered[place]), int(number))
        for places, numbers in table.find(ordered)
        for place, number in zip(places, numbers, strict=True)
    }


@pytest.mark.parametrize("in_memory", [1 << 22, 3 * PAGE + 1])
def test_every_number_of_a_key_is_found(in_memory: int, tmp_path: Path) -> None:
    chance = np.random.default_rng(1)
    table, known = KeyTable(tmp_path, in_memory=in_memory), defaultdict[int, set[int]](set)
    often = 1 << 63  # a key of many passages goes over several pages and runs
    for first in range(0, 30_000, 500):
        keys = chance.integers(0, 1 << 64, 500, dtype=np.uint64)
        keys[:100] = often
        numbers = np.arange(first, first + 500, dtype=np.uint32)
        table.add(keys, numbers)
        for key, number in zip(keys.tolist(), numbers.tolist(), strict=True):
            known[key].add(number)
    asked = [*list(known)[::7], often, 0, 1, (1 << 64) - 1]
    assert found(table, asked) == {(key, number) for key in asked for number in known.get(key, ())}
    assert list(tmp_path.iterdir()) == []  # the files have no name
    table.close()


def test_a_filter_rarely_says_yes_to_what_is_not_there() -> None:
    chance = np.random.default_rng(2)
    keys = np.sort(chance.integers(0, 1 << 64, 20_000, dtype=np.uint64))
    run = StoredRun([(keys, np.arange(20_000, dtype=np.uint32))], len(keys), 0, None)
    assert run.may_have(keys).all()
    assert run.may_have(chance.integers(0, 1 << 64, 20_000, dtype=np.uint64)).mean() < 0.02
    run.close()


def test_decisions_do_not_depend_on_what_is_on_disk(tmp_path: Path) -> None:
    batches = list(drawn_batches(40, 500))
    kept = [index_of(batches, tmp_path, in_memory=in_memory) for in_memory in (1 << 22, 5_000)]
    assert kept[0] == kept[1]
    twins = [twin for twins in kept[0] for twin in twins if twin is not None]
    assert len(twins) > 500
    assert len({PERMUTATIONS * twin.similarity for twin in twins}) > 10
