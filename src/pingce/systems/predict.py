"""Questions in, a file of answers out.

What ``pingce systems predict`` does: questions from a file, answers of a model, and one file in the task's own format.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from pingce.formats.encode import Json
from pingce.formats.load import load_inventory, load_questions
from pingce.formats.save import kind_for, save
from pingce.formats.senses import Inventory
from pingce.formats.write import write_jsonl
from pingce.reasoning.answer import ReasonedAnswer
from pingce.spec.task import TaskSpec
from pingce.spec.values import Item
from pingce.spec.words import Words

from .interface import Model, Prediction, Progress
from .learning.crf_trial import try_fields
from .learning.runtimes import Runtime
from .stored import StoredModel
from .train import given_for, load_model


class Predictions(NamedTuple):
    """What was asked and answered."""

    items: Sequence[Item]
    predictions: Sequence[Prediction]

    @property
    def failures(self) -> list[tuple[str, Words]]:
        """Questions without a real answer, and why."""
        return [
            (item.id, prediction.failed)
            for item, prediction in zip(self.items, self.predictions, strict=True)
            if prediction.failed is not None
        ]

    @property
    def reasoned(self) -> list[tuple[Item, ReasonedAnswer]]:
        """Questions with the reasoning behind their answers, where the system gives any."""
        return [
            (item, prediction.reasoned)
            for item, prediction in zip(self.items, self.predictions, strict=True)
            if prediction.reasoned is not None
        ]


def predict_file(
    folder: Path,
    questions: str,
    out: Path,
    progress: Progress,
    *,
    task: TaskSpec | None = None,
    scores: Path | None = None,
    inventory: str | None = None,
    runtime: Runtime = "torch",
    changes: Sequence[str] = (),
) -> Predictions:
    """Let the model in a folder answer, in the form of ``task`` if that is not the one it was trained for.

    ``changes`` are the settings that the person gives who asks it (addresses, keys, places), as NAME=VALUE.
    """
    glosses = load_inventory(inventory) if inventory is not None else None
    given = given_for(folder, changes)
    try_fields(folder)
    model, _, task = load_model(folder, task=task, inventory=glosses, runtime=runtime, given=given)
    return answer_file(StoredModel(folder, model), task, questions, out, progress, scores=scores, inventory=glosses)


def answer_file(
    model: Model,
    task: TaskSpec,
    questions: str,
    out: Path,
    progress: Progress,
    *,
    scores: Path | None = None,
    inventory: Inventory | None = None,
) -> Predictions:
    """Write the answers, and if asked what the system thought on the way.

    ``out`` decides by its ending which of the task's kinds of files is written; ``scores`` gets a line of JSON per
    item with what the system thought. ``inventory``: the glosses, where the task has senses.
    """
    kind = kind_for(task, out)
    items = list(load_questions(task, questions).values())
    predictions = model.predict(items, progress)
    pairs = [(item, prediction.answer) for item, prediction in zip(items, predictions, strict=True)]
    save(task, out, pairs, kind=kind, part="answers", inventory=inventory)
    if scores is not None:
        write_jsonl(scores, score_records(task, items, predictions))
    return Predictions(items, predictions)


def score_records(task: TaskSpec, items: Sequence[Item], predictions: Sequence[Prediction]) -> list[dict[str, Json]]:
    """A line per item for the file of scores: how sure the system is, and why it had no answer."""
    return [
        {task.id_key: item.id, "score": prediction.score, **prediction.detail} | _failure(prediction)
        for item, prediction in zip(items, predictions, strict=True)
    ]


def _failure(prediction: Prediction) -> dict[str, Json]:
    return {} if prediction.failed is None else {"failed": prediction.failed.en}
