"""Quoted strings find their places."""

import pytest

from pingce.systems.llm.locating import Quote, locate

TEXT = "他站在桥上看他的船，船在桥下，桥上很冷。"


@pytest.mark.parametrize(
    ("quotes", "places"),
    [
        pytest.param({"S": "船，"}, {"S": (8, 9)}, id="once"),
        pytest.param({"P": "桥上"}, {"P": (3, 4)}, id="the first of several where nothing decides"),
        pytest.param({"P": "桥上", "E": "冷"}, {"P": (15, 16), "E": (18,)}, id="near the others"),
        pytest.param({"P": ["在", "下"], "S": "船，船"}, {"P": (11, 13), "S": (8, 9, 10)}, id="pieces"),
        pytest.param({"P": {"text": "他", "near": "看他的"}}, {"P": (6,)}, id="by its surroundings"),
        pytest.param({"P": {"text": "桥上", "near": "没有这段"}}, {"P": (3, 4)}, id="surroundings that are wrong"),
        pytest.param(
            {"S1": "他", "E1": "看", "S2": "他", "P2": "的船"},
            {"S1": (6,), "E1": (5,), "S2": (6,), "P2": (7, 8)},
            id="groups",
        ),
        pytest.param({"S": "“船”"}, {"S": (8,)}, id="quotation marks added"),
        pytest.param({"S": "看 他的船"}, {"S": (5, 6, 7, 8)}, id="a blank added"),
        pytest.param({"S": "船,船"}, {"S": (8, 9, 10)}, id="a half-width comma"),
        pytest.param({"S": "飞机"}, {"S": None}, id="not there"),
        pytest.param({"S": ["桥", "飞机"]}, {"S": None}, id="a piece is not there"),
        pytest.param({"S": ["很冷", "很冷"]}, {"S": None}, id="a piece twice, there once"),
    ],
)
def test_quotes_are_found(quotes: dict[str, object], places: dict[str, tuple[int, ...] | None]) -> None:
    from pingce.systems.llm.quoting import quote_of

    made = {role: quote_of(raw) for role, raw in quotes.items()}
    found = locate(TEXT, {role: quote for role, quote in made.items() if quote is not None})
    assert {role: one.idxes if one else None for role, one in found.items()} == places
    assert all(one.text == "".join(TEXT[i] for i in one.idxes) for one in found.values() if one)


def test_positions_count_code_points() -> None:
    found = locate("𠮷野家在桥上", {"P": Quote(("桥上",))})["P"]
    assert found is not None
    assert found.idxes == (4, 5)
