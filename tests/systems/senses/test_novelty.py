"""Glosses that training never showed get their due."""

from collections import Counter

import pytest

from pingce.systems.senses.novelty import LIFTS, Novelty, best_lift
from pingce.systems.senses.questions import Lesson, Question

QUESTION = Question("他往上看。", "上", ("高处", "时间在前", "向高处走"))


def test_only_unseen_glosses_gain_and_the_sum_stays() -> None:
    lifted = Novelty(1.0, {"上": ["高处", "时间在前"]}).lifted(QUESTION, [0.5, 0.3, 0.2])
    assert lifted == pytest.approx([0.3721, 0.2233, 0.4046], abs=1e-4)
    assert lifted[0] / lifted[1] == pytest.approx(0.5 / 0.3)


@pytest.mark.parametrize(
    "novelty",
    [Novelty(), Novelty(2.0, {"下": ["低处"]}), Novelty(0.0, {"上": ["高处"]})],
    ids=["nothing known", "a word training never had", "no lift"],
)
def test_otherwise_scores_stay_as_they_are(novelty: Novelty) -> None:
    assert novelty.lifted(QUESTION, [0.5, 0.3, 0.2]) == [0.5, 0.3, 0.2]


def test_the_lift_serves_new_senses_without_losing_the_frequent_ones() -> None:
    counts = {"上": Counter({"高处": 8, "时间在前": 2})}
    taught = [Lesson(QUESTION, (0,)), Lesson(QUESTION, (2,))]
    # The first is sure, the second just misses the sense nobody saw: a lift between the two gaps gets both right.
    found = best_lift(taught, [[0.9, 0.05, 0.05], [0.5, 0.2, 0.3]], counts)
    assert found == 0.75
    assert LIFTS[0] == 0.0


def test_without_anything_to_gain_there_is_no_lift() -> None:
    counts = {"上": Counter({"高处": 8, "时间在前": 2})}
    assert best_lift([Lesson(QUESTION, (0,))], [[0.6, 0.3, 0.1]], counts) == 0.0
