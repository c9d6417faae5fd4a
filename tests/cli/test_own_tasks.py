"""``pingce tasks init``, and own tasks as commands find them."""

import json
from pathlib import Path

import pytest

from pingce.formats.taskfile.examples import EXAMPLES, example
from pingce.formats.taskfile.places import carried_path

from .conftest import Run


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "benchmark.toml").write_text('name = "mine"\n', encoding="utf-8")
    (tmp_path / "deep" / "er").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "deep" / "er")
    return tmp_path


@pytest.mark.parametrize("shape", EXAMPLES)
def test_an_example_is_written_into_the_benchmark_and_is_a_task_at_once(pingce: Run, bench: Path, shape: str) -> None:
    ran = pingce("tasks", "init", "new", "--shape", shape, "--lang", "zh")
    assert (ran.code, ran.out.strip()) == (0, str(bench / "tasks" / "new.toml"))
    assert "pingce tasks show mine/new" in ran.err
    assert json.loads(pingce("tasks", "show", "mine/new", "--json").out)["id"] == "mine/new"
    again = pingce("tasks", "init", "new", "--shape", shape)
    assert (again.code, "exists already" in again.err) == (1, True)


def test_outside_of_a_benchmark_the_file_is_named(pingce: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert pingce("tasks", "init", "new", "--shape", "text", "--out", tmp_path / "x.toml").code == 0
    assert (tmp_path / "x.toml").read_text(encoding="utf-8") == example("text")
    refused = pingce("tasks", "init", "a b", "--shape", "text", "--out", tmp_path / "y.toml")
    assert (refused.code, "EDITION/NAME" in refused.err) == (1, True)


def test_the_list_has_own_tasks_and_says_which_cannot_be_used(pingce: Run, bench: Path) -> None:
    pingce("tasks", "init", "good", "--shape", "choice")
    (bench / "tasks" / "bad.toml").write_text("x = 1\n", encoding="utf-8")
    ran = pingce("tasks", "--json")
    assert (ran.code, json.loads(ran.out)["tasks"][-1]["id"]) == (0, "mine/good")
    assert "bad.toml title: found" in ran.err
    assert "mine/good" in pingce("tasks").out


def test_the_environment_names_a_benchmark(
    pingce: Run, bench: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    pingce("tasks", "init", "good", "--shape", "choice")
    monkeypatch.chdir(tmp_path_factory.mktemp("away"))
    assert pingce("tasks", "show", "mine/good").code == 1
    monkeypatch.setenv("PINGCE_BENCHMARK", str(bench))
    assert pingce("tasks", "show", "mine/good").code == 0


def test_a_pack_says_how_its_own_files_are_read(pingce: Run, bench: Path) -> None:
    pingce("tasks", "init", "mood", "--shape", "choice")
    public = bench / "pack" / "public"
    (public / carried_path("mine/mood")).parent.mkdir(parents=True)
    (public / "release.json").touch()
    (public / carried_path("mine/mood")).write_text(example("choice"), encoding="utf-8")
    data = public / "mood.jsonl"
    data.write_text('{"qid": "1", "context": "雨停了。", "mood": "calm"}\n', encoding="utf-8")
    same = pingce("check", "mine/mood", data)
    assert (same.code, "differs" in same.err) == (0, False)
    own = bench / "tasks" / "mood.toml"
    own.write_text(own.read_text(encoding="utf-8").replace('"calm"', '"quiet"'), encoding="utf-8")
    ran = pingce("check", "mine/mood", data)
    assert (ran.code, ran.err.count("differs from")) == (0, 1)
