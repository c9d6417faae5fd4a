"""What else built-in tasks have: language models, processes of the pool, models to try, errors to explore, bias."""

import asyncio
import json
from pathlib import Path

import pytest

from pingce.formats.taskfile import read_task
from pingce.formats.taskfile.examples import EXAMPLES, example
from pingce.leaderboard.competition.scorer_version import fingerprint
from pingce.server.models.folders import Models
from pingce.server.scoring_thread import Pool, of_task
from pingce.spec.errors import UserError
from pingce.systems.llm.empty import empty_answer
from pingce.systems.llm.prompt import instructions
from pingce.tasks.own import OneTask, OwnTask, opened
from tests.cli.conftest import Run
from tests.server.shared_task import NearPool
from tests.systems.llm.endpoint import Say, Script, Server, in_turn

from .bench import NAME, TASKS, gold, make_benchmark, question, read, write


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = make_benchmark(tmp_path / NAME)
    monkeypatch.chdir(folder)
    return folder


@pytest.mark.parametrize("shape", EXAMPLES)
def test_a_language_model_is_told_what_is_asked_in_every_shape(shape: str) -> None:
    task = read_task(example(shape), f"mine/{shape}", shape)
    assert task.summary.zh in instructions(task)
    assert set(empty_answer(task, ())) <= {field.name for field in task.answer}


def test_a_language_model_answers(pingce: Run, bench: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_PROXY", "*")
    asked = write(bench / "asked.jsonl", [question("mood", record) for record in gold("mood", 2)])
    server = Server(Script(in_turn(Say('{"mood": "calm"}'))))
    try:
        where = ("--base-url", server.url, "--model", "m", "--cache", bench / "cache")
        ran = pingce("systems", "llm", f"{NAME}/mood", asked, "--out", bench / "said.jsonl", *where)
    finally:
        server.stop()
    assert ran.code == 0, ran.err
    assert [record["mood"] for record in read(bench / "said.jsonl")] == ["calm", "calm"]


def test_a_process_of_the_pool_is_told_of_the_task() -> None:
    task = read_task(example("tuples"), "mine/event", "event.toml")
    pool = Pool(1)
    try:
        with opened(OneTask(OwnTask(task, "", "here"))):
            assert pool.submit(of_task("mine/event", fingerprint), "mine/event").result() == fingerprint("mine/event")
        assert of_task("space2022/task1", fingerprint) is fingerprint
    finally:
        pool.stop()


def test_a_model_can_be_tried_without_its_benchmark(pingce: Run, bench: Path, tmp_path: Path) -> None:
    train = ("--system", "majority", "--train", bench / "mood.jsonl", "--out", tmp_path / "models" / "m")
    assert pingce("systems", "train", f"{NAME}/mood", *train).code == 0
    assert "majority" in [one["name"] for one in json.loads(pingce("systems", "list", f"{NAME}/mood", "--json").out)]
    models = Models(tmp_path / "models", NearPool(1))
    [info] = models.listed()
    assert (info.task, info.number) == (f"{NAME}/mood", "accuracy.accuracy")
    [tried] = asyncio.run(models.answer(f"{NAME}/mood", {"context": "雨停了。"}))
    assert tried.answer["mood"] in ("glad", "sad", "calm")
    (tmp_path / "models" / "m" / "tasks" / NAME / "mood.toml").unlink()
    assert models.listed() == []
    with pytest.raises(UserError) as refused:
        models.task_of("m", f"{NAME}/mood")
    assert refused.value.code == "unknown-task"
    models.stop()


@pytest.mark.parametrize("name", TASKS)
def test_bias_is_measured(pingce: Run, bench: Path, name: str) -> None:
    ran = pingce("quality", "bias", f"{NAME}/{name}:train={bench / f'{name}.jsonl'}", "--json")
    assert ran.code == 0, ran.err
