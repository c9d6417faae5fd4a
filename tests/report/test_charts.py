"""Bins of a histogram, pieces and positions of marked texts."""

import pytest

from pingce.report.charts import Bin, bins
from pingce.report.marks import MarkedPiece, TextMark, pieces, positions
from pingce.spec.words import same


def test_right_or_wrong_has_two_columns() -> None:
    assert bins([0.0, 1.0, 1.0, 1.0]) == [Bin("0", 1, 0.25, 1 / 3), Bin("1", 3, 0.75, 1.0)]


def test_exactly_0_and_exactly_1_stand_apart() -> None:
    found = bins([0.0, 0.05, 0.1, 0.3, 0.7, 0.95, 1.0, 1.0])
    assert [one.name for one in found] == ["0", *(f"<0.{i}" for i in range(1, 10)), "<1", "1"]
    assert [one.n for one in found] == [1, 1, 1, 0, 1, 0, 0, 0, 1, 0, 1, 2]


def test_no_values_no_columns() -> None:
    assert bins([]) == []


@pytest.mark.parametrize(
    ("idxes", "shown"),
    [((), ""), ((4,), "4"), ((3, 4, 5, 8), "3–5, 8"), ((8, 3, 4), "8, 3–4"), ((2, 2), "2, 2")],
)
def test_positions_keep_their_order(idxes: tuple[int, ...], shown: str) -> None:
    assert positions(idxes) == shown


def test_pieces_are_cut_where_marks_begin_or_end() -> None:
    first, second = TextMark("S", same("S"), "r0", (1, 2, 2, 9)), TextMark("P", same("P"), "r1", (2, -1))
    assert pieces("𠮷𠮷门外", [first, second]) == [
        MarkedPiece("𠮷"),
        MarkedPiece("𠮷", (first,)),
        MarkedPiece("门", (first, second)),
        MarkedPiece("外"),
    ]
