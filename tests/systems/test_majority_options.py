"""The commonest letters, by what an item says about itself."""

import json
from pathlib import Path

import pytest

from pingce.spec.errors import UserError
from pingce.spec.values import Item
from pingce.systems.interface import NoProgress
from pingce.systems.majority import Majority, MajoritySettings
from pingce.systems.model_folder import read_card
from pingce.systems.train import load_model
from pingce.tasks.catalog import TASKS
from tests.cli.conftest import Run

EXAMPLES = Path(__file__).parents[2] / "examples"
ASKED = {"text": "甲在乙左边。", "question": "()在左边。"}
FOUR = dict.fromkeys("ABCD", "甲")


def test_letters_by_kind_and_only_those_the_item_has(pingce: Run, tmp_path: Path) -> None:
    files = ("--train", EXAMPLES / "space2024/train.jsonl", "--dev", EXAMPLES / "space2024/dev.jsonl")
    ran = pingce("systems", "train", "space2024/choice", "--system", "majority", *files, "--out", tmp_path / "m")
    assert ran.code == 0, ran.err
    items = [
        Item("4-x-s-1", ASKED, {}, FOUR),
        Item("4-x-m-1", ASKED, {}, FOUR),
        Item("unnamed", ASKED, {}, FOUR),
        Item("4-x-m-2", ASKED, {}, {"A": "甲", "C": "乙"}),
        Item("4-x-s-2", ASKED, {}, {"A": "甲", "C": "乙"}),
        Item("4-x-m-3", ASKED),
    ]
    said = [one.answer["answer"] for one in load_model(tmp_path / "m")[0].predict(items, NoProgress())]
    assert said == [frozenset(letters) for letters in ("B", "AB", "B", "A", "A", "AB")]
    assert {type(letters) for letters in said} == {frozenset}, "answers are compared by their type, too"


def test_the_commonest_letters_are_right_somewhere(pingce: Run, tmp_path: Path) -> None:
    """What ``evaluate`` measures, which reads a file, and what training measures, which does not, are the same."""
    train, dev = EXAMPLES / "space2024/train.jsonl", EXAMPLES / "space2024/dev.jsonl"
    files = ("--train", train, "--dev", dev)
    pingce("systems", "train", "space2024/choice", "--system", "majority", *files, "--out", tmp_path / "m")
    evaluated = json.loads(pingce("systems", "evaluate", tmp_path / "m", dev, "--json").out)
    in_training = read_card(tmp_path / "m").dev["choice.accuracy"]
    assert in_training == evaluated["measures"]["choice"]["accuracy"] > 0


@pytest.mark.parametrize(
    ("kinds", "message"),
    [
        ({"any": {"label": "AX", "share": 1.0}}, 'there is no label "AX"'),
        ({"any": {"label": "", "share": 1.0}}, 'there is no label ""'),
        ({"single": {"label": "A", "share": 1.0}}, "there is no answer"),
    ],
)
def test_a_damaged_folder_is_refused(tmp_path: Path, kinds: object, message: str) -> None:
    (tmp_path / "label.json").write_text(json.dumps({"kinds": kinds}), encoding="utf-8")
    with pytest.raises(UserError, match=message):
        Majority().load(tmp_path, TASKS["space2024/choice"], MajoritySettings(), None)
