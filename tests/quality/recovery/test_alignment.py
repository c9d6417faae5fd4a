"""Differences become words exchanged for others."""

import pytest

from pingce.language.lexicon.load import load_lexicon
from pingce.quality.recovery.alignment import changes

TEXT = "小鹿从林子里走出来，停在小溪旁，看着对面的山坡上。"


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("里走", "外走", [("里", "外", "f", "antonym")]),
        ("出来", "出去", [("出来", "出去", "dv", "synonym")]),
        ("出来", "进去", [("出来", "进去", "dv", "antonym")]),
        ("对面", "旁边", [("对面", "旁边", "", "other")]),
        ("小溪", "小河", [("溪", "河", "", "other")]),
        ("山坡上", "山坡上面", [("", "面", "", "other")]),
    ],
)
def test_a_change_is_the_longest_pair_of_the_lexicon(old: str, new: str, found: list[tuple[str, ...]]) -> None:
    made = changes(load_lexicon(), TEXT, TEXT.replace(old, new))
    assert made is not None
    assert [(one.old, one.new, one.cls, one.relation) for one in made] == found


def test_positions_lead_back_to_the_original() -> None:
    text = TEXT.replace("里走", "中走").replace("溪旁", "溪边")
    made = changes(load_lexicon(), TEXT, text)
    assert made is not None
    assert [(one.start, one.at, one.pair) for one in made] == [(5, 5, "里→中"), (14, 14, "旁→边")]
    assert all(TEXT[one.start : one.start + len(one.old)] == one.old for one in made)
    assert all(text[one.at : one.at + len(one.new)] == one.new for one in made)


def test_two_words_side_by_side_are_two_changes() -> None:
    made = changes(load_lexicon(), "船从桥下东去，渐渐远了。", "船从桥上西去，渐渐远了。")
    assert made is not None
    assert [one.pair for one in made] == ["下→上", "东→西"]


@pytest.mark.parametrize(
    "text",
    [
        TEXT,
        TEXT.replace("里走", "外走").replace("溪旁", "溪下").replace("坡上", "坡下"),
        "完全不同的一句话，长得多，什么也对不上。",
    ],
    ids=["equal", "three words", "another text"],
)
def test_anything_but_one_or_two_words_is_no_replacement(text: str) -> None:
    assert changes(load_lexicon(), TEXT, text) is None
