"""Intervals, strengths and exact tests that need no scipy say what scipy says."""

import random

import pytest
from scipy.stats import binomtest
from scipy.stats.contingency import association

from pingce.quality.bias.tables import cramers_v, wilson_interval
from pingce.scoring.significance import even_split_p


@pytest.mark.parametrize("n", [1, 2, 7, 40, 1_000, 20_000])
def test_shares_and_even_splits(n: int) -> None:
    chance = random.Random(n)
    for hits in {0, n, n // 2, *(chance.randrange(n + 1) for _ in range(5))}:
        expected = binomtest(hits, n).proportion_ci(method="wilson")
        assert wilson_interval(hits, n) == pytest.approx((expected.low, expected.high), abs=1e-12)
        assert even_split_p(hits, n) == pytest.approx(binomtest(hits, n, 0.5).pvalue, rel=1e-9, abs=1e-300)


@pytest.mark.parametrize("seed", range(5))
def test_strength_of_a_table(seed: int) -> None:
    chance = random.Random(seed)
    table = [[chance.randrange(1, 50) for _ in range(2 + seed % 3)] for _ in range(2 + seed)]
    assert cramers_v(table) == pytest.approx(association(table, method="cramer"), abs=1e-12)
