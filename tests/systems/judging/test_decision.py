"""From sites to a judgement, under a stated share of normal texts."""

import math
from pathlib import Path

import numpy as np
import pytest
from scipy.sparse import csr_matrix

from pingce.systems.judging.decision import LOWEST, fit_decision, load_decision, summary
from pingce.systems.judging.prediction import judged, log_odds_of, probability
from pingce.systems.learning.linear import BITS, fit_hashed, fit_stack, hashed, load_hashed

ODD, FINE = [3.0, -4.0], [-3.0, -4.0, -5.0]


def test_the_worst_sites_are_summed_up() -> None:
    first, second, any_wrong, mean, count = summary([-1.0, 0.0, 2.0])
    assert [first, second, mean, count] == pytest.approx([2.0, 0.0, 1 / 3, math.log(4)])
    none = (1 - probability(-1)) * (1 - probability(0)) * (1 - probability(2))
    assert any_wrong == pytest.approx(math.log(1 - none))
    assert summary([])[:2] == [LOWEST, LOWEST]


def test_one_odd_site_makes_a_text_abnormal(tmp_path: Path) -> None:
    decision = fit_decision([ODD, FINE] * 5, [False, True] * 5)
    assert decision.log_odds(ODD, share=0.5) < 0 < decision.log_odds(FINE, share=0.5)
    decision.save(tmp_path)
    assert load_decision(tmp_path) == decision


def test_the_training_share_does_not_matter_and_the_stated_one_does() -> None:
    sites = [[1.0, -1.0], [0.5], [-2.0], [-1.0, -3.0]]
    normal = [False, False, True, True]
    even = fit_decision(sites * 3, normal * 3)
    assert even.log_odds([0.0], share=0.8) - even.log_odds([0.0], share=0.5) == pytest.approx(math.log(4))


@pytest.mark.parametrize("normal", [True, False])
def test_one_label_in_the_data_is_the_only_answer(normal: bool) -> None:
    decision = fit_decision([ODD, FINE], [normal, normal])
    assert {decision.log_odds(sites, share=0.5) > 0 for sites in (ODD, FINE)} == {normal}


def test_features_learn_and_are_stored_without_pickle(tmp_path: Path) -> None:
    rows = hashed([["a", "x"], ["b", "x"]] * 4)
    model = fit_hashed(rows, [True, False] * 4, strength=1.0)
    assert (model.log_odds(rows) > 0).tolist() == [True, False] * 4
    model.save(tmp_path / "m.npz")
    assert np.array_equal(load_hashed(tmp_path / "m.npz").weights, model.weights)
    with np.load(tmp_path / "m.npz", allow_pickle=False) as stored:
        assert len(stored["values"]) <= 3


def test_a_single_class_teaches_nothing() -> None:
    model = fit_hashed(csr_matrix((2, 2**BITS)), [True, True], strength=1.0)
    assert not model.weights.any()


def test_the_better_member_weighs_more() -> None:
    stack = fit_stack([[3.0, 1.0], [-3.0, 1.0], [2.0, -1.0], [-2.0, -1.0]] * 3, [True, False, True, False] * 3)
    assert stack.weights[0] > abs(stack.weights[1])
    assert fit_stack([[1.0, 2.0]], [True]).log_odds([1.0, 2.0], share=0.5) == pytest.approx(1.5)


@pytest.mark.parametrize(("odds", "label"), [(0.0, "1"), (2.0, "1"), (-2.0, "0"), (900.0, "1"), (-900.0, "0")])
def test_a_prediction_is_as_sure_as_its_probability(odds: float, label: str) -> None:
    prediction = judged("judge", odds)
    assert prediction.answer == {"judge": label}
    assert prediction.score == pytest.approx(max(probability(odds), 1 - probability(odds)))
    assert log_odds_of(prediction) == pytest.approx(max(-13.8155, min(13.8155, odds)), abs=1e-3)
