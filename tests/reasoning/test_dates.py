"""Proofs about years and weekdays, in our own sentences."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pingce.reasoning.dates.claims import DateClaim
from pingce.reasoning.dates.prove import prove_dates
from pingce.reasoning.dates.reading import DATE_PATTERNS, plain_sentence, read_claims
from pingce.reasoning.dates.timeline import Timeline
from pingce.reasoning.item import Language, ReasoningItem
from pingce.reasoning.proof import Status, Truth

EXAMPLES = [example for pattern in DATE_PATTERNS for example in pattern.examples]
LIFE = (
    "阿强的孙子正在讲爷爷的故事: \n(1)他出生是在1920年; \n(2)在他出生的6年之后，他开始上小学; \n(3)他上小学一共6年; "
    "\n(4)在联合国成立之前3年，他结婚。"
)
WEEK = (
    "Tom is a baker, and here are his weekly plans: \n(1)On Monday, Tom swims; \n(2)3 days after Tom swims, he sings."
)


@pytest.mark.parametrize(("sentence", "claims"), EXAMPLES)
def test_an_example_makes_the_claims_it_says(sentence: str, claims: tuple[DateClaim, ...]) -> None:
    assert read_claims(sentence, "en" if sentence.isascii() else "zh") == claims


@pytest.mark.parametrize(
    ("sentence", "language"),
    [
        ("他也许结婚了", "zh"),
        ("他游泳的时间比他唱歌的时间长3年", "zh"),
        ("他结婚是在他游泳期间", "zh"),
        ("~ may retire", "en"),
    ],
)
def test_other_sentences_are_unread(sentence: str, language: Language) -> None:
    assert read_claims(sentence, language) is None


def test_the_person_is_written_alike_whatever_the_sentence_calls_them() -> None:
    assert plain_sentence("Tom swims 2 days after he sings.", ["Tom"], "en") == "~ swims 2 days after ~ sings"
    assert plain_sentence("在阿强出生之后，他结婚。", ["阿强"], "zh") == "在他出生之后，他结婚"


def test_years_follow_from_the_conditions_and_the_dates_of_the_world() -> None:
    options = {
        "A": "他小学毕业是在1932年。",
        "B": "他结婚的年份比他小学毕业早。",
        "C": "他出生和他结婚之间相隔22年。",
        "D": "以上选项均不符合题目要求。",
    }
    proof = prove_dates(ReasoningItem(LIFE, "以下选项中正确的是____", options, "zh"))
    assert proof.status is Status.PROVED
    assert proof.answer == frozenset({"A", "C"})
    proof = prove_dates(ReasoningItem(LIFE, "以下选项中不正确的是____", options, "zh"))
    assert proof.answer == frozenset({"B"})


def test_a_week_comes_round() -> None:
    options = {"A": "4", "B": "3", "C": "5"}
    item = ReasoningItem(WEEK, "Tom swims ____ day(s) after he sings.", options, "en")
    assert prove_dates(item).answer == frozenset({"A"})
    item = ReasoningItem(
        WEEK, "The gap between the time Tom swims and the time he sings is ____ day(s).", options, "en"
    )
    assert prove_dates(item).answer == frozenset({"B"})


def test_what_the_conditions_leave_open_is_not_proved() -> None:
    text = LIFE + "\n(5)他退休的时间比他成为父亲晚20年"
    proof = prove_dates(ReasoningItem(text, "____是在1950年。", {"A": "他退休", "B": "他结婚"}, "zh"))
    assert proof.options is not None
    assert [option.verdict for option in proof.options.values()] == [Truth.SOMETIMES, Truth.NEVER]


@pytest.mark.parametrize(
    ("text", "option", "left_over"),
    [
        (LIFE + "\n(5)他大概很老", "他结婚", "他大概很老"),
        (LIFE, "他学会游泳", "他学会游泳"),
        ("今天天气很好。", "他结婚", "今天天气很好。"),
    ],
)
def test_what_cannot_be_read_is_said(text: str, option: str, left_over: str) -> None:
    proof = prove_dates(ReasoningItem(text, "____是在1942年。", {"A": option}, "zh"))
    assert proof.status is Status.UNREAD
    assert proof.unread == (left_over,)


def test_contradicting_years_leave_no_timeline() -> None:
    proof = prove_dates(ReasoningItem(LIFE + "\n(5)他出生是在1921年", "____是在1942年。", {"A": "他结婚"}, "zh"))
    assert proof.status is Status.NO_ARRANGEMENT


def test_a_contradicting_week_has_no_timeline_but_a_week_later_is_the_same_day() -> None:
    options = {"A": "Tom swims", "B": "Tom sings"}
    again = WEEK + "; \n(3)7 days after Tom swims, he swims."
    assert prove_dates(ReasoningItem(again, "On Thursday, ____.", options, "en")).answer == frozenset({"B"})
    wrong = WEEK + "; \n(3)On Tuesday, Tom swims."
    assert prove_dates(ReasoningItem(wrong, "On Thursday, ____.", options, "en")).status is Status.NO_ARRANGEMENT


EQUATIONS = st.lists(
    st.tuples(
        st.dictionaries(st.sampled_from("abc"), st.sampled_from([-1, 1]), min_size=1, max_size=3), st.integers(-2, 2)
    ),
    max_size=4,
)


@given(EQUATIONS, st.dictionaries(st.sampled_from("abc"), st.sampled_from([-1, 1]), min_size=1, max_size=2))
@settings(max_examples=150, deadline=None)
def test_a_value_said_to_follow_is_the_value_in_every_solution(
    equations: list[tuple[dict[str, int], int]], asked: dict[str, int]
) -> None:
    timeline = Timeline()
    for terms, value in equations:
        timeline.add(terms, value)
    halves = [Fraction(at, 2) for at in range(-8, 9)]
    solutions = [
        dict(zip("abc", point, strict=True))
        for point in product(halves, repeat=3)
        if all(sum(by * point["abc".index(m)] for m, by in terms.items()) == value for terms, value in equations)
    ]
    if not timeline.consistent():
        assert solutions == []
    fixed = timeline.value(asked)
    if timeline.consistent() and fixed is not None:
        assert {sum(by * solution[moment] for moment, by in asked.items()) for solution in solutions} <= {fixed}
