"""The real harnesses, in environments of their own, print the numbers of ``pingce score`` on the same answers.

With `make test EXTRA=1` only (conftest.py): environments are made under PINGCE_HARNESSES, or build/harness, when they
are not there yet.
"""

import json
import os
import subprocess
import venv
from pathlib import Path
from typing import Any

import pytest

import pingce
from pingce.harness.logs import answers_of_log
from pingce.harness.task import HarnessTask, open_task
from tests.harness.conftest import TASKS, Exports
from tests.harness.recorded import expected_outcomes, recorded_server, write_answers
from tests.systems.llm.endpoint import Say, Script, Server, Talk

ROOT = Path(__file__).parents[2]
ENVIRONMENTS = Path(os.environ.get("PINGCE_HARNESSES", ROOT / "build/harness"))
NEEDS = {
    "lm-eval": ["lm-eval[api]", "orjson", "msgspec", "numpy"],
    "inspect": ["inspect_ai", "openai", "huggingface_hub", "orjson", "msgspec", "numpy"],
    "evalscope": ["evalscope", "orjson", "msgspec", "numpy"],
}
SPLIT = "dev"


def environment(harness: str) -> Path:
    """The programs of an environment that has a harness and what pingce's scoring needs, and no more."""
    folder = ENVIRONMENTS / harness
    if not (folder / "ready").exists():
        venv.create(folder, with_pip=True)
        subprocess.run([folder / "bin/pip", "install", "--quiet", *NEEDS[harness]], check=True)
        (folder / "ready").touch()
    return folder / "bin"


def run(arguments: list[Any], folder: Path, **variables: str) -> None:
    path = os.pathsep.join([str(ROOT / "src"), variables.pop("PYTHONPATH", "")]).rstrip(os.pathsep)
    clean = {key: value for key, value in os.environ.items() if "PROXY" not in key.upper()}
    done = subprocess.run(
        [str(argument) for argument in arguments],
        cwd=folder,
        env={**clean, "PYTHONPATH": path, "OPENAI_API_KEY": "none", "HF_HUB_OFFLINE": "1", **variables},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=600,
    )
    assert done.returncode == 0, f"{done.stdout[-4000:]}\n{done.stderr[-4000:]}"


def scored(task: HarnessTask, folder: Path) -> pingce.Score:
    """What pingce says about the recorded replies."""
    answers = write_answers(expected_outcomes(task, SPLIT), folder / "answers.jsonl")
    return pingce.score(task.spec, answers, task.folder / task.about.gold[SPLIT])


def answers_of(log: Path, task: HarnessTask) -> dict[str, Any]:
    """A log of the harness as answers, read by ``from-log``."""
    questions = pingce.read(task.spec, task.folder / task.about.gold[SPLIT]).items
    return dict(answers_of_log(task.spec, log, questions, task.inventory).answers)


def read_back(answers: Path, task: HarnessTask) -> dict[str, Any]:
    """The answers of a file, without what only gold has."""
    public = {field.name for field in task.spec.public_answer}
    read = pingce.read(task.spec, answers).answers
    return {key: {name: answer[name] for name in public} for key, answer in read.items()}


@pytest.mark.parametrize("task_id", TASKS)
def test_lm_eval_prints_our_numbers(task_id: str, exports: Exports, tmp_path: Path) -> None:
    slug = task_id.replace("/", "-")
    task = open_task(exports["lm-eval"] / "data" / slug)
    name = f"{task.about.pack}_{slug.replace('-', '_')}_{SPLIT}"
    with recorded_server(task, SPLIT) as server:
        arguments = f"model=recorded,base_url={server.url}/chat/completions,num_concurrent=1,max_retries=1"
        run(
            [
                environment("lm-eval") / "lm_eval",
                *("--model", "local-chat-completions", "--model_args", arguments, "--apply_chat_template"),
                *("--include_path", exports["lm-eval"], "--tasks", name, "--num_fewshot", "2"),
                *("--fewshot_as_multiturn", "--log_samples", "--output_path", tmp_path / "results"),
            ],
            tmp_path,
        )
    [results] = (tmp_path / "results").rglob("results_*.json")
    told = json.loads(results.read_text(encoding="utf-8"))["results"][name]
    score = scored(task, tmp_path)
    assert 0 < score.value < 1
    for number, value in score.measures.items():
        assert told[f"{number},none"] == pytest.approx(value, abs=1e-9)
    [samples] = (tmp_path / "results").rglob("samples_*.jsonl")
    assert answers_of(samples, task) == read_back(tmp_path / "answers.jsonl", task)
    assert (told["low,none"], told["high,none"]) == pytest.approx(tuple(score.interval()), abs=1e-9)


@pytest.mark.parametrize("task_id", TASKS)
def test_inspect_prints_our_numbers(task_id: str, exports: Exports, tmp_path: Path) -> None:
    slug = task_id.replace("/", "-")
    [package] = [path.parent for path in exports["inspect"].glob("*/__init__.py")]
    task = open_task(package / "data" / slug)
    with recorded_server(task, SPLIT) as server:
        run(
            [
                environment("inspect") / "inspect",
                *("eval", package / f"__init__.py@{slug.replace('-', '_')}", "--model", "openai/recorded"),
                *("-T", f"split={SPLIT}", "-T", "shots=2", "--log-dir", tmp_path / "logs", "--log-format", "json"),
                *("--display", "none", "-M", "responses_api=false"),
            ],
            tmp_path,
            OPENAI_BASE_URL=server.url,
        )
    [log] = (tmp_path / "logs").glob("*.json")
    told = json.loads(log.read_text(encoding="utf-8"))["results"]["scores"][0]["metrics"]
    score = scored(task, tmp_path)
    assert 0 < score.value < 1
    for number, value in score.measures.items():
        assert told[number]["value"] == pytest.approx(value, abs=1e-9)
    assert told["clustered_low"]["value"] == pytest.approx(score.interval().low, abs=1e-9)
    assert answers_of(log, task) == read_back(tmp_path / "answers.jsonl", task)


@pytest.mark.parametrize("task_id", TASKS)
def test_evalscope_prints_our_numbers(task_id: str, exports: Exports, tmp_path: Path) -> None:
    slug = task_id.replace("/", "-")
    [package] = [path.parent for path in exports["evalscope"].glob("*/__init__.py")]
    task = open_task(package / "data" / slug)
    name = f"{task.about.pack}_{slug.replace('-', '_')}"
    with recorded_server(task, "dev", "test") as server:
        program = [environment("evalscope") / "python", exports["evalscope"] / "run.py", "recorded", server.url, name]
        run(program, tmp_path)
    [report] = (tmp_path / "outputs").rglob(f"reports/**/{name}.json")
    metrics = json.loads(report.read_text(encoding="utf-8"))["metrics"]
    told = {metric["identity"]["name"]: part["score"] for metric in metrics for part in _subsets(metric, SPLIT)}
    score = scored(task, tmp_path)
    for number, value in score.measures.items():
        assert told[number.replace(".", "_")] == pytest.approx(value, abs=5.1e-5)  # it rounds to four digits


EVALUATE_HUB = """
import json, sys
from pathlib import Path
import huggingface_hub
from inspect_ai import eval as evaluate
from inspect_ai._eval.task import hf
from inspect_ai.dataset import MemoryDataset
from inspect_ai.model import get_model

folder, name = Path(sys.argv[1]), sys.argv[2]

def stored(path, revision, name, split, sample_fields):
    lines = (folder / "data" / name / "dev.jsonl").read_text(encoding="utf-8").splitlines()
    return MemoryDataset([sample_fields(json.loads(line)) for line in lines])

huggingface_hub.hf_hub_download = lambda **_: str(folder / "eval.yaml")
hf.hf_dataset = stored
[task] = hf.task_create_from_hf(f"hf/some/pack/{name}")
[log] = evaluate(task, model=get_model("openai/recorded", responses_api=False), display="none", log_dir="logs")
assert log.status == "success", log.error
Path("told.json").write_text(json.dumps(log.results.scores[0].metrics["accuracy"].value))
"""


@pytest.mark.parametrize("slug", ["space2022-task1", "space2024-choice"])
def test_inspect_runs_the_evaluations_of_the_hub(slug: str, exports: Exports, tmp_path: Path) -> None:
    """Two of three replies are right; files come from the folder, since nothing is pushed here."""
    lines = (exports["hub"] / "data" / slug / "dev.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]

    def reply(talk: Talk, asked: int) -> Say:
        [place] = [i for i, row in enumerate(rows) if talk[-1]["content"].startswith(f"{row['input']}\n\nA)")]
        right = rows[place]["target"]
        wrong = "A" if right != "A" else "B"
        return Say(f"想一想。\nANSWER: {wrong if place % 3 == 2 else ','.join(right)}")

    server = Server(Script(reply))
    try:
        program = [environment("inspect") / "python", "-c", EVALUATE_HUB, exports["hub"], f"{slug}-validation"]
        run(program, tmp_path, OPENAI_BASE_URL=server.url)
    finally:
        server.stop()
    accuracy = json.loads((tmp_path / "told.json").read_text(encoding="utf-8"))
    assert 0 < accuracy < 1
    assert accuracy == pytest.approx(sum(i % 3 != 2 for i in range(len(rows))) / len(rows), abs=1e-9)


def _subsets(metric: dict[str, Any], name: str) -> list[dict[str, Any]]:
    return [part for category in metric["categories"] for part in category["subsets"] if part["name"] == name]
