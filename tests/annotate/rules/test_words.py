"""Words of texts and fragments, highlighting, and the two kinds of 过."""

import pytest

from pingce.annotate.rules import spatial_words
from pingce.annotate.rules.aspect import ends_in_aspect, is_passing
from pingce.annotate.rules.examples import marked
from pingce.annotate.rules.tagged import may_be_spatial, pieces, tagged
from pingce.annotate.rules.wordlists import word_lists
from pingce.language.lexicon.load import load_lexicon
from pingce.tasks.slots_and_roles import PLACES

HIGHLIGHTED = """快速 迅速 急速 缓慢 慢速 低速 快快 慢慢 缓缓 到处 处处 四处 随处 一起 一齐 单独 独自 健步 缓步 大步
小步 单向 双向 当场 就近 当面 正面 中途 顺路 向 到 往 自 朝 在 距 经 从 由 沿 沿着 朝着 向着 对着 顺着 通过"""


def test_highlighted_words_have_places_and_classes() -> None:
    text = "他从屋里走出来，慢慢𠮷走向门口。"
    shown = [(text[start:end], cls) for start, end, cls in spatial_words(text)]
    assert shown == [("从", "p"), ("屋里", "s"), ("出来", "dv"), ("慢慢", "d"), ("向", "p"), ("门口", "s")]


def test_the_lexicon_has_every_adverb_and_preposition_that_is_highlighted() -> None:
    classes = load_lexicon().classes
    assert [word for word in HIGHLIGHTED.split() if word not in classes["p"] | classes["d"]] == []


@pytest.mark.parametrize(
    ("text", "wanted", "expected"),
    [
        ("大学生站在操场上。", "大学生", [("大学生", True)]),
        ("大学生站在操场上。", "学生", [("学生", False)]),
        ("大学生站在操场上。", "大学", [("大学", False)]),
        ("大学生站在操场上。", "在操场上", [("在", True), ("操场", True), ("上", True)]),
        ("大学生站在操场上。", "在+大学生", [("在", True), ("大学生", True)]),
        ("大学生站在操场上。", "学生+大", [("学生", False), ("大", False)]),
    ],
)
def test_a_word_is_whole_if_both_its_ends_are_there(text: str, wanted: str, expected: list[tuple[str, bool]]) -> None:
    idxes = marked(text, wanted)["idxes"]
    assert isinstance(idxes, list)
    found = pieces(text, [int(str(i)) for i in idxes])
    assert [(piece.text, piece.whole) for piece in found] == expected


@pytest.mark.parametrize(
    ("text", "fragment", "aspect"),
    [
        ("他从桥上走过。", "从桥上走过", False),
        ("鸟飞过树梢。", "飞过", False),
        ("汽车从我身边驶过。", "驶过", False),
        ("小船从桥下经过。", "从桥下经过", False),
        ("火车穿过隧道。", "穿过", False),
        ("列车驶过大桥，他曾来过。", "驶过", False),
        ("他朝着窗户走。", "朝着", False),
        ("他去过北京。", "去过", True),
        ("他见过大海。", "见过", True),
        ("他从来没有到过那里。", "到过", True),
        ("我曾经走过这座桥。", "走过", True),
        ("他从未翻过那道墙。", "翻过", True),
        ("他爬过这座山两次。", "爬过", True),
        ("吃过饭再走。", "吃过", True),
        ("他坐着。", "坐着", True),
        ("他走了。", "走了", True),
    ],
)
def test_passing_is_told_from_aspect(text: str, fragment: str, aspect: bool) -> None:
    start = text.index(fragment)
    found = pieces(text, range(start, start + len(fragment)))
    assert ends_in_aspect(found, tagged(text)) == aspect


def test_a_word_of_passing_is_passing() -> None:
    words = tagged("小船从桥下经过。")
    assert [word.text for i, word in enumerate(words) if is_passing(words, i)] == ["经过"]


@pytest.mark.parametrize(("part", "expected"), [("杯子", False), ("放", False), ("桌面里", True), ("木匣旁", True)])
def test_a_spatial_word_may_be_there_however_the_text_is_cut(part: str, expected: bool) -> None:
    assert may_be_spatial(part) == expected


def test_every_place_slot_has_its_list_of_first_characters() -> None:
    assert word_lists().slots.keys() == {*PLACES, "距离文本"}
    assert [name for name, slot in word_lists().slots.items() if not slot.not_first] == []
