"""Writes examples/score2026: a JSON array with domains and languages, and two submissions."""

from collections.abc import Sequence
from pathlib import Path

from pingce.formats.write import write_array
from pingce.spec.values import Item
from pingce.tasks.catalog import TASKS

from .choices import DEV_2026, TRAIN_2026, Asked
from .options import handed_in, lettered, record

TASK = TASKS["score2026/choice"]


def write(folder: Path) -> None:
    for part, asked in (("train", TRAIN_2026), ("dev", DEV_2026)):
        items = _items(part, asked)
        rows = [record(TASK, item, one.right) for item, one in zip(items, asked, strict=True)]
        write_array(folder / f"{part}.json", rows)
    dev = _items("dev", DEV_2026)
    write_array(folder / "dev_input.json", [record(TASK, item, None) for item in dev])
    write_array(folder / "pred-a.json", handed_in(TASK, dev, ("B", "B", "A")))
    write_array(folder / "pred-b.json", handed_in(TASK, dev, ("B", "A", None)))


def _items(part: str, asked: Sequence[Asked]) -> list[Item]:
    items = []
    for number, one in enumerate(asked, start=1):
        domain, language = one.mark.split()
        extra = {"domain": domain, "language": language}
        texts = {"text": one.text, "question": one.question}
        items.append(Item(f"SCoRE2026-{part}-{number}", texts, extra, lettered(one.options)))
    return items
