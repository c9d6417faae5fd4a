"""Accuracy, speed and levels of people; who is left out of a human test."""

from pathlib import Path

import pytest

from pingce.quality.accuracy import AnswerJudge
from pingce.quality.agreement.numbers import AgreementNumber
from pingce.quality.annotations import Annotation, Annotations, RuleHit
from pingce.quality.levels import LevelFacts, load_levels
from pingce.quality.outliers import SubjectFacts, load_outlier_rules, outliers, within_spread
from pingce.quality.people import NO_CONTROLS, NOTHING_DECIDED, people
from pingce.quality.reading import read_annotations
from pingce.spec.errors import UserError
from pingce.spec.values import Item
from pingce.tasks.catalog import TASKS
from tests.builders import TEXT, make_reason, write, write_records

from .builders import decision, ratings, table


def test_accuracy_on_control_items_and_against_decisions() -> None:
    base = table({"A": "xxxx", "B": "xyyy"})
    known = [decision("q0", {"label": "x"}, "control"), decision("q1", {"label": "x"}, "control")]
    decided = [decision("q2", {"label": "x"}, "review"), decision("q3", {"label": "y"}, "agreed")]
    data = Annotations("", None, base.fields, base.items, base.versions, [*known, *decided])
    found = {one.name: one for one in people(data, load_levels()).people}
    assert (found["A"].control.value, found["A"].decided.value, found["A"].reviewed.value) == (1.0, 0.5, 1.0)
    assert (found["B"].control.value, found["B"].decided.value, found["B"].reviewed.value) == (0.5, 0.5, 0.0)
    assert found["A"].agreement.value == 0.25


def test_first_answers_count_and_repeated_ones_are_told() -> None:
    base = table({"A": "y"})
    versions = [*base.versions, Annotation("q0", "A", {"label": "x"}, version=2)]
    data = Annotations("", None, base.fields, base.items, versions, [decision("q0", {"label": "x"})])
    (one,) = people(data, load_levels()).people
    assert (one.decided.value, one.changed) == (0.0, 1)


def test_speed_is_a_median_and_hits_are_counted_per_answer() -> None:
    base = table({"A": "xxxx"})
    hits = (RuleHit("a", "warn"), RuleHit("b", "info"))
    versions = [
        Annotation(one.item, one.annotator, one.answer, seconds=seconds, hits=hits if seconds == 1 else ())
        for one, seconds in zip(base.versions, (1.0, 9.0, 20.0, 300.0), strict=True)
    ]
    (one,) = people(Annotations("", None, base.fields, base.items, versions), load_levels()).people
    assert (one.seconds, one.hits, one.by_rule) == (14.5, 0.25, {"a": 1})


def test_what_is_not_known_is_said_not_invented() -> None:
    (one,) = people(table({"A": "xx"}), load_levels()).people
    assert (one.control.why, one.decided.why) == (NO_CONTROLS, NOTHING_DECIDED)
    assert one.level is None
    assert one.why.en == "0 comparable items, fewer than 10"


def facts(control: float, decided: float, hits: float = 0.0, n: int = 20) -> LevelFacts:
    return LevelFacts(AgreementNumber(control, n), AgreementNumber(decided, n), AgreementNumber(0.8, n), hits, 20.0)


@pytest.mark.parametrize(
    ("one", "level", "why"),
    [
        (facts(0.95, 0.95), "A", ""),
        (facts(0.95, 0.95, hits=0.3), "B", "rule hits per answer 0.3 > 0.2"),
        (facts(0.85, 0.95), "B", "accuracy on control items 0.85 < 0.9"),
        (facts(0.7, 0.7), "C", "accuracy on control items 0.7 < 0.8; accuracy against decisions 0.7 < 0.8"),
        (facts(0.2, 0.9), "D", "accuracy on control items 0.2 < 0.65"),
    ],
)
def test_levels_from_our_thresholds(one: LevelFacts, level: str, why: str) -> None:
    found = load_levels().of(one)
    assert (found[0], found[1].en) == (level, why)


def test_a_condition_without_data_is_passed_over() -> None:
    without = LevelFacts(AgreementNumber(None, 0), AgreementNumber(0.95, 30), AgreementNumber(None, 0), 0.0, None)
    assert load_levels().of(without)[0] == "A"


def test_thresholds_of_ones_own(tmp_path: Path) -> None:
    file = tmp_path / "levels.toml"
    write(file, 'known = 1\nrating = "strict"\n[[level]]\nname = "good"\nseconds = 5\n[[level]]\nname = "hasty"\n')
    levels = load_levels(file)
    assert levels.names == ("good", "hasty")
    assert levels.of(facts(0.1, 0.1)._replace(seconds=3.0))[0] == "hasty"


def test_all_problems_of_thresholds_are_told_at_once(tmp_path: Path) -> None:
    file = tmp_path / "levels.toml"
    write(file, 'known = "ten"\nrating = "lax"\ncolour = 1\n[[level]]\nname = 3\ncontrol = "high"\nbeauty = 1\n')
    with pytest.raises(UserError) as error:
        load_levels(file)
    assert error.value.code == "bad-settings"
    places = [line.split(": ")[0] for line in error.value.message.splitlines()]
    assert places == [
        "levels.toml level[0].control",
        "levels.toml level[0].name",
        "levels.toml level[0].beauty",
        "levels.toml known",
        "levels.toml rating",
        "levels.toml colour",
    ]


@pytest.mark.parametrize(
    ("content", "code"), [("level = 3", "bad-settings"), ("a = = 1", "bad-toml"), (b"\xff", "not-utf8")]
)
def test_a_file_that_is_no_settings_is_refused(tmp_path: Path, content: str | bytes, code: str) -> None:
    file = tmp_path / "levels.toml"
    write(file, content)
    with pytest.raises(UserError) as error:
        load_levels(file)
    assert error.value.code == code


def test_neighbouring_ratings_count_as_right_for_levels(tmp_path: Path) -> None:
    line = {"item": "q", "task": "space2022/task1", "annotator": "林", "answer": {"rating": "someFine"}}
    verdict = {"item": "q", "decision": {"rating": "fine"}, "kind": "audit"}
    data = read_annotations(write_records(tmp_path / "a.jsonl", [line, verdict]))
    (one,) = people(data, load_levels()).people
    assert one.decided.value == 1.0
    assert AnswerJudge(data).score("q", {"rating": "someFine"}, {"rating": "fine"}) == 0.0


def test_fragments_are_right_as_far_as_the_tasks_scorer_says(tmp_path: Path) -> None:
    task = TASKS["space2022/task2"]
    right, said = {"reasons": (make_reason("C", S="小明", P="在桌子上"),)}, {"reasons": (make_reason("C", P="桌子上"),)}
    line = {"item": "q", "task": task.id, "annotator": "林", "answer": {"outcome": "anomaly", "reasons": []}}
    data = read_annotations(write_records(tmp_path / "a.jsonl", [line]))
    data.items["q"] = Item("q", {"text": TEXT})  # type: ignore[index]
    judge = AnswerJudge(data)
    assert judge.score("q", said, right) == pytest.approx(2 * (3 / 4) / (1 + 3 / 4))
    assert judge.score("q", {"outcome": "fine"}, {"outcome": "fine"}) == 1.0
    assert judge.score("q", {"outcome": "fine"}, {"outcome": "unusable"}) == 0.0
    assert judge.score("q", {"outcome": "fine"}, right) == 0.0


def test_the_careless_one_of_a_campaign_is_found(tmp_path: Path) -> None:
    data = read_annotations(write_records(tmp_path / "a.jsonl", ratings()))
    found = people(data, load_levels())
    worst = min(found.people, key=lambda one: one.reviewed.value or 0)
    assert (worst.name, worst.seconds) == ("王", 3)


def subject(name: str, **more: float | None) -> SubjectFacts:
    plain = {"unanswered": 0.0, "one_label": 0.5, "accuracy": 0.8, "agreement": 0.5, "seconds": 20.0}
    return SubjectFacts(name, **{**plain, **more})  # type: ignore[arg-type]


OTHERS = [
    subject("a", accuracy=0.78),
    subject("b", accuracy=0.82),
    subject("c", accuracy=0.79),
    subject("d", accuracy=0.81),
]


@pytest.mark.parametrize(
    ("one", "reasons"),
    [
        (subject("x"), []),
        (subject("x", unanswered=0.2), ["20% unanswered, more than 10%"]),
        (subject("x", one_label=0.97), ["97% of the answers are one label, more than 95%"]),
        (subject("x", accuracy=0.5), ["accuracy 0.500, 9.8 robust SDs below the median 0.790 (limit 3)"]),
        (subject("x", seconds=4.0), ["median 4 s, less than 33% of everybody's 20 s"]),
    ],
)
def test_who_is_left_out_is_told_with_rule_and_numbers(one: SubjectFacts, reasons: list[str]) -> None:
    found = outliers([*OTHERS, one], load_outlier_rules())
    assert [why.en for why in found.get("x", [])] == reasons
    assert set(found) <= {"x"}


def test_three_people_are_too_few_to_call_one_unusual() -> None:
    assert outliers([*OTHERS[:2], subject("x", accuracy=0.1)], load_outlier_rules()) == {}


def by_accuracy(*values: float) -> list[SubjectFacts]:
    return [subject(f"{number}", accuracy=value) for number, value in enumerate(values, start=1)]


@pytest.mark.parametrize(
    "values", [(0.927, 0.936, 0.94, 0.95), (0.927, 0.935, 0.936, 0.936, 0.937)], ids=["four", "nearly no spread"]
)
def test_people_who_are_close_together_all_count(values: tuple[float, ...]) -> None:
    assert outliers(by_accuracy(*values), load_outlier_rules()) == {}


def test_somebody_far_by_deviations_alone_is_told() -> None:
    subjects = by_accuracy(0.927, 0.935, 0.936, 0.936, 0.937)
    assert {name: [why.en for why in told] for name, told in within_spread(subjects, load_outlier_rules()).items()} == {
        "1": ["accuracy 0.927, 6.1 robust SDs below the median 0.936, but by 0.009 only (limit 0.05)"]
    }


TABLE_7 = by_accuracy(0.74, 0.78, 0.83, 0.69, 0.95, 0.80, 0.69)


def test_the_lowest_subjects_of_the_report_lie_within_the_spread() -> None:
    rules = load_outlier_rules()
    assert outliers(TABLE_7, rules) == {}
    why = "accuracy 0.690, 1.2 robust SDs below the median 0.780, within the spread (limit 3)"
    assert {name: [one.en for one in told] for name, told in within_spread(TABLE_7, rules).items()} == {
        "4": [why],
        "7": [why],
    }


def test_the_reports_own_choice_of_subjects_has_a_name() -> None:
    rules = load_outlier_rules("space2022-report")
    assert list(outliers(TABLE_7, rules)) == ["4", "7"]
    assert within_spread(TABLE_7, rules) == {}


def test_rules_nobody_knows_are_refused() -> None:
    with pytest.raises(UserError) as caught:
        load_outlier_rules("space2020-report")
    assert (caught.value.code, caught.value.hint) == ("unknown-rules", "Known: space2022-report.")


def test_outlier_rules_of_ones_own(tmp_path: Path) -> None:
    file = tmp_path / "out.toml"
    write(file, "unanswered = 1\none_label = 1\naccuracy = 99\nagreement = 99\nseconds = 0\n")
    assert outliers([*OTHERS, subject("x", unanswered=0.5, accuracy=0.5)], load_outlier_rules(file)) == {}
    assert load_outlier_rules(file).gap == 0
