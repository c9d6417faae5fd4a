"""What a judge of sites learns from: all words of its texts, or the replaced ones alone, whichever does better."""

import numpy as np
import pytest
from scipy.sparse import csr_matrix

from pingce.language.lexicon.model import ReplacementGroup
from pingce.systems.interface import NoProgress
from pingce.systems.judging import linear
from pingce.systems.judging.linear import LearnedSites, learn_judgement, learn_sites, learn_way
from pingce.systems.judging.word_labels import WordLabels
from pingce.systems.learning.replaceable import Reading, Site

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
    learned = learn_way(rows, labels, 1.0, NoProgress(), only_replaced=True)
    assert learned.balanced_accuracy == 1.0
    assert learned.decision.log_odds([2.0, -1.0], share=0.5) < learned.decision.log_odds([-2.0, -1.0], share=0.5)


@pytest.mark.parametrize("better", [False, True])
def test_the_way_that_judges_unseen_originals_better_is_taken(monkeypatch: pytest.MonkeyPatch, better: bool) -> None:
    rows, labels = all_replaced()
    real = learn_way(rows, labels, 1.0, NoProgress(), only_replaced=True)

    def way(*_: object, only_replaced: bool) -> LearnedSites:
        return real._replace(balanced_accuracy=0.7 if only_replaced == better else 0.6, sites=models[only_replaced])

    models = {only: learn_sites(rows, labels, 1.0, NoProgress(), only_replaced=only)[0] for only in (False, True)}
    monkeypatch.setattr(linear, "learn_way", way)
    assert learn_judgement(rows, labels, 1.0, NoProgress()).sites is models[better]
