"""A benchmark from Python says what ``pingce make``, ``runs`` and ``trace`` say."""

import json
from pathlib import Path

import pytest

import pingce
from tests.cli.conftest import Run
from tests.flow.benchmarks import tiny
from tests.flow.people import inhabited, small_benchmark


def test_plan_make_and_runs_are_those_of_the_commands(tmp_path: Path, pingce_command: Run) -> None:
    folder = tiny(tmp_path / "b")
    benchmark = pingce.Benchmark(folder)
    assert (benchmark.name, benchmark.tasks, benchmark.folder) == ("b", ("space2022/task1",), folder)
    assert {stage.name: stage.standing for stage in benchmark.plan()} == {
        "passages": "run",
        "replaced": "after",
        "split": "run",
    }
    assert [stage.name for stage in benchmark.plan("replaced")] == ["passages", "replaced"]
    made = benchmark.make("split")
    assert len(made) == 1
    [run] = benchmark.runs()
    told = json.loads(pingce_command("runs", "--benchmark", str(folder), "--json").out)
    assert [run] == told["runs"]
    assert (run["run"], run["stage"], run["state"]) == (made[0], "split", "done")
    assert {stage.name: stage.standing for stage in benchmark.plan()}["split"] == "fresh"
    assert benchmark.make("split") == []
    assert len(benchmark.make("split", again=True)) == 1
    assert benchmark.runs("passages") == []
    assert all(stage.output.exists() for stage in benchmark.plan("split"))
    assert repr(benchmark).startswith("Benchmark(b, 3 stages, ")


def test_campaigns_say_for_whom_they_wait_and_items_can_be_traced(tmp_path: Path) -> None:
    folder = small_benchmark(tmp_path / "b")
    with inhabited(folder) as world:
        world.maker.make()
    benchmark = pingce.Benchmark(folder)
    [campaign, *_] = benchmark.campaigns()
    assert sum(campaign.items.values()) > 0
    assert campaign.waits
    [replaced] = [stage.output for stage in benchmark.plan() if stage.kind == "replace"]
    text = json.loads(replaced.read_text(encoding="utf-8").splitlines()[0])["text"]
    [life, *_] = benchmark.trace(text).lives
    assert text in life.texts.values()


def test_what_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(pingce.UserError, match=r"benchmark\.toml"):
        pingce.Benchmark(tmp_path)
    benchmark = pingce.Benchmark(tiny(tmp_path / "b"))
    with pytest.raises(pingce.UserError, match="no stage 'x'"):
        benchmark.plan("x")
    with pytest.raises(pingce.UserError, match="No item has the id or the text '9-9'"):
        benchmark.trace("9-9")
