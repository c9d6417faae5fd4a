"""The measured rows: told where they are shown, replaced when measured again, and the documentation says the same."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from benchmarks.results import tables, with_tables
from benchmarks.systems import RUNS, has_row, model_name

from pingce.systems.catalog import SYSTEMS, open_system
from pingce.systems.measured import FILE, MeasuredRow, best_row, ranking, read_rows, rows_as_json, with_rows
from pingce.systems.published import PUBLISHED
from pingce.systems.settings import make_settings
from pingce.tasks.catalog import TASKS, find_task
from tests.cli.conftest import Run, pingce

__all__ = ["pingce"]

PAGE = Path(__file__).parents[2] / "docs" / "5-systems.md"
ROW = MeasuredRow(
    task="space2022/task1",
    system="linear",
    settings=(),
    seed=0,
    ranked_by="accuracy.accuracy",
    numbers={"accuracy.accuracy": (0.7, 0.6, 0.8), "balanced.balanced_accuracy": (0.6, 0.5, 0.7)},
    items=10,
    split_seed=0,
    texts_per_second=1000.0,
    answering_mb=100.0,
    valid=True,
    command="pingce systems train …",
)


def test_the_documentation_has_what_was_measured() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert with_tables(page, read_rows()) == page, "python -m benchmarks.systems --docs"


def test_the_rows_are_stored_in_their_order_and_name_what_there_is() -> None:
    rows = read_rows()
    assert rows_as_json(rows) == FILE.read_text(encoding="utf-8")
    assert len({row.key for row in rows}) == len(rows)
    for row in rows:
        assert row.task in SYSTEMS[row.system].tasks
        assert row.ranked_by == ".".join(TASKS[row.task].rank_by)
        assert all("/" not in name or not name.startswith("/") for name in row.data)
        assert "--out models/" in row.command or not row.command


def test_published_scores_name_systems_that_answer_the_task() -> None:
    for score in PUBLISHED:
        assert score.task in TASKS
        assert not score.system or score.task in SYSTEMS[score.system].tasks


def test_every_planned_row_can_be_trained_with_its_settings() -> None:
    for run in RUNS:
        system = open_system(run.system, find_task(run.task))
        make_settings(system.Settings, changes=(*run.changes, *run.decoding, *(f"{name}=x" for name in run.uses)))
    trained = [model_name(run, 0) for run in RUNS if not run.decoding]
    assert len(set(trained)) == len(trained)


def test_every_system_has_a_planned_row() -> None:
    assert {run.system for run in RUNS} == set(SYSTEMS) - {"llm"}


def test_a_row_measured_again_replaces_the_old_one() -> None:
    other = replace(ROW, seed=1)
    better = replace(ROW, numbers={**ROW.numbers, "balanced.balanced_accuracy": (0.9,)})
    assert with_rows([ROW, other], [better]) == [other, better]
    assert best_row("linear", "space2022/task1", [other, better]) == better
    assert best_row("linear", "space2021/task1", [other, better]) is None
    assert ranking(ROW) == 0.6


def test_what_has_a_row_with_its_command_is_not_planned_again() -> None:
    run = next(run for run in RUNS if (run.task, run.system) == (ROW.task, ROW.system))
    assert has_row(run, 0, [ROW])
    assert not has_row(run, 1, [ROW])
    assert not has_row(run, 0, [replace(ROW, command="")])


@pytest.mark.parametrize(("lang", "words"), [("zh", "未测量"), ("en", "not measured")])
def test_a_system_without_a_row_is_said_to_be_not_measured(lang: str, words: str) -> None:
    table = list(tables([ROW], "zh" if lang == "zh" else "en"))
    assert "| `linear` | 0.7000 [0.600, 0.800] |" in "\n".join(table)
    assert any(line.startswith(f"| `majority` | {words} |") for line in table)


def test_the_list_of_systems_tells_what_was_measured(pingce: Run) -> None:
    listed = json.loads(pingce("systems", "list", "space2022/task2", "--json").out)
    measured = {system["name"]: system["measured"] for system in listed}
    assert measured["span-tagger"]["space2022/task2"] == best_score("span-tagger", "space2022/task2")
    assert "not measured" in pingce("systems", "list", "space2025/rse", "--lang", "en").out


def best_score(system: str, task: str) -> float:
    row = best_row(system, task)
    assert row is not None
    return row.score
