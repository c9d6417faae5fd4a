"""The linear models that the span and tuple systems are made of."""

import math
from pathlib import Path

import pytest

from pingce.language.text import tag_text
from pingce.systems.learning.anchor_features import Anchor, around, window
from pingce.systems.learning.crf import Crf, CrfSettings, fit_crf
from pingce.systems.learning.linear import fit_choice, fit_loglinear, load_loglinear, log_shares, save_loglinear

TEXT = "小猫跳上窗台，望着2米外的WiFi盒子。它在窗台上睡着了。"
EASY = CrfSettings(iterations=30, fewest=1, l1=0.0)


def test_words_cover_the_text_and_know_their_clause() -> None:
    reading = tag_text(TEXT)
    assert "".join(word.text for word in reading.words) == TEXT
    assert reading.positions(range(len(reading.words))) == tuple(range(len(TEXT)))
    assert reading.clauses[reading.word_at[TEXT.index("望")]] == 1
    assert reading.sentences[reading.word_at[TEXT.index("它")]] == 1
    assert reading.counts["窗台"] == 2


def test_a_word_is_covered_when_half_of_it_is() -> None:
    reading = tag_text(TEXT)
    box = TEXT.index("盒")
    (word,) = reading.covered([box])
    assert reading.words[word].text == "盒子"
    wifi = TEXT.index("WiFi")
    assert reading.covered([wifi]) == []
    assert [reading.words[i].text for i in reading.covered([wifi, wifi + 1])] == ["WiFi"]


def test_distances_count_from_the_nearer_end_of_an_anchor() -> None:
    anchor = Anchor(3, 5, "place")
    assert [anchor.offset(i) for i in (1, 3, 5, 6)] == [-2, 0, 0, 1]
    reading = tag_text(TEXT)
    features = around(reading, anchor)
    assert len(features) == len(window(reading, anchor)) == len(reading.words)
    assert "o=-1" in features[2]
    assert "o=0" in features[4]


def test_a_field_learns_labels_and_their_probabilities(tmp_path: Path) -> None:
    units = [[["w=猫"], ["w=跳"]], [["w=狗"], ["w=跑"]]] * 3
    labels = [["S", "E"], ["S", "E"]] * 3
    fit_crf(tmp_path / "a.crf", units, labels, EASY)
    crf = Crf(tmp_path / "a.crf")
    assert crf.best(units[0]) == ["S", "E"]
    best, shares = crf.both(units[1], ["S", "no such label"])
    assert best == ["S", "E"]
    assert [share.keys() for share in shares] == [{"S": 0}.keys()] * 2
    assert shares[0]["S"] > 0.5 > shares[1]["S"]
    assert all(math.isclose(sum(one.values()), 1) for one in crf.marginals(units[0]))


def test_a_finished_field_is_not_trained_again(tmp_path: Path) -> None:
    fit_crf(tmp_path / "a.crf", [[["x"]]] * 2, [["A"]] * 2, EASY)
    before = (tmp_path / "a.crf").read_bytes()
    fit_crf(tmp_path / "a.crf", [[["x"]]] * 2, [["B"]] * 2, EASY)
    assert (tmp_path / "a.crf").read_bytes() == before


def test_regression_is_stored_as_readable_json(tmp_path: Path) -> None:
    model = fit_loglinear([["a"], ["b"], ["c"]] * 4, ["x", "y", "z"] * 4, strength=10.0)
    assert [model.best([name]) for name in "abc"] == ["x", "y", "z"]
    assert sum(model.probabilities(["a"]).values()) == pytest.approx(1)
    save_loglinear(tmp_path / "m.json", model)
    assert load_loglinear(tmp_path / "m.json") == model


@pytest.mark.parametrize(("features", "yes"), [(["good"], True), (["bad"], False)])
def test_two_classes_have_log_odds(features: list[str], yes: bool) -> None:
    model = fit_loglinear([["good"], ["bad"]] * 4, ["yes", "no"] * 4, strength=10.0)
    assert (model.logit(features) > 0) is yes
    assert (model.probabilities(features)["yes"] > 0.5) is yes


def test_a_single_class_is_the_only_answer() -> None:
    assert fit_loglinear([["a"]] * 3, ["only"] * 3).best(["b"]) == "only"


def test_candidates_compete_within_their_group() -> None:
    """A feature that all candidates share decides nothing, however often the right one has it."""
    groups = [[(["all", "red"], True), (["all", "blue"], False)]] * 4 + [[(["blue"], True)], [(["blue"], False)]]
    model = fit_choice(groups, strength=10.0)
    assert model.logit(["red"]) > model.logit(["blue"])
    assert model.weights.get("all", (0.0,))[0] == pytest.approx(0, abs=1e-3)


def test_groups_without_a_right_candidate_teach_nothing() -> None:
    assert fit_choice([[(["a"], False)]] * 4).weights == {}


def test_shares_of_a_text_sum_to_one() -> None:
    assert sum(math.exp(one) for one in log_shares([1.0, 2.0, -800.0])) == pytest.approx(1)
