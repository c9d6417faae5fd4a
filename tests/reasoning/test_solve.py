"""The solver finds exactly the arrangements that trying all of them finds."""

from itertools import permutations

from hypothesis import given, settings
from hypothesis import strategies as st

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
from pingce.reasoning.scenes.booth import Booth
from pingce.reasoning.scenes.circle import CLOCKWISE_POINTS, Circle
from pingce.reasoning.scenes.layout import Layout, places_only
from pingce.reasoning.scenes.shelf import Shelf
from pingce.reasoning.solve import arrangements, holds

HANDS = st.sampled_from([CountWay.LEFT, CountWay.RIGHT])
POINTS = st.sampled_from(list(Compass))
OFFSETS = st.none() | st.frozensets(st.integers(-2, 2), min_size=1, max_size=2)
COMPASS = tuple(point for point in CLOCKWISE_POINTS if point not in (Compass.EAST, Compass.WEST))

AROUND: st.SearchStrategy[Relation] = st.one_of(
    st.builds(Steps, st.sampled_from(list(CountWay)), st.integers(1, 5)),
    st.builds(Beside, HANDS),
    st.builds(Neighbour, st.none() | HANDS),
    st.just(Opposite()),
    st.builds(Diagonal, st.none() | HANDS),
    st.builds(SeatsBetween, st.integers(1, 2)),
    st.builds(Via, st.just(Opposite()), st.builds(Steps, HANDS, st.integers(1, 2))),
    st.just(Not(Neighbour())),
)
WITH_COMPASS = AROUND | st.builds(Bearing, POINTS, st.booleans()) | st.builds(Facing, st.sampled_from(COMPASS))
ON_SHELF: st.SearchStrategy[Relation] = st.one_of(
    st.builds(Offset, OFFSETS, OFFSETS),
    st.builds(Neighbour, HANDS),
    st.builds(OnTier, st.integers(-1, 3)),
    st.builds(OnSide, HANDS),
    st.builds(Via, st.builds(Neighbour, HANDS), st.builds(Offset, OFFSETS, OFFSETS)),
    st.just(Not(SameSide())),
)
IN_BOOTH: st.SearchStrategy[Relation] = st.one_of(
    st.builds(Neighbour, st.none() | HANDS),
    st.just(Opposite()),
    st.builds(Diagonal, st.none() | HANDS),
    st.builds(Conjunction, st.builds(Facing, st.sampled_from([Compass.NORTH, Compass.SOUTH])), st.just(Diagonal())),
    st.just(Not(SameFacing())),
)


def statements(relations: st.SearchStrategy[Relation], things: int) -> st.SearchStrategy[list[Statement]]:
    pairs = st.permutations(range(things)).map(lambda order: (order[0], order[1]))
    one = st.builds(
        lambda relation, pair: Statement(relation, pair[0], None if places_only(relation) else pair[1]),
        relations,
        pairs,
    )
    return st.lists(one, max_size=5)


def brute_force(layout: Layout, things: int, said: list[Statement]) -> set[tuple[int, ...]]:
    return {
        seats
        for seats in permutations(range(layout.seats), things)
        if all(holds(layout, statement, seats) for statement in said)
    }


def turned(found: list[tuple[int, ...]], seats: int) -> set[tuple[int, ...]]:
    return {tuple((seat + by) % seats for seat in one) for one in found for by in range(seats)}


@given(statements(AROUND, 6), st.booleans())
@settings(max_examples=60, deadline=None)
def test_circle_without_compass(said: list[Statement], inward: bool) -> None:
    layout = Circle(6, inward)
    assert turned(arrangements(layout, 6, said), 6) == brute_force(layout, 6, said)


@given(statements(WITH_COMPASS, 6), st.booleans())
@settings(max_examples=60, deadline=None)
def test_circle_with_compass(said: list[Statement], inward: bool) -> None:
    layout = Circle(6, inward, COMPASS)
    assert set(arrangements(layout, 6, said)) == brute_force(layout, 6, said)


@given(statements(ON_SHELF, 6))
@settings(max_examples=60, deadline=None)
def test_shelf(said: list[Statement]) -> None:
    assert set(arrangements(Shelf(), 6, said)) == brute_force(Shelf(), 6, said)


@given(statements(IN_BOOTH, 4), st.sampled_from([Compass.NORTH, Compass.SOUTH]))
@settings(max_examples=60, deadline=None)
def test_booth(said: list[Statement], facing: Compass) -> None:
    assert set(arrangements(Booth(facing=facing), 4, said)) == brute_force(Booth(facing=facing), 4, said)


def test_no_arrangement_fulfils_a_contradiction() -> None:
    said = [Statement(Opposite(), 0, 1), Statement(Neighbour(), 0, 1)]
    assert arrangements(Circle(), 6, said) == []


def test_a_statement_about_oneself_is_never_true_of_a_neighbour() -> None:
    assert arrangements(Circle(), 6, [Statement(Neighbour(), 2, 2)]) == []
