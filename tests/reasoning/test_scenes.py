"""What relations mean in each layout, and which have no meaning there."""

import pytest

from pingce.reasoning.item import Language
from pingce.reasoning.relations import (
    Bearing,
    Beside,
    Compass,
    CountWay,
    Diagonal,
    Facing,
    Neighbour,
    Offset,
    OnSide,
    OnTier,
    Opposite,
    Place,
    Relation,
    SameFacing,
    SameSide,
    SeatsBetween,
    Steps,
)
from pingce.reasoning.scenes.booth import Booth
from pingce.reasoning.scenes.circle import Circle, hexagon_facings
from pingce.reasoning.scenes.grid import Grid
from pingce.reasoning.scenes.layout import Layout, UndefinedRelationError, compose, relation_table, transpose
from pingce.reasoning.scenes.line import SeatRow
from pingce.reasoning.scenes.recognise import listed_names, recognise_layout, recognise_scene
from pingce.reasoning.scenes.shelf import Shelf

WEST_EAST = hexagon_facings(
    (
        Compass.EAST,
        Compass.WEST,
        Compass.NORTHWEST,
        Compass.NORTHEAST,
        Compass.SOUTHWEST,
        Compass.SOUTHEAST,
    )
)
OUT, IN = Circle(6, inward=False, facings=WEST_EAST), Circle(6, inward=True, facings=WEST_EAST)


def seats(layout: Layout, relation: Relation, of: int) -> set[int]:
    """The seats in a relation to a seat."""
    return {seat for seat, row in enumerate(relation_table(layout, relation)) if row >> of & 1}


@pytest.mark.parametrize(
    ("layout", "relation", "of", "found"),
    [
        (Circle(), Steps(CountWay.LEFT, 2), 0, {2}),
        (Circle(inward=False), Steps(CountWay.LEFT, 2), 0, {4}),
        (Circle(inward=False), Steps(CountWay.CLOCKWISE, 2), 0, {2}),
        (Circle(), Beside(CountWay.RIGHT), 0, {4, 5}),
        (Circle(), Diagonal(CountWay.RIGHT), 0, {4}),
        (Circle(), Diagonal(), 0, {2, 4}),
        (Circle(), SeatsBetween(2), 1, {4}),
        (Circle(), Opposite(), 1, {4}),
        (Circle(), SameSide(), 1, {0, 2}),
        (Circle(), SameFacing(), 1, {1}),
        (Circle(5), Opposite(), 1, set()),
        (Booth(), Neighbour(CountWay.RIGHT), 0, {1}),
        (Booth(), Neighbour(CountWay.RIGHT), 3, {2}),
        (Booth(), Diagonal(CountWay.RIGHT), 0, {3}),
        (Booth(), Bearing(Compass.NORTH), 0, {2, 3}),
        (Booth(facing=Compass.EAST), Bearing(Compass.SOUTH, due=True), 0, {1}),
        (Booth(), Beside(CountWay.LEFT), 1, {0}),
        (Booth(), SameFacing(), 1, {0}),
        (Shelf(), Offset(frozenset({1}), frozenset({0})), 0, {2}),
        (Shelf(), Offset(None, frozenset({1})), 0, {1, 3, 5}),
        (Shelf(), Neighbour(), 0, {1}),
        (Shelf(), Beside(CountWay.RIGHT), 2, {3}),
        (Shelf(), SameSide(), 0, {2, 4}),
        (SeatRow(), Steps(CountWay.LEFT, 2), 3, {1}),
        (SeatRow(), Steps(CountWay.RIGHT, 3), 3, set()),
        (SeatRow(), Neighbour(), 0, {1}),
        (SeatRow(), Neighbour(CountWay.LEFT), 5, {4}),
        (SeatRow(), Beside(CountWay.RIGHT), 3, {4, 5}),
        (SeatRow(), SeatsBetween(1), 2, {0, 4}),
        (Grid(), Bearing(Compass.NORTH), 4, {0, 1, 2}),
        (Grid(), Bearing(Compass.NORTH, due=True), 4, {1}),
        (Grid(), Bearing(Compass.SOUTHEAST), 0, {4, 5}),
        (Grid(), Neighbour(), 1, {0, 2, 4}),
    ],
)
def test_who_is_meant(layout: Layout, relation: Relation, of: int, found: set[int]) -> None:
    assert seats(layout, relation, of) == found


def test_east_is_further_east_and_due_east_no_further_north() -> None:
    east = WEST_EAST.index(Compass.EAST)
    west = WEST_EAST.index(Compass.WEST)
    assert seats(OUT, Bearing(Compass.EAST), west) == {0, 1, 2, 3, 4, 5} - {west}
    assert seats(OUT, Bearing(Compass.EAST, due=True), west) == {east}
    assert seats(IN, Bearing(Compass.EAST, due=True), east) == {west}  # who faces east sits in the west


@pytest.mark.parametrize(
    ("layout", "relation"),
    [
        (Circle(), Bearing(Compass.EAST)),
        (Circle(), Facing(Compass.EAST)),
        (Circle(), OnTier(1)),
        (Circle(), Offset(None, None)),
        (Circle(5), Diagonal()),
        (Booth(), Steps(CountWay.LEFT, 2)),
        (Booth(), OnTier(1)),
        (Shelf(), Opposite()),
        (Shelf(), Facing(Compass.EAST)),
        (Shelf(), OnSide(Compass.NORTH)),
        (SeatRow(), Steps(CountWay.CLOCKWISE, 1)),
        (SeatRow(), Facing(Compass.EAST)),
        (Grid(), Opposite()),
        (Grid(), OnTier(1)),
    ],
)
def test_what_has_no_meaning_in_a_layout(layout: Layout, relation: Relation) -> None:
    with pytest.raises(UndefinedRelationError):
        relation_table(layout, relation)


@pytest.mark.parametrize(
    ("layout", "place", "found"),
    [
        (OUT, Facing(Compass.EAST), {WEST_EAST.index(Compass.EAST)}),
        (IN, OnSide(Compass.EAST), {WEST_EAST.index(Compass.WEST)}),
        (Booth(), OnSide(Compass.SOUTH), {0, 1}),
        (Booth(), Facing(Compass.SOUTH), {2, 3}),
        (Shelf(), OnTier(-1), {4, 5}),
        (Shelf(), OnTier(0), {2, 3}),
        (Shelf(), OnSide(Compass.EAST), {0, 2, 4}),
        (Shelf(left=Compass.WEST), OnSide(Compass.EAST), {1, 3, 5}),
        (Grid(), OnSide(Compass.NORTH), {0, 1, 2}),
        (Grid(), OnSide(Compass.SOUTH), {3, 4, 5}),
        (Grid(), OnSide(Compass.WEST), {0, 3}),
        (Grid(), OnSide(Compass.EAST), {2, 5}),
    ],
)
def test_places(layout: Layout, place: Place, found: set[int]) -> None:
    assert {seat for seat in range(layout.seats) if layout.at(place, seat)} == found


def test_seats_have_names() -> None:
    assert [OUT.seat_name(0), Circle().seat_name(0), Booth().seat_name(0), Shelf().seat_name(5)] == [
        f"1 ({WEST_EAST[0].name.lower()})",
        "1",
        "south 1",
        "tier 3 right",
    ]
    assert [SeatRow().seat_name(0), Grid().seat_name(5)] == [
        "1 from the left",
        "row 2 from the north, column 3 from the west",
    ]


def test_tables() -> None:
    table = relation_table(Circle(), Steps(CountWay.LEFT, 1))
    assert transpose(table) == relation_table(Circle(), Steps(CountWay.RIGHT, 1))
    assert compose(table, table) == relation_table(Circle(), Steps(CountWay.LEFT, 2))


@pytest.mark.parametrize(
    ("description", "language", "things", "layout"),
    [
        ("六位学生围成一个圆圈，都背对圆心", "zh", 6, Circle(6, inward=False)),
        ("六人朝向分别是正东、正西、西北、东北、西南、东南，围成一个圆圈，面朝内", "zh", 6, IN),
        ("朝向分别是正东、正西，围成一个圆圈，面朝内", "zh", 6, None),
        ("people sit in a circle, facing outward", "en", 4, Circle(4, inward=False)),
        ("四人卡座。坐东边的两人面朝西", "zh", 4, Booth(facing=Compass.WEST)),
        (
            "a booth. The two people sitting on the north side are facing south",
            "en",
            4,
            Booth(facing=Compass.SOUTH),
        ),
        ("a booth. The two people sitting on the far side are facing backwards", "en", 4, None),
        ("放在四层书架上，每层三格。西侧为左", "zh", 12, Shelf(4, 3, Compass.WEST)),
        ("a two-tiered shelf. Each tier is divided into three sections", "en", 6, Shelf(2, 3)),
        ("a two-tiered shelf. Each tier is divided into many sections", "en", 6, None),
        ("六位学生排成一排", "zh", 6, None),
        ("六位学生站成一排，都面朝同一方向", "zh", 6, SeatRow(6)),
        ("five people sit in a single row, all facing the same way", "en", 5, SeatRow(5)),
        ("六家店铺排成三行两列，上北下南", "zh", 6, Grid(3, 2)),
        ("shops in two rows and three columns, drawn with north at the top", "en", 6, Grid(2, 3)),
        ("shops in many rows and three columns, drawn with north at the top", "en", 6, None),
    ],
)
def test_layouts_are_recognised(description: str, language: Language, things: int, layout: Layout | None) -> None:
    assert recognise_layout(description, language, things) == layout


def test_names_are_listed_before_their_number() -> None:
    listing = listed_names("李一、王二、孙三二人三位学生围成一个圆圈", "zh")
    assert listing is not None
    assert listing[0] == ("李一", "王二", "孙三二人")
    assert listed_names("大家三个人。", "zh") is None
    assert listed_names("昨天，天晴。甲、乙、丙三人", "zh") is None
    english = listed_names("Ann, Bob, Eve, - Three people went out", "en")
    assert english is not None
    assert english[0] == ("Ann", "Bob", "Eve")


def test_without_it_is_known_the_sentences_with_names_are_the_conditions() -> None:
    scene = recognise_scene(
        "甲一、乙二、丙三、丁四四人坐在四人卡座上。面对面而坐。甲一在乙二右边坐，丙三在南面。", "zh"
    )
    assert scene is not None
    assert scene.conditions == ("甲一在乙二右边坐", "丙三在南面")
    scene = recognise_scene("Ann, Bob, Eve, Tom, - Four people sit in a booth. They eat. Ann is beside Bob.", "en")
    assert scene is not None
    assert scene.conditions == ("Ann is beside Bob",)
