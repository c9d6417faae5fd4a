"""Candidates, derived questions, and what a training can be made of."""

import pytest

from pingce.spec.errors import UserError
from pingce.systems.data import known_glosses, merged_glosses
from pingce.systems.senses.questions import ask, derive, never_right, training_rows

from .data import BALL, DEBT, EXAMPLES, INVENTORY, JOKE, KIN, example


def test_each_right_gloss_is_asked_for_without_the_others() -> None:
    assert [(d.candidates, d.gold) for d in derive(range(4), (0, 3))] == [((0, 1, 2), 0), ((1, 2, 3), 3)]


def test_glosses_left_out_of_a_step_are_not_candidates() -> None:
    assert derive([0, 2], (2,)) == [((0, 2), 2)]


def test_a_word_without_glosses_has_no_candidates() -> None:
    assert ask(example(1, "他走了", "走").item, INVENTORY).glosses == ()


def test_what_teaches_nothing_is_left_out() -> None:
    given = [
        EXAMPLES[0],
        example(2, "包袱很响", "包袱", (BALL, DEBT, JOKE, KIN)),
        example(3, "包袱", "包袱", ("别的",)),
    ]
    assert [lesson.golds for lesson in training_rows(given, INVENTORY)] == [(0,)]


def test_data_and_inventory_that_do_not_belong_together_are_told() -> None:
    with pytest.raises(UserError) as told:
        training_rows([example(1, "包袱很响", "包袱", ("别的",))], INVENTORY)
    assert told.value.code == "nothing-to-learn"


def test_glosses_only_examples_have_come_after_those_of_the_inventory() -> None:
    known = known_glosses(
        {"包袱": [BALL]}, [example(1, "抖包袱", "包袱", (JOKE, BALL)), example(2, "走", "走", ("行",))]
    )
    assert known == {"包袱": [BALL, JOKE], "走": ["行"]}


def test_a_given_inventory_replaces_word_by_word() -> None:
    assert merged_glosses({"a": ["1"], "b": ["2"]}, {"b": ["3"]}) == {"a": ["1"], "b": ["3"]}


def test_glosses_that_training_never_needs() -> None:
    assert never_right(training_rows(EXAMPLES[:5], INVENTORY)) == {"包袱": frozenset({2, 3})}
