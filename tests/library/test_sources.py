"""Whatever records come in: paths, members of zip files, open files, dicts, frames, data sets."""

import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import datasets  # type: ignore[import-untyped] # it has no types
import pandas as pd
import pytest

import pingce

EXAMPLES = Path(__file__).parents[2] / "examples"
TASK = "space2022/task1"
GOLD = EXAMPLES / "space2022" / "task1_dev.jsonl"
RECORDS: list[dict[str, Any]] = [json.loads(line) for line in GOLD.read_text(encoding="utf-8").splitlines()]


def in_a_zip(folder: Path) -> str:
    with zipfile.ZipFile(folder / "pack.zip", "w") as pack:
        pack.writestr("inner/gold.jsonl", GOLD.read_bytes())
        pack.writestr("inner/other.jsonl", "{}")
    return str(folder / "pack.zip" / "gold.jsonl")


class Polars:
    """What is asked of a polars frame."""

    columns = ("qid", "context", "judge")

    def to_dicts(self) -> list[dict[str, Any]]:
        return [record | {"genre": None} for record in RECORDS]


SOURCES: dict[str, Callable[[Path], Any]] = {
    "path": lambda _: GOLD,
    "name": lambda _: str(GOLD),
    "zip": in_a_zip,
    "binary file": lambda _: GOLD.open("rb"),
    "text": lambda _: io.StringIO(GOLD.read_text(encoding="utf-8")),
    "bytes": lambda _: io.BytesIO(GOLD.read_bytes()),
    "dicts": lambda _: RECORDS,
    "generator": lambda _: (record for record in RECORDS),
    "pandas": lambda _: pd.DataFrame.from_records([*RECORDS]),
    "polars": lambda _: Polars(),
    "datasets": lambda _: datasets.Dataset.from_list(RECORDS),
    "data": lambda _: pingce.read(TASK, GOLD),
}


@pytest.mark.filterwarnings("ignore::ResourceWarning")
@pytest.mark.parametrize("kind", SOURCES)
def test_every_source_gives_the_same(kind: str, tmp_path: Path) -> None:
    data = pingce.read(TASK, SOURCES[kind](tmp_path))
    assert (dict(data.items), dict(data.answers)) == (lambda read: (dict(read.items), dict(read.answers)))(
        pingce.read(TASK, GOLD)
    )
    assert len(data) == len(RECORDS)
    assert [item.id for item, _ in data] == [record["qid"] for record in RECORDS]


def test_a_frame_that_lacks_a_column_is_told_with_all_rows() -> None:
    frame = pd.DataFrame.from_records(RECORDS[:3]).drop(columns="context")
    result = pingce.check(TASK, frame, role="gold")
    assert not result
    assert [problem.code for problem in result.problems] == ["missing-key"] * 3
    assert {problem.file for problem in result.problems} == {"<data>"}


def test_values_that_cannot_be_read_are_refused_all_at_once() -> None:
    rows: list[dict[str, Any]] = [
        {"qid": "1", "context": "猫在桌子上。", "judge": "perhaps"},
        {"qid": "2", "context": 5, "judge": 1},
    ]
    with pytest.raises(pingce.UserError) as caught:
        pingce.read(TASK, rows)
    assert "<data>" in str(caught.value)
    assert "perhaps" in str(caught.value)
    assert len(str(caught.value).splitlines()) == 3


@pytest.mark.parametrize(
    ("source", "code", "told"),
    [
        (7, "wrong-arguments", "found int"),
        ({"qid": "1"}, "wrong-arguments", "found dict"),
        (["a", 3], "not-records", "row 1 is str; row 2 is int"),
        ([{"qid": object()}], "not-records", "Row 1"),
        ("none.jsonl", "no-such-file", "none.jsonl"),
    ],
)
def test_what_is_no_source_is_told(source: Any, code: str, told: str) -> None:
    with pytest.raises(pingce.UserError) as caught:
        pingce.read(TASK, source)
    assert caught.value.code == code
    assert told in str(caught.value)


def test_an_unknown_task_is_told_in_the_language_that_was_set() -> None:
    try:
        pingce.set_language("zh")
        with pytest.raises(pingce.UserError, match="任务"):
            pingce.read("space2022/task9", RECORDS)
    finally:
        pingce.set_language("en")
    with pytest.raises(pingce.UserError, match="task"):
        pingce.read("space2022/task9", RECORDS)
    with pytest.raises(pingce.UserError, match="no language 'fr'"):
        pingce.set_language("fr")


def test_questions_are_compared_with_answers() -> None:
    answers = [{"qid": record["qid"], "judge": record["judge"]} for record in RECORDS[1:]] + [{"qid": "x", "judge": 1}]
    result = pingce.check(TASK, answers, questions=RECORDS)
    assert sorted({problem.code for problem in result.problems}) == ["missing-qid", "unknown-qid"]
    assert (result.records, result.answered) == (len(RECORDS), len(RECORDS))
