"""Proofs about families and other ties, in our own sentences."""

import random

import pytest

from pingce.reasoning.described import prove_described_people
from pingce.reasoning.item import ReasoningItem
from pingce.reasoning.people.infer import follow, tell
from pingce.reasoning.people.prove import prove_people
from pingce.reasoning.people.reading import chains_in, read_chain, read_people, read_relation
from pingce.reasoning.people.society import Gender, ImpossibleError, Society
from pingce.reasoning.people.words import RELATION_WORDS as ALL_WORDS
from pingce.reasoning.proof import Status, Truth
from pingce.reasoning.prove import prove

RELATION_WORDS = ALL_WORDS["zh"]
KIN = [word for word, steps in RELATION_WORDS.items() if all(type(step).__name__ == "Kin" for step in steps)]
WORK = (
    "已知：周明是吴红的领导，也是郑亮的前夫。吴红是郑亮的数位同事中的一位，也是王芳的妹妹。"
    "孙立是郑亮的数位同事中的一位。"
)


def family() -> dict[str, tuple[Gender, str | None, str | None, int]]:
    """Three generations: name → gender, father, mother, order of birth."""
    male, female = Gender.MALE, Gender.FEMALE
    return {
        "钱一": (male, None, None, 1),
        "钱二": (female, None, None, 2),
        "钱三": (male, "钱一", "钱二", 3),
        "钱四": (female, "钱一", "钱二", 4),
        "钱五": (male, "钱一", "钱二", 5),
        "钱六": (female, None, None, 6),
        "钱七": (male, None, None, 7),
        "钱八": (male, "钱三", "钱六", 8),
        "钱九": (female, "钱三", "钱六", 9),
        "钱十": (male, "钱七", "钱四", 10),
        "钱百": (female, "钱七", "钱四", 11),
        "钱千": (male, None, None, 12),
        "钱万": (female, "钱千", "钱九", 13),
    }


def complete() -> Society:
    society = Society()
    members = family()
    for name, (gender, father, mother, _) in members.items():
        society.set_gender(society.named(name), gender)
        if father and mother:
            tell(society, society.named(name), RELATION_WORDS["爸爸"], society.named(father))
            tell(society, society.named(name), RELATION_WORDS["妈妈"], society.named(mother))
    for first in members:
        for second in members:
            a, b = members[first], members[second]
            if first != second and a[1] and a[1] == b[1] and a[3] < b[3]:
                society.older.add((society.named(first), society.named(second)))
    return society


def truths(society: Society, words: list[str], length: int) -> list[tuple[str, list[str], str]]:
    """Everything true that can be said with so many words, as start, words, end."""
    found = [(name, list[str](), society.named(name)) for name in family()]
    for _ in range(length):
        found = [
            (start, [*said, word], end)
            for start, said, at in found
            for word in words
            for end in follow(society, at, RELATION_WORDS[word])
            if end in society.name_of
        ]
    return [(start, said, society.name_of[end]) for start, said, end in found]


@pytest.mark.parametrize("seed", range(12))
def test_nothing_false_follows_and_nothing_true_is_impossible(seed: int) -> None:
    whole = complete()
    rng = random.Random(seed)
    true = {(start, tuple(said), end) for length in (1, 2) for start, said, end in truths(whole, KIN, length)}
    told = rng.sample(sorted(true), 9)
    text = "已知：" + "".join(f"{end}是{start}的{'的'.join(said)}。" for start, said, end in told)
    names = sorted(family())
    asked = rng.sample(sorted(true), 10) + [
        (rng.choice(names), tuple(rng.choices(KIN, k=rng.choice((1, 2)))), rng.choice(names)) for _ in range(20)
    ]
    options = {str(at): f"{end}是{start}的{'的'.join(said)}" for at, (start, said, end) in enumerate(asked)}
    proof = prove_people(ReasoningItem(text, "以下选项正确的是___", options, "zh"))
    assert proof.status is Status.PROVED
    assert proof.options is not None
    for at, claim in enumerate(asked):
        verdict = proof.options[str(at)].verdict
        if claim in true:
            assert verdict is not Truth.NEVER, options[str(at)]
        else:
            assert verdict is not Truth.ALWAYS, options[str(at)]


@pytest.mark.parametrize("seed", range(12))
def test_whoever_a_word_leads_to_is_that_relative_in_the_whole_family(seed: int) -> None:
    whole = complete()
    true = {(start, tuple(said), end) for length in (1, 2) for start, said, end in truths(whole, KIN, length)}
    told = Society()
    for start, said, end in random.Random(seed).sample(sorted(true), 12):
        tell(told, told.named(start), [step for word in said for step in RELATION_WORDS[word]], told.named(end))
    for name in sorted(told.names):
        for word in KIN:
            ends = {
                told.name_of[end] for end in follow(told, told.named(name), RELATION_WORDS[word]) if end in told.name_of
            }
            assert {(name, (word,), end) for end in ends} <= true


def test_what_follows_from_ties_and_names() -> None:
    options = {
        "A": "王芳的妹妹是周明的下属",
        "B": "郑亮的某位名字中带有红的同事是周明的徒弟",
        "C": "郑亮的前妻是吴红的领导",
        "D": "周明的前妻是孙立的同僚",
    }
    proof = prove_people(ReasoningItem(WORK, "以下选项正确的是___", options, "zh"))
    assert proof.answer == frozenset({"A", "D"})
    assert proof.options is not None
    assert proof.options["C"].verdict is Truth.NEVER  # 郑亮 is the wife


def test_the_wrong_one_is_the_impossible_one() -> None:
    text = "已知：丁大是丁二的爸爸，也是丁三的爷爷。丁四是丁二的姐姐。"
    options = {"A": "丁三是丁大的妈妈", "B": "丁四是丁大的女儿", "C": "丁三是丁二的儿子", "D": "丁三是丁四的侄子"}
    proof = prove_people(ReasoningItem(text, "以下选项不正确的是___", options, "zh"))
    assert proof.answer == frozenset({"A"})
    assert proof.options is not None
    assert proof.options["B"].verdict is Truth.ALWAYS
    assert proof.options["C"].verdict is Truth.SOMETIMES


@pytest.mark.parametrize(
    ("text", "question", "options", "left_over"),
    [
        ("已知：甲一是乙二的债主。", "以下选项正确的是___", {"A": "甲一是乙二的弟弟"}, "甲一是乙二的债主"),
        ("已知：甲一是乙二的弟弟。", "以下选项正确的是___", {"A": "甲一喜欢乙二"}, "甲一喜欢乙二"),
        ("已知：甲一是乙二的弟弟。", "谁最大？", {"A": "甲一"}, "已知：甲一是乙二的弟弟。"),
    ],
)
def test_what_cannot_be_read_is_said(text: str, question: str, options: dict[str, str], left_over: str) -> None:
    proof = prove_people(ReasoningItem(text, question, options, "zh"))
    assert proof.status is Status.UNREAD
    assert proof.unread == (left_over,)


@pytest.mark.parametrize(
    "text",
    [
        "已知：甲一是乙二的弟弟，也是丙三的姐姐。",
        "已知：甲一是乙二的哥哥。乙二是甲一的哥哥。",
        "已知：甲一是乙二的爸爸。乙二是丙三的爸爸。丙三是甲一的爷爷。",
        "已知：甲一是乙二的老公。甲一是乙二的哥哥。",
        "已知：甲一是乙二的爸爸。丙三是乙二的爸爸。",
        "已知：甲一是甲一的哥哥。",
    ],
)
def test_an_impossible_family_is_told_apart(text: str) -> None:
    proof = prove_people(ReasoningItem(text, "以下选项正确的是___", {"A": "甲一是乙二的弟弟"}, "zh"))
    assert proof.status is Status.NO_ARRANGEMENT


def test_a_mother_nobody_said_is_a_woman_is_meant_but_not_proved() -> None:
    text = "已知：甲一是乙二的儿子。丙三是乙二的领导。"
    options = {"A": "甲一的母亲是丙三的下属", "B": "甲一的母亲是丙三的徒弟"}
    proof = prove_people(ReasoningItem(text, "以下选项正确的是___", options, "zh"))
    assert proof.status is Status.UNDERDETERMINED
    assert (proof.answer, proof.meant) == (frozenset(), frozenset({"A"}))


def test_an_elder_sibling_is_brother_or_sister() -> None:
    options = {"A": "甲一是乙二的哥哥", "B": "甲一是乙二的姐姐"}
    proof = prove_people(ReasoningItem("已知：乙二是甲一的弟弟。", "以下选项正确的是___", options, "zh"))
    assert proof.options is not None
    assert {option.verdict for option in proof.options.values()} == {Truth.SOMETIMES}


def test_reading() -> None:
    assert read_people("已知：甲一是乙二的弟弟。丙三是甲一的老公。", "zh") == ["甲一是乙二的弟弟", "丙三是甲一的老公"]
    assert read_chain("X的弟弟", "zh") is None
    assert read_chain("甲一的〔", "zh") is None
    assert read_relation("没有谓语", "zh") is None
    chain = read_chain("甲一的某位名字中带有二的同事", "zh")
    assert chain is not None
    assert chain.words[0][1] == "二"


def test_two_names_are_two_people() -> None:
    society = Society()
    with pytest.raises(ImpossibleError):
        society.same_person(society.named("甲一"), society.named("乙二"))


SEATED = (
    "周明、吴红、郑亮、王芳、孙立、钱英六位学生围成一个圆圈，六人都面朝内正对圆心而坐。已知：周明是吴红的丈夫，也是郑亮的领导；"
    "\n王芳是孙立的姐姐；\n吴红在郑亮的领导的左边紧挨着；\n孙立的姐姐在吴红的左边紧挨着；\n孙立在周明正对面；\n郑亮在孙立的左边紧挨着。"
)
SEATED_EN = (
    "Ann, Bob, Eve, Tom, - Four people sit in a booth, facing each other. It is known that: Ann is Bob's wife;"
    " Tom is the boss of Eve; The wife of Bob is next to Eve's boss on the left side; Bob is directly opposite Tom."
)


def test_people_described_by_their_relations_take_seats() -> None:
    options = {"A": "王芳", "B": "孙立", "C": "郑亮", "D": "以上选项都不是"}
    proof = prove(ReasoningItem(SEATED, "()与钱英相邻。", options, "zh"))
    assert (proof.domain, proof.status) == ("space+social", Status.PROVED)
    assert proof.answer == frozenset({"C"})
    english = {"A": "Ann", "B": "Tom", "C": "Bob"}
    proof = prove(ReasoningItem(SEATED_EN, "Eve is directly opposite ().", english, "en"))
    assert (proof.domain, proof.answer) == ("space+social", frozenset({"A"}))


def test_a_scene_with_impossible_people_has_no_arrangement() -> None:
    text = SEATED.replace("王芳是孙立的姐姐", "王芳是孙立的姐姐；孙立是王芳的妈妈；王芳是钱英的哥哥")
    proof = prove_described_people(ReasoningItem(text, "()与钱英相邻。", {"A": "王芳"}, "zh"))
    assert proof.status is Status.NO_ARRANGEMENT
    proof = prove_described_people(ReasoningItem("天晴了。", "()与钱英相邻。", {"A": "王芳"}, "zh"))
    assert proof.status is Status.UNREAD


def test_relations_in_english() -> None:
    text = "It is known that: Ann is Bob's wife, and also Eve's boss. Tom is the younger brother of Bob."
    options = {
        "A": "Eve is the subordinate of Bob's wife.",
        "B": "Ann is Tom's elder brother's wife.",
        "C": "Ann is Tom's mother.",
        "D": "Tom is Eve's son.",
    }
    proof = prove(ReasoningItem(text, "Select the correct statement(s): ____", options, "en"))
    assert (proof.domain, proof.answer) == ("social", frozenset({"A", "B"}))
    assert proof.options is not None
    assert proof.options["C"].verdict is Truth.NEVER
    assert proof.options["D"].verdict is Truth.SOMETIMES


def test_phrases_that_mean_people() -> None:
    assert chains_in("乙二的姐姐的儿子在甲一左边", ("甲一", "乙二"), "zh") == ["乙二的姐姐的儿子"]
    assert chains_in("The wife of Bob sits by Ann's boss", ("Ann", "Bob"), "en") == ["The wife of Bob", "Ann's boss"]
    assert chains_in("甲一在左边", (), "zh") == []


def test_somebody_the_text_does_not_tell_of_is_unread_and_no_contradiction() -> None:
    text = SEATED.replace("王芳是孙立的姐姐", "王芳是孙立的妹妹")
    proof = prove_described_people(ReasoningItem(text, "()与钱英相邻。", {"A": "王芳", "B": "孙立"}, "zh"))
    assert proof.status is Status.UNREAD
    assert proof.unread == ("孙立的姐姐",)
