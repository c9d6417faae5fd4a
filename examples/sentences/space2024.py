"""Writes examples/space2024: one test of five abilities, with disturbed items in dev, and two submissions."""

from collections.abc import Sequence
from pathlib import Path

from pingce.formats.write import write_jsonl
from pingce.spec.values import Item
from pingce.tasks.catalog import TASKS

from .choices import DEV_2024, GUESSED_2024_A, GUESSED_2024_B, TRAIN_2024, Asked
from .options import handed_in, lettered, record

TASK = TASKS["space2024/choice"]


def write(folder: Path) -> None:
    train, dev = _items("train", TRAIN_2024), _items("dev", DEV_2024)
    _write(folder / "train.jsonl", train, TRAIN_2024)
    _write(folder / "dev.jsonl", dev, DEV_2024)
    write_jsonl(folder / "dev_input.jsonl", [record(TASK, item, None) for item in dev])
    for system, guesses in (("a", GUESSED_2024_A), ("b", GUESSED_2024_B)):
        write_jsonl(folder / f"pred-{system}.jsonl", handed_in(TASK, dev, guesses))


def _items(part: str, asked: Sequence[Asked]) -> list[Item]:
    return [
        Item(
            f"{one.mark}-{part}-{'m' if len(one.right) > 1 else 's'}-{number}",
            {"text": one.text, "question": one.question},
            {},
            lettered(one.options),
        )
        for number, one in enumerate(asked, start=1)
    ]


def _write(path: Path, items: Sequence[Item], asked: Sequence[Asked]) -> None:
    write_jsonl(path, [record(TASK, item, one.right) for item, one in zip(items, asked, strict=True)])
