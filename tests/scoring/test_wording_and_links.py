"""Measures of words of one's own and of sets of fragments."""

import pytest

from pingce.scoring.measures.explanation import TextWording
from pingce.scoring.measures.links import LinkF1
from pingce.spec.measure import Case
from pingce.spec.values import Answer, Fragment, Item, Verdict

ITEM = Item("1", {"context": "小王说他累了，老张也累了。"})
WANG, HE, ZHANG = Fragment("小王", (0, 1)), Fragment("他", (3,)), Fragment("老张", (7, 8))


def case(gold: Answer, predicted: Answer | None) -> Case:
    return Case(ITEM, gold, predicted)


@pytest.mark.parametrize(
    ("predicted", "row"),
    [({"k": "他累了"}, (1.0, 1.0, 1.0)), ({"k": ""}, (0.0, 0.0, 0.0)), (None, (0.0, 0.0, 0.0))],
)
def test_the_same_words_are_worth_everything_and_none_nothing(predicted: Answer | None, row: tuple[float, ...]) -> None:
    assert TextWording("k").row(case({"k": "他累了"}, predicted)) == pytest.approx(row)


def test_explanations_are_compared_by_their_characters() -> None:
    measure = TextWording("verdicts")
    row = measure.row(case({"verdicts": (Verdict("yes", "他累了"),)}, {"verdicts": (Verdict("no", "他饿了"),)}))
    assert row[0] == 0.0
    assert measure.combine(row, 1)["rouge_l"] == pytest.approx(2 / 3)


def test_links_are_pairs_of_places_whatever_the_sets_look_like() -> None:
    measure = LinkF1("k")
    gold: Answer = {"k": ((WANG, HE, ZHANG),)}
    assert measure.row(case(gold, {"k": ((HE, WANG),)})) == (1.0, 1.0, 3.0)
    assert measure.row(case(gold, None)) == (0.0, 0.0, 3.0)
    assert measure.combine((1.0, 1.0, 3.0), 1) == pytest.approx({"precision": 1.0, "recall": 1 / 3, "f1": 0.5})
