"""Which word a reason turns on, and what is known about words in their surroundings."""

import pytest

from pingce.language.text import tag_text
from pingce.systems.spans.odd_words import anchors, candidates, suspicion
from pingce.systems.spans.types import kind_features, type_set, types_of
from pingce.systems.spans.usage import WordUsage, count_usage
from tests.builders import make_reason

TEXT = "小猫从沙发上跳下去，睡在地毯上。"
SAME = "小猫从沙发里跳下去，睡在地毯上。"


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        ({"S": "小猫", "P": "从沙发上", "E": "跳"}, ["上"]),
        ({"S": "小猫", "E": "跳下去"}, ["下去"]),
        ({"S1": "小猫", "P1": "从沙发上", "E1": "跳", "S2": "小猫", "P2": "在地毯上", "E2": "睡"}, ["上", "上"]),
        ({"text1": "沙发", "text2": "上"}, ["上"]),
        ({"S": "小猫", "P": "小猫"}, ["从"]),
    ],
)
def test_a_reason_turns_on_the_localizer_or_direction(parts: dict[str, str], expected: list[str]) -> None:
    reading = tag_text(TEXT)
    found = anchors(reading, make_reason("C", TEXT, **parts))
    assert [reading.words[i].text for i in found] == expected


def test_a_text_without_spatial_words_still_has_candidates() -> None:
    assert candidates(tag_text("他笑了。")) != []
    assert candidates(tag_text("。")) == [0]


def test_an_original_counts_once_and_marked_words_not_at_all() -> None:
    readings = [tag_text(TEXT), tag_text(SAME), tag_text(TEXT)]
    odd = next(i for i in candidates(readings[1]) if readings[1].words[i].text == "里")
    usage, own = count_usage(readings, [frozenset(), frozenset({odd}), frozenset()], [0, 0, 1])
    assert usage.odds("L:沙发", "上", ("里",)) == (2, 0)
    assert usage.odds("L:沙发", "里", ("上",)) == (0, 2)
    assert usage.odds("L:沙发", "上", (), own[0]) == (1, 0)
    assert usage.odds("L:桌子", "上", ("里",)) == (0, 0)


def test_what_nobody_says_is_told_apart_from_what_many_say() -> None:
    reading = tag_text(SAME)
    odd = next(i for i in candidates(reading) if reading.words[i].text == "里")
    usage = WordUsage({"L:沙发": {"上": 9}})
    assert "L?never|f" in suspicion(reading, odd, usage)
    assert "L?never|f" not in suspicion(reading, odd, WordUsage({"L:沙发": {"上": 9, "里": 1}}))


def test_types_are_sets() -> None:
    reasons = [make_reason("C", TEXT, S="小猫", P="上"), make_reason("A", TEXT, text1="沙发", text2="上")]
    assert type_set([*reasons, reasons[0]]) == "A&C"
    assert types_of("A&C") == ("A", "C")
    reading = tag_text(TEXT)
    assert "0:上" in kind_features(reading, candidates(reading)[1], WordUsage({}))
