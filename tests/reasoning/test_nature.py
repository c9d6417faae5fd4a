"""Proofs about numbered and described things, in our own sentences."""

from collections import Counter
from itertools import permutations
from pathlib import Path

import pytest

from pingce.reasoning.described import prove_described_things
from pingce.reasoning.item import Language, ReasoningItem
from pingce.reasoning.nature import knowledge
from pingce.reasoning.nature.claims import (
    BinaryClaim,
    HasProperty,
    InCategory,
    LegsTotal,
    LivesIn,
    SameProperty,
    UnaryClaim,
    WavelengthCompared,
    judge,
    judge_pair,
)
from pingce.reasoning.nature.describing import fits, read_description
from pingce.reasoning.nature.knowledge import things, unknown_thing
from pingce.reasoning.nature.patterns import PROPERTY_PATTERNS
from pingce.reasoning.nature.prove import prove_properties
from pingce.reasoning.nature.reading import read_property
from pingce.reasoning.proof import Status, Truth
from pingce.reasoning.referents import descriptions

EXAMPLES = [example for pattern in PROPERTY_PATTERNS for example in pattern.examples]
ZOO = (
    "动物园里的四个场馆分别养着老虎、麻雀、鲤鱼、蚂蚁四种动物。"
    "已知：2号场馆中的动物会飞；1号场馆中的动物没有腿；3号场馆中的动物比4号场馆中的动物多2条腿。"
)
PHOTOS = (
    "On a wall pasted photos of four different items: hammer, tiger, banana, shirt. Now we know that: "
    "The item on photo No.3 has 4 legs; The item on photo No.1 is not a tool; "
    "The item on photo No.4 is yellow; The item on photo No.1 is not a fruit."
)
SHELF = (
    "苹果、锤子、老虎、毛衣、钢琴、可乐六种商品在三层货架上放置，每层两格，一在东，一在西。即东侧商品为左，西侧商品为右。"
    "已知：\n水果在一层东侧；\n乐器是苹果的右邻；\n4条腿的动物在红色的水果正上方且二者不隔层；\n工具在服饰右上方；"
    "\n服饰和饮品隔着一层。"
)


@pytest.mark.parametrize(("sentence", "claim"), EXAMPLES)
def test_an_example_makes_the_claim_it_says(sentence: str, claim: UnaryClaim | BinaryClaim) -> None:
    read = read_property(sentence, "en" if sentence.isascii() else "zh")
    assert read is not None
    assert read[0] == claim
    assert (read[2] is None) is isinstance(claim, UnaryClaim)


@pytest.mark.parametrize(
    ("sentence", "language"), [("1号田中的作物很大", "zh"), ("The plant in field No.1 is big", "en")]
)
def test_other_sentences_are_unread(sentence: str, language: Language) -> None:
    assert read_property(sentence, language) is None


@pytest.mark.parametrize("language", ["zh", "en"])
def test_every_thing_has_a_category(language: Language) -> None:
    known = things(language)
    assert len(known) > 1500
    assert [name for name, thing in known.items() if not thing.categories or name != name.strip()] == []


def test_no_name_stands_in_two_lines() -> None:
    folder = Path(knowledge.__file__).parent / "data"
    lines = [line for file in folder.glob("*.psv") for line in file.read_text(encoding="utf-8").splitlines()]
    cells = [line.split("|") for line in lines if line and not line.startswith("#")]
    names = [name.strip() for zh, en, *_ in cells for name in (*zh.split("、"), *en.lower().split(","))]
    assert [name for name, count in Counter(names).items() if count > 1] == []


def test_what_is_disputed_or_not_said_is_neither_true_nor_false() -> None:
    known = things("zh")
    assert judge(InCategory("fruit"), known["香蕉"]) is True
    assert judge(InCategory("fruit"), known["锤子"]) is False
    assert judge(InCategory("fruit"), known["番茄"]) is None
    assert judge(HasProperty("taste", "sweet"), known["锤子"]) is False
    assert judge(HasProperty("colour", "red"), known["锤子"]) is None
    assert judge(LivesIn("water"), known["鲤鱼"]) is True
    assert judge(LivesIn("water"), known["螃蟹"]) is True
    assert judge(LivesIn("sea water"), known["螃蟹"]) is None
    assert judge(LivesIn("water"), known["青蛙"]) is None
    assert judge(LivesIn("land"), known["锤子"]) is False
    assert judge(LivesIn("water"), unknown_thing("animal")) is None
    assert judge_pair(LegsTotal(6), known["老虎"], known["麻雀"]) is True
    assert judge_pair(LegsTotal(6), known["锤子"], known["麻雀"]) is False
    assert judge_pair(SameProperty("colour"), known["香蕉"], known["锤子"]) is None
    assert judge_pair(WavelengthCompared(longer=True), known["草莓"], known["菠菜"]) is True
    assert judge_pair(WavelengthCompared(longer=True), known["大蒜"], known["菠菜"]) is False
    assert judge(InCategory("fruit"), unknown_thing("plant")) is None


def test_numbers_follow_from_properties() -> None:
    options = {"A": "1", "B": "2", "C": "3", "D": "4"}
    proof = prove_properties(ReasoningItem(ZOO, "蚂蚁养在____号场馆中。", options, "zh"))
    assert proof.status is Status.PROVED
    assert proof.arrangements == 1
    assert proof.answer == frozenset({"C"})
    assert prove_properties(ReasoningItem(ZOO, "哺乳动物养在____号场馆中。", options, "zh")).answer == frozenset({"D"})


def test_names_follow_from_properties_in_english() -> None:
    options = {"A": "hammer", "B": "tiger", "C": "banana", "D": "shirt"}
    for number, letter in ((1, "D"), (3, "B"), (4, "C")):
        proof = prove_properties(ReasoningItem(PHOTOS, f"____ is on photo No.{number}.", options, "en"))
        assert (proof.meant or proof.answer) == frozenset({letter})
    numbers = {letter: str(at) for at, letter in enumerate("ABCD", start=1)}
    proof = prove_properties(ReasoningItem(PHOTOS, "A tool is on photo No.____.", numbers, "en"))
    assert (proof.meant or proof.answer) == frozenset({"B"})


def test_an_unknown_thing_can_be_found_by_elimination() -> None:
    text = ZOO.replace("蚂蚁", "六足怪")
    options = {"A": "1", "B": "2", "C": "3", "D": "4"}
    proof = prove_properties(ReasoningItem(text, "鲤鱼养在____号场馆中。", options, "zh"))
    assert "六足怪" in [reading.sentence for reading in proof.readings if reading.meaning == "not known"]
    assert proof.options is not None
    assert proof.options["B"].verdict is not Truth.ALWAYS


def test_wrong_knowledge_or_a_wrong_text_is_no_proof() -> None:
    text = ZOO.replace("1号场馆中的动物没有腿", "1号场馆中的动物有100条腿")
    proof = prove_properties(ReasoningItem(text, "鲤鱼养在____号场馆中。", {"A": "1", "B": "2"}, "zh"))
    assert proof.status is Status.NO_ARRANGEMENT
    assert proof.answer is None


@pytest.mark.parametrize(
    ("text", "question", "left_over"),
    [
        (ZOO.replace("会飞", "很凶"), "鲤鱼养在____号场馆中。", "2号场馆中的动物很凶"),
        (ZOO, "鲤鱼爱吃____。", "1"),
        ("动物园关门了。", "鲤鱼养在____号场馆中。", "动物园关门了。"),
    ],
)
def test_what_cannot_be_read_is_said(text: str, question: str, left_over: str) -> None:
    proof = prove_properties(ReasoningItem(text, question, {"A": "1"}, "zh"))
    assert proof.status is Status.UNREAD
    assert proof.unread == (left_over,)


@pytest.mark.parametrize(
    ("phrase", "language", "name", "outcome"),
    [
        ("甜的水果", "zh", "香蕉", True),
        ("开黄色花的蔬菜", "zh", "黄瓜", True),
        ("4条腿的动物", "zh", "老虎", True),
        ("没有腿的动物", "zh", "老虎", False),
        ("会游泳的物品", "zh", "鲤鱼", True),
        ("圆形的物品", "zh", "锤子", None),
        ("可食用部分是果实的植物", "zh", "黄瓜", True),
        ("a green item", "en", "cucumber", True),
        ("an edible item", "en", "hammer", False),
        ("a plant whose edible part is its fruit", "en", "cucumber", True),
        ("a white animal", "en", "goose", True),
        ("生活在海水中的动物", "zh", "鲨鱼", True),
        ("味道是辣的蔬菜", "zh", "大蒜", True),
        ("an animal with 6 legs", "en", "ant", True),
        ("an animal that has no legs", "en", "carp", True),
        ("an animal that can fly", "en", "sparrow", True),
        ("an animal living in fresh water", "en", "carp", True),
        ("a green plant that tastes sweet", "en", "hammer", False),
        ("an item whose flower is yellow", "en", "cucumber", True),
    ],
)
def test_descriptions(phrase: str, language: Language, name: str, outcome: bool | None) -> None:
    claims = read_description(phrase, language)
    assert claims is not None
    assert fits(claims, things(language)[name]) is outcome


@pytest.mark.parametrize(
    ("phrase", "language"),
    [
        ("物品", "zh"),
        ("奇怪的物品", "zh"),
        ("水果的朋友", "zh"),
        ("a strange item", "en"),
        ("green cheese", "en"),
        ("an animal with a hat", "en"),
        ("an animal living nearby", "en"),
        ("an item whose flower is big", "en"),
    ],
)
def test_what_is_no_description(phrase: str, language: Language) -> None:
    assert read_description(phrase, language) is None


def test_described_things_on_a_shelf() -> None:
    assert descriptions("4条腿的动物在红色的水果正上方", (), "zh") == ["4条腿的动物", "红色的水果"]
    options = {"A": "老虎", "B": "可乐", "C": "锤子", "D": "以上选项都不是"}
    proof = prove_described_things(ReasoningItem(SHELF, "___在钢琴正上方且二者隔了一层", options, "zh"))
    assert proof.status is Status.NO_ARRANGEMENT
    text = SHELF.replace("\n服饰和饮品隔着一层。", "\n服饰和饮品左右相邻。").replace(
        "工具在服饰右上方", "工具在服饰下一层"
    )
    proof = prove_described_things(ReasoningItem(text, "___在钢琴正上方且二者不隔层", options, "zh"))
    assert proof.answer == frozenset({"C"})


def test_a_described_scene_that_cannot_be_read() -> None:
    proof = prove_described_things(ReasoningItem("苹果掉了。", "___在顶层", {"A": "苹果"}, "zh"))
    assert proof.unread == ("苹果掉了。",)
    proof = prove_described_things(ReasoningItem(SHELF + "\n饮品在三楼。", "___在顶层", {"A": "可乐"}, "zh"))
    assert proof.unread == ("饮品在三楼",)


def test_assignments_agree_with_trying_all_of_them() -> None:
    """Each order of four numbers is left exactly when no claim is false of it."""
    known = [things("zh")[name] for name in ("老虎", "麻雀", "鲤鱼", "蚂蚁")]
    left = [
        order
        for order in permutations((1, 2, 3, 4))
        if known[order.index(2)].has("fly", "yes") is not False
        and known[order.index(1)].has("legs", "0") is not False
        and judge_pair(LegsTotal(10), known[order.index(3)], known[order.index(4)]) is not False
    ]
    text = ZOO.replace("3号场馆中的动物比4号场馆中的动物多2条腿", "3号场馆中的动物与4号场馆中的动物加起来有10条腿")
    proof = prove_properties(ReasoningItem(text, "鲤鱼养在____号场馆中。", {"A": "1", "B": "2"}, "zh"))
    assert proof.arrangements == len(left) == 2
