"""SpaCE2021 answer sheets: one JSON object with all subtasks, answers by item number.

The first edition had answers handed in as one object by subtask and number; reading turns them into records like all
others, writing gives a sheet back.
"""

import codecs
from collections.abc import Iterator

import orjson

from pingce.spec.problem import Violation, shown
from pingce.spec.task import TaskSpec
from pingce.spec.words import Words, same

from .findings import Findings, StopReading
from .jsonfile import whole_json
from .jsonsyntax import Record
from .source import Source


def is_sheet(task: TaskSpec, source: Source) -> bool:
    """An object that is not itself a record; a file of records has one on its first line and more below."""
    with source.open() as file:
        first, _, rest = file.read(1 << 16).removeprefix(codecs.BOM_UTF8).lstrip().partition(b"\n")
    if not first.startswith(b"{"):
        return False
    try:
        record = orjson.loads(first)
    except orjson.JSONDecodeError:
        # A sheet written over several lines, or longer than what was read; a cut record is read as a line.
        return f'"{task.id_key}"'.encode() not in first
    return isinstance(record, dict) and task.id_key not in record and not rest.strip()


def sheet_records(
    task: TaskSpec, source: Source, findings: Findings, *, keys: bool = False
) -> Iterator[tuple[int | None, Record]]:
    """The subtask's answers as records; the official script reads the key …-dev even for test."""
    sheet = whole_json(source, findings, keys=keys)
    assert isinstance(sheet, dict), "is_sheet looked at the first character"
    parts = [key for key in sheet if key.startswith(f"{task.sheet_key}-")]
    if len(parts) != 1 or not isinstance(sheet[parts[0]], dict):
        expected = Words(
            f"一个键 {task.sheet_key}-dev 或 {task.sheet_key}-test", f"one key {task.sheet_key}-dev or …-test"
        )
        findings.add(Violation("no-such-sheet", "", shown(", ".join(sheet)), expected))
        raise StopReading
    names = [field.key for field in task.public_answer]
    for number, value in sheet[parts[0]].items():
        values = value if len(names) > 1 and isinstance(value, list) else [value]
        if len(values) != len(names):
            expected = same(f"[{', '.join(names)}]")
            findings.add(Violation("wrong-type", f"{parts[0]}.{number}", shown(value), expected), qid=number)
            continue
        yield None, {task.id_key: number, **{k: _as_bool(v) for k, v in zip(names, values, strict=True)}}


def sheet(task: TaskSpec, answers: dict[str, list[bool]], split: str, meta: dict[str, str]) -> dict[str, object]:
    """A sheet with the answers of one subtask."""
    body: dict[str, object] = {
        task.match_key(key): [int(v) for v in values] if len(values) > 1 else int(values[0])
        for key, values in answers.items()
    }
    return {"meta": meta, f"{task.sheet_key}-{split}": body}


def _as_bool(value: object) -> object:
    """Sheets write 0 and 1 where the data files write false and true."""
    return bool(value) if value in (0, 1) and not isinstance(value, float) else value
