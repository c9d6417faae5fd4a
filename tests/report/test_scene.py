"""The drawing of a scene: facts of tuples of either edition, boxes that do not cover each other, words that fit."""

import re
from itertools import pairwise

import pytest

from pingce.report.scene import arrow, fitted, scene_facts, scene_svg
from pingce.spec.values import Fragment, SlotFill, StepTuple


def step(**slots: str) -> StepTuple:
    """A tuple; a value in brackets is a label."""
    fills = [
        SlotFill(slot, None, value[1:-1]) if value.startswith("[") else SlotFill(slot, Fragment(value, (0,)), None)
        for slot, value in slots.items()
    ]
    return StepTuple(tuple(fills))


BOAT = step(空间实体="渡轮", 事件="驶", 起点="从码头", 终点="到对岸", 时间文本="清晨")
FAR = step(空间实体="渡轮", 空间实体2="码头", 距离标签="[变远]")
NOT_SO = step(空间实体="猫", 事件="坐", 处所="在桌子上", 事实性="[假]", 形状="一团")


def test_tuples_become_facts() -> None:
    boat, far, cat = scene_facts([BOAT, FAR, NOT_SO, step(事件="驶")], "en")
    assert (boat.entity, boat.event, boat.notes) == ("渡轮", "驶", ["清晨"])
    assert [(link.kind, link.role, link.text) for link in boat.links] == [
        ("from", "start", "从码头"),
        ("to", "end", "到对岸"),
    ]
    assert [(link.kind, link.role, link.text) for link in far.links] == [("distance", "变远", "码头")]
    assert (cat.is_false, cat.notes) == (True, ["一团"])
    [role] = scene_facts([step(空间实体="渡轮", 参照实体="码头", 距离="[近]", 时间="[过去]")])
    assert (role.links[0].role, role.notes) == ("近", ["过去"])


def test_an_entity_and_a_place_are_drawn_once() -> None:
    svg = scene_svg([BOAT, FAR, step(空间实体="小船", 事件="来", 终点="从码头")], "zh")
    assert svg.count(">渡轮<title>") == 1
    assert svg.count(">从码头<title>") == 1
    assert scene_svg([BOAT], "zh") == scene_svg([BOAT], "zh")
    assert scene_svg([step(事件="驶")], "zh") == ""


def test_places_do_not_cover_each_other() -> None:
    svg = scene_svg([step(空间实体="猫", 处所=f"在{i}号", 起点=f"从{i}号", 朝向=f"向{i}号") for i in range(6)], "zh")
    tops = sorted(float(y) for y in re.findall(r'<rect x="500" y="([\d.]+)"', svg))
    assert len(tops) == 18
    assert all(below - above >= 28 for above, below in pairwise(tops))
    [height] = re.findall(r'viewBox="0 0 760 ([\d.]+)"', svg)
    assert tops[-1] + 28 <= float(height)


def test_what_is_false_is_marked_and_texts_are_escaped() -> None:
    svg = scene_svg([NOT_SO, step(空间实体="<b>", 处所="a & b")], "zh")
    assert "✕ 坐" in svg
    assert "&lt;b&gt;" in svg
    assert "a &amp; b" in svg


@pytest.mark.parametrize(
    ("words", "sign"), [("向南", "↓"), ("由北向南", "↓"), ("往东北", "↗"), ("来回", "➜"), ("向左", "←")]
)
def test_directions_have_arrows(words: str, sign: str) -> None:
    assert arrow(words) == sign


def test_long_words_are_shortened() -> None:
    assert fitted("在很长很长的走廊尽头", 60, 14) == "在很长…"
    assert fitted("码头", 60, 14) == "码头"
