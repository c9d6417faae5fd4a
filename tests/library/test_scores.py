"""Scores, comparisons, splits, agreement and models from Python are those of the commands."""

import json
from pathlib import Path
from typing import Any

import pytest

import pingce
from pingce.report.agreement import agreement_page
from tests.cli.conftest import Run

EXAMPLES = Path(__file__).parents[2] / "examples"
TASK = "space2022/task1"
GOLD = EXAMPLES / "space2022" / "task1_dev.jsonl"
ROWS: list[dict[str, Any]] = [json.loads(line) for line in GOLD.read_text(encoding="utf-8").splitlines()]


GOLDS = {
    "space2021/task1": "space2021/task1-dev-with-answer.json",
    "space2021/task2": "space2021/task2-dev-with-answer.json",
    "space2021/task3": "space2021/task3-dev-with-answer.json",
    "space2022/task1": "space2022/task1_dev.jsonl",
    "space2022/task2": "space2022/task2_dev.jsonl",
    "space2022/task3": "space2022/task3_dev.jsonl",
    "space2023/task1": "space2023/task1_dev.jsonl",
    "space2023/task2": "space2023/task2_dev.jsonl",
    "space2023/task3": "space2023/task3_examples.jsonl",
    "wsd/senses": "wsd/val.data.txt",
}


def gold_and_some_answers(task: str, folder: Path) -> tuple[Path, Path]:
    """Every second item is answered, as gold answers it."""
    gold = EXAMPLES / GOLDS[task]
    records = pingce.read(task, gold).records()[::2]
    predicted = folder / "answers.jsonl"
    predicted.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return gold, predicted


@pytest.mark.parametrize("task", GOLDS)
def test_the_numbers_are_those_of_the_command(task: str, tmp_path: Path, pingce_command: Run) -> None:
    gold, predicted = gold_and_some_answers(task, tmp_path)
    ran = pingce_command("score", task, str(predicted), "--gold", str(gold), "--json")
    told = json.loads(ran.out)
    score = pingce.score(task, predicted, gold)
    flat = {
        f"{name}.{number}": value for name, numbers in told["measures"].items() for number, value in numbers.items()
    }
    assert score.measures == flat
    assert (score.value, score.ranked_by) == (told["value"], told["ranked_by"])
    assert 0 < score.value < 1
    assert score.signature == told["signatures"][told["ranked_by"].partition(".")[0]]
    measure, _, number = told["ranked_by"].partition(".")
    assert list(score.interval()) == told["intervals"][measure][number]
    assert len(score.rows) == told["n"] == len(score.to_pandas())
    html = score._repr_html_()
    assert f"{score.value:.4f}" in html
    assert "<script" not in html


def test_a_score_falls_apart_and_shows_its_worst_items() -> None:
    score = pingce.score(TASK, [{"qid": row["qid"], "judge": 1} for row in ROWS], GOLD)
    by_length = score.by("length")
    assert sum(group["n"] for group in by_length.values()) == len(score.rows)
    [worst, *_] = score.worst(3)
    assert worst.score == 0
    assert worst.gold["judge"] != (worst.predicted or {}).get("judge")
    with pytest.raises(pingce.UserError, match="cannot be broken down"):
        score.by("colour")
    assert repr(score).startswith("Score(space2022/task1, accuracy.accuracy = ")


def test_predictions_that_cannot_be_read_are_named_as_they_were_given() -> None:
    with pytest.raises(pingce.UserError, match="<predictions> cannot be used"):
        pingce.score(TASK, [], GOLD)
    score = pingce.score(TASK, [{"qid": "1-dev-1", "judge": 7}], GOLD)
    assert {problem.file for problem in score.problems} == {"<predictions>"}


def test_systems_are_compared() -> None:
    ones = [{"qid": row["qid"], "judge": 1} for row in ROWS]
    compared = pingce.compare(TASK, {"ones": ones, "right": ROWS}, GOLD)
    assert compared.values["right"] == 1
    [pair] = compared.pairs
    assert (pair.first, pair.second, pair.difference) == ("ones", "right", compared.values["ones"] - 1)
    assert list(compared.to_pandas()["p_bootstrap"]) == [pair.p_bootstrap]
    assert "McNemar" in compared._repr_html_()
    with pytest.raises(pingce.UserError, match="at least two systems"):
        pingce.compare(TASK, {"ones": ones}, GOLD)


def test_a_model_is_trained_loaded_and_scored(tmp_path: Path) -> None:
    train = EXAMPLES / "space2022" / "task1_train.jsonl"
    model = pingce.train(TASK, "linear", train, dev=GOLD, out=tmp_path / "model", settings={"strength": 0.5}, seed=3)
    assert repr(model).startswith("TrainedModel(linear, space2022/task1")
    again = pingce.load(tmp_path / "model")
    answers = pingce.predict(again, GOLD)
    assert pingce.score(TASK, answers, GOLD).value == model.dev["accuracy.accuracy"]
    assert answers.records()[0].keys() == {"qid", "judge"}
    assert pingce.predict(tmp_path / "model", GOLD).records() == model.predict(GOLD).records()
    assert answers.details.keys() == answers.items.keys()


def test_a_split_needs_answers_and_shares() -> None:
    rows = [{"qid": "1", "context": "猫在桌子上。"}]
    with pytest.raises(pingce.UserError, match="Without an answer: 1"):
        pingce.split(TASK, rows)
    with pytest.raises(pingce.UserError, match="three shares"):
        pingce.split(TASK, GOLD, ratio=(0, 0, 0))
    parts = pingce.split(TASK, GOLD, seed=5)
    assert [len(part) for part in parts] == [len(parts.train), len(parts.dev), len(parts.test)]
    assert sum(map(len, parts)) == len(parts.groups)


def test_agreement_shows_itself(tmp_path: Path) -> None:
    lines = [
        {"task": TASK, "item": str(i), "annotator": who, "answer": {"judge": (i + (who == "wang" and i == 0)) % 2}}
        for i in range(8)
        for who in ("li", "wang")
    ]
    agreement = pingce.agreement(lines)
    assert agreement.likeness.value == 7 / 8
    table = agreement.to_pandas()
    assert set(table["field"]) == {"judge"}
    assert "agreement" in agreement._repr_html_().lower()
    with pytest.raises(pingce.UserError, match="task"):
        pingce.agreement([{"item": "1", "annotator": "li", "answer": {}}])


def test_agreement_draws_items_of_one_original_together() -> None:
    lines = [
        {
            "task": TASK,
            "item": str(i),
            "annotator": who,
            "original": str(i // 5),
            "answer": {"judge": int(who == "li" or i >= 5)},
        }
        for i in range(20)
        for who in ("li", "wang")
    ]
    together, alone = pingce.agreement(lines), pingce.agreement(lines, resample="items")
    assert [field.as_json()["drawn"] for field in together.fields] == ["4 by original"]
    assert "4 clusters, items of one original together" in together._repr_html_() + str(
        agreement_page(together.fields, together.likeness)
    )
    assert together.likeness.value == alone.likeness.value == 0.75
    assert together.likeness.interval != alone.likeness.interval


def test_items_show_roles_in_colour() -> None:
    html = pingce.read("space2023/task1", EXAMPLES / GOLDS["space2023/task1"])._repr_html_()
    assert "background:#" in html
    assert "<sub>S1</sub>" in html


def test_tuples_show_the_scene_they_describe() -> None:
    data = pingce.read("space2022/task3", EXAMPLES / GOLDS["space2022/task3"])
    html = data.first(1)._repr_html_()
    assert html.count("<svg") == 1
    [(item, answer)] = data.first(1)
    assert item.id == "3-dev-13"
    assert answer is not None
    entities = {step.fills[0].fragment.text for step in answer["tuples"]}  # type: ignore[union-attr] # tuples of fragments
    assert all(f">{entity}<title>" in html for entity in entities)
    assert len(data) > len(data.first(1)) == 1
    assert repr(data.first(1)) == "Data(space2022/task3, n = 1, answered 1)"


def test_the_worst_items_show_both_answers() -> None:
    task, gold = "space2022/task3", EXAMPLES / GOLDS["space2022/task3"]
    worst = pingce.score(task, EXAMPLES / "space2022" / "pred-a-task3.jsonl", gold).worst(1)
    html = worst._repr_html_()
    assert html.count("<svg") == 2
    assert worst[0].id in html
    assert repr(worst) == f"WorstItems({worst[0].id} {worst[0].score:.4f})"


def test_target_words_are_marked_and_nothing_is_shown_raw() -> None:
    html = pingce.read("wsd/senses", EXAMPLES / GOLDS["wsd/senses"])._repr_html_()
    assert 'title="target word"' in html
    rows = [{"qid": "1", "context": "猫在<b>桌子</b>上。", "judge": 1}]
    assert "<b>桌子" not in pingce.read(TASK, rows)._repr_html_()


def test_reasoning_items_are_made_and_solved(tmp_path: Path) -> None:
    data = pingce.generate(6, seed=3)
    again, twins = pingce.generate(6, seed=3), pingce.generate(6, seed=3, language="en")
    assert data.records() == again.records()
    assert [answer for _, answer in twins] == [answer for _, answer in data]
    solver = pingce.train(data.task, "solver", out=tmp_path / "solver")
    assert pingce.score(data.task, solver.predict(data), data).value == 1
    with pytest.raises(pingce.UserError, match="no items of moon"):
        pingce.generate(1, kinds=["moon"])
    with pytest.raises(pingce.UserError, match="found 0; expected 1 to 10000"):
        pingce.generate(0)
    with pytest.raises(pingce.UserError, match="cannot name a split"):
        pingce.generate(1, split="../x")


def test_examples_are_found_by_name_and_nothing_else_is() -> None:
    assert pingce.example("space2022/task1_dev.jsonl").read_bytes() == GOLD.read_bytes()
    with pytest.raises(pingce.UserError, match=r"no example 'space2022/task1_dve.jsonl'.*task1_dev") as caught:
        pingce.example("space2022/task1_dve.jsonl")
    assert caught.value.code == "no-example"
    with pytest.raises(pingce.UserError, match="no example"):
        pingce.example("../README.md")


def test_replacement_refuses_unknown_classes() -> None:
    with pytest.raises(pingce.UserError, match="no classes q"):
        pingce.replace("猫在桌子上。", classes=("f", "q"))


@pytest.mark.parametrize("on", [True, False])
def test_the_collector_of_cycles_is_left_as_it_was(*, on: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    switched: list[str] = []
    monkeypatch.setattr("gc.isenabled", lambda: on)
    monkeypatch.setattr("gc.disable", lambda: switched.append("off"))
    monkeypatch.setattr("gc.enable", lambda: switched.append("on"))
    pingce.score(TASK, ROWS, ROWS)
    with pytest.raises(pingce.UserError):
        pingce.score(TASK, [], ROWS)
    assert switched == (["off", "on"] if on else ["off"]) * 2
