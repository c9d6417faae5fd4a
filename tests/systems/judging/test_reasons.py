"""Reasons taken apart, and what is asked of them."""

from pathlib import Path

import pytest

from pingce.spec.errors import UserError
from pingce.systems.interface import NoProgress
from pingce.systems.judging.joint import JointModel
from pingce.systems.judging.pair import nearest, pair_features, take_apart
from pingce.systems.learning.replaceable import Reader
from pingce.systems.train import load_model
from tests.builders import make_item

from ..runs import FILES, digests, run

TEXT = "他钻出帐篷里数星星，星星在湖边的天上。"


@pytest.mark.parametrize(
    ("reason", "kind", "quotes", "rest"),
    [
        ("“钻出”和“帐篷里”不宜搭配", "A", ("钻出", "帐篷里"), ""),
        ("“钻出”和“天上”语义冲突", "B", ("钻出", "天上"), ""),
        ("“钻出”与上下文“在湖边”存在信息冲突", "C", ("钻出", "在湖边"), ""),
        ("“钻出帐篷里”不符合常识：人应该钻进帐篷里", "D", ("钻出帐篷里",), "人应该钻进帐篷里"),
        ("说不通", "", (), ""),
    ],
)
def test_a_reason_has_a_kind_and_quotes(reason: str, kind: str, quotes: tuple[str, ...], rest: str) -> None:
    assert take_apart(reason) == (kind, quotes, rest)


def test_of_several_places_the_nearest_to_the_first_quotation_counts() -> None:
    assert nearest(TEXT, ("星星", "星星")) == [7, 7]
    assert nearest(TEXT, ("湖边", "星星", "月亮", "")) == [13, 10, -1, -1]


def test_features_know_which_sites_a_reason_covers() -> None:
    reading = Reader().read(TEXT)
    fits = [
        type("Fit", (), {"word": (0.0,) * len(s.group.words), "whole": (0.0,) * len(s.group.words)})()
        for s in reading.sites
    ]
    found = pair_features(reading, "“钻出”和“帐篷里”不宜搭配", fits)
    assert {"kind=A", "q0=A|钻出", "q1=A|帐篷里", "word=A1|里", "order=A|True|False", "apart=A|0"} <= set(found)
    assert "covers=A|0" in pair_features(reading, "“数”和“的”不宜搭配", fits)
    assert "apart=A|2|missing" in pair_features(reading, "“月亮”和“的”不宜搭配", fits)


def test_the_pair_system_answers_the_reason(tmp_path: Path) -> None:
    card, _ = run("space2021/task2", "pair", tmp_path / "m")
    model, _, task = load_model(tmp_path / "m")
    item = make_item(texts={"text": TEXT, "reason": "“钻出”和“帐篷里”不宜搭配"})
    (prediction,) = model.predict([item], NoProgress())
    assert list(prediction.answer) == ["judge2"]
    assert model.predict([], NoProgress()) == []
    assert card.task == task.id


def pairs() -> list[object]:
    return [make_item(str(i), texts={"text": TEXT, "reason": f"“{q}”和“里”不宜搭配"}) for i, q in enumerate("钻数在")]


def test_a_text_that_is_fine_has_no_reason_that_holds(tmp_path: Path) -> None:
    run("space2021/task3", "joint", tmp_path / "m")
    model, _, _ = load_model(tmp_path / "m")
    for prediction in model.predict(pairs(), NoProgress()):  # type: ignore[arg-type]
        assert prediction.answer["judge1"] == "0" or prediction.answer["judge2"] == "0"
        assert ("judge2" in prediction.detail) == (prediction.answer["judge1"] == "0")


def test_trained_models_are_joined(tmp_path: Path) -> None:
    run("space2021/task1", "linear", tmp_path / "texts")
    run("space2021/task2", "pair", tmp_path / "reasons")
    changes = (f"texts={tmp_path / 'texts'}", f"reasons={tmp_path / 'reasons'}")
    run("space2021/task3", "joint", tmp_path / "m", *changes)
    model, _, _ = load_model(tmp_path / "m")
    assert isinstance(model, JointModel)
    assert len(model.predict(pairs(), NoProgress())) == 3  # type: ignore[arg-type]
    assert digests(tmp_path / "m" / "texts") == digests(tmp_path / "texts")


def test_a_folder_that_is_no_model_is_not_joined(tmp_path: Path) -> None:
    with pytest.raises(UserError) as caught:
        run("space2021/task3", "joint", tmp_path / "m", f"texts={FILES['space2021/task3'].parent}")
    assert caught.value.code == "not-a-model"
