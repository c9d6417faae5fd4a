"""What is written for the Hub: records of choices with their right letters, and the evaluations of ``eval.yaml``."""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]  # it has no types here

import pingce
from pingce.harness.bundle import PackTask
from pingce.harness.export import export_pack
from pingce.harness.hub_tasks import choosing_tasks, hub_record
from pingce.spec.errors import UserError
from pingce.tasks.catalog import find_task
from tests.harness.conftest import Exports

CHOOSING = {"space2022-task1", "space2024-choice"}


def records(folder: Path, path: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / path).read_text(encoding="utf-8").splitlines()]


def test_every_split_of_tasks_that_choose_is_an_evaluation(exports: Exports) -> None:
    about = yaml.safe_load((exports["hub"] / "eval.yaml").read_text(encoding="utf-8"))
    assert about["evaluation_framework"] == "inspect-ai"
    assert {task["id"] for task in about["tasks"]} == {
        f"{slug}-{split}" for slug in CHOOSING for split in ("validation", "test")
    }
    several = {task["config"]: task["solvers"][0]["args"]["multiple_correct"] for task in about["tasks"]}
    assert several == {"space2022-task1": False, "space2024-choice": True}
    for task in about["tasks"]:
        assert {task["scorers"][0]["name"], task["solvers"][0]["name"]} == {"choice", "multiple_choice"}
        template = task["solvers"][0]["args"]["template"]
        assert template.format(question="Q", choices="C", letters="A,B").startswith("Q\n\nC\n\n")


def test_the_card_names_the_files_and_the_columns_are_there(exports: Exports) -> None:
    card = (exports["hub"] / "README.md").read_text(encoding="utf-8")
    front = yaml.safe_load(card.split("---")[1])
    about = yaml.safe_load((exports["hub"] / "eval.yaml").read_text(encoding="utf-8"))
    assert {config["config_name"] for config in front["configs"]} == CHOOSING
    for config in front["configs"]:
        assert [file["split"] for file in config["data_files"]] == ["train", "validation", "test"]
        fields = next(task["field_spec"] for task in about["tasks"] if task["config"] == config["config_name"])
        for file in config["data_files"]:
            rows = records(exports["hub"], file["path"])
            assert rows
            for row in rows:
                assert {fields["input"], fields["target"], fields["choices"], *fields["metadata"]} == row.keys()
                assert all(ord(letter) - ord("A") < len(row["choices"]) for letter in row["target"])
    assert "请勿公开" in card


def test_letters_are_those_of_the_right_options_by_their_place() -> None:
    task = "space2024/choice"
    rows = [
        {
            "qid": "1-dev-m-1",
            "text": "井边有槐树和板车。",
            "question": "井边有()。",
            "option": {"A": "槐树", "B": "水缸", "C": "板车", "D": "以上选项都不是"},
            "answer": ["C", "A"],
        }
    ]
    [(item, answer)] = pingce.read(task, rows)
    assert answer is not None
    record = hub_record(find_task(task), item, answer)
    assert (record["choices"], record["target"]) == (["槐树", "水缸", "板车", "以上选项都不是"], "AC")
    assert "井边有()。" in str(record["input"])


def test_a_judgement_is_a_choice_between_its_labels() -> None:
    task = "space2022/task1"
    data = pingce.read(task, [{"qid": str(i), "context": "猫跳下桌子。", "judge": i} for i in range(2)])
    made = [hub_record(find_task(task), item, answer) for item, answer in data if answer is not None]
    assert [record["choices"] for record in made] == [["异常", "正常"]] * 2
    assert [record["target"] for record in made] == ["A", "B"]


def test_tasks_that_do_not_choose_are_refused(pack: Path, tmp_path: Path) -> None:
    spans = PackTask(find_task("space2023/task1"), {}, {}, "pack", "1.0.0")
    with pytest.raises(UserError, match="neither judging nor multiple choice"):
        choosing_tasks([spans])
    with pytest.raises(UserError, match="space2023/task1: neither"):
        export_pack(pack, "hub", tmp_path / "out", only=["space2023/task1"])
    assert not (tmp_path / "out").exists()
