"""The answer of one item, taken from its file or from all that were read of it at once."""

import zlib
from pathlib import Path

import pytest

from pingce.formats.checksum import bytes_sha256
from pingce.leaderboard.competition.files import StoredFile
from pingce.leaderboard.competition.scoring_jobs import read_records, record_of, records_by_id

EXAMPLES = Path(__file__).parents[3] / "examples"
FILES = {
    "space2021/task1": "space2021/task1-train-with-answer.json",
    "space2022/task1": "space2022/task1_train.jsonl",
    "space2022/task2": "space2022/task2_train.jsonl",
    "space2022/task3": "space2022/task3_train.jsonl",
    "space2023/task1": "space2023/task1_dev.jsonl",
    "space2023/task2": "space2023/task2_dev.jsonl",
    "space2023/task3": "space2023/task3_examples.jsonl",
}


def file_of(data: bytes, name: str) -> StoredFile:
    return StoredFile(name, bytes_sha256(data), zlib.compress(data))


@pytest.mark.parametrize("task", FILES)
def test_all_at_once_are_those_of_one_after_the_other(task: str) -> None:
    path = EXAMPLES / FILES[task]
    file = file_of(path.read_bytes(), path.name)
    read = read_records(task, "gold", file, path.name)
    assert read.answers
    assert {item.id: read.answers[item.id] for item in read.items} == {
        item.id: record_of(task, file, item.id) for item in read.items
    }


@pytest.mark.parametrize(
    ("data", "records"),
    [
        (b'{"1": "a", "2": ["b"]}', {"1": {"answer": "a"}, "2": {"answer": ["b"]}}),
        (b'{\n "1": "a"\n}', {"1": {"answer": "a"}}),
        (b"a\nb\n", {}),
        (b"[1, 2]", {}),
        (b"", {}),
    ],
)
def test_sheets_have_answers_by_id_and_plain_lines_none(data: bytes, records: dict[str, object]) -> None:
    assert records_by_id("space2022/task1", data) == records
