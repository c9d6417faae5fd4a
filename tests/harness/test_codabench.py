"""The scoring program of a Codabench bundle, run as the platform runs it, in a Python that has no package at all."""

import json
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
import yaml  # type: ignore[import-untyped]  # it has no types here

import pingce
from pingce.harness.task import open_task
from pingce.spec.errors import UserError
from tests.harness.conftest import TASKS, Exports
from tests.harness.recorded import expected_outcomes, write_answers
from tests.waiting import PATIENCE


def run_as_platform(
    bundle: Path, split: str, submission: dict[str, Path], folder: Path
) -> subprocess.CompletedProcess[str]:
    """Unpack program, reference and submission where the platform does, and start the command of the metadata."""
    with zipfile.ZipFile(bundle / "scoring_program.zip") as program:
        program.extractall(folder / "program")
    with zipfile.ZipFile(bundle / f"reference_{split}.zip") as reference:
        reference.extractall(folder / "input/ref")
    (folder / "input/res").mkdir(parents=True)
    for name, path in submission.items():
        (folder / "input/res" / name).write_bytes(path.read_bytes())
    (folder / "output").mkdir()
    metadata = yaml.safe_load((folder / "program/metadata.yaml").read_text(encoding="utf-8"))
    places = {"$program": folder / "program", "$input": folder / "input", "$output": folder / "output"}
    command = [str(places.get(word, word)) for word in metadata["command"].split()]
    command = [word.replace("$program", str(places["$program"])) for word in command]
    assert command[0] == "python3"
    python = [sys._base_executable, "-S", "-E"]  # type: ignore[attr-defined]  # no site-packages whatever
    return subprocess.run([*python, *command[1:]], capture_output=True, text=True, encoding="utf-8", timeout=PATIENCE)


@pytest.mark.parametrize("split", ["dev", "test"])
def test_the_program_gives_our_numbers_without_any_package(split: str, exports: Exports, tmp_path: Path) -> None:
    submission: dict[str, Path] = {}
    expected: dict[str, float] = {}
    for task_id in TASKS:
        slug = task_id.replace("/", "-")
        task = open_task(exports["lm-eval"] / "data" / slug)
        answers = write_answers(expected_outcomes(task, split), tmp_path / f"{slug}.jsonl")
        submission[f"{slug}_{split}.jsonl"] = answers
        score = pingce.score(task_id, answers, task.folder / task.about.gold[split])
        name = slug.replace("-", "_")
        expected |= {name: score.value, **{f"{name}.{number}": value for number, value in score.measures.items()}}
    done = run_as_platform(exports["codabench"], split, submission, tmp_path)
    assert done.returncode == 0, done.stderr
    told = json.loads((tmp_path / "output/scores.json").read_text(encoding="utf-8"))
    assert told == pytest.approx(expected, abs=1e-9)
    assert 0 < told["space2022_task1"] < 1


def test_a_bad_submission_gets_a_readable_message(exports: Exports, tmp_path: Path) -> None:
    bad = tmp_path / "bad.jsonl"
    bad.write_text('{"qid": "1-dev-1", "judge": 1}\n{"qid": \n', encoding="utf-8")
    done = run_as_platform(exports["codabench"], "dev", {"space2022-task1_dev.jsonl": bad}, tmp_path)
    assert done.returncode == 1
    assert "This submission cannot be scored." in done.stderr
    assert "space2022-task1_dev.jsonl:2" in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "output/scores.json").exists()
    assert "space2022-task1_dev.jsonl:2" in (tmp_path / "output/detailed_results.html").read_text(encoding="utf-8")


def test_an_empty_submission_names_the_files_it_should_have(exports: Exports, tmp_path: Path) -> None:
    done = run_as_platform(exports["codabench"], "dev", {}, tmp_path)
    assert done.returncode == 1
    assert all(f"{task.replace('/', '-')}_dev.jsonl" in done.stderr for task in TASKS)


def test_the_bundle_is_what_the_platform_expects(exports: Exports) -> None:
    bundle = exports["codabench"]
    competition = yaml.safe_load((bundle / "competition.yaml").read_text(encoding="utf-8"))
    assert competition["version"] == 2
    named = [competition["image"], competition["terms"], *(page["file"] for page in competition["pages"])]
    named += [task[key] for task in competition["tasks"] for key in ("reference_data", "scoring_program")]
    assert [name for name in named if not (bundle / name).is_file()] == []
    assert [phase["tasks"] for phase in competition["phases"]] == [[task["index"]] for task in competition["tasks"]]
    [board] = competition["leaderboards"]
    assert [column["key"] for column in board["columns"]] == sorted(task.replace("/", "_") for task in TASKS)
    assert all({"title", "key", "index", "sorting"} <= column.keys() for column in board["columns"])


def test_explanations_are_refused() -> None:
    from pingce.harness.bundle import PackTask
    from pingce.harness.codabench import refuse_wording
    from pingce.tasks.catalog import find_task

    with pytest.raises(UserError, match="sacrebleu"):
        refuse_wording([PackTask(find_task("space2023/task3"), {}, {}, "pack", "1")])
