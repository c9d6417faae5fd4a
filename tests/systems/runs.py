"""Training runs of the tests: the example data, and somebody who interrupts."""

import hashlib
from pathlib import Path

from pingce.spec.words import Words
from pingce.systems.interface import NoProgress, Progress
from pingce.systems.model_folder import ModelCard
from pingce.systems.train import Order, train_model
from pingce.tasks.catalog import find_task

EXAMPLES = Path(__file__).parents[2] / "examples"
FILES = {
    "space2021/task1": EXAMPLES / "space2021" / "task1-train-with-answer.json",
    "space2021/task2": EXAMPLES / "space2021" / "task2-train-with-answer.json",
    "space2021/task3": EXAMPLES / "space2021" / "task3-dev-with-answer.json",
    "space2022/task1": EXAMPLES / "space2022" / "task1_train.jsonl",
}


def run(
    task: str,
    system: str,
    out: Path,
    *changes: str,
    encoder: Path | None = None,
    progress: Progress | None = None,
    seed: int = 0,
    train: Path | None = None,
    dev: Path | None = None,
    inventory: Path | None = None,
) -> tuple[ModelCard, bool]:
    """Train on the examples of a task; the card, and whether an interrupted run was continued."""
    order = Order(
        task=find_task(task),
        system=system,
        train=str(train or FILES[task]),
        dev=str(dev) if dev is not None else None,
        out=out,
        encoder=str(encoder) if encoder is not None else None,
        inventory=str(inventory) if inventory is not None else None,
        seed=seed,
        changes=changes,
    )
    return train_model(order, progress or NoProgress())


class Interrupted:
    """Somebody who presses Ctrl-C after a few steps."""

    def __init__(self, after: int) -> None:
        self.left = after

    def begin(self, what: Words, total: int) -> None:
        pass

    def advance(self, steps: int = 1, note: str = "") -> None:
        self.left -= 1
        if self.left < 0:
            raise KeyboardInterrupt


class InterruptedTraining(Interrupted):
    """The same, but only steps of a network's training count, which tell their loss."""

    def advance(self, steps: int = 1, note: str = "") -> None:
        if note:
            super().advance(steps, note)


def digests(folder: Path) -> dict[str, str]:
    """Of every file, so that two models can be compared."""
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
