"""Glosses that training never showed get their due."""

import pytest

from pingce.systems.senses.decide import Novelty
from pingce.systems.senses.questions import Question

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
