"""Systems with an encoder: they learn, are loaded as they were saved, and can be interrupted."""

import hashlib
from collections.abc import Sequence
from pathlib import Path

import pytest
import torch

from pingce.formats.senses import Inventory
from pingce.scoring.measures.senses import senses
from pingce.scoring.run import score_answers
from pingce.systems.interface import Model, NoProgress, System, Training
from pingce.systems.senses.bem import Bem
from pingce.systems.senses.biencoder import VectorScorer
from pingce.systems.senses.embed import Embed
from pingce.systems.senses.escher import Escher, closed
from pingce.systems.senses.glossbert import GlossBert
from pingce.systems.senses.learn import candidates
from pingce.systems.senses.model import SenseModel
from pingce.systems.senses.prototypes import Prototypes, PrototypeScorer
from pingce.systems.senses.questions import ask
from pingce.systems.senses.tokens import TargetTokens
from pingce.systems.settings import make_settings

from ..runs import InterruptedTraining
from .data import BALL, DEBT, EXAMPLES, INVENTORY, JOKE, KIN, TASK, example, said, tiny, training

QUICK = ("lr=3e-3", "head_lr=3e-3", "epochs=40", "train_embeddings=true", "checkpoint_every=1000", "choose=top")
SHORT = ("epochs=4", "checkpoint_every=2")
Trained = tuple[System, int, Training]
SYSTEMS: dict[str, tuple[System, tuple[str, ...]]] = {
    "bem": (Bem(), (*QUICK, "words=2", "sentences=3")),
    "untied": (Bem(), (*QUICK, "words=2", "sentences=3", "tied=false", "similarity=dot", "pooling=both")),
    "glossbert": (GlossBert(), (*QUICK, "pairs=12")),
    "escher": (Escher(), (*QUICK, "batch=4", "noise=0", "epochs=120")),
    "prototypes": (
        Prototypes(),
        ("epochs=60", "batch=4", "lr=2e-3", "dropout=0", "penalty=0", *QUICK[4:]),
    ),
}
LEARNED = {"bem": 13, "untied": 13, "glossbert": 12, "escher": 10, "prototypes": 11}
"""Of 14 derived questions, at least; chance answers five. A frozen encoder with random weights tells less."""


@pytest.fixture(scope="module")
def encoder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny(tmp_path_factory.mktemp("encoder") / "tiny")


@pytest.fixture(scope="module", params=SYSTEMS)
def trained(request: pytest.FixtureRequest, encoder: Path, tmp_path_factory: pytest.TempPathFactory) -> Trained:
    """A system, how much of its lessons it should know, and its training."""
    system, changes = SYSTEMS[request.param]
    given = training(system, tmp_path_factory.mktemp(request.param), *changes, encoder=encoder)
    system.train(given)
    return system, LEARNED[request.param], given


def load(system: System, given: Training, inventory: Inventory | None = None) -> Model:
    return system.load(given.folder, TASK, given.settings, inventory)


def digests(folder: Path) -> dict[str, str]:
    files = (path for path in folder.rglob("*") if path.is_file() and "checkpoints" not in path.parts)
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def test_what_was_taught_is_known(trained: Trained) -> None:
    system, learned, given = trained
    predictions = load(system, given).predict([example.item for example in EXAMPLES], NoProgress())
    result = score_answers(TASK, EXAMPLES, [prediction.answer for prediction in predictions])
    assert result.measures["derived"].counts["correct"] >= learned


def test_scores_are_for_all_glosses_best_first(trained: Trained) -> None:
    system, _, given = trained
    (prediction,) = load(system, given).predict([EXAMPLES[0].item], NoProgress())
    scores = [score for _, score in said(prediction).scores]
    assert {gloss for gloss, _ in said(prediction).scores} == set(INVENTORY["包袱"])
    assert scores == sorted(scores, reverse=True)
    assert all(0 <= score <= 1 for score in scores)


@pytest.mark.parametrize("name", SYSTEMS)
def test_an_interrupted_run_ends_with_the_same_model(name: str, encoder: Path, tmp_path: Path) -> None:
    system, changes = SYSTEMS[name]
    changes = (*changes, *SHORT, "noise=1") if name == "escher" else (*changes, *SHORT)
    whole = training(system, tmp_path / "whole", *changes, encoder=encoder)
    system.train(whole)
    for after in (2, 4):
        with pytest.raises(KeyboardInterrupt):
            system.train(
                training(system, tmp_path / "parts", *changes, encoder=encoder, progress=InterruptedTraining(after))
            )
    system.train(training(system, tmp_path / "parts", *changes, encoder=encoder))
    assert digests(tmp_path / "parts") == digests(tmp_path / "whole")


def test_words_outside_training_and_inventory_are_answered_when_glosses_are_given(trained: Trained) -> None:
    system, _, given = trained
    items = [example(1, "人走道。", "走道").item, example(2, "人走了。", "走").item, example(3, "人行。", "行").item]
    model = load(system, given, {"走": ["人行的路", "走路"]})
    first, second, third = model.predict(items, NoProgress())
    assert {gloss for gloss, _ in said(first).scores} == set(INVENTORY["走道"])
    assert {gloss for gloss, _ in said(second).scores} == {"人行的路", "走路"}
    assert said(third).scores == ()
    assert third.failed is not None


@pytest.mark.parametrize("sentence", ["包袱" * 90, "她背着" * 120 + "包袱", "她背着" * 120, "", "包袱"])
def test_no_sentence_is_too_long_or_too_short(trained: Trained, sentence: str) -> None:
    system, _, given = trained
    (prediction,) = load(system, given).predict([example(1, sentence, "包袱").item], NoProgress())
    assert len(said(prediction).scores) == 4


def test_more_glosses_than_fit_one_input_are_all_scored(trained: Trained) -> None:
    system, _, given = trained
    glosses = [f"{BALL}{JOKE}{KIN}"[i:] for i in range(20)]
    (prediction,) = load(system, given, {"包袱": glosses}).predict([EXAMPLES[0].item], NoProgress())
    assert {gloss for gloss, _ in said(prediction).scores} == set(glosses)


def test_answers_do_not_depend_on_what_else_is_asked(trained: Trained) -> None:
    system, _, given = trained
    model = load(system, given)
    items = [example.item for example in EXAMPLES]
    together = model.predict(items, NoProgress())
    alone = [model.predict([item], NoProgress())[0] for item in items]
    assert [said(prediction).chosen for prediction in together] == [said(prediction).chosen for prediction in alone]
    assert [prediction.score for prediction in together] == pytest.approx(
        [prediction.score for prediction in alone], abs=1e-5
    )


def test_the_frozen_encoder_answers_without_training(encoder: Path, tmp_path: Path) -> None:
    given = training(Embed(), tmp_path, encoder=encoder)
    Embed().train(given)
    model = load(Embed(), given)
    predictions = model.predict([example.item for example in EXAMPLES], NoProgress())
    assert [len(said(prediction).scores) for prediction in predictions] == [4] * 7 + [2] * 5


def test_stored_gloss_vectors_are_used_and_new_ones_computed_once(
    encoder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = training(Embed(), tmp_path, encoder=encoder)
    Embed().train(given)
    model = load(Embed(), given, {"走": ["走路"]})
    assert isinstance(model, SenseModel)
    assert isinstance(model.scorer, VectorScorer)
    asked: list[int] = []
    module = model.scorer.module
    encode = module.glosses

    def counted(batch: Sequence[TargetTokens]) -> torch.Tensor:
        asked.append(len(batch))
        return encode(batch)

    monkeypatch.setattr(module, "glosses", counted)
    for _ in range(2):
        model.predict([EXAMPLES[0].item, example(2, "人走了。", "走").item], NoProgress())
    assert asked == [1]


def test_bfloat16_computes_and_stores_single_precision(encoder: Path, tmp_path: Path) -> None:
    from safetensors.torch import load_file

    given = training(Bem(), tmp_path, *QUICK, "epochs=1", "precision=bfloat16", encoder=encoder)
    Bem().train(given)
    assert {str(tensor.dtype) for tensor in load_file(tmp_path / "weights.safetensors").values()} == {"torch.float32"}
    load(Bem(), given).predict([EXAMPLES[0].item], NoProgress())


def test_glosses_never_right_can_be_left_out_of_training(encoder: Path, tmp_path: Path) -> None:
    always, never = (training(Bem(), tmp_path, f"unseen={share}").settings for share in (1, 0))
    torch.manual_seed(0)
    assert candidates(4, {1, 3}, always) == [0, 1, 2, 3]
    assert candidates(4, {1, 3}, never) == [0, 2]


def test_a_sense_stands_by_its_gloss_and_by_the_sentences_where_it_was_right(encoder: Path, tmp_path: Path) -> None:
    taught = [row for row in EXAMPLES if DEBT not in senses(row.answer).chosen]
    given = training(Prototypes(), tmp_path, *SYSTEMS["prototypes"][1], "unseen=1", encoder=encoder, train=taught)
    Prototypes().train(given)
    model = load(Prototypes(), given, {"走道": ["人行的路"]})
    assert isinstance(model, SenseModel)
    scorer = model.scorer
    assert isinstance(scorer, PrototypeScorer)
    length = scorer.module.head.prototypes.weight.norm(dim=1)
    assert length[scorer.places["包袱", BALL]] > 0
    nobodys = [0, scorer.places["走道", "走路"], scorer.places["包袱", DEBT]]
    assert length[nobodys].tolist() == [0, 0, 0], "no sentence has these, even if they were wrong answers to some"
    questions = [ask(row.item, INVENTORY) for row in EXAMPLES]
    before = scorer.scores(questions)
    with torch.no_grad():
        scorer.module.head.prototypes.weight.zero_()
    assert scorer.scores(questions) != before
    assert not list(tmp_path.glob("vectors*")), "what only training needs goes with its checkpoints"


@pytest.mark.parametrize(("changes", "lift"), [((), 0.0), (("lift=3",), 3.0)])
def test_new_senses_are_raised_only_on_demand_and_a_model_keeps_what_it_was_made_with(
    encoder: Path, tmp_path: Path, changes: tuple[str, ...], lift: float
) -> None:
    given = training(Bem(), tmp_path, *QUICK, "epochs=1", *changes, encoder=encoder)
    Bem().train(given)
    model = Bem().load(tmp_path, TASK, make_settings(Bem.Settings), None)  # whatever is the default today
    assert (model.novelty.lift, bool(model.novelty.seen)) == (lift, bool(lift))


def test_glosses_are_closed_once() -> None:
    assert (closed("走路"), closed("走路。")) == ("走路。", "走路。")
