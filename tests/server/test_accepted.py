"""Whatever the official scripts survive a server takes, and the score is theirs."""

import json
from pathlib import Path

import pytest

from tests.reference.disturbed import kinds_of, submissions
from tests.reference.official import largest_difference, numbers

from .builders import Clients
from .shared_task import EXAMPLES, TASKS, SharedTask, make_shared_task

SEVERAL = 12
"""Submissions that are odd in several ways at once."""


@pytest.fixture
def task(clients: Clients) -> SharedTask:
    return make_shared_task(clients)


@pytest.mark.parametrize("name", TASKS[1:])
def test_odd_answers_are_taken_and_score_what_the_official_script_gives(
    task: SharedTask, name: str, tmp_path: Path
) -> None:
    li = task.team("li")
    task.phase("dev", per_day=1_000)
    gold_file = EXAMPLES / f"{name}_dev.jsonl"
    gold = [json.loads(line) for line in gold_file.read_text(encoding="utf-8").splitlines()]
    said = tmp_path / "said.jsonl"
    for kinds, text in submissions(name, gold, len(kinds_of(name)) + SEVERAL, seed=3):
        answer = task.submit(li, text.encode(), f"{name[-5:]}.jsonl")
        assert answer.status_code == 201, f"{kinds}: {answer.text[:600]}"
        task.score()
        [entry] = li.get(f"/api/submissions/{answer.json()['id']}").json()["entries"]
        said.write_text(text, encoding="utf-8")
        expected = numbers(name, str(gold_file), str(said))
        assert largest_difference(entry["scores"][0]["numbers"], expected) < 1e-12, kinds
