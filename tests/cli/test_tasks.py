"""``pingce tasks`` and the generated reference."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from pingce.cli import reference
from pingce.tasks.catalog import TASKS

from .conftest import Run


def test_the_list_names_every_task(pingce: Run) -> None:
    ran = pingce("tasks", "--lang", "zh")
    assert [task.id for task in TASKS.values() if task.id not in ran.out or task.title.zh not in ran.out] == []
    assert [task["id"] for task in json.loads(pingce("tasks", "--json").out)["tasks"]] == list(TASKS)


@pytest.mark.parametrize("task_id", list(TASKS))
def test_a_task_is_shown_with_all_its_parts(pingce: Run, task_id: str) -> None:
    task = TASKS[task_id]
    page = pingce("tasks", "show", task_id).out
    data = json.loads(pingce("tasks", "show", task_id, "--json").out)
    assert task.official in page
    assert [words.en for words in task.differences if words.en not in page] == []
    assert [name for name in task.measures if f"`{name}`" not in page] == []
    assert [field["key"] for field in data["answer"]] == [field.key for field in task.answer]


def test_the_reference_is_up_to_date() -> None:
    # In a process of its own: click remembers the help option a command was first asked with.
    command = [sys.executable, "-m", "pingce.cli.reference", "--check"]
    assert subprocess.run(command, cwd=Path(__file__).parents[2], check=False).returncode == 0


def test_a_stale_reference_is_told_and_mended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(reference, "pages", lambda: {"tasks.md": "# 任务\n"})
    assert reference.main(["--check"]) == 1
    assert "Run 'make fix'" in capsys.readouterr().err
    assert reference.main([]) == 0
    assert (tmp_path / "docs/reference/tasks.md").read_text(encoding="utf-8") == "# 任务\n"
    assert reference.main(["--check"]) == 0
