"""Bootstrap intervals."""

import pytest

from pingce.scoring.interval import Interval, intervals, joint_intervals
from pingce.scoring.measures.judging import Accuracy
from pingce.scoring.measures.senses import MacroDerived
from pingce.scoring.run import score
from pingce.spec.measure import column_sums
from pingce.spec.values import Senses
from pingce.tasks.catalog import TASKS
from tests.builders import make_case, make_sense_case

ACCURACY = Accuracy("judge")
ROWS = ACCURACY.rows([make_case({"judge": "1"}, {"judge": "1" if i % 4 else "0"}) for i in range(200)])


def test_the_same_rows_give_the_same_interval() -> None:
    assert intervals(ACCURACY, ROWS, resamples=200) == intervals(ACCURACY, ROWS, resamples=200)


def test_the_interval_is_about_as_wide_as_the_binomial_one_and_contains_the_number() -> None:
    low, high = intervals(ACCURACY, ROWS)["accuracy"]
    number = ACCURACY.combine(column_sums(ROWS, 5), len(ROWS))["accuracy"]
    assert number == 0.75
    assert low < number < high
    # Normal approximation: 0.75 ± 1.96 · sqrt(0.75 · 0.25 / 200)
    assert (low, high) == pytest.approx((0.690, 0.810), abs=0.015)


def test_an_empty_set_has_no_interval() -> None:
    assert intervals(ACCURACY, []) == {}


def test_a_perfect_system_has_no_width() -> None:
    rows = ACCURACY.rows([make_case({"judge": "1"}, {"judge": "1"})] * 30)
    assert intervals(ACCURACY, rows, resamples=50) == {"accuracy": Interval(1.0, 1.0)}


def test_many_items_are_drawn_in_several_blocks() -> None:
    rows = ROWS * 2_500
    low, high = intervals(ACCURACY, rows, resamples=9)["accuracy"]
    assert 0.747 < low < high < 0.753


def test_several_measures_share_their_resamples() -> None:
    measures = {"one": (ACCURACY, ROWS), "other": (Accuracy("judge", unanswered="0"), ROWS)}
    found = joint_intervals(measures, resamples=100)
    assert found["one"] == found["other"] == intervals(ACCURACY, ROWS, resamples=100)


def test_macro_averages_stay_below_one_in_every_resample() -> None:
    cases = [make_sense_case(["甲"], Senses(("甲",)), word=f"词{i % 3}", qid=str(i)) for i in range(20)]
    measure = MacroDerived(by="word")
    assert intervals(measure, measure.rows(cases), resamples=100)["accuracy"] == pytest.approx((1.0, 1.0))


def test_every_number_of_a_measure_gets_an_interval() -> None:
    result = score(TASKS["space2021/task3"], [make_case({"judge1": "0", "judge2": "1"}, None)] * 3)
    measured = result.measures["joint"]
    assert list(intervals(measured.measure, measured.rows, resamples=10)) == list(measured.numbers)
