"""Builders for releases: items, inputs and whole packs made of the examples."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

from pingce.formats.load import BadFileError
from pingce.release.inputs import Decided, Input, named_inputs, read_all
from pingce.release.manifest import ReleaseManifest
from pingce.release.pack.about import read_about
from pingce.release.pack.run import PackOrder, pack
from pingce.release.split.proof import SplitProof, make_proof, write_proof
from pingce.release.split.run import SplitSettings, split
from pingce.spec.values import Item, Senses
from pingce.tasks.catalog import TASKS

EXAMPLES = Path(__file__).parents[2] / "examples"
ABOUT = EXAMPLES / "release" / "release.toml"
INVENTORY = EXAMPLES / "wsd" / "inventory.json"
GOLD = (
    "space2021/task1=space2021/task1-train-with-answer.json",
    "space2021/task1=space2021/task1-dev-with-answer.json",
    "space2021/task2=space2021/task2-train-with-answer.json",
    "space2021/task2=space2021/task2-dev-with-answer.json",
    "space2021/task3=space2021/task3-dev-with-answer.json",
    "space2022/task1=space2022/task1_train.jsonl",
    "space2022/task1=space2022/task1_dev.jsonl",
    "space2022/task2=space2022/task2_train.jsonl",
    "space2022/task2=space2022/task2_dev.jsonl",
    "space2022/task3=space2022/task3_train.jsonl",
    "space2022/task3=space2022/task3_dev.jsonl",
    "space2023/task1=space2023/task1_train.jsonl",
    "space2023/task1=space2023/task1_dev.jsonl",
    "space2023/task2=space2023/task2_train.jsonl",
    "space2023/task2=space2023/task2_dev.jsonl",
    "space2023/task3=space2023/task3_examples.jsonl",
    "space2024/choice=space2024/train.jsonl",
    "space2024/choice=space2024/dev.jsonl",
    "space2025/jsi=space2025/jsi_demo.jsonl",
    "space2025/rsr=space2025/rsr_demo.jsonl",
    "space2025/rse=space2025/rse_demo.jsonl",
    "space2025/spr-zh=space2025/spr_zh_train.jsonl",
    "space2025/spr-zh=space2025/spr_zh_dev.jsonl",
    "space2025/spr-en=space2025/spr_en_train.jsonl",
    "space2025/spr-en=space2025/spr_en_dev.jsonl",
    "score2026/choice=score2026/train.json",
    "score2026/choice=score2026/dev.json",
    "wsd/senses=wsd/train.data.txt",
    "wsd/senses=wsd/val.data.txt",
)
"""Every example with answers."""


def in_examples(arguments: Sequence[str] = GOLD) -> list[str]:
    return [f"{task}={EXAMPLES / name}" for task, _, name in (one.partition("=") for one in arguments)]


def judged(
    number: int,
    text: str,
    label: str = "1",
    *,
    origin: str | None = None,
    genre: str | None = None,
    task: str = "space2022/task1",
) -> Decided:
    extra = {key: value for key, value in (("origin", origin), ("genre", genre)) if value is not None}
    field = TASKS[task].public_answer[0].name
    return Decided(0, TASKS[task], Item(f"1-train-{number}", {"text": text}, extra), {field: label})


def sensed(number: int, sentence: str, word: str) -> Decided:
    item = Item(str(number), {"sentence": sentence, "word": word})
    return Decided(0, TASKS["wsd/senses"], item, {"senses": Senses(("甲义",))})


def read_inputs(arguments: Sequence[str]) -> tuple[list[Input], list[Decided]]:
    bad: list[BadFileError] = []
    inputs = named_inputs(arguments)
    decided = read_all(inputs, lambda _: False, bad.append, lambda _: None)
    assert bad == []
    return inputs, decided


class Made(NamedTuple):
    """A pack, and what went into it."""

    path: Path
    split: Path
    manifest: ReleaseManifest
    proof: SplitProof
    decided: list[Decided]


RATIO = (Fraction(5), Fraction(2), Fraction(3))
"""So that even the smallest example has items in every part."""


def make_pack(
    folder: Path,
    arguments: Sequence[str] = GOLD,
    *,
    seed: int = 3,
    drop_shared: bool = False,
    changes: Mapping[str, Any] | None = None,
) -> Made:
    """A split and a pack of examples in ``folder``."""
    inputs, decided = read_inputs(in_examples(arguments))
    senses = any(one.task.id == "wsd/senses" for one in inputs)
    proof = make_proof(
        inputs, decided, split(decided, SplitSettings(RATIO, seed, False, 2 if senses else 0, drop_shared))
    )
    (folder / "split").mkdir(parents=True)
    write_proof(folder / "split", proof)
    about, toml = read_about(ABOUT)
    order = replace(PackOrder(about, toml, inventory=INVENTORY if senses else None), **(changes or {}))
    manifest = pack(order, decided, proof, folder / "pack")
    return Made(folder / "pack", folder / "split", manifest, proof, decided)
