"""Columns of histograms."""

import pytest

from pingce.report.sections import histogram


@pytest.mark.parametrize(
    ("counts", "step", "names", "numbers"),
    [
        ({}, None, [], []),
        ({1: 5, 3: 2}, None, ["1", "2", "3"], [5, 0, 2]),
        ({0: 1, 15: 1, 16: 2, 47: 1}, 16, ["0–", "16–", "32–"], [2, 2, 1]),
        ({1: 998, 2: 1, 1000: 1}, 1, ["≥1"], [1000]),
        ({0: 1, 47: 1}, None, [f"{2 * i}–" for i in range(24)], [1, *[0] * 22, 1]),
    ],
    ids=["nothing", "gaps are shown", "steps", "a far outlier joins the last", "at most 24 columns"],
)
def test_columns(counts: dict[int, int], step: int | None, names: list[str], numbers: list[int]) -> None:
    bins = histogram(counts, step=step)
    assert [one.name for one in bins] == names
    assert [one.n for one in bins] == numbers
    assert sum(one.share for one in bins) == pytest.approx(1 if counts else 0)
