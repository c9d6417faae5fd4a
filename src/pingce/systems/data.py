"""Training data: reading, checksums, and a part to measure on that shares no original with the rest.

Comes in: a gold file. Comes out: examples, and its name, size and checksum for the model card. Without a dev file whole
originals are held out, the same ones everywhere.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

import orjson

from pingce.formats.checksum import source_sha256
from pingce.formats.load import load_gold
from pingce.formats.senses import Inventory
from pingce.formats.source import find_source
from pingce.language.originals import group_items
from pingce.scoring.measures.senses import senses
from pingce.spec.chance import seeded_key
from pingce.spec.errors import UserError
from pingce.spec.task import TaskSpec
from pingce.spec.words import Words

from .interface import Example

FEWEST = 2
DEV_SHARE = 0.15
MANIFEST = "release.json"
ABOVE = 2
"""Data files lie in the folder of their edition, which lies in a side of the pack."""


@dataclass(frozen=True)
class TrainingFile:
    """A file that was learned from, for those who want to know exactly which."""

    name: str
    sha256: str
    items: int
    pack: str = ""
    """Name and version of the pack it is part of."""
    split: str = ""
    """The split of the pack that it holds."""


def read_examples(task: TaskSpec, file: str) -> tuple[list[Example], TrainingFile]:
    """Questions with answers; what cannot be read is told at once."""
    gold = load_gold(task, file)
    examples = [Example(gold.items[key], answer) for key, answer in gold.answers.items()]
    if any(not example.item.texts for example in examples):
        raise UserError(
            Words(f"{file} 只有答案，没有题目文本。", f"{file} has answers but no texts."),
            hint=Words("训练需要题目与答案在一起。", "Training needs questions and answers together."),
            code="no-texts",
        )
    source = find_source(file)
    link = pack_link(source.path) if source.member is None else None
    training_file = TrainingFile(source.base_name, source_sha256(source), len(examples))
    return examples, training_file if link is None else replace(training_file, pack=link.pack, split=link.split)


class PackLink(NamedTuple):
    """A file of a pack: name and version of the pack, and the split the file holds."""

    pack: str
    split: str


def pack_link(path: Path) -> PackLink | None:
    """The link of a file that its pack lists; None for any other file."""
    for folder in path.absolute().parents[:ABOVE]:
        manifest = folder / MANIFEST
        if not manifest.is_file():
            continue
        try:
            stated = orjson.loads(manifest.read_bytes())
            name = path.absolute().relative_to(folder).as_posix()
            split = next((file["part"] for file in stated["files"] if file["path"] == name), None)
            return PackLink(f"{stated['name']} {stated['version']}", str(split)) if split else None
        except (orjson.JSONDecodeError, OSError, KeyError, TypeError):
            return None  # something else of that name; pingce release verify says what is wrong with a pack
    return None


def hold_out(
    examples: Sequence[Example], *, share: float = DEV_SHARE, seed: int = 0, task: TaskSpec | None = None
) -> tuple[list[Example], list[Example]]:
    """Two parts, train and dev, no original in both; for word senses a whole sentence group, never a part of it.

    Groups come in an order that only their first id and the seed decide, so the same file gives the same parts
    everywhere.
    """
    items = [example.item for example in examples]
    groups = group_items(items, templated=None if task is None else task.is_templated)
    members: dict[int, list[int]] = {}
    for i, group in enumerate(groups):
        members.setdefault(group, []).append(i)
    if len(members) < FEWEST:
        raise UserError(
            Words("数据只有一组原句，分不出开发集。", "The data have a single original; there is nothing to hold out."),
            hint=Words("请用 --dev 给出开发集。", "Name a file with --dev."),
            code="nothing-to-hold-out",
        )
    first_ids = {group: examples[places[0]].item.id for group, places in members.items()}
    order = sorted(members, key=lambda group: seeded_key(seed, first_ids[group]))
    held: set[int] = set()
    for group in order[:-1]:
        if len(held) >= share * len(examples):
            break
        held.update(members[group])
    train = [example for i, example in enumerate(examples) if i not in held]
    return train, [examples[i] for i in sorted(held)]


def known_glosses(inventory: Inventory | None, *parts: Iterable[Example]) -> dict[str, list[str]]:
    """The inventory, and after it what only the examples have, so that no right answer is without a candidate."""
    glosses_of = {word: list(dict.fromkeys(glosses)) for word, glosses in (inventory or {}).items()}
    for examples in parts:
        for example in examples:
            glosses = glosses_of.setdefault(example.item.texts.get("word", ""), [])
            glosses.extend(gloss for gloss in dict.fromkeys(senses(example.answer).chosen) if gloss not in glosses)
    return glosses_of


def merged_glosses(stored: Inventory, given: Inventory | None) -> Mapping[str, Sequence[str]]:
    """What a model knows, replaced word by word by what a person gives."""
    return {**stored, **(given or {})}
