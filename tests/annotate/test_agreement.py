"""When two answers agree, and how far."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pingce.annotate.agreement import agree, likeness
from pingce.annotate.forms import form_of
from pingce.annotate.rules.examples import anomaly, reason, scene, senses, step
from pingce.annotate.rules.model import RuleExample
from pingce.formats.encode import encode_value
from pingce.scoring.likeness import BEST, MEAN, RATING_LEVELS, Definition, RatingLevel, joint_rating
from pingce.spec.shapes import SenseChoice
from pingce.tasks.ratings import RATING
from tests import strategies

TEXT = "小明把书放在桌子上，他走到窗边。"
BOOK = {"空间实体": "书", "事件": "放", "处所": "在桌子上"}
HE = {"空间实体": "他", "事件": "走", "终点": "到窗边"}
ORDER = {"fine": 1, "someFine": 2, "someBad": 3, "bad": 4}


def alike(a: RuleExample, b: RuleExample, definition: Definition = MEAN) -> float:
    assert a.form == b.form
    return likeness(form_of(a.form), a.raw, b.raw, definition)


@pytest.mark.parametrize(
    ("a", "b", "strict", "binary", "loose"),
    [
        ("fine", "fine", "fine", "fine", "fine"),
        ("fine", "someFine", "distinct", "fine", "fine"),
        ("someFine", "someFine", "someFine", "fine", "fine"),
        ("someFine", "someBad", "distinct", "distinct", "undetermined"),
        ("someBad", "bad", "distinct", "bad", "bad"),
        ("fine", "someBad", "distinct", "distinct", "distinct"),
        ("fine", "bad", "distinct", "distinct", "distinct"),
        ("other", "other", "other", "other", "other"),
        ("other", "bad", "distinct", "distinct", "distinct"),
        ("bad", None, "distinct", "distinct", "distinct"),
    ],
)
def test_two_ratings_at_three_levels(a: str, b: str | None, strict: str, binary: str, loose: str) -> None:
    assert [joint_rating(RATING, a, b, level) for level in RATING_LEVELS] == [strict, binary, loose]
    assert [joint_rating(RATING, b, a, level) for level in RATING_LEVELS] == [strict, binary, loose]


@pytest.mark.parametrize("a", RATING.labels)
@pytest.mark.parametrize("b", RATING.labels)
def test_loose_agreement_is_a_distance_of_one(a: str, b: str) -> None:
    near = a == b or (a in ORDER and b in ORDER and abs(ORDER[a] - ORDER[b]) == 1)
    assert agree(form_of("space-rating"), {"rating": a}, {"rating": b}, level="loose") == near


@pytest.mark.parametrize(("level", "expected"), [("strict", False), ("binary", True), ("loose", True)])
def test_ratings_agree_by_level(level: RatingLevel, expected: bool) -> None:
    one, other = {"rating": "bad", "comment": "怪"}, {"rating": "someBad"}
    assert agree(form_of("space-rating"), one, other, level=level) == expected


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        (step(TEXT, BOOK), step(TEXT, BOOK), 1.0),
        (step(TEXT, BOOK, HE), step(TEXT, HE, BOOK), 1.0),
        (step(TEXT, BOOK, HE), step(TEXT, BOOK), 2 / 3),
        (step(TEXT, BOOK), step(TEXT, HE), 0.0),
        (step(TEXT, BOOK), step(TEXT, {"空间实体": "书", "处所": "在桌子上"}), 2 / 3),
        (step(TEXT, BOOK, corefs=[["小明", "他"]]), step(TEXT, BOOK), 2 / 3),
        (step(TEXT, BOOK, corefs=[["小明", "他"]]), step(TEXT, BOOK, corefs=[["他", "小明"]]), 1.0),
        (step(TEXT, special="faulty"), step(TEXT, BOOK, special="faulty"), 1.0),
        (step(TEXT, special="faulty"), step(TEXT, BOOK), 0.0),
        (step(TEXT, special="faulty"), step(TEXT, special="no-space"), 0.0),
        (reason(TEXT, "C", S="书", P="在桌子上"), reason(TEXT, "C", S="书", P="在桌子上"), 1.0),
        (reason(TEXT, "C", S="书", P="桌子上"), reason(TEXT, "C", S="书", P="在桌子上"), 8 / 9),
        (reason(TEXT, "A", text1="桌子", text2="上"), reason(TEXT, "C", S="桌子", P="上"), 0.0),
        (anomaly(TEXT, S1="书", P1="在桌子上"), anomaly(TEXT, S1="书"), 1 / 3),
        (senses("舀取", "撞击"), senses("撞击", "舀取"), 1.0),
        (senses("舀取", "撞击"), senses("撞击"), 0.0),
        (senses(special="none"), senses(special="none"), 1.0),
        (senses(special="none"), senses("撞击"), 0.0),
        (scene("甲", "乙", "true", "一样"), scene("甲", "乙", "true", "相同"), 1.0),
        (scene("甲", "乙", "true", "一样"), scene("甲", "乙", "false", "一样"), 0.0),
    ],
)
@pytest.mark.parametrize("definition", [MEAN, BEST])
def test_likeness_where_both_directions_say_the_same(
    a: RuleExample, b: RuleExample, expected: float, definition: Definition
) -> None:
    assert alike(a, b, definition) == pytest.approx(expected, abs=1e-12)
    assert alike(b, a, definition) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize(
    ("a", "b", "mean", "best"),
    [
        # 小明 and 他 are one for the first annotator; only where the first is gold did the second mark the same thing.
        (
            step(TEXT, {"空间实体": "他", "终点": "到窗边"}, corefs=[["小明", "他"]]),
            step(TEXT, {"空间实体": "小明", "终点": "到窗边"}),
            1 / 3,
            2 / 3,
        ),
        # The script of 2022 does not count gold roles nobody submitted: 1 in one direction, 1/3 in the other.
        (reason(TEXT, "C", S="书", P="在桌子上"), reason(TEXT, "C", S="书"), 2 / 3, 1 / 3),
    ],
)
def test_the_mean_of_both_directions_counts_unless_a_campaign_began_with_the_best(
    a: RuleExample, b: RuleExample, mean: float, best: float
) -> None:
    for one, other in ((a, b), (b, a)):
        assert alike(one, other) == pytest.approx(mean)
        assert alike(one, other, BEST) == pytest.approx(best)


def test_tuples_without_any_content_on_either_side_are_the_same() -> None:
    assert alike(step(TEXT), step(TEXT)) == 1.0


def test_numbers_are_as_near_as_their_distance_on_the_scale() -> None:
    form = form_of("explanation-rating")
    one = {"fluency": 80, "accuracy": 80, "entities": 80, "relations": 80}
    assert likeness(form, one, {**one, "fluency": 40}) == pytest.approx(0.9)
    assert likeness(form, one, {"fluency": 80}) == 0.25


@pytest.mark.parametrize(("threshold", "expected"), [(0.8, True), (8 / 9, True), (0.9, False), (1.0, False)])
def test_fragments_agree_from_the_threshold_on(threshold: float, expected: bool) -> None:
    a, b = reason(TEXT, "C", S="书", P="桌子上"), reason(TEXT, "C", S="书", P="在桌子上")
    assert agree(form_of(a.form), a.raw, b.raw, threshold=threshold) == expected


@pytest.mark.parametrize(("judge", "expected"), [(1, 1.0), (0, 0.0)])
def test_plain_judgements_are_equal_or_not(judge: int, expected: float) -> None:
    assert likeness(form_of("space2022/task1"), {"judge": 1, "comment": "好"}, {"judge": judge}) == expected


def test_an_unreadable_answer_agrees_with_nothing() -> None:
    assert likeness(form_of("wsd"), senses("舀取").raw, "???") == 0.0


@given(st.data(), st.sampled_from(["space2022/task2", "space2022/task3", "space2023/task1", "wsd/senses"]))
def test_every_answer_is_like_itself_and_likeness_has_no_direction(data: st.DataObject, task_id: str) -> None:
    form = form_of(task_id)
    text = data.draw(strategies.texts)
    sides = []
    for _ in range(2):
        field = form.task.public_answer[0]
        is_senses = isinstance(field.shape, SenseChoice)
        value = data.draw(strategies.senses(gold=True) if is_senses else strategies.values(field.shape, text))
        sides.append({field.key: encode_value(field.shape, value)})
    a, b = sides
    assert likeness(form, a, a) == pytest.approx(1.0)
    assert likeness(form, a, b) == pytest.approx(likeness(form, b, a))
    assert 0.0 <= likeness(form, a, b) <= 1.0 + 1e-9
