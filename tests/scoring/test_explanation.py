"""What can be said of an explanation without people, and the score people give."""

from collections.abc import Callable

import pytest

from pingce.scoring.measures.explanation import (
    ExplanationHelpers,
    HumanRating,
    character_bleu,
    difference,
    entities,
    names_difference,
    rouge_l,
    template_parts,
)
from pingce.scoring.run import score
from pingce.spec.values import Verdict
from pingce.tasks.catalog import TASKS
from tests.builders import make_case, make_verdict_case

FIRST, SECOND = "猫在箱子里面睡着了。", "猫在箱子外面睡着了。"
FULL = (
    "两段文本的差异在于“箱子里面”和“箱子外面”。涉及的空间实体有“猫”和“箱子”。"
    "“里面”和“外面”描述的位置不同。所以两段文本不能描述相同的场景。"
)


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        (FIRST, SECOND, ((4, 5), (4, 5))),
        ("他上楼", "他下了楼", ((1, 2), (1, 3))),
        ("门前有树", "门有树", ((1, 2), (1, 1))),
        ("高高的", "高的", ((1, 2), (1, 1))),
        ("一样", "一样", ((2, 2), (2, 2))),
        ("", "多", ((0, 0), (0, 1))),
        ("甲", "乙", ((0, 1), (0, 1))),
        ("𠮷在左", "𠮷在右", ((2, 3), (2, 3))),
    ],
)
def test_where_two_texts_differ(first: str, second: str, expected: tuple[tuple[int, int], tuple[int, int]]) -> None:
    assert difference(first, second) == expected


@pytest.mark.parametrize(
    ("explanation", "named"),
    [
        ("“箱子里面”说的是内部", True),
        ("「里」字", True),
        ('用了"里面"', True),
        ("“箱子”里面", False),
        ("箱子里面", False),
        ("“房子里面”", False),
    ],
)
def test_a_quotation_must_cover_the_difference(explanation: str, *, named: bool) -> None:
    assert names_difference(explanation, FIRST, (4, 5)) is named


def test_a_later_occurrence_of_the_quotation_counts_too() -> None:
    text = "里屋的箱子里"
    assert names_difference("“里”", text, (5, 6))


@pytest.mark.parametrize(
    ("explanation", "found"),
    [
        (FULL, ["猫", "箱子"]),
        ("“猫”是空间实体“箱子”的邻居。", ["箱子"]),
        ("“猫”和“箱子”。", []),
        ("空间实体没有引号。", []),
        ("", []),
    ],
)
def test_entities_are_the_quotations_after_the_word(explanation: str, found: list[str]) -> None:
    assert entities(explanation) == found


@pytest.mark.parametrize(
    ("explanation", "judge", "share"),
    [
        (FULL, "false", 1.0),
        (FULL, "true", 0.75),
        ("所以可以描述相同的场景。", "true", 0.25),
        ("所以可以描述相同的场景。", "false", 0.0),
        ("不可以描述相同的场景。", "false", 0.25),
        ("不可以描述相同的场景。", "true", 0.0),
        ("差异在于“上”。", "true", 0.0),
        ("", "true", 0.0),
    ],
)
def test_parts_of_the_template(explanation: str, judge: str, share: float) -> None:
    assert template_parts(explanation, judge) == share


@pytest.mark.parametrize("measure", [character_bleu, rouge_l])
@pytest.mark.parametrize("text", ["同", "同样", FULL, "a b 1 Ｓ"])
def test_the_same_words_are_exactly_one_and_no_words_nothing(measure: Callable[[str, str], float], text: str) -> None:
    assert measure(text, text) == pytest.approx(1.0, abs=1e-12)
    assert measure(text, text) <= 1.0
    assert measure("", text) == measure(text, "") == measure("", "") == 0.0


def test_near_words_lie_between() -> None:
    assert rouge_l("猫在里面", "猫在外面") == pytest.approx(0.75)
    assert 0 < character_bleu("猫在箱子里面睡", "猫在箱子外面睡") < 1


def test_helpers_look_at_the_first_verdict_of_each_side() -> None:
    case = make_verdict_case(Verdict("false", FULL), Verdict("false", FULL), texts=(FIRST, SECOND))
    measure = ExplanationHelpers()
    assert measure.row(case) == pytest.approx((1.0,) * 5)
    assert list(measure.combine((2.0, 1.0, 0.0, 0.5, 0.5), 2)) == list(measure.columns)


def test_no_verdict_has_no_points() -> None:
    assert ExplanationHelpers().row(make_verdict_case(Verdict("true", FULL), None)) == (0.0,) * 5


def test_without_texts_no_difference_can_be_named() -> None:
    answer = {"verdicts": (Verdict("false", FULL),)}
    assert ExplanationHelpers().row(make_case(answer, answer))[0] == 0.0


def test_points_count_only_where_the_judgement_is_right() -> None:
    gold = Verdict("true", "同")
    cases = [
        make_verdict_case(gold, Verdict("true", "同"), qid="a"),
        make_verdict_case(gold, Verdict("false", "同"), qid="b"),
        make_verdict_case(gold, None, qid="c"),
        make_verdict_case(gold, Verdict("true", "同"), qid="not rated"),
    ]
    ratings = HumanRating({"a": [80, 100], "b": [100], "c": [100]})
    assert ratings.rows(cases) == [(90.0, 1.0), (0.0, 1.0), (0.0, 1.0), (0.0, 0.0)]
    result = score(TASKS["space2023/task3"], cases, extra={"human": ratings})
    assert result.measures["human"].numbers == {"score": 22.5}
    assert result.main == 22.5  # what people say ranks once they have rated
    assert score(TASKS["space2023/task3"], cases).main == 0.5
