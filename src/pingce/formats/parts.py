"""Parts of a data set as a person names them: ``TASK[:SPLIT]=FILE``.

How data sets of several subtasks and splits are named on the command line of ``quality`` and ``release``; without a
split the file's name is asked for train, dev or test.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePath

from pingce.spec.errors import UserError
from pingce.spec.task import TaskSpec
from pingce.spec.values import Answer, Item
from pingce.spec.words import Words
from pingce.tasks.catalog import find_task

from .entries import checked_entries
from .findings import Findings
from .load import is_unreadable, refuse_invalid
from .provenance import Provenance, load_sidecar
from .source import Watch, find_source

SPLIT = re.compile(r"(?<![a-z])(train|dev|valid|val|test|trial|examples?)(?![a-z])", re.IGNORECASE)
"""How file names say which part they are: task1_train.jsonl, val.data.txt."""


@dataclass
class Part:
    """The questions of one split of one subtask, with their answers where the file has them."""

    task: TaskSpec
    split: str
    file: str
    items: list[Item] = field(default_factory=list)
    answers: list[Answer | None] = field(default_factory=list)

    @property
    def name(self) -> str:
        return f"{self.task.id} {self.split}"

    @property
    def answered(self) -> bool:
        return any(self.answers)


def read_part(named: str, *, watch: Watch | None = None) -> Part:
    """All records of a part; a file whose texts or answers cannot be read is refused with all its problems.

    Where a sidecar lies beside the file, items know their genre, kind of source and original.
    """
    task_name, equals, file = named.partition("=")
    task_id, _, split = task_name.partition(":")
    if not equals or not file or not task_id:
        raise UserError(
            Words(f"{named}：应为 任务[:部分]=文件。", f"{named}: expected TASK[:SPLIT]=FILE."),
            hint=Words("例如 space2022/task1=task1_train.jsonl。", "For example space2022/task1=task1_train.jsonl."),
            code="bad-part",
        )
    source = find_source(file, watch)
    part = Part(find_task(task_id), split or split_name(source.base_name), source.name)
    origins = (load_sidecar(source.path) if source.member is None else None) or {}
    findings = Findings(source.name, patient=True)
    with refuse_invalid(findings, when=is_unreadable):
        for entry in checked_entries(part.task, source, findings, None, None, thorough=False):
            part.items.append(with_origin(entry.item, origins))
            part.answers.append(entry.answer)
    if findings.role == "submission":
        raise UserError(
            Words(f"{source.name} 没有文本。", f"{source.name} has no texts."),
            hint=Words(
                f"每条记录都要有字段 {part.task.texts[0].key}。",
                f"Every record needs the key {part.task.texts[0].key}.",
            ),
            code="no-texts",
        )
    return part


def with_origin(item: Item, origins: Mapping[str, Provenance]) -> Item:
    """An item that knows its genre, kind of source and original, where a sidecar tells them and its record does not."""
    origin = origins.get(item.id)
    return item if origin is None else replace(item, extra={**origin.extra, **item.extra})


def read_parts(named: Sequence[str], *, watch: Watch | None = None) -> list[Part]:
    """Several parts; no two may have the same name, since tables are by name."""
    parts = [read_part(name, watch=watch) for name in named]
    names = [part.name for part in parts]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        listing = "、".join(twice), ", ".join(twice)
        raise UserError(
            Words(f"{listing[0]} 给了两次。", f"{listing[1]} is given twice."),
            hint=Words("请用 任务:部分=文件 给部分起名。", "Name the parts: TASK:SPLIT=FILE."),
            code="repeated-part",
        )
    return parts


def split_name(file_name: str) -> str:
    """Which part a file holds, by its name (train, dev, test …); a name that does not tell stands for itself."""
    match = SPLIT.search(file_name)
    return match[1].lower() if match else PurePath(file_name).stem
