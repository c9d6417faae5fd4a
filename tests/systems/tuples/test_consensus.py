"""The tuples several models agree on."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from pingce.spec.errors import UserError
from pingce.spec.values import Fragment, Item, SlotFill, StepTuple
from pingce.systems.data import read_examples
from pingce.systems.interface import NoProgress, Prediction, Progress
from pingce.systems.train import load_model
from pingce.systems.tuples.consensus import ConsensusModel
from pingce.tasks.catalog import find_task
from tests.builders import make_item

from ..checked import problems
from ..runs import run
from .test_systems import TRAIN

TEXT = "书放在桌子上，猫在树下睡着。"
TASK = find_task("space2022/task3")


def said(**slots: str) -> StepTuple:
    """A tuple whose slots hold these words of the text."""
    starts = {slot: TEXT.index(words) for slot, words in slots.items()}
    return StepTuple(
        tuple(
            SlotFill(slot, Fragment(words, tuple(range(starts[slot], starts[slot] + len(words)))), None)
            for slot, words in slots.items()
        )
    )


BOOK = said(空间实体="书", 事件="放", 处所="桌子上")
BOOK_ON = said(空间实体="书", 处所="上")
CAT = said(空间实体="猫", 事件="睡着", 处所="树下")
TABLE = said(空间实体="桌子", 处所="树下")


class Says:
    """Answers the same to everything."""

    def __init__(self, *tuples: StepTuple) -> None:
        self.tuples = tuples

    def predict(self, items: Sequence[Item], progress: Progress) -> list[Prediction]:
        return [Prediction({"tuples": self.tuples}) for _ in items]


@pytest.mark.parametrize(
    ("members", "together"),
    [
        ([Says(BOOK), Says(BOOK), Says(BOOK, TABLE)], (BOOK,)),
        ([Says(BOOK), Says(BOOK, CAT), Says(CAT)], (BOOK, CAT)),
        ([Says(BOOK_ON), Says(BOOK), Says(BOOK)], (BOOK,)),
        ([Says(), Says(CAT), Says(CAT)], (CAT,)),
        ([Says(), Says()], ()),
        ([Says(BOOK, TABLE), Says(BOOK_ON, CAT), Says(CAT)], (BOOK_ON, CAT)),
    ],
)
def test_what_several_models_say_stays_and_what_one_says_alone_goes(
    members: list[Says], together: tuple[StepTuple, ...]
) -> None:
    measure, number = TASK.rank_by
    model = ConsensusModel(TASK.measures[measure], number, members)
    (prediction,) = model.predict([make_item("1", TEXT)], NoProgress())
    assert prediction.answer == {"tuples": together}


@pytest.mark.parametrize("task", TRAIN)
def test_it_asks_copies_of_the_models_it_was_made_from(tmp_path: Path, task: str) -> None:
    for name, changes in (("a", ()), ("b", ("threshold=0.6",)), ("c", ("l1=1.0",))):
        run(task, "tuple-crf", tmp_path / name, *changes, train=TRAIN[task])
    models = f"models={tmp_path / 'a'} {tmp_path / 'b'} {tmp_path / 'c'}"
    run(task, "consensus", tmp_path / "m", models, train=TRAIN[task])
    (tmp_path / "a").rename(tmp_path / "away")
    model, card, spec = load_model(tmp_path / "m")
    items = [example.item for example in read_examples(spec, str(TRAIN[task]))[0]]
    assert problems(spec, items, model.predict(items, NoProgress()), tmp_path) == []
    assert {"member-0/model.toml", "member-2/model.toml", "member-2/places.crf"} <= set(card.files)


@pytest.mark.parametrize(
    ("models", "code", "told"),
    [
        ("", "bad-settings", "found 0"),
        ("{a} {a}", "bad-settings", "found 2"),
        ("{a} {a} {b}", "wrong-task", "space2022/task1"),
    ],
)
def test_it_needs_three_models_of_its_task(tmp_path: Path, models: str, code: str, told: str) -> None:
    run("space2022/task3", "tuple-crf", tmp_path / "a", train=TRAIN["space2022/task3"])
    run("space2022/task1", "majority", tmp_path / "b")
    wanted = models.format(a=tmp_path / "a", b=tmp_path / "b")
    with pytest.raises(UserError) as refused:
        run("space2022/task3", "consensus", tmp_path / "m", f"models={wanted}", train=TRAIN["space2022/task3"])
    assert refused.value.code == code
    assert told in refused.value.message
    assert not (tmp_path / "m").exists()
