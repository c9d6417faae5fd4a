"""What the people of the demo know: of everything that comes to them, and right by the rules."""

from pathlib import Path

import orjson
import pytest

from pingce.demo.campaigns import STEP_GENRES
from pingce.demo.stock import known_answers, known_ratings, replaced_sentences
from pingce.formats.check import check_file
from pingce.formats.replacement import undone
from pingce.tasks.catalog import TASKS

ANNOTATED = Path(__file__).parents[2] / "examples/annotated"
CLEAR = ("fine", "bad")


def texts_of(name: str) -> set[str]:
    return {orjson.loads(line)["context"] for line in (ANNOTATED / name).read_bytes().splitlines()}


@pytest.mark.parametrize(
    ("task", "name"), [("space2022/task2", "attribution"), ("space2022/task3", "step"), ("space2023/task3", "scene")]
)
def test_the_answers_have_no_problems(task: str, name: str) -> None:
    assert check_file(TASKS[task], str(ANNOTATED / f"{name}.jsonl")).findings.problems == []


def test_every_sentence_that_is_made_of_the_corpus_has_its_rating_and_no_other() -> None:
    made = {frozenset(item.texts.values()) for item in replaced_sentences()}
    assert made == set(known_ratings())


def test_whatever_the_raters_can_agree_on_has_its_answers_in_the_campaigns_that_follow() -> None:
    clear = {text: answer["rating"] for text, answer in known_ratings().items() if answer["rating"] in CLEAR}
    bad = {text for text, rating in clear.items() if rating == "bad"}
    assert set(known_answers("space-attribution")) == bad
    assert {text for pair in known_answers("space-scene") for text in pair} >= {
        text for texts, rating in clear.items() if rating == "fine" for text in texts
    }
    originals = {
        undone(item.texts["text"], item.origin.replacement.changes)
        for item in replaced_sentences()
        if frozenset(item.texts.values()) in clear
        if item.origin is not None and item.origin.replacement is not None and item.origin.genre in STEP_GENRES
    }
    assert texts_of("step.jsonl") == originals
