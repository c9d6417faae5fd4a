"""The pin: the same scorer and data give the same one, anything else another."""

import subprocess
import sys
from dataclasses import dataclass, replace
from typing import ClassVar

import pytest

from pingce.leaderboard.competition import scorer_version
from pingce.leaderboard.competition.files import pack
from pingce.leaderboard.competition.scoring_jobs import ratings_digest, significance_groups
from pingce.scoring.measures.judging import Accuracy
from pingce.tasks.catalog import TASKS

TASK = "space2022/task1"


def test_every_task_has_its_own_fingerprint_which_is_the_same_in_every_process() -> None:
    fingerprints = {task: scorer_version.fingerprint(task) for task in TASKS}
    assert len(set(fingerprints.values())) == len(TASKS)
    code = (
        "from pingce.leaderboard.competition.scorer_version import fingerprint; print(fingerprint('space2022/task3'))"
    )
    command = [sys.executable, "-c", code]
    printed = subprocess.run(command, capture_output=True, check=True, encoding="utf-8").stdout.strip()
    assert printed == fingerprints["space2022/task3"]


def test_a_scorer_says_what_it_computes() -> None:
    assert scorer_version.scorer(TASKS["space2022/task3"]) == (
        "space2022/task3|reading@1|f1@1(at_most=100)|ranked by f1.macro_f1"
    )


def test_a_raised_version_or_another_parameter_is_another_scorer() -> None:
    @dataclass(frozen=True)
    class Mended(Accuracy):
        version: ClassVar[int] = 2

    task = TASKS[TASK]
    mended = replace(task, measures={"accuracy": Mended("judge")})
    other = replace(task, measures={"accuracy": Accuracy("judge", unanswered="0")})
    assert len({scorer_version.scorer(one) for one in (task, mended, other)}) == 3


@pytest.mark.parametrize("task", scorer_version.EQUAL_BEFORE)
def test_a_score_of_0_1_0_is_current_until_a_measure_changes(task: str, monkeypatch: pytest.MonkeyPatch) -> None:
    [before] = scorer_version.EQUAL_BEFORE[task]
    assert scorer_version.is_current(task, scorer_version.fingerprint(task))
    assert scorer_version.is_current(task, before)
    assert not scorer_version.is_current(task, "0" * 64)
    [*_, measure] = TASKS[task].measures.values()
    monkeypatch.setattr(type(measure), "version", 2, raising=False)
    assert not scorer_version.is_current(task, before)


def test_pins_differ_by_scorer_data_and_ratings() -> None:
    first = scorer_version.pin(TASK, "a")
    assert scorer_version.pin(TASK, "a") == first
    others = {
        scorer_version.pin(TASK, "b"),
        scorer_version.pin(TASK, "a", "r"),
        scorer_version.pin("space2022/task2", "a"),
    }
    assert len(others | {first}) == 4


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
