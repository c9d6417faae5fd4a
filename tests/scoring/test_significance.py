"""Paired comparison of systems."""

import pytest
from scipy.stats import binomtest

from pingce.scoring.run import ScoreResult, score
from pingce.scoring.significance import compare_systems
from pingce.tasks.catalog import TASKS
from tests.builders import make_case, make_reason

JUDGE = TASKS["space2022/task1"]


def _judged(rights: str) -> ScoreResult:
    """A system by what it got right (1) and wrong (0)."""
    return score(JUDGE, [make_case({"judge": "1"}, {"judge": right}) for right in rights])


def test_identical_systems_do_not_differ() -> None:
    one = _judged("1101" * 10)
    (found,) = compare_systems({"甲": one, "乙": one}, resamples=200)
    assert (found.first, found.second, found.difference) == ("甲", "乙", 0.0)
    assert (found.p_bootstrap, found.p_mcnemar) == (1.0, 1.0)
    assert tuple(found.interval) == (0.0, 0.0)


def test_mcnemar_is_the_exact_binomial_test_on_the_items_only_one_gets_right() -> None:
    # 9 items only the first gets right, 2 only the second, 5 both, 4 neither.
    (found,) = compare_systems(
        {"a": _judged("1" * 9 + "0" * 2 + "1" * 5 + "0" * 4), "b": _judged("0" * 9 + "1" * 7 + "0" * 4)}
    )
    assert found.p_mcnemar == pytest.approx(binomtest(9, 11, 0.5).pvalue)
    assert found.p_mcnemar == pytest.approx(0.0654296875)
    assert found.difference == pytest.approx(7 / 20)


def test_a_clearly_better_system_is_significantly_better() -> None:
    (found,) = compare_systems({"good": _judged("1" * 90 + "0" * 10), "bad": _judged("01" * 50)})
    assert found.p_bootstrap < 0.05
    assert found.p_mcnemar is not None
    assert found.p_mcnemar < 0.05
    assert 0 < found.interval.low < found.difference < found.interval.high


def test_the_direction_of_the_comparison_does_not_matter() -> None:
    good, bad = _judged("1" * 90 + "0" * 10), _judged("01" * 50)
    (one,), (other,) = compare_systems({"g": good, "b": bad}), compare_systems({"b": bad, "g": good})
    assert one.p_bootstrap == other.p_bootstrap
    assert one.difference == -other.difference
    assert one.interval == pytest.approx((-other.interval.high, -other.interval.low))


def test_three_systems_give_three_pairs_in_order() -> None:
    systems = {name: _judged("10" * 5) for name in "abc"}
    pairs = [(c.first, c.second) for c in compare_systems(systems, resamples=10)]
    assert pairs == [("a", "b"), ("a", "c"), ("b", "c")]


def test_overlap_has_no_mcnemar_test() -> None:
    gold = {"reasons": (make_reason(S="小明", P="在桌子上"),)}
    result = score(TASKS["space2022/task2"], [make_case(gold, gold)] * 5)
    (found,) = compare_systems({"a": result, "b": result}, resamples=10)
    assert found.p_mcnemar is None


def test_two_judgements_in_a_row_are_simply_right_or_wrong() -> None:
    task = TASKS["space2021/task3"]
    golds = [("0", "1"), ("0", "0"), ("1", "0"), ("0", "1")]
    answers = {
        "all right": golds,
        "second judgement wrong": [(first, "0" if second == "1" else "1") for first, second in golds],
    }
    results = {
        name: score(
            task,
            [
                make_case({"judge1": g[0], "judge2": g[1]}, {"judge1": s[0], "judge2": s[1]})
                for g, s in zip(golds, said, strict=True)
            ],
        )
        for name, said in answers.items()
    }
    assert [r.measures["joint"].counts["right"] for r in results.values()] == [4, 1]
    (found,) = compare_systems(results)
    assert found.p_mcnemar == pytest.approx(2 * 0.5**3)
