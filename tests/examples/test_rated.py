"""Our own rated sentences: enough of them, balanced, made by the replacement tool, and never said to be both."""

from collections import Counter
from pathlib import Path

import orjson
import pytest

from pingce.formats.check import check_file
from pingce.language.lexicon.load import load_lexicon
from pingce.language.originals import group_items
from pingce.spec.values import Item
from pingce.tasks.catalog import TASKS

RATED = Path(__file__).parents[2] / "examples/rated"
FILES = ("task1.jsonl", "fresh.jsonl")


def records(name: str) -> list[dict[str, object]]:
    return [orjson.loads(line) for line in (RATED / name).read_bytes().splitlines()]


@pytest.mark.parametrize("name", FILES)
def test_they_are_in_the_layout_of_the_task_and_no_text_stands_there_twice(name: str) -> None:
    checked = check_file(TASKS["space2022/task1"], str(RATED / name))
    assert {problem.code for problem in checked.findings.problems} <= {"unknown-key"}, "of the keys that say the origin"
    texts = Counter(str(record["context"]) for record in records(name))
    assert [text for text, n in texts.items() if n > 1] == []


def test_there_are_enough_of_both_kinds_in_many_genres() -> None:
    rated = records("task1.jsonl")
    normal = sum(record["judge"] == 1 for record in rated)
    assert len(rated) >= 1000
    assert 0.4 < normal / len(rated) < 0.6
    assert len({record["genre"] for record in rated}) >= 10
    assert len({record["original"] for record in rated}) >= 300


def test_what_was_replaced_stands_where_it_is_said_to_stand_and_undone_gives_the_original() -> None:
    rated = records("task1.jsonl")
    original_of = {record["qid"]: str(record["context"]) for record in rated}
    replaced = [record for record in rated if "replaced" in record]
    assert len(replaced) >= 1000
    for record in replaced:
        text, at = str(record["context"]), int(str(record["replaced_at"]))
        old, _, new = str(record["replaced"]).partition("→")
        assert text[at : at + len(new)] == new
        assert text[:at] + old + text[at + len(new) :] == original_of[record["original"]]


def test_no_near_synonym_makes_a_sentence_abnormal() -> None:
    lexicon = load_lexicon()
    pairs = [
        str(record["replaced"]).split("→")
        for record in records("task1.jsonl")
        if record["judge"] == 0
        if "replaced" in record
    ]
    assert [pair for pair in pairs if lexicon.relation(*pair) == "synonym"] == []


def test_the_sentences_to_measure_with_are_of_no_original_that_was_learned() -> None:
    rated, fresh = (
        [Item(str(record["qid"]), {"text": str(record["context"])}) for record in records(name)] for name in FILES
    )
    groups = group_items([*rated, *fresh])
    assert set(groups[: len(rated)]).isdisjoint(groups[len(rated) :])
