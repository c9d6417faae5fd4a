"""What is written for Hugging Face evaluate: loaded by that library, without a network, it gives our numbers."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

import pingce
from pingce.harness.bundle import PackTask
from pingce.harness.export import export_pack
from pingce.harness.hub_metric import write_evaluate
from pingce.harness.task import HarnessTask, open_task
from pingce.spec.errors import UserError
from pingce.tasks.catalog import find_task
from pingce.tasks.own import OneTask, OwnTask, opened
from tests.cli.conftest import Run
from tests.harness.conftest import TASKS, Exports
from tests.harness.recorded import expected_outcomes
from tests.release.test_loading import run_offline

COMPUTE = """
import json, sys
import datasets, evaluate
folder, given, cache = sys.argv[1:]
told = {}
for task, (predictions, references) in json.load(open(given, encoding="utf-8")).items():
    metric = evaluate.load(folder, task)
    at_once = metric.compute(predictions=predictions, references=references)
    for predicted, right in zip(predictions, references):
        metric.add(prediction=predicted, reference=right)
    told[task] = [at_once, metric.compute()]
rows = datasets.Dataset.from_list(references)
told["from a data set"] = [at_once, metric.compute(predictions=predictions, references=rows)]
print(json.dumps(told))
"""
REFUSED = """
import json, sys
import evaluate
folder, alone, cache = sys.argv[1:]
import pingce
said = []
for name in (None, "space2021/task1"):
    try:
        evaluate.load(folder, name)
    except pingce.UserError as problem:
        said.append(str(problem))
metric = evaluate.load(alone)
gold = [{"qid": "1", "context": "猫跳下桌子。", "judge": 1}, {"qid": "2", "context": "他跳进山洞外。", "judge": 0}]
try:
    metric.compute(predictions=[{"qid": "1", "judge": 1}], references=gold)
except ValueError as problem:
    said.append(str(problem))
half = evaluate.load(alone).compute(predictions=[{"qid": "1", "judge": 1}, None], references=gold)
print(json.dumps([*said, half["value"]]))
"""


def gold_records(task: HarnessTask) -> list[dict[str, object]]:
    file = task.folder / task.about.gold["dev"]
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def test_evaluate_gives_the_numbers_of_the_library(exports: Exports, tmp_path: Path) -> None:
    given, scores = {}, {}
    for task_id in TASKS:
        task = open_task(exports["lm-eval"] / "data" / task_id.replace("/", "-"))
        predictions = [outcome["answer"] for outcome in expected_outcomes(task, "dev")]
        references = gold_records(task)
        given[task_id] = predictions, references
        scores[task_id] = pingce.score(task_id, [answer for answer in predictions if answer is not None], references)
        assert None in predictions
        assert 0 < scores[task_id].value < 1
    file = tmp_path / "given.json"
    file.write_text(json.dumps(given, ensure_ascii=False), encoding="utf-8")
    told = run_offline(COMPUTE, exports["evaluate"] / "pingce_metric", file, tmp_path / "cache")
    assert isinstance(told, dict)
    scores["from a data set"] = scores[TASKS[-1]]
    assert told.keys() == scores.keys()
    for name, score in scores.items():
        low, high = score.interval()
        expected = {"value": score.value, "low": low, "high": high, **score.measures}
        for numbers in told[name]:
            assert numbers == pytest.approx(expected, abs=1e-9, rel=0)


def test_a_metric_of_several_tasks_asks_which_and_counts_what_is_unanswered(
    exports: Exports, pack: Path, tmp_path: Path
) -> None:
    export_pack(pack, "evaluate", tmp_path / "alone", only=["space2022/task1"])
    folders = exports["evaluate"] / "pingce_metric", tmp_path / "alone" / "pingce_metric"
    told = run_offline(REFUSED, *folders, tmp_path / "cache")
    assert isinstance(told, list)
    without_task, unknown, uneven, half = told
    assert "found default; expected a task of" in without_task
    assert "found space2021/task1" in unknown
    assert "Mismatch in the number of predictions (1) and references (2)" in uneven
    assert half == 0.5


def test_the_folder_holds_no_answers_and_says_how_to_use_it(pack: Path, tmp_path: Path, pingce: Run) -> None:
    out = tmp_path / "metric"
    ran = pingce("release", "harness", str(pack), "--to", "evaluate", "--out", str(out))
    assert ran.code == 0
    assert sorted(path.name for path in out.rglob("*.*")) == ["README.md", "pingce_metric.py"]
    readme = (out / "README.md").read_text(encoding="utf-8")
    assert "evaluate.load('pingce_metric'" in readme
    assert "do not publish" not in readme


def test_tasks_of_ones_own_are_refused(tmp_path: Path) -> None:
    own = replace(find_task("space2022/task1"), id="mine/judging")
    with opened(OneTask(OwnTask(own, "", "here"))), pytest.raises(UserError, match="mine/judging"):
        write_evaluate(tmp_path, [PackTask(own, {}, {}, "pack", "1")])
    assert not list(tmp_path.iterdir())
