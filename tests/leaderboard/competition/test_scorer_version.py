"""The pin: the same scorer and data give the same one, anything else another."""

import inspect
import subprocess
import sys

import pytest

from pingce.leaderboard.competition import scorer_version
from pingce.leaderboard.competition.stored import pack
from pingce.leaderboard.competition.work import ratings_digest, significance_groups
from pingce.tasks.catalog import TASKS

TASK = "space2022/task1"


def test_every_task_has_its_own_fingerprint_which_is_the_same_in_every_process() -> None:
    found = {task: scorer_version.fingerprint(task) for task in TASKS}
    assert len(set(found.values())) == len(TASKS)
    code = (
        "from pingce.leaderboard.competition.scorer_version import fingerprint; print(fingerprint('space2022/task3'))"
    )
    command = [sys.executable, "-c", code]
    printed = subprocess.run(command, capture_output=True, check=True, encoding="utf-8").stdout.strip()
    assert printed == found["space2022/task3"]


def test_a_change_of_the_measures_code_is_a_change_of_the_fingerprint(monkeypatch: pytest.MonkeyPatch) -> None:
    before = scorer_version.fingerprint.__wrapped__(TASK)
    source = inspect.getsource
    monkeypatch.setattr(inspect, "getsource", lambda module: source(module) + "# mended")
    assert scorer_version.fingerprint.__wrapped__(TASK) != before


def test_pins_differ_by_data_version_and_ratings(monkeypatch: pytest.MonkeyPatch) -> None:
    first = scorer_version.pin(TASK, "a")
    assert scorer_version.pin(TASK, "a") == first
    others = {
        scorer_version.pin(TASK, "b"),
        scorer_version.pin(TASK, "a", "r"),
        scorer_version.pin("space2022/task2", "a"),
    }
    monkeypatch.setattr(scorer_version, "__version__", "9.9")
    others.add(scorer_version.pin(TASK, "a"))
    assert len(others | {first}) == 5


def test_ratings_have_a_digest_that_does_not_depend_on_their_order() -> None:
    assert ratings_digest(None) == ""
    assert ratings_digest({"a": [1.0], "b": [2.0]}) == ratings_digest({"b": [2.0], "a": [1.0]})
    assert ratings_digest({}) != ""


def test_systems_that_differ_by_chance_share_a_group() -> None:
    def rows(right: int) -> bytes:
        return pack(
            {"measure": "accuracy", "number": "accuracy", "rows": [[float(i < right), 0, 0, 0, 0] for i in range(100)]}
        )

    assert significance_groups(TASK, [(7, rows(90)), (8, rows(89)), (9, rows(50)), (3, rows(50))]) == {
        7: 1,
        8: 1,
        9: 2,
        3: 2,
    }
