"""The organisers' baseline for judging."""

from pathlib import Path

import pytest

from pingce.spec.values import Item
from pingce.systems.data import read_examples
from pingce.systems.interface import NoProgress
from pingce.systems.judging.baseline import whole_texts
from pingce.systems.train import load_model

from ..checked import problems
from ..runs import FILES, run
from ..tiny import tiny_encoder

DOZEN = 12
LEARN = ("epochs=40", "batch=4", "lr=0.002", "head_lr=0.005", "dropout=0", "keep=last", "checkpoint_every=1000")


@pytest.fixture(scope="module")
def encoder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny_encoder(tmp_path_factory.mktemp("tiny"), [file.read_text(encoding="utf-8") for file in FILES.values()])


def test_a_dozen_texts_are_learned_by_heart(tmp_path: Path, encoder: Path) -> None:
    few = tmp_path / "few.jsonl"
    few.write_text(
        "".join(FILES["space2022/task1"].read_text(encoding="utf-8").splitlines(True)[:DOZEN]), encoding="utf-8"
    )
    card, _ = run("space2022/task1", "baseline-judge", tmp_path / "m", *LEARN, train=few, dev=few, encoder=encoder)
    assert card.dev["accuracy.accuracy"] >= 0.8


def test_reasons_are_judged(tmp_path: Path, encoder: Path) -> None:
    task = "space2021/task2"
    run(task, "baseline-judge", tmp_path / "m", "epochs=1", dev=FILES[task], encoder=encoder)
    model, _, spec = load_model(tmp_path / "m")
    items = [example.item for example in read_examples(spec, str(FILES[task]))[0]]
    assert problems(spec, items, model.predict(items, NoProgress()), tmp_path) == []


def test_a_long_text_is_cut_and_its_reason_is_not(encoder: Path) -> None:
    from transformers import AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(str(encoder))
    item = Item("1", {"context": "他" * 50, "reason": "“里”和“外”"})
    (row,) = whole_texts([item], tokenizer, 20)
    assert len(row) == 20
    (alone,) = whole_texts([Item("1", {"reason": "“里”和“外”"})], tokenizer, 20)
    assert row[-len(alone) + 1 :] == alone[1:]
