"""Questions in, a file of answers out."""

from collections.abc import Sequence
from pathlib import Path

from pingce.formats.check import load_inventory, load_questions
from pingce.formats.encode import Json
from pingce.formats.save import kind_for, save
from pingce.formats.write import write_jsonl
from pingce.spec.task import TaskSpec
from pingce.spec.values import Item

from .interface import Guess, Watch
from .train import load_model


def predict_file(
    folder: Path, questions: str, out: Path, watch: Watch, *, scores: Path | None = None, inventory: str | None = None
) -> int:
    """Write the answers, and if asked what the system thought on the way; the number of answers."""
    glosses = load_inventory(inventory) if inventory is not None else None
    model, _, task = load_model(folder, inventory=glosses)
    kind = kind_for(task, out)
    items = list(load_questions(task, questions).values())
    guesses = model.predict(items, watch)
    pairs = [(item, guess.answer) for item, guess in zip(items, guesses, strict=True)]
    save(task, out, pairs, kind=kind, part="answers", inventory=glosses)
    if scores is not None:
        write_jsonl(scores, score_records(task, items, guesses))
    return len(items)


def score_records(task: TaskSpec, items: Sequence[Item], guesses: Sequence[Guess]) -> list[dict[str, Json]]:
    return [
        {task.id_key: item.id, "score": guess.score, **guess.detail} for item, guess in zip(items, guesses, strict=True)
    ]
