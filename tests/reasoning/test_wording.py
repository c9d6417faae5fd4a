"""Readings in short words."""

import pytest

from pingce.reasoning.relations import (
    Bearing,
    Beside,
    Compass,
    Conjunction,
    CountWay,
    Diagonal,
    Facing,
    Neighbour,
    Not,
    Offset,
    OnSide,
    OnTier,
    Opposite,
    Relation,
    SameFacing,
    SameSide,
    SeatsBetween,
    Statement,
    Steps,
    Via,
)
from pingce.reasoning.wording import relation_words, worded

LEFT, CLOCKWISE = CountWay.LEFT, CountWay.CLOCKWISE


@pytest.mark.parametrize(
    ("relation", "words"),
    [
        (Steps(LEFT, 2), "2 to the left of"),
        (Steps(CLOCKWISE, 3), "3 clockwise from"),
        (Beside(LEFT), "somewhere to the left of"),
        (Neighbour(), "next to"),
        (Neighbour(LEFT), "next to the left of"),
        (Opposite(), "opposite"),
        (Diagonal(), "diagonally opposite"),
        (Diagonal(LEFT), "diagonally opposite on the left of"),
        (SeatsBetween(1), "1 seats away from"),
        (SameSide(), "on the same side as"),
        (SameFacing(), "looks the same way as"),
        (Bearing(Compass.SOUTHEAST), "southeast of"),
        (Bearing(Compass.EAST, due=True), "due east of"),
        (Offset(frozenset({1}), None), "tiers +1, columns any from"),
        (Offset(frozenset({-1, 0}), frozenset({0})), "tiers 0/-1, columns 0 from"),
        (Facing(Compass.NORTH), "looks north"),
        (OnSide(Compass.EAST), "on the east side"),
        (OnSide(LEFT), "on the left side"),
        (OnTier(-1), "on the top tier"),
        (OnTier(2), "on the 2. tier"),
        (Via(Neighbour(LEFT), Opposite()), "[next to the left of it] is opposite"),
        (Conjunction(OnTier(0), OnSide(LEFT)), "on the middle tier and on the left side"),
        (Not(SameSide()), "not on the same side as"),
    ],
)
def test_every_relation_has_words(relation: Relation, words: str) -> None:
    assert relation_words(relation) == words


def test_a_statement_names_those_it_is_about() -> None:
    assert worded(Statement(Opposite(), 0, 1), ("甲", "乙")) == "甲: opposite 乙"
    assert worded(Statement(OnTier(1), 1), ("甲", "乙")) == "乙: on the 1. tier"
