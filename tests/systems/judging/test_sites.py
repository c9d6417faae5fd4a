"""What a judge of sites learns from: all words of its texts, or the replaced ones alone, whichever does better."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from scipy.sparse import csr_matrix

from pingce.language.lexicon.model import ReplacementGroup
from pingce.systems.data import read_examples
from pingce.systems.interface import NoProgress
from pingce.systems.judging import linear
from pingce.systems.judging.decision import fit_decision, summary
from pingce.systems.judging.linear import (
    FITTING,
    LearnedSites,
    LinearSiteModel,
    learn_judgement,
    learn_sites,
    learned_way,
)
from pingce.systems.judging.word_labels import WordLabels
from pingce.systems.learning.linear import HashedLogistic
from pingce.systems.learning.replaceable import Reading, Site
from pingce.systems.train import load_model

from ..runs import FILES, run

REPLACED, FITS, UNTOUCHED = 0, 1, 2
"""Columns: what replaced words have, those of them that fit, and what no replaced word has."""
UP_DOWN = ReplacementGroup("up-down", "f", "", ("上", "下"))
ORIGINALS, SITES = 10, 4


def all_replaced() -> tuple[csr_matrix, WordLabels]:
    """Every text has one replaced word, which fits in every other text, and three untouched ones."""
    count = 4 * ORIGINALS
    normal = [i % 2 == 0 for i in range(count)]
    strange = [[True] + [False] * (SITES - 1)] * count
    site = Site(0, "上", 0, UP_DOWN, false=False)
    rows = np.zeros((count * SITES, 3))
    for i in range(count):
        rows[SITES * i] = (1.0, float(normal[i]), 0.0)
        rows[SITES * i + 1 : SITES * (i + 1), UNTOUCHED] = 1.0
    wrong = [[mark and not fine for mark in marks] for marks, fine in zip(strange, normal, strict=True)]
    readings = [Reading("上上上上", (), [site] * SITES)] * count
    originals = [i // 4 for i in range(count)]
    return csr_matrix(rows), WordLabels(readings, originals, normal, wrong, strange, frozenset({UP_DOWN.id}))


@pytest.mark.parametrize(("only_replaced", "learns_untouched"), [(False, True), (True, False)])
def test_untouched_words_teach_only_where_they_are_asked(only_replaced: bool, learns_untouched: bool) -> None:
    rows, labels = all_replaced()
    sites, unseen = learn_sites(rows, labels, 1.0, NoProgress(), only_replaced=only_replaced)
    assert (sites.weights[UNTOUCHED] != 0) == learns_untouched
    assert sites.weights[FITS] < 0, "what fits is less likely wrong"
    assert len(unseen) == rows.shape[0], "every word has log-odds, whatever was learned from"


def test_texts_are_judged_by_models_that_had_not_seen_their_original() -> None:
    rows, labels = all_replaced()
    learned = learned_way(*learn_sites(rows, labels, 1.0, NoProgress(), only_replaced=True), labels)
    assert learned.balanced_accuracy == 1.0
    assert learned.decision.log_odds([2.0, -1.0], share=0.5) < learned.decision.log_odds([-2.0, -1.0], share=0.5)


@pytest.mark.parametrize("better", ["all", "replaced", "both"])
def test_the_way_that_judges_unseen_originals_better_is_taken(monkeypatch: pytest.MonkeyPatch, better: str) -> None:
    rows, labels = all_replaced()
    found, fitting = (learn_sites(rows, labels, 1.0, NoProgress(), only_replaced=only)[0] for only in (False, True))

    def way(sites: HashedLogistic, unseen: object, labels: WordLabels, second: object = None) -> LearnedSites:
        name = "both" if second is not None else "replaced" if np.array_equal(sites.weights, fitting.weights) else "all"
        real = learned_way(sites, unseen, labels, second)  # type: ignore[arg-type]  # as they came
        return real._replace(balanced_accuracy=0.7 if name == better else 0.6)

    monkeypatch.setattr(linear, "learned_way", way)
    learned = learn_judgement(rows, labels, 1.0, NoProgress())
    assert np.array_equal(learned.sites.weights, (fitting if better == "replaced" else found).weights)
    assert (learned.fitting is not None) == (better == "both")


def test_of_two_texts_with_an_odd_word_the_one_where_it_fits_is_normal() -> None:
    odd, fits, does_not = [2.0, -2.0], [-3.0, 3.0], [3.0, -3.0]
    decision = fit_decision([odd, odd] * 5, [True, False] * 5, [fits, does_not] * 5)
    assert decision.log_odds(odd, does_not, share=0.5) < 0 < decision.log_odds(odd, fits, share=0.5)
    assert len(decision.weights) == len(summary([], [])) == len(summary([])) + 4


def test_a_model_with_a_second_opinion_is_loaded_with_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def both(sites: HashedLogistic, unseen: object, labels: WordLabels, second: object = None) -> LearnedSites:
        real = learned_way(sites, unseen, labels, second)  # type: ignore[arg-type]  # as they came
        return real._replace(balanced_accuracy=float(second is not None))

    monkeypatch.setattr(linear, "learned_way", both)
    card, _ = run("space2022/task1", "linear", tmp_path / "m")
    assert FITTING in card.files
    model, _, spec = load_model(tmp_path / "m")
    assert isinstance(model, LinearSiteModel)
    items = [example.item for example in read_examples(spec, str(FILES[spec.id]))[0][:20]]
    with_it = [prediction.detail["yes"] for prediction in model.predict(items, NoProgress())]
    assert model.fitting is not None
    flipped = replace(model, fitting=HashedLogistic(-model.fitting.weights, -model.fitting.bias))
    assert with_it != [prediction.detail["yes"] for prediction in flipped.predict(items, NoProgress())]
