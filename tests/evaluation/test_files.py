"""Files in, scores out."""

from pathlib import Path

import pytest

from pingce.evaluation.files import compare_files, score_files, score_loaded, signature_name
from pingce.formats.checksum import source_sha256
from pingce.formats.load import load_gold, load_predictions
from pingce.formats.source import find_source
from pingce.scoring.interval import intervals
from pingce.scoring.run import score_answers
from pingce.spec.errors import UserError
from pingce.tasks.catalog import TASKS
from tests.cli.conftest import EXAMPLES

TASK = TASKS["space2022/task3"]
GOLD, FIRST, SECOND = (
    str(EXAMPLES / "space2022" / name) for name in ("task3_dev.jsonl", "pred-a-task3.jsonl", "pred-b-task3.jsonl")
)


def test_files_that_were_read_already_score_as_their_names_do() -> None:
    gold = load_gold(TASK, GOLD)
    source = find_source(GOLD)
    data = signature_name(source.base_name, source_sha256(source))
    loaded = score_loaded(TASK, gold, load_predictions(TASK, FIRST, gold), data=data)
    named = score_files(TASK, FIRST, GOLD)
    assert loaded.result == named.result
    assert (loaded.data, list(loaded.row_records())) == (named.data, list(named.row_records()))
    assert data.startswith("task3_dev@")


def test_answers_in_the_order_of_the_examples_score_as_a_file_of_them_does() -> None:
    result = score_files(TASK, FIRST, GOLD).result
    examples = [(case.item, case.gold) for case in result.cases]
    again = score_answers(TASK, examples, [case.predicted or {} for case in result.cases])
    assert again.measures["f1"].numbers == result.measures["f1"].numbers


def test_the_intervals_of_a_result_are_those_of_its_measures() -> None:
    result = score_files(TASK, FIRST, GOLD).result
    assert result.intervals == {name: intervals(one.measure, one.rows) for name, one in result.measures.items()}


def test_compared_files_have_the_values_they_have_alone() -> None:
    compared = compare_files(TASK, [FIRST, SECOND], GOLD)
    assert compared.values == {name: score_files(TASK, name, GOLD).result.main for name in (FIRST, SECOND)}
    assert [(pair.first, pair.second) for pair in compared.comparisons] == [(FIRST, SECOND)]


def test_a_file_is_compared_with_others_only(tmp_path: Path) -> None:
    copy = tmp_path / "copy.jsonl"
    copy.write_bytes(Path(FIRST).read_bytes())
    compare_files(TASK, [FIRST, str(copy)], GOLD)
    with pytest.raises(UserError) as told:
        compare_files(TASK, [FIRST, FIRST], GOLD)
    assert told.value.code == "same-file"
