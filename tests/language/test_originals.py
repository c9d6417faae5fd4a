"""Texts of one original find each other, others stay apart, and stated provenance wins."""

import random
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pingce.language.originals import group_items, groups_of
from tests.builders import make_item

BRIDGE = "老船工把缆绳系在木桩上，慢慢走到石桥下，抬头望着远处的灯塔。"
KITCHEN = "奶奶把刚蒸好的馒头摆到竹篮里，端着竹篮走出厨房，放在院子中间的石桌上。"


@pytest.mark.parametrize(
    ("texts", "groups"),
    [
        ([BRIDGE, BRIDGE.replace("桥下", "桥上"), KITCHEN], [0, 0, 1]),
        ([BRIDGE.replace("木桩上", "木桩旁"), KITCHEN, BRIDGE.replace("石桥下", "石桥前")], [0, 1, 0]),
        ([BRIDGE, BRIDGE.replace("，", "、").rstrip("。")], [0, 0]),
        ([BRIDGE, BRIDGE.replace("灯塔", "灯火")], [0, 0]),
        ([KITCHEN, KITCHEN.replace("刚蒸好", "刚刚蒸好").replace("石桌", "木桌")], [0, 0]),
        ([BRIDGE, KITCHEN], [0, 1]),
        (["他在上面。", "他在里面。"], [0, 1]),
        (["", "", "。"], [0, 0, 1]),
        ([], []),
    ],
    ids=[
        "one word replaced",
        "two siblings without their original",
        "punctuation",
        "a word the lexicon does not have",
        "another edition",
        "different",
        "too short to tell",
        "nothing but marks",
        "no text",
    ],
)
def test_texts_of_one_original_are_one_group(texts: list[str], groups: list[int]) -> None:
    assert groups_of(texts) == groups


def test_without_similarity_only_replaceable_words_may_differ() -> None:
    texts = [BRIDGE, BRIDGE.replace("桥下", "桥上"), BRIDGE.replace("灯塔", "灯火")]
    assert groups_of(texts, similarity=1) == [0, 0, 1]


@pytest.mark.parametrize(
    ("texts", "origins", "groups"),
    [
        ([BRIDGE, KITCHEN], ["a", "a"], [0, 0]),
        ([BRIDGE, BRIDGE.replace("桥下", "桥上")], ["a", "b"], [0, 1]),
        ([BRIDGE, BRIDGE.replace("桥下", "桥上"), BRIDGE.replace("灯塔", "灯火")], ["a", None, "b"], [0, 0, 1]),
        ([BRIDGE, BRIDGE], ["a", "b"], [0, 0]),
        ([BRIDGE, BRIDGE, KITCHEN], ["a", "b", "b"], [0, 0, 0]),
    ],
    ids=["states more", "states less", "no bridge between two", "one text has one group", "and so have its originals"],
)
def test_stated_provenance_wins(texts: list[str], origins: list[str | None], groups: list[int]) -> None:
    assert groups_of(texts, origins) == groups


def test_items_state_their_origin_under_any_usual_key() -> None:
    items = [make_item("1", BRIDGE, extra={"origin": "a"}), make_item("2", KITCHEN, extra={"originId": "a"})]
    assert [item.stated_original for item in items] == ["a", "a"]
    assert group_items(items) == [0, 0]
    assert group_items([make_item("1", BRIDGE), make_item("2", KITCHEN)]) == [0, 1]


@given(st.lists(st.sampled_from([BRIDGE, KITCHEN, BRIDGE.replace("桥下", "桥上"), "短。", ""]), max_size=12))
def test_the_same_texts_in_another_order_are_grouped_the_same_way(texts: list[str]) -> None:
    forward, backward = groups_of(texts), groups_of(texts[::-1])[::-1]
    assert [[a == b for b in forward] for a in forward] == [[a == b for b in backward] for a in backward]


def test_many_texts_take_seconds() -> None:
    chance = random.Random(7)
    letters = [chr(code) for code in range(0x5000, 0x5800)]
    texts, origins = [], []
    for origin in range(4_000):
        clauses = ["".join(chance.choices(letters, k=12)) for _ in range(8)]
        for _ in range(5):
            texts.append("，".join(clause + chance.choice("上下里外中内前后旁边") for clause in clauses))
            origins.append(origin)
    started = time.process_time()
    assert groups_of(texts) == origins
    assert time.process_time() - started < 5
