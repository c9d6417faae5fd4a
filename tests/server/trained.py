"""Small models trained on the examples, in seconds."""

from pathlib import Path

from pingce.systems.interface import NoProgress
from pingce.systems.train import Order, train_model
from pingce.tasks.catalog import find_task

from .shared_task import EXAMPLES

MODELS = {
    "judge": ("space2022/task1", "linear", "task1_train.jsonl", "task1_dev.jsonl"),
    "reasons": ("space2022/task2", "span-crf", "task2_train.jsonl", "task2_dev.jsonl"),
    "fragments": ("space2023/task1", "span-crf", "task1_train.jsonl", "task1_dev.jsonl"),
    "tuples": ("space2023/task2", "tuple-crf", "task2_train.jsonl", "task2_dev.jsonl"),
    "senses-mfs": ("wsd/senses", "mfs", "train.data.txt", "val.data.txt"),
    "senses-overlap": ("wsd/senses", "gloss-overlap", "train.data.txt", "val.data.txt"),
}


def train_own_sentences(folder: Path) -> Path:
    """The judge that people try in a demo, with the settings the tour gives it."""
    order = Order(
        find_task("space2022/task1"),
        "linear",
        str(EXAMPLES / "rated/task1.jsonl"),
        folder / "own-sentences",
        changes=("frames=true", "strength=0.3"),
    )
    train_model(order, NoProgress())
    return folder


def train(folder: Path, *names: str) -> Path:
    """Some of them, or all and the one that needs no training."""
    for name in names or MODELS:
        task, system, train_file, dev_file = MODELS[name]
        data = EXAMPLES / task.partition("/")[0]
        inventory = str(EXAMPLES / "wsd/inventory.json") if task == "wsd/senses" else None
        order = Order(
            find_task(task),
            system,
            str(data / train_file),
            folder / name,
            dev=str(data / dev_file),
            inventory=inventory,
        )
        train_model(order, NoProgress())
    if not names:
        train_model(Order(find_task("space2023/task3"), "scenes", None, folder / "scenes"), NoProgress())
    return folder
