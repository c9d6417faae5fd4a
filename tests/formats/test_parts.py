"""Parts of a data set are named on the command line."""

from pathlib import Path

import pytest

from pingce.formats.load import BadFileError
from pingce.formats.parts import read_part, read_parts, split_name
from pingce.spec.errors import UserError
from tests.builders import write

EXAMPLES = Path(__file__).parents[2] / "examples"
TRAIN = EXAMPLES / "space2022" / "task1_train.jsonl"


def test_a_part_is_read_with_its_answers() -> None:
    part = read_part(f"space2022/task1={TRAIN}")
    assert (part.task.id, part.split, part.name, part.answered) == (
        "space2022/task1",
        "train",
        "space2022/task1 train",
        True,
    )
    assert len(part.items) == len(part.answers) == 40


def test_questions_are_a_part_without_answers() -> None:
    part = read_part(f"space2022/task1:open={EXAMPLES / 'space2022' / 'task1_dev_input.jsonl'}")
    assert (part.split, part.answered) == ("open", False)


@pytest.mark.parametrize(
    ("name", "split"),
    [
        ("task1_train.jsonl", "train"),
        ("val.data.txt", "val"),
        ("task1-dev-with-answer.json", "dev"),
        ("TEST.jsonl", "test"),
        ("contest.jsonl", "contest"),
    ],
)
def test_the_name_of_a_file_tells_its_split(name: str, split: str) -> None:
    assert split_name(name) == split


@pytest.mark.parametrize("named", ["space2022/task1", "=x.jsonl", "space2022/task1="])
def test_what_is_no_part_is_refused(named: str) -> None:
    with pytest.raises(UserError) as problem:
        read_part(named)
    assert problem.value.code == "bad-part"


def test_a_part_must_have_its_own_name() -> None:
    with pytest.raises(UserError) as problem:
        read_parts([f"space2022/task1={TRAIN}", f"space2022/task1={TRAIN}"])
    assert problem.value.code == "repeated-part"


@pytest.mark.parametrize(
    ("content", "code"),
    [
        ('{"qid": "1", "judge": 1}', "no-texts"),
        ('{"qid": "1", "context": 3, "judge": 1}', "bad-file"),
        ("{", "bad-file"),
    ],
)
def test_a_file_that_cannot_be_used_is_refused(tmp_path: Path, content: str, code: str) -> None:
    file = tmp_path / "train.jsonl"
    file.write_text(content, encoding="utf-8")
    with pytest.raises(UserError) as problem:
        read_part(f"space2022/task1={file}")
    assert problem.value.code == code
    assert isinstance(problem.value, BadFileError) == (code == "bad-file")


def test_a_part_that_is_no_text_is_told(tmp_path: Path) -> None:
    with pytest.raises(BadFileError) as caught:
        read_part(f"space2022/task1={write(tmp_path / 'a.jsonl', bytes([0xFF]))}")
    assert [problem.code for problem in caught.value.findings.problems] == ["not-utf8"]
