"""Several right answers: threshold, kin, and relations among glosses."""

import json
from pathlib import Path

import pytest

from pingce.spec.errors import UserError
from pingce.systems.senses.decide import SenseDecision, best_share, read_decision
from pingce.systems.senses.questions import training_rows
from pingce.systems.senses.relations import Stated, find_relations, read_relations

from .data import BALL, DEBT, EXAMPLES, INVENTORY, JOKE, KIN, example

RANKED = (("a", 0.5), ("b", 0.3), ("c", 0.15), ("d", 0.05))
PAIR = {"w": [("a", "c")]}


@pytest.mark.parametrize(
    ("decision", "chosen"),
    [
        (SenseDecision("top"), ("a",)),
        (SenseDecision("threshold", 0.6), ("a", "b")),
        (SenseDecision("threshold", 0.61), ("a",)),
        (SenseDecision("threshold", 0.1), ("a", "b", "c", "d")),
        (SenseDecision("groups", overlaps=PAIR), ("a", "c")),
        (SenseDecision("groups", overlaps={"w": [("b", "c")]}), ("a",)),
        (SenseDecision("groups", overlaps={"v": [("a", "c")]}), ("a",)),
        (SenseDecision("groups", includes={"w": [("d", "a")]}), ("a", "d")),
        (SenseDecision("groups", includes={"w": [("a", "d")]}), ("a",)),
        (SenseDecision("threshold", 0.6, includes={"w": [("d", "b")]}), ("a", "b", "d")),
        (SenseDecision("threshold", 0.6, disjoint={"w": [("a", "b")]}), ("a",)),
        (SenseDecision("top", overlaps=PAIR, includes={"w": [("d", "a")]}), ("a",)),
    ],
)
def test_ways_to_choose(decision: SenseDecision, chosen: tuple[str, ...]) -> None:
    assert decision.choose("w", RANKED) == chosen
    assert read_decision(decision.as_json()).choose("w", RANKED) == chosen


def test_nothing_is_chosen_of_nothing() -> None:
    assert SenseDecision("threshold", 0.5).choose("w", ()) == ()


def test_the_share_is_the_one_with_the_best_f1() -> None:
    scored = [[0.6, 0.4], [0.9, 0.1], [0.5, 0.5]]
    assert best_share(scored, [[0, 1], [0], [0, 1]]) == 0.65  # 0.4 / 0.6 is just above it


def test_glosses_right_together_overlap_and_those_always_inside_are_included() -> None:
    rows = [EXAMPLES[0], EXAMPLES[1], *EXAMPLES[5:7]]
    wide = [example(20 + i, "抖包袱", "包袱", (BALL, DEBT)) for i in range(2)]
    alone = [example(30 + i, "背包袱", "包袱", (BALL,)) for i in range(9)]
    found = find_relations(training_rows([*rows, *wide, *alone], INVENTORY), {}, {})
    assert (found.overlapping, found.includes) == ({"包袱": [(JOKE, KIN)]}, {"包袱": [(BALL, DEBT)]})


def test_once_together_says_nothing() -> None:
    assert find_relations(training_rows([EXAMPLES[5]], INVENTORY), {}, {}).overlapping == {}


def test_glosses_of_nearly_the_same_words_overlap_unless_somebody_says_otherwise() -> None:
    inventory = {"不断": ["不停地继续下去", "不停地继续下去。", "没有断开"]}
    pair = ("不停地继续下去", "不停地继续下去。")
    assert find_relations([], inventory, {}).overlapping == {"不断": [pair]}
    stated = find_relations([], inventory, {"不断": [Stated("disjoint", *pair)]})
    assert (stated.overlapping, stated.disjoint) == ({}, {"不断": [pair]})


def test_relations_come_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "relations.json"
    path.write_text(json.dumps({"w": [{"kind": "includes", "a": "x", "b": "y"}]}), encoding="utf-8")
    assert read_relations(str(path)) == {"w": [Stated("includes", "x", "y")]}
    assert read_relations("") == {}


@pytest.mark.parametrize("text", ['{"w": [{"kind": "likes", "a": "x", "b": "y"}]}', "[", '{"w": {"a": "b"}}'])
def test_a_file_that_is_no_table_of_relations_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "relations.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(UserError) as told:
        read_relations(str(path))
    assert told.value.code == "bad-relations"


def test_a_missing_file_of_relations_is_told(tmp_path: Path) -> None:
    with pytest.raises(UserError) as told:
        read_relations(str(tmp_path / "none.json"))
    assert told.value.code == "cannot-read"
