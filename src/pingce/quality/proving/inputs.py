"""Which task a file of reasoning items belongs to, where a person only names the file."""

from collections.abc import Sequence

from pingce.formats.findings import Findings
from pingce.formats.jsonfile import json_records
from pingce.formats.parts import Part, read_parts
from pingce.formats.source import Watch, find_source
from pingce.spec.errors import UserError
from pingce.spec.words import Words
from pingce.tasks.catalog import TASKS


def read_reasoning_parts(named: Sequence[str], *, watch: Watch | None = None) -> list[Part]:
    """Parts given as FILE or TASK[:SPLIT]=FILE; the task of a bare file shows in its first record."""
    return read_parts([_named(name) for name in named], watch=watch)


def _named(name: str) -> str:
    if name.partition("=")[0].partition(":")[0] in TASKS:
        return name
    return f"{guess_task(name)}={name}"


def guess_task(file: str) -> str:
    """The choice task whose ids and keys the first record has."""
    source = find_source(file)
    record = next((located[1] for located in json_records(source, Findings(source.name))), {})
    item_id = str(record.get("id", ""))
    if "qid" in record:
        return "space2024/choice"
    if "domain" in record:
        return "score2026/choice"
    joint = [task for task in TASKS.values() if task.options is not None and task.joint is not None]
    for task in joint:
        if task.joint is not None and item_id.startswith(task.joint.own):
            return task.id
    raise UserError(
        Words(f"{file}：看不出是哪个任务。", f"{file}: the task does not show in it."),
        hint=Words("请写 任务=文件，如 space2025/spr-zh=…。", "Write TASK=FILE, such as space2025/spr-zh=…."),
        code="unknown-task",
    )
