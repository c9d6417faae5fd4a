"""The published span systems with an encoder for every type: what they learn, and that they learn it."""

from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest
import torch

from pingce.spec.values import Item, Reason
from pingce.systems.data import read_examples
from pingce.systems.interface import Example, Model, NoProgress
from pingce.systems.model_folder import read_card
from pingce.systems.spans.by_type import BaselineSpans, Mrc, PlainPointers, ReaderSpanModel
from pingce.systems.spans.shape import reason_shape
from pingce.systems.train import load_model
from pingce.tasks.catalog import find_task

from ..checked import problems
from ..runs import EXAMPLES, InterruptedTraining, digests, run
from ..tiny import tiny_encoder

TRAIN = {
    "space2022/task2": EXAMPLES / "space2022" / "task2_train.jsonl",
    "space2023/task1": EXAMPLES / "space2023" / "task1_train.jsonl",
}
DOZEN = 12
LEARN = ("epochs=150", "batch=4", "lr=0.002", "head_lr=0.005", "dropout=0", "keep=last", "checkpoint_every=1000")


@pytest.fixture(scope="module")
def few(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A dozen items of each task."""
    folder = tmp_path_factory.mktemp("few")
    files = {}
    for task, file in TRAIN.items():
        files[task] = folder / f"{task.replace('/', '-')}.jsonl"
        lines = file.read_text(encoding="utf-8").splitlines(True)[:DOZEN]
        files[task].write_text("".join(lines), encoding="utf-8")
    return files


@pytest.fixture(scope="module")
def encoder(tmp_path_factory: pytest.TempPathFactory, few: dict[str, Path]) -> Path:
    return tiny_encoder(tmp_path_factory.mktemp("tiny"), [path.read_text(encoding="utf-8") for path in few.values()])


def examples(task: str, file: Path) -> list[Example]:
    return read_examples(find_task(task), str(file))[0]


@pytest.mark.parametrize(
    ("task", "system", "least"),
    [
        ("space2022/task2", "mrc", 0.8),
        ("space2023/task1", "mrc", 0.8),
        ("space2023/task1", "baseline-spans", 0.6),
    ],
)
def test_a_dozen_sentences_are_learned_by_heart(
    tmp_path: Path, encoder: Path, few: dict[str, Path], task: str, system: str, least: float
) -> None:
    """Discontinuous fragments are beyond pointers, and several answers to one text beyond one tagger."""
    learned(tmp_path, encoder, few, task, system, least)


def learned(
    tmp_path: Path, encoder: Path, few: dict[str, Path], task: str, system: str, least: float
) -> tuple[Model, list[Item]]:
    card, _ = run(task, system, tmp_path / "m", *LEARN, train=few[task], dev=few[task], encoder=encoder)
    assert card.dev["strict.macro_f1"] >= least
    model, _, spec = load_model(tmp_path / "m")
    items = [example.item for example in examples(task, few[task])]
    predictions = model.predict(items, NoProgress())
    assert problems(spec, items, predictions, tmp_path) == []
    again = model.predict(items[::-1], NoProgress())[::-1]
    assert [prediction.answer for prediction in again] == [prediction.answer for prediction in predictions]
    return model, items


def test_a_dozen_sentences_and_their_types_are_learned_by_heart(
    tmp_path: Path, encoder: Path, few: dict[str, Path]
) -> None:
    model, items = learned(tmp_path, encoder, few, "space2022/task2", "baseline-spans", 0.8)
    assert read_card(tmp_path / "m").dev["strict.type_accuracy"] >= 0.9
    assert isinstance(model, ReaderSpanModel)
    every = replace(model, types=None).predict(items, NoProgress())
    assert {len(cast("tuple[Reason, ...]", answer.answer["reasons"])) for answer in every} == {3}


def test_an_interrupted_run_leaves_finished_parts_alone_and_ends_the_same(
    tmp_path: Path, encoder: Path, few: dict[str, Path]
) -> None:
    task, short = "space2022/task2", ("epochs=2", "batch=4", "keep=last", "checkpoint_every=1")

    def train(out: str, progress: InterruptedTraining | None = None) -> bool:

        return run(
            task,
            "baseline-spans",
            tmp_path / out,
            *short,
            train=few[task],
            dev=few[task],
            encoder=encoder,
            progress=progress,
        )[1]

    train("undisturbed")
    for after in (3, 2):  # in the second part, and again in a later one
        with pytest.raises(KeyboardInterrupt):
            train("m", InterruptedTraining(after))
    assert train("m")
    assert digests(tmp_path / "m") == digests(tmp_path / "undisturbed")


def test_of_several_reasons_the_shortest_the_first_or_all_are_learned() -> None:
    reasons = [
        reason
        for example in examples("space2022/task2", TRAIN["space2022/task2"])
        for reason in cast("tuple[Reason, ...]", example.answer["reasons"])
        if reason.type == "C"
    ][:3]
    sizes = [sum(len(span.idxes) for span in reason.spans) for reason in reasons]
    (shortest,) = Mrc().learned_reasons(reasons, "C")
    assert sum(len(span.idxes) for span in shortest.spans) == min(sizes)
    assert BaselineSpans().learned_reasons(reasons, "C") == reasons[:1]
    assert BaselineSpans().learned_reasons(reasons, "") == reasons


def test_pointers_that_cross_are_swapped_and_the_first_token_means_nothing_is_there() -> None:
    head = PlainPointers(reason_shape(find_task("space2022/task2")))
    outputs = torch.zeros(8, head.size)
    first = 4 + 12  # behind the pointers of A and B
    for column, token in ((0, 5), (1, 3), (2, 2), (3, 0), (4, 0), (5, 0)):
        outputs[token, first + column] = 5.0
    assert head.tokens_by_role(outputs, "C") == {"S": [3, 4, 5]}
