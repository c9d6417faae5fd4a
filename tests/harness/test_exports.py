"""What is written for a harness, without the harness: documents, definitions, numbers, logs that come back."""

import ast
import json
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]  # it has no types here

import pingce
from pingce.harness.lm_eval import LmEvalTask
from pingce.harness.logs import answers_of_log
from pingce.harness.names import HARNESSES
from pingce.harness.opencompass import opencompass_dataset, opencompass_scores
from pingce.harness.task import HarnessTask, open_task
from pingce.scoring.clusters import find_clusters
from pingce.spec.errors import UserError
from tests.cli.conftest import Run
from tests.harness.conftest import TASKS, Exports
from tests.harness.recorded import expected_outcomes, recorded_replies, write_answers


class FunctionLoader(yaml.SafeLoader):  # type: ignore[misc]  # untyped
    """Reads ``!function module.name`` as its name."""


FunctionLoader.add_constructor("!function", lambda loader, node: f"!{loader.construct_scalar(node)}")


def exported(exports: Exports, task_id: str) -> HarnessTask:
    return open_task(exports["lm-eval"] / "data" / task_id.replace("/", "-"))


@pytest.mark.parametrize("task_id", TASKS)
@pytest.mark.parametrize("split", ["dev", "test"])
def test_targets_are_read_as_the_right_answers(task_id: str, split: str, exports: Exports) -> None:
    task = exported(exports, task_id)
    outcomes = [task.outcome(split, document.id, document.target) for document in task.documents(split)]
    assert [outcome["problems"] for outcome in outcomes if outcome["problems"]] == []
    numbers = task.numbers(outcomes)
    assert numbers[task.about.ranked_by] == pytest.approx(1.0)
    assert set(task.about.numbers) | {"stderr", "low", "high"} == numbers.keys()


@pytest.mark.parametrize("task_id", TASKS)
def test_the_numbers_of_replies_are_those_of_the_command(
    task_id: str, exports: Exports, tmp_path: Path, pingce: Run
) -> None:
    task = exported(exports, task_id)
    outcomes = expected_outcomes(task, "dev")
    answers = write_answers(outcomes, tmp_path / "answers.jsonl")
    ran = pingce("score", task_id, str(answers), "--gold", str(task.folder / task.about.gold["dev"]), "--json")
    told = json.loads(ran.out)
    numbers = task.numbers(outcomes)
    for measure, values in told["measures"].items():
        for number, value in values.items():
            assert numbers[f"{measure}.{number}"] == pytest.approx(value, abs=1e-12)
    measure, _, number = told["ranked_by"].partition(".")
    assert [numbers["low"], numbers["high"]] == pytest.approx(told["intervals"][measure][number])
    assert any(outcome["answer"] is None for outcome in outcomes)


def test_a_part_of_the_documents_is_scored_by_itself(exports: Exports) -> None:
    task = exported(exports, "space2022/task1")
    outcomes = expected_outcomes(task, "dev")
    right = [outcome for outcome in outcomes if outcome["value"] == 1]
    assert task.numbers(right)["accuracy.accuracy"] == 1
    useless = [outcome for outcome in outcomes if outcome["answer"] is None]
    assert task.numbers(useless)["accuracy.accuracy"] == 0
    assert task.scored(useless).result.answered == 0


@pytest.mark.parametrize("task_id", TASKS)
def test_clusters_are_those_of_scoring(task_id: str, exports: Exports) -> None:
    task = exported(exports, task_id)
    documents = task.documents("test")
    result = task.scored(expected_outcomes(task, "test")).result
    clusters = find_clusters(task.spec, result.cases)
    assert len({document.cluster for document in documents}) == (len(documents) if clusters is None else clusters.count)


def test_lm_eval_files_name_what_is_there(exports: Exports) -> None:
    folder = exports["lm-eval"]
    definitions = {
        path.stem: yaml.load(path.read_text(encoding="utf-8"), FunctionLoader) for path in folder.glob("pingce*.yaml")
    }
    assert len(definitions) == len(TASKS) * 2
    for name, definition in definitions.items():
        module, _, function = definition["process_results"][1:].partition(".")
        names = {
            target.id
            for node in ast.parse((folder / f"{module}.py").read_text(encoding="utf-8")).body
            if isinstance(node, ast.Assign)
            for target in ast.walk(node)
            if isinstance(target, ast.Name)
        }
        aggregations = [metric["aggregation"].partition(".")[2] for metric in definition["metric_list"]]
        assert {function, *aggregations} <= names
        assert definition["task"] == name
        task = open_task(folder / "data" / module.replace("_", "-", 1))
        assert [metric["metric"] for metric in definition["metric_list"]][:-3] == list(task.about.numbers)
        assert task.about.instructions in definition["description"]
        assert definition["test_split"] in task.about.splits
        assert definition["fewshot_split"] == "train"
    group = yaml.safe_load((folder / "group.yaml").read_text(encoding="utf-8"))
    assert sorted(group["task"]) == sorted(definitions)


def test_what_lm_eval_calls_gives_the_number(exports: Exports) -> None:
    task = LmEvalTask(exports["lm-eval"] / "data" / "space2022-task1")
    data = task.dataset(version="1.0.0")
    assert set(data) == {"train", "dev", "test"}
    replies = recorded_replies(task.task, "dev")
    processed = [task.process_results(doc, [replies[doc["id"]]]) for doc in data["dev"]]
    [first, *_] = task.task.about.numbers
    value = task.aggregation(first)([outcomes[first] for outcomes in processed])
    assert value == task.task.numbers(expected_outcomes(task.task, "dev"))[first]


def test_what_opencompass_calls_gives_the_number_in_percent(exports: Exports) -> None:
    [package] = [path.parent for path in exports["opencompass"].glob("*/__init__.py")]
    folder = package / "data" / "space2024-choice"
    task = open_task(folder)
    documents: list[dict[str, str]] = [{"id": d.id, "split": d.split} for d in task.documents("dev")]
    replies = recorded_replies(task, "dev")
    told = opencompass_scores(folder, [replies[document["id"]] for document in documents], documents)
    [first, *_] = task.about.numbers
    assert told[first] == 100 * task.numbers(expected_outcomes(task, "dev"))[first]
    config = opencompass_dataset(folder, package="p", split="dev", shots=2)
    assert len(config["infer_cfg"]["prompt_template"]["template"]["round"]) == 5
    for path in exports["opencompass"].glob("eval_*.py"):
        # OpenCompass reads a configuration without calling what it imports: everything is written out.
        written = ast.parse(path.read_text(encoding="utf-8")).body
        values = {node.targets[0].id: ast.literal_eval(node.value) for node in written}  # type: ignore[attr-defined]
        assert [data["split"] for data in values["datasets"]] == ["dev", "test"] * len(TASKS)
        assert {data["type"] for data in values["datasets"]} == {f"{package.name}.PingceDataset"}
        rounds = len(values["datasets"][0]["infer_cfg"]["prompt_template"]["template"]["round"])
        assert rounds == (9 if "4shot" in path.stem else 1)


@pytest.mark.parametrize("harness", ["inspect", "opencompass", "evalscope", "lm-eval"])
def test_every_python_file_that_is_written_is_python(harness: Any, exports: Exports) -> None:
    written = list(exports[harness].rglob("*.py"))
    assert written
    for path in written:
        compile(path.read_text(encoding="utf-8"), str(path), "exec")


def test_the_inspect_package_has_an_entry_point(exports: Exports) -> None:
    project = tomllib.loads((exports["inspect"] / "pyproject.toml").read_text(encoding="utf-8"))
    [(name, package)] = project["project"]["entry-points"]["inspect_ai"].items()
    assert name == package
    source = (exports["inspect"] / package / "__init__.py").read_text(encoding="utf-8")
    assert [f"def {task.replace('/', '_')}(" in source for task in TASKS] == [True] * len(TASKS)


def test_the_command_leaves_the_test_part_out_unless_asked(pack: Path, tmp_path: Path, pingce: Run) -> None:
    arguments = ["release", "harness", str(pack), "--to", "lm-eval", "--task", "space2022/task1"]
    assert pingce(*arguments, "--out", str(tmp_path / "dev")).out == "space2022/task1: train, dev\n"
    assert not list((tmp_path / "dev").rglob("*test*"))
    both = pingce(*arguments, "--out", str(tmp_path / "both"), "--with-test-answers")
    assert both.out == "space2022/task1: train, dev, test\n"
    assert "do not publish" in (tmp_path / "both/README.md").read_text(encoding="utf-8")
    again = pingce(*arguments, "--out", str(tmp_path / "dev"))
    assert (again.code, "exists already" in again.err) == (1, True)
    unknown = pingce(
        "release", "harness", str(pack), "--to", "inspect", "--task", "space2022/x", "--out", str(tmp_path / "x")
    )
    assert (unknown.code, "has no task space2022/x" in unknown.err) == (1, True)
    public = pingce("release", "harness", str(pack / "public"), "--to", "inspect", "--out", str(tmp_path / "x"))
    assert (public.code, "no answers of dev" in public.err) == (1, True)


def test_a_damaged_pack_is_not_exported(pack: Path, tmp_path: Path, pingce: Run) -> None:
    import shutil

    shutil.copytree(pack, tmp_path / "pack")
    (tmp_path / "pack/public/README.md").write_text("another", encoding="utf-8")
    for harness in HARNESSES:
        ran = pingce("release", "harness", str(tmp_path / "pack"), "--to", harness, "--out", str(tmp_path / "x"))
        assert (ran.code, "README.md" in ran.err) == (1, True)
    assert not (tmp_path / "x").exists()


def log_of(task: HarnessTask, kind: str, folder: Path) -> Path:
    """The recorded replies as a harness would have logged them."""
    replies = recorded_replies(task, "dev")
    if kind == "lm-eval":
        lines = [json.dumps({"doc": {"id": key}, "resps": [[reply]]}) for key, reply in replies.items()]
        path = folder / "samples_task.jsonl"
        path.write_text("\n".join(lines), encoding="utf-8")
        return path
    samples = [
        {"id": key, "output": {"choices": [{"message": {"content": [{"type": "text", "text": reply}]}}]}}
        for key, reply in replies.items()
    ]
    if kind == "json":
        path = folder / "log.json"
        path.write_text(json.dumps({"version": 2, "samples": samples}), encoding="utf-8")
        return path
    path = folder / "log.eval"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("header.json", "{}")
        for sample in samples:
            archive.writestr(f"samples/{sample['id']}_epoch_1.json", json.dumps(sample))
    return path


@pytest.mark.parametrize("kind", ["lm-eval", "json", "eval"])
@pytest.mark.parametrize("task_id", TASKS)
def test_logs_become_answers(kind: str, task_id: str, exports: Exports, tmp_path: Path, pingce: Run) -> None:
    task = exported(exports, task_id)
    gold = task.folder / task.about.gold["dev"]
    inventory = ["--inventory", str(task.folder / "inventory.json")] if task.inventory else []
    log, out = log_of(task, kind, tmp_path), tmp_path / "answers.jsonl"
    ran = pingce("systems", "from-log", task_id, str(log), "--questions", str(gold), "--out", str(out), *inventory)
    assert ran.code == 0, ran.err
    told = json.loads(pingce("score", task_id, str(out), "--gold", str(gold), "--json").out)
    assert told["value"] == pytest.approx(task.numbers(expected_outcomes(task, "dev"))[told["ranked_by"]], abs=1e-12)
    assert "0 questions not asked" in ran.err


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("log.jsonl", "{", "log.jsonl:1 is no log"),
        ("log.jsonl", '{"doc": {}}', "log.jsonl:1 is no log"),
        ("log.jsonl", "", "has no samples"),
        ("log.json", "{}", "no samples"),
        ("log.json", '{"samples": [{"id": "1"}]}', "samples[0] is no log"),
        ("log.jsonl", '{"doc": {"id": "x"}, "resps": [["a"]]}', "log.jsonl:1: there is no question x"),
    ],
)
def test_a_log_that_cannot_be_used_is_told(
    name: str, content: str, told: str, exports: Exports, tmp_path: Path
) -> None:
    task = exported(exports, "space2022/task1")
    path = tmp_path / name
    path.write_text(content, encoding="utf-8")
    with pytest.raises(UserError) as caught:
        answers_of_log(task.spec, path, task.gold("dev").items, {})
    assert told in caught.value.words.en


def test_an_id_that_comes_twice_is_told(exports: Exports, tmp_path: Path) -> None:
    task = exported(exports, "space2022/task1")
    [first, *_] = task.documents("dev")
    line = json.dumps({"doc": {"qid": first.id}, "resps": [["1"]]})
    (tmp_path / "log.jsonl").write_text(f"{line}\n{line}\n", encoding="utf-8")
    with pytest.raises(pingce.UserError, match="comes twice"):
        answers_of_log(task.spec, tmp_path / "log.jsonl", task.gold("dev").items, {})


def test_an_unknown_split_or_folder_is_told(exports: Exports, tmp_path: Path) -> None:
    with pytest.raises(UserError, match="only train, dev, test"):
        exported(exports, "space2022/task1").documents("trial")
    with pytest.raises(UserError, match=r"task\.json"):
        open_task(tmp_path)
    (tmp_path / "bad").mkdir()
    (tmp_path / "bad/task.json").write_text("{}", encoding="utf-8")
    with pytest.raises(UserError, match="not in form"):
        open_task(tmp_path / "bad")
