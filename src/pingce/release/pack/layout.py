"""What the files of an edition are called and how its items are numbered, as published."""

from typing import Literal, NamedTuple

from pingce.spec.task import FileKind, TaskSpec

from ..inputs import Decided
from ..split.run import SplitName

FileContent = Literal["gold", "questions", "sheet"]
ENDINGS: dict[FileKind, str] = {"jsonl": ".jsonl", "json": ".json", "lines": ".txt", "sheet": ".json"}
"""Kinds a release holds; the first is what programs load."""


class FileNames(NamedTuple):
    """Names of files and items of an edition."""

    gold: str
    questions: str
    sheet: str = "{task}-{part}-sheet"
    dev: str = "dev"
    """What the middle part is called."""
    item: str = "{number}-{part}-{count}"
    counts_on: bool = True
    """Items are numbered through the parts of a task, not from 1 in each."""


FILE_NAMES = {
    "space2021": FileNames("{task}-{part}-with-answer", "{task}-{part}", counts_on=False),
    "space2024": FileNames("{task}_{part}", "{task}_{part}_input", item="{ability}-{part}-{kind}-{count}"),
    "space2025": FileNames("{task}_{part}", "{task}_{part}_input", item="{prefix}{part}-{count}", counts_on=False),
    "score2026": FileNames("{task}_{part}", "{task}_{part}_input", item="SCoRE2026-{part}-{count}", counts_on=False),
    "wsd": FileNames("{part}.data", "{part}.input", dev="val", item="{count}", counts_on=False),
}
"""Editions that differ from the rest; a line of word-sense data has no id but its place in the file."""
USUAL_NAMES = FileNames("{task}_{part}", "{task}_{part}_input")


NO_ABILITY = "0"
"""Of an item whose id tells none; a part of the id has to stand there."""


def file_names(task: TaskSpec) -> FileNames:
    return FILE_NAMES.get(task.edition, USUAL_NAMES)


def part_name(task: TaskSpec, split: SplitName) -> str:
    return file_names(task).dev if split == "dev" else split


def data_path(task: TaskSpec, split: SplitName, content: FileContent, kind: FileKind) -> str:
    """Where a data file stands in a release."""
    names = file_names(task)
    template = {"gold": names.gold, "questions": names.questions, "sheet": names.sheet}[content]
    name = template.format(task=task.id.partition("/")[2], part=part_name(task, split))
    return f"{task.edition}/{name}{ENDINGS[kind]}"


def inventory_path(task: TaskSpec) -> str:
    return f"{task.edition}/inventory.json"


def kinds(task: TaskSpec) -> list[FileKind]:
    return [kind for kind in ENDINGS if kind in task.kinds and kind != "sheet"]


def item_id(entry: Decided, split: SplitName, count: int) -> str:
    """The id of an item by its place; where ids tell groups of items, it tells the same groups as before."""
    task = entry.task
    number = "".join(character for character in task.id.partition("/")[2] if character.isdigit())
    abilities = task.groups.get("ability")
    letters = max((len(value) for value in entry.answer.values() if isinstance(value, frozenset)), default=1)
    return file_names(task).item.format(
        number=number,
        part=part_name(task, split),
        count=count,
        prefix="" if task.joint is None else task.joint.own,
        ability=(abilities and abilities.of(entry.item)) or NO_ABILITY,
        kind="m" if letters > 1 else "s",
    )
