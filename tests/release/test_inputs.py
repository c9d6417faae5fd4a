"""Which files may be split and packed."""

import json
from pathlib import Path

import pytest

from pingce.formats.load import BadFileError
from pingce.release.inputs import named_inputs, read_all, read_input
from pingce.release.pack.run import inputs_as_split
from pingce.spec.errors import UserError

from .making import EXAMPLES, Made, in_examples

ONE_TASK = ("space2022/task1=space2022/task1_train.jsonl", "space2022/task1=space2022/task1_dev.jsonl")


def test_only_the_files_that_were_split_can_be_packed(made: Made, tmp_path: Path) -> None:
    changed = tmp_path / "task1_train.jsonl"
    changed.write_bytes((EXAMPLES / "space2022/task1_train.jsonl").read_bytes() + b"\n")
    inputs = named_inputs([*in_examples()[:5], f"space2022/task1={changed}", *in_examples()[6:]])
    with pytest.raises(UserError) as problem:
        inputs_as_split(inputs, made.proof, made.split)
    assert problem.value.code == "other-files"
    assert "Missing: space2022/task1=task1_train.jsonl;" in problem.value.message
    assert f"not in it: space2022/task1={changed}." in problem.value.message
    shuffled = inputs_as_split(named_inputs(in_examples()[::-1]), made.proof, made.split)
    assert [one.name for one in shuffled] == [one.file for one in made.proof.head.inputs]


@pytest.mark.parametrize(
    ("argument", "code"),
    [
        ("task1.jsonl", "not-task-and-file"),
        ("space2022/task1=", "not-task-and-file"),
        ("space2022/task9=x.jsonl", "unknown-task"),
        ("space2022/task1=none.jsonl", "no-such-file"),
    ],
)
def test_an_argument_that_names_no_input_is_refused(argument: str, code: str) -> None:
    with pytest.raises(UserError) as problem:
        named_inputs([argument])
    assert problem.value.code == code


def test_a_file_given_twice_or_without_answers_is_refused() -> None:
    with pytest.raises(UserError) as problem:
        named_inputs(in_examples([ONE_TASK[0], ONE_TASK[0]]))
    assert problem.value.code == "same-file-twice"
    questions = named_inputs([f"space2022/task1={EXAMPLES}/space2022/task1_dev_input.jsonl"])
    with pytest.raises(UserError) as problem:
        read_all(questions, lambda _: True, lambda _: None, lambda _: None)
    assert problem.value.code == "no-gold-answers"


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(b"\xff\n")
    inputs = named_inputs([f"space2022/task1={tmp_path / 'a.jsonl'}"])
    with pytest.raises(BadFileError) as caught:
        list(read_input(0, inputs[0], lambda _: True, lambda _: None))
    assert [problem.code for problem in caught.value.findings.problems] == ["not-utf8"]


def test_every_bad_file_is_named(tmp_path: Path) -> None:
    for number in (1, 2):
        line = json.dumps({"qid": f"1-train-{number}", "context": "门开着。", "judge": 2})
        (tmp_path / f"{number}.jsonl").write_text(f"{line}\n", encoding="utf-8")
    bad: list[BadFileError] = []
    inputs = named_inputs([f"space2022/task1={tmp_path}/{number}.jsonl" for number in (1, 2)])
    read_all(inputs, lambda _: False, bad.append, lambda _: None)
    assert [one.findings.file for one in bad] == [one.source.name for one in inputs]
