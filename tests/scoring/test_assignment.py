"""The best matching is as good as SciPy's, whatever the size of its groups."""

import random

import pytest
from scipy.optimize import linear_sum_assignment

from pingce.scoring.assignment import best_pairs

Weights = dict[tuple[int, int], float]


def _optimum(weights: Weights) -> float:
    if not weights:
        return 0.0
    rows, columns = 1 + max(i for i, _ in weights), 1 + max(j for _, j in weights)
    matrix = [[weights.get((i, j), 0.0) for j in range(columns)] for i in range(rows)]
    picked = linear_sum_assignment(matrix, maximize=True)
    return float(sum(matrix[i][j] for i, j in zip(*picked, strict=True)))


def _random_weights(seed: int, rows: int, columns: int, filled: float) -> Weights:
    chance = random.Random(seed)
    return {
        (i, j): chance.choice([0.25, 0.5, 0.5, 1.0, chance.random()])
        for i in range(rows)
        for j in range(columns)
        if chance.random() < filled
    }


SIZES = [(1, 1), (1, 7), (5, 1), (3, 3), (2, 9), (9, 2), (6, 6), (7, 7), (6, 12), (12, 6), (9, 13), (20, 20), (100, 15)]


@pytest.mark.parametrize("filled", [0.1, 0.4, 1.0])
@pytest.mark.parametrize(("rows", "columns"), SIZES)
def test_total_equals_the_optimum_and_nothing_is_used_twice(rows: int, columns: int, filled: float) -> None:
    for seed in range(10):
        weights = _random_weights(seed, rows, columns, filled)
        pairs = best_pairs(weights)
        assert sum(weights[pair] for pair in pairs) == pytest.approx(_optimum(weights), abs=1e-12)
        assert len({i for i, _ in pairs}) == len({j for _, j in pairs}) == len(pairs)


def test_nothing_to_match_gives_no_pairs() -> None:
    assert best_pairs({}) == []


def test_one_to_one_weights_are_taken_as_they_are() -> None:
    assert best_pairs({(0, 2): 0.5, (1, 0): 0.1}) == [(0, 2), (1, 0)]


def test_groups_are_solved_apart() -> None:
    weights = {(0, 0): 0.9, (0, 1): 0.8, (1, 0): 0.8, (5, 5): 0.1, (5, 6): 0.2}
    assert sorted(best_pairs(weights)) == [(0, 1), (1, 0), (5, 6)]
