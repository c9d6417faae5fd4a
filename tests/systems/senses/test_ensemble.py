"""Several word-sense models together."""

import json
from pathlib import Path

import pytest

from pingce.spec.errors import UserError
from pingce.spec.values import Senses
from pingce.systems.interface import NoProgress, Prediction
from pingce.systems.senses.ensemble import FLOOR, MemberScorer, shares
from pingce.systems.senses.questions import Question
from pingce.systems.train import load_model

from ..checked import problems
from ..runs import digests, run
from .data import BALL, DEBT, EXAMPLES, INVENTORY, JOKE, KIN, TASK, example, said, write_lines

GLOSSES = tuple(INVENTORY["包袱"])


class Says:
    """The same about everything."""

    def __init__(self, *scores: float) -> None:
        self.scores = tuple(zip(GLOSSES, scores, strict=True))

    def predict(self, items: object, progress: object) -> list[Prediction]:
        return [Prediction({"senses": Senses((GLOSSES[0],), self.scores)})]


@pytest.mark.parametrize(
    ("weights", "best"),
    [((1.0, 1.0), DEBT), ((1.0, 0.0), BALL), ((0.0, 1.0), JOKE), ((20.0, 1.0), BALL)],
)
def test_what_all_find_likely_beats_what_one_finds_best(weights: tuple[float, float], best: str) -> None:
    scorer = MemberScorer([Says(0.6, 0.39, 0.005, 0.005), Says(0.005, 0.39, 0.6, 0.005)], weights)
    (scores,) = scorer.scores([Question("", "包袱", GLOSSES)])
    assert GLOSSES[scores.index(max(scores))] == best
    assert sum(scores) == pytest.approx(1.0)


def test_who_ranks_nothing_counts_by_what_it_tells_or_names() -> None:
    even = FLOOR / 4
    counted = Prediction({"senses": Senses((BALL,))}, detail={"glosses": [[BALL, 0.75], [DEBT, 0.25], [JOKE, None]]})
    assert shares(counted, GLOSSES) == pytest.approx([even + (1 - FLOOR) * 0.75, even + (1 - FLOOR) * 0.25, even, even])
    named = Prediction({"senses": Senses((JOKE, KIN))})
    assert shares(named, GLOSSES) == pytest.approx([even, even, even + (1 - FLOOR) / 2, even + (1 - FLOOR) / 2])
    assert shares(Prediction({"senses": Senses(())}), GLOSSES) == pytest.approx([0.25] * 4)
    assert shares(counted, ()) == []


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two members and what they were made from."""
    folder = tmp_path_factory.mktemp("senses")
    data = write_lines(folder / "train.data.txt")
    inventory = folder / "inventory.json"
    inventory.write_text(json.dumps(INVENTORY, ensure_ascii=False), encoding="utf-8")
    for system in ("mfs", "gloss-overlap"):
        run("wsd/senses", system, folder / system, train=data, dev=data, inventory=inventory)
    return folder


def together(folder: Path, out: Path, *changes: str) -> None:
    data, models = folder / "train.data.txt", f"models={folder / 'mfs'} {folder / 'gloss-overlap'}"
    run("wsd/senses", "sense-ensemble", out, models, *changes, train=data, dev=data)


def test_it_asks_copies_and_knows_their_glosses(tmp_path: Path, folder: Path) -> None:
    together(folder, tmp_path / "m")
    together(folder, tmp_path / "again")
    assert digests(tmp_path / "m" / "member-1") == digests(folder / "gloss-overlap")
    assert (tmp_path / "m" / "decision.json").read_bytes() == (tmp_path / "again" / "decision.json").read_bytes()
    model, _, _ = load_model(tmp_path / "m")
    items = [row.item for row in EXAMPLES]
    predictions = model.predict(items, NoProgress())
    assert problems(TASK, items, predictions, tmp_path) == []
    assert {gloss for gloss, _ in said(predictions[0]).scores} == set(GLOSSES)
    alone = [model.predict([item], NoProgress())[0] for item in items]
    assert [said(prediction) for prediction in predictions] == [said(prediction) for prediction in alone]
    (unknown,) = model.predict([example(1, "人行。", "行").item], NoProgress())
    assert unknown.failed is not None


def test_with_all_the_weight_on_one_it_ranks_as_that_one_does(tmp_path: Path, folder: Path) -> None:
    together(folder, tmp_path / "m", "weights=0 1")
    items = [row.item for row in EXAMPLES]
    model, _, _ = load_model(tmp_path / "m")
    alone, _, _ = load_model(folder / "gloss-overlap")
    for ours, its in zip(model.predict(items, NoProgress()), alone.predict(items, NoProgress()), strict=True):
        scores = dict(said(its).scores)
        ranked = [scores[gloss] for gloss, _ in said(ours).scores]
        assert ranked == sorted(ranked, reverse=True)


@pytest.mark.parametrize("changes", [("weights=1",), ("weights=1 x",), ("weights=1 -1",), ("weights=1 inf",)])
def test_weights_that_fit_no_models_are_refused(tmp_path: Path, folder: Path, changes: tuple[str, ...]) -> None:
    with pytest.raises(UserError, match="two model folders at least") as caught:
        together(folder, tmp_path / "m", *changes)
    assert caught.value.code == "bad-settings"
    with pytest.raises(UserError, match="two model folders at least"):
        run("wsd/senses", "sense-ensemble", tmp_path / "m", f"models={folder / 'mfs'}", train=folder / "train.data.txt")
