"""First and last token of something."""

import pytest
import torch

from pingce.systems.learning.pointing import best_pair


@pytest.mark.parametrize(
    ("first", "last", "longest", "expected"),
    [
        ([0, 5, 0, 0, 0], [0, 0, 0, 5, 0], 9, (1, 3)),
        ([0, 0, 0, 5, 0], [0, 4, 0, 1, 0], 9, (3, 3)),  # never back to front
        ([9, 0, 2, 0, 0], [9, 0, 0, 1, 9], 9, (2, 3)),  # never outside the text
        ([0, 5, 1, 0, 0], [0, 0, 0, 5, 0], 2, (2, 3)),  # never longer than that
    ],
)
def test_the_best_pair_is_in_order_inside_and_short(
    first: list[float], last: list[float], longest: int, expected: tuple[int, int]
) -> None:
    pair, score = best_pair(torch.tensor(first, dtype=torch.float), torch.tensor(last, dtype=torch.float), longest)
    assert pair == expected
    assert score == first[expected[0]] + last[expected[1]]
