"""Clues that need no training on the questions they answer."""

import json
from pathlib import Path
from typing import cast

import pytest

from pingce.spec.values import Item, Letters
from pingce.systems.clues.texts import (
    best_surroundings,
    distance_before,
    nearest_mentions,
    odd_statement,
    place_asked,
    repeats,
)
from pingce.systems.interface import NoProgress
from pingce.systems.train import load_model
from tests.builders import write_records
from tests.cli.conftest import Run, pingce
from tests.reasoning.booths import zh
from tests.systems.runs import EXAMPLES, FILES, run

__all__ = ["pingce"]
TEXT = "老屋的主人走了以后，门前还有一口井，井旁边放着水桶，上面盖着木板。"
NONE = "以上选项都不是"


def choice(number: str, question: str, options: dict[str, str], text: str = TEXT) -> Item:
    return Item(number, {"text": text, "question": question}, {}, options)


def test_the_nearest_mention_before_the_blank() -> None:
    options = {"A": "老屋", "B": "水桶", "C": "井", "D": NONE}
    assert place_asked(TEXT, "()上面盖着木板。") == TEXT.index("上面盖着")
    assert place_asked(TEXT, "()飞走了。") is None
    assert distance_before(TEXT, "水桶", TEXT.index("上面盖着")) == 1
    assert nearest_mentions(TEXT, "()上面盖着木板。", options, 1) == frozenset("B")
    assert nearest_mentions(TEXT, "()上面盖着木板。", options, 2) == frozenset("BC")
    assert nearest_mentions(TEXT, "()上面盖着木板。", {"A": "老屋", "D": NONE}, 1) == frozenset("D")
    assert nearest_mentions(TEXT, "()飞走了。", options, 1) is None


def test_what_stands_around_a_mention() -> None:
    options = {"A": "老屋", "B": "水桶", "D": NONE}
    assert best_surroundings(TEXT, "()放在井旁边。", options, 1) == frozenset("B")
    assert best_surroundings(TEXT, "()放在井旁边。", {"A": "飞机", "D": NONE}, 1) == frozenset("D")
    assert best_surroundings(TEXT, "()放在井旁边。", {"A": "飞机", "B": "火车"}, 1) is None


def test_the_statement_with_the_odd_word() -> None:
    odd = [(TEXT.index("旁边"), "旁边", 1.5), (TEXT.index("前"), "前", -0.5)]
    options = {"A": "门前还有一口井。", "B": "井旁边放着水桶。", "D": NONE}
    assert repeats(TEXT, TEXT.index("旁边"), "旁边", options["B"])
    assert not repeats(TEXT, TEXT.index("旁边"), "旁边", "旁边")
    assert odd_statement(TEXT, odd, options, 0.0) == frozenset("B")
    assert odd_statement(TEXT, odd[1:], options, 0.0) == frozenset("D")
    assert odd_statement(TEXT, [], {"A": "水桶倒了。", "B": "井干了。"}, 0.0) is None


@pytest.fixture(scope="module")
def judging(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A judging model of an earlier edition."""
    folder = tmp_path_factory.mktemp("judging") / "m"
    run("space2022/task1", "replacement", folder)
    return folder


def test_every_ability_has_its_clue(pingce: Run, tmp_path: Path, judging: Path) -> None:
    out = tmp_path / "m"
    ran = pingce(
        "systems", "train", "space2024/choice", "--system", "clues", "--set", f"judging={judging}", "--out", out
    )
    assert ran.code == 0, ran.err
    model = load_model(out)[0]
    booth = zh(1)
    exchange = "“井旁边放着水桶”中的“旁边”替换为()形成的新句可以与原句表达相同的空间场景。"
    items = [
        choice("1-x-s-1", "()上面盖着木板。", {"A": "老屋", "B": "水桶", "D": NONE}),
        choice("2-x-s-2", "()放在井旁边。", {"A": "老屋", "B": "水桶"}),
        choice("3-x-s-3", "text中异常的空间方位信息是()。", {"A": "门前还有一口井。", "B": "井旁边放着水桶。"}),
        choice("4-x-s-4", booth["question"], booth["options"], booth["text"]),
        choice("5-x-m-5", exchange, {"A": "边上", "B": "里", "C": "旁", "D": "边"}),
        choice("5-x-s-6", "什么也没有问()。", {"A": "上", "B": "下"}),
    ]
    said = model.predict(items, NoProgress())
    letters = ["".join(sorted(cast("Letters", prediction.answer["answer"]))) for prediction in said]
    assert letters[:2] == ["B", "B"]
    assert letters[2] in "AB"
    assert letters[3] == "A"
    assert "B" not in letters[4]
    assert [said[at].failed is None for at in (0, 1, 3, 4)] == [True] * 4
    assert said[5].failed is not None
    assert said[5].failed.en == "there is no clue"


def test_an_entity_mentioned_shortly_before_is_the_one_referred_to(pingce: Run, tmp_path: Path) -> None:
    assert pingce("systems", "train", "space2025/rsr", "--system", "clues", "--out", tmp_path / "m").code == 0
    said = "“上面盖着木板”是以“{}”为基准，确定“上面”所指的具体方位。"
    records = [
        {"id": f"rsr-x-{at}", "text": TEXT, "interpretation": interpretation}
        for at, interpretation in enumerate([said.format("水桶"), said.format("老屋"), "说不清。"])
    ]
    questions = write_records(tmp_path / "q.jsonl", records)
    ran = pingce("systems", "predict", tmp_path / "m", questions, "--out", tmp_path / "a.jsonl")
    assert ran.code == 0, ran.err
    answers = [json.loads(line)["answer"] for line in (tmp_path / "a.jsonl").read_text(encoding="utf-8").splitlines()]
    assert answers == ["正确", "错误", "错误"]
    assert "rsr-x-2: there is no clue" in ran.err


def test_a_model_that_names_no_odd_words_is_refused(pingce: Run, tmp_path: Path) -> None:
    run("space2022/task1", "majority", tmp_path / "majority")
    ran = pingce(
        "systems", "train", "space2024/choice", "--system", "clues", "--set", f"judging={tmp_path / 'majority'}",
        "--out", tmp_path / "m",
    )  # fmt: skip
    assert ran.code == 1
    assert "(majority) names no odd words" in ran.err


def test_judging_and_scenes_of_earlier_editions_answer_in_the_words_of_2025(
    pingce: Run, tmp_path: Path, judging: Path
) -> None:
    demo = EXAMPLES / "space2025"
    ran = pingce("systems", "evaluate", judging, demo / "jsi_demo.jsonl", "--task", "space2025/jsi", "--json")
    assert ran.code == 0, ran.err
    assert pingce("systems", "train", "space2025/rse", "--system", "scenes", "--out", tmp_path / "s").code == 0
    answers = tmp_path / "a.jsonl"
    ran = pingce("systems", "predict", tmp_path / "s", demo / "rse_demo.jsonl", "--out", answers)
    assert ran.code == 0, ran.err
    labels = {json.loads(line)["answer"] for line in answers.read_text(encoding="utf-8").splitlines()}
    assert labels <= {"相同", "不同"}
    again = pingce(
        "systems", "train", "space2025/jsi", "--system", "replacement", "--train", demo / "jsi_demo.jsonl",
        "--dev", demo / "jsi_demo.jsonl", "--out", tmp_path / "j",
    )  # fmt: skip
    assert again.code == 0, again.err
    other = pingce("systems", "evaluate", judging, FILES["space2021/task1"], "--task", "space2021/task1")
    assert other.code == 1, "a model of one edition does not answer the other unless the table says so"
