"""``pingce systems`` as a person uses it."""

import json
import tomllib
from pathlib import Path

import pytest

from pingce.systems.model_folder import read_card
from tests.cli.conftest import Run, pingce

from .runs import EXAMPLES, FILES

__all__ = ["pingce"]

TASK = "space2022/task1"
QUESTIONS = EXAMPLES / "space2022" / "task1_dev_input.jsonl"
GOLD = EXAMPLES / "space2022" / "task1_dev.jsonl"


def train(pingce: Run, out: Path, system: str = "linear", *more: str) -> Path:
    ran = pingce("systems", "train", TASK, "--system", system, "--train", FILES[TASK], "--out", out, *more)
    assert ran.code == 0, ran.err
    return out


def test_the_list_names_what_can_answer_a_task(pingce: Run) -> None:
    ran = pingce("systems", "list", "space2021/task2", "--json")
    assert ran.code == 0
    assert [one["name"] for one in json.loads(ran.out)] == [
        "llm",
        "majority",
        "encoder",
        "baseline-judge",
        "ensemble",
        "pair",
    ]
    shown = pingce("systems", "list", "space2021/task3", "--lang", "zh").out
    assert "joint" in shown
    assert "encoder" not in shown


def test_training_shows_dev_scores(pingce: Run, tmp_path: Path) -> None:
    ran = pingce("systems", "train", TASK, "--system", "majority", "--train", FILES[TASK], "--out", tmp_path / "m")
    assert ran.code == 0
    assert "accuracy.accuracy" in ran.out


def test_another_model_is_replaced_only_if_asked(pingce: Run, tmp_path: Path) -> None:
    out = train(pingce, tmp_path / "m", "majority")
    again = ("systems", "train", TASK, "--system", "linear", "--train", FILES[TASK], "--out", out)
    ran = pingce(*again)
    message = f"Error: {out} holds another model. Choose another name with --out, or --replace it."
    assert (ran.code, ran.err.splitlines()[-1], read_card(out).system) == (1, message, "majority")
    assert (pingce(*again, "--replace").code, read_card(out).system) == (0, "linear")


def test_the_seed_of_the_command_is_the_models(pingce: Run, tmp_path: Path) -> None:
    with_seed, without = (
        train(pingce, tmp_path / "m", "majority", "--seed", "5"),
        train(pingce, tmp_path / "n", "majority"),
    )
    assert [read_card(one).seed for one in (with_seed, without)] == [5, 0]


@pytest.mark.parametrize("system", ["majority", "linear", "replacement"])
def test_answers_pass_the_check(pingce: Run, tmp_path: Path, system: str) -> None:
    model, out = train(pingce, tmp_path / "m", system), tmp_path / "answers.jsonl"
    assert pingce("systems", "predict", model, QUESTIONS, "--out", out).code == 0
    assert pingce("check", TASK, out, "--questions", QUESTIONS).code == 0


def test_scores_say_what_the_system_thought(pingce: Run, tmp_path: Path) -> None:
    model, scores = train(pingce, tmp_path / "m"), tmp_path / "scores.jsonl"
    pingce("systems", "predict", model, QUESTIONS, "--out", tmp_path / "a.jsonl", "--scores", scores)
    records = [json.loads(line) for line in scores.read_text(encoding="utf-8").splitlines()]
    answers = [json.loads(line) for line in (tmp_path / "a.jsonl").read_text(encoding="utf-8").splitlines()]
    texts = {one["qid"]: one["context"] for one in map(json.loads, QUESTIONS.read_text("utf-8").splitlines())}
    assert [one["qid"] for one in records] == list(texts)
    assert [one["yes"] >= 0.5 for one in records] == [bool(one["judge"]) for one in answers]
    for one in records:
        for start, word, _ in one["suspicious"]:
            assert texts[one["qid"]][start : start + len(word)] == word


def test_evaluate_gives_what_predict_and_score_give(pingce: Run, tmp_path: Path) -> None:
    model, out = train(pingce, tmp_path / "m"), tmp_path / "answers.jsonl"
    pingce("systems", "predict", model, GOLD, "--out", out)
    scored = json.loads(pingce("score", TASK, out, "--gold", GOLD, "--json").out)
    found = json.loads(pingce("systems", "evaluate", model, GOLD, "--json").out)
    assert found["counts"] == scored["counts"]
    assert found["value"] == scored["value"]


def test_a_model_is_evaluated_by_the_script_or_by_the_rules_page(pingce: Run, tmp_path: Path) -> None:
    space, model, out = EXAMPLES / "space2023", tmp_path / "m", tmp_path / "answers.jsonl"
    gold = space / "task2_dev.jsonl"
    files = ("--train", space / "task2_train.jsonl", "--dev", gold, "--out", model)
    assert pingce("systems", "train", "space2023/task2", "--system", "tuple-crf", *files).code == 0
    pingce("systems", "predict", model, gold, "--out", out)
    for rules, ranked_by in (("official", "f1.macro_f1"), ("page", "page.f1")):
        found = json.loads(pingce("systems", "evaluate", model, gold, "--rules", rules, "--json").out)
        scored = json.loads(pingce("score", "space2023/task2", out, "--gold", gold, "--rules", rules, "--json").out)
        assert (found["rules"], found["ranked_by"]) == (rules, ranked_by)
        assert found["measures"] == scored["measures"]


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (("--set", "strength=strong"), "The settings are wrong"),
        (("--set", "colour=red"), "there is no colour"),
        (("--settings", "nowhere.toml"), "Cannot read nowhere.toml"),
        (("--set", "corpus=nowhere.txt"), "Cannot read the corpus nowhere.txt"),
        (("--encoder", "bert"), "uses no encoder"),
        (("--dev", "nowhere.jsonl"), "nowhere.jsonl"),
    ],
)
def test_a_mistake_is_one_message_and_leaves_no_model(
    pingce: Run, tmp_path: Path, more: tuple[str, ...], message: str
) -> None:
    ran = pingce("systems", "train", TASK, "--system", "linear", "--train", FILES[TASK], "--out", tmp_path / "m", *more)
    assert ran.code == 1
    assert message in ran.err
    assert "Traceback" not in ran.err
    assert not (tmp_path / "m").exists()


def test_a_damaged_model_answers_nothing(pingce: Run, tmp_path: Path) -> None:
    model = train(pingce, tmp_path / "m")
    (model / "decision.json").unlink()
    ran = pingce("systems", "predict", model, QUESTIONS, "--out", tmp_path / "a.jsonl", "--lang", "zh")
    assert ran.code == 1
    assert "已损坏：缺少 decision.json" in ran.err
    assert not (tmp_path / "a.jsonl").exists()


def test_every_extra_a_system_names_can_be_installed(pingce: Run) -> None:
    ran = pingce("systems", "list", "--json")
    extras = {extra for one in json.loads(ran.out) if one["extra"] for extra in one["extra"].split(",")}
    project = tomllib.loads((EXAMPLES.parent / "pyproject.toml").read_text(encoding="utf-8"))
    assert extras
    assert extras <= set(project["project"]["optional-dependencies"])
