"""Encoders and language models in judging: trained, loaded, interrupted, refused."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
import torch

from pingce.spec.errors import UserError
from pingce.systems.data import read_examples
from pingce.systems.interface import NoProgress
from pingce.systems.judging.lm import (
    SCORERS,
    CausalScorer,
    DiscriminatorScorer,
    Kind,
    MaskedScorer,
    load_language_model,
)
from pingce.systems.judging.network import divergence
from pingce.systems.judging.units import TextUnit, item_unit
from pingce.systems.learning import gaps as noted
from pingce.systems.learning.gaps import Fit, Gap
from pingce.systems.train import load_model
from pingce.tasks.catalog import find_task
from tests.builders import make_item

from ..runs import FILES, Interrupted, digests, run
from ..tiny import tiny_causal_model, tiny_encoder, tiny_encoder_of, tiny_masked_model

TASK = "space2022/task1"
TEXTS = [FILES[task].read_text(encoding="utf-8") for task in (TASK, "space2021/task2")]
QUICK = ("epochs=2", "batch=16", "checkpoint_every=2")
GAPS = [
    Gap("奶奶把竹椅放在枣树", "。她", ("上", "下", "里")),
    Gap("猫跳", "，打盹", ("下来", "上来", "起")),
    Gap("", "", ("上", "下")),
]


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("tiny")
    return {
        "encoder": tiny_encoder(folder / "encoder", TEXTS),
        "causal": tiny_causal_model(folder / "causal", TEXTS),
        "masked": tiny_masked_model(folder / "masked", TEXTS),
        "discriminator": tiny_encoder_of("electra", folder / "discriminator", TEXTS, head="ForPreTraining"),
    }


@pytest.mark.parametrize(
    ("task", "changes"),
    [
        (TASK, ("reads=sites",)),
        (TASK, ("reads=text", "rdrop=1", "keep=best")),
        ("space2021/task2", ("precision=bfloat16",)),
    ],
)
def test_an_encoder_answers_as_it_did_when_it_was_trained(
    tmp_path: Path, models: dict[str, Path], task: str, changes: tuple[str, ...]
) -> None:
    card, _ = run(task, "encoder", tmp_path / "m", *QUICK, *changes, encoder=models["encoder"])
    assert any(name.endswith("safetensors") for name in card.files)
    model, _, spec = load_model(tmp_path / "m")
    items = [example.item for example in read_examples(spec, str(FILES[task]))[0][:6]]
    together = model.predict(items, NoProgress())
    alone = [model.predict([item], NoProgress())[0] for item in items]
    field = find_task(task).public_answer[-1].name
    assert [prediction.answer.keys() for prediction in together] == [{field: ""}.keys()] * 6
    assert [g.detail["yes"] for g in together] == pytest.approx([g.detail["yes"] for g in alone], abs=0.02)


def test_sites_learn_the_same_after_an_interruption(tmp_path: Path, models: dict[str, Path]) -> None:
    run(TASK, "encoder", tmp_path / "undisturbed", *QUICK, "batch=4", encoder=models["encoder"])
    with pytest.raises(KeyboardInterrupt):
        run(TASK, "encoder", tmp_path / "m", *QUICK, "batch=4", encoder=models["encoder"], progress=Interrupted(40))
    _, continued = run(TASK, "encoder", tmp_path / "m", *QUICK, "batch=4", encoder=models["encoder"])
    assert continued
    assert digests(tmp_path / "m") == digests(tmp_path / "undisturbed")


@pytest.mark.parametrize("kind", SCORERS)
def test_a_word_fits_alike_in_every_company(models: dict[str, Path], kind: Kind) -> None:
    scorer = load_language_model(models[kind], "float32")
    assert isinstance(scorer, SCORERS[kind])
    together = scorer.fits([*GAPS, GAPS[0]], NoProgress())
    assert together[3] == together[0]
    for gap, fit in zip(GAPS, together, strict=False):
        (alone,) = scorer.fits([gap], NoProgress())
        assert fit.word == pytest.approx(alone.word, abs=1e-4)
        assert fit.whole == pytest.approx(alone.whole, abs=1e-4)
        assert all(value < 0 for value in (*fit.word, *fit.whole))


def test_the_causal_score_is_the_models_own(models: dict[str, Path]) -> None:
    """Reading the left side once for all words changes nothing."""
    scorer = load_language_model(models["causal"], "float32")
    assert isinstance(scorer, CausalScorer)
    gap = GAPS[0]
    (fit,) = scorer.fits([gap], NoProgress())
    for i, word in enumerate(gap.words):
        ids = scorer.tokenizer.encode(gap.left + word + gap.right, add_special_tokens=False)
        whole = torch.tensor([[scorer.tokenizer.bos_token_id or scorer.tokenizer.cls_token_id, *ids]])
        with torch.no_grad():
            shares = torch.log_softmax(scorer.model(input_ids=whole).logits, -1)[0, :-1]
        steps = shares.gather(-1, whole[0, 1:, None])[:, 0]
        assert fit.word[i] == pytest.approx(float(steps[len(gap.left)]), abs=1e-4)
        assert fit.whole[i] == pytest.approx(float(steps[len(gap.left) :].sum()), abs=1e-4)


def test_the_discriminators_score_is_the_models_own(models: dict[str, Path]) -> None:
    scorer = load_language_model(models["discriminator"], "float32")
    assert isinstance(scorer, DiscriminatorScorer)
    gap = GAPS[1]
    (fit,) = scorer.fits([gap], NoProgress())
    for i, word in enumerate(gap.words):
        read = scorer.tokenizer(gap.left + word + gap.right, return_tensors="pt")
        with torch.no_grad():
            logits = scorer.model(**read).logits[0]
            original = torch.log_softmax(torch.stack([-logits, torch.zeros_like(logits)]), 0)[0]
        start = 1 + len(gap.left)
        assert fit.word[i] == pytest.approx(float(original[start : start + len(word)].sum()), abs=1e-4)
        assert fit.whole[i] == pytest.approx(float(original[1:-1].sum()), abs=1e-4)


@pytest.mark.parametrize("system", ["replacement-lm", "linear-lm"])
def test_what_a_language_model_said_is_not_asked_again(
    tmp_path: Path, models: dict[str, Path], system: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(noted, "PART", 20)
    run(TASK, system, tmp_path / "undisturbed", encoder=models["masked"])
    with pytest.raises(KeyboardInterrupt):
        run(TASK, system, tmp_path / "m", encoder=models["masked"], progress=Interrupted(40))
    notes = list((tmp_path / ".m.part" / "checkpoints").glob("fits-*.json"))
    assert notes
    assert run(TASK, system, tmp_path / "m", encoder=models["masked"])[1]
    assert digests(tmp_path / "m") == digests(tmp_path / "undisturbed")


def test_another_training_reads_what_one_has_kept_and_another_model_does_not(
    tmp_path: Path, models: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Gap] = []
    batch = MaskedScorer._batch

    def counted(scorer: MaskedScorer, gaps: Sequence[Gap]) -> list[Fit]:
        asked.extend(gaps)
        return batch(scorer, gaps)

    monkeypatch.setattr(MaskedScorer, "_batch", counted)
    scores = f"scores={tmp_path / 'scores'}"
    run(TASK, "replacement-lm", tmp_path / "alone", encoder=models["masked"])
    whole = set(asked)
    run(TASK, "replacement-lm", tmp_path / "first", scores, encoder=models["masked"])
    asked.clear()
    card, _ = run(TASK, "replacement-lm", tmp_path / "again", scores, "strength=0.5", encoder=models["masked"])
    assert 0 < len(set(asked)) < len(whole) / 2, "the held-out part alone"
    assert "scores" not in card.settings, "where they are is nobody else's business"
    run(TASK, "replacement-lm", tmp_path / "other", scores, encoder=models["causal"])
    assert len(list((tmp_path / "scores").iterdir())) == 2
    assert digests(tmp_path / "first") == digests(tmp_path / "alone")


def test_an_encoder_without_head_is_no_language_model(tmp_path: Path, models: dict[str, Path]) -> None:
    with pytest.raises(UserError, match="BertModel, no language model") as caught:
        run(TASK, "linear-lm", tmp_path / "m", encoder=models["encoder"])
    assert caught.value.code == "no-encoder"
    with pytest.raises(UserError) as caught:
        run(TASK, "linear-lm", tmp_path / "m", encoder=tmp_path / "nowhere")
    assert caught.value.code == "no-encoder"


def test_a_vote_of_seeds_and_a_stack_with_an_encoder(tmp_path: Path, models: dict[str, Path]) -> None:
    member = "members=encoder:epochs=1,reads=text"
    card, _ = run(TASK, "ensemble", tmp_path / "vote", member, "seeds=3", "how=vote", encoder=models["encoder"])
    assert {name.split("/")[0] for name in card.files} == {"encoder-0", "encoder-1", "encoder-2", "members.json"}
    model, _, spec = load_model(tmp_path / "vote")
    items = [example.item for example in read_examples(spec, str(FILES[TASK]))[0][:5]]
    for prediction in model.predict(items, NoProgress()):
        assert prediction.answer["judge"] == ("1" if prediction.detail["votes"] >= 2 else "0")
        assert len(prediction.detail["members"]) == 3


def test_members_start_from_models_of_their_own_and_share_what_a_language_model_said(
    tmp_path: Path, models: dict[str, Path]
) -> None:
    scores = tmp_path / "scores"
    changes = (
        f"members=replacement-lm:scores={scores} encoder:epochs=1,reads=text",
        f"encoders=replacement-lm={models['masked']}",
        "folds=2",
    )
    card, _ = run(TASK, "ensemble", tmp_path / "m", *changes, encoder=models["encoder"])
    assert {"replacement-lm-0/lm/model.safetensors", "encoder-0/weights.safetensors"} <= card.files.keys()
    (notes,) = scores.iterdir()
    known = [gap for path in notes.iterdir() for gap, _ in json.loads(path.read_text(encoding="utf-8"))]
    assert len(known) == len({json.dumps(gap) for gap in known}), "no gap is asked twice"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ("encoders=linear", "bad-settings"),
        ("encoders=linear=folder", "bad-settings"),
        ("encoders=encoder=folder", "bad-settings"),
        ("members=majority", "bad-settings"),
        ("members=", "bad-settings"),
        ("members=linear linear", "bad-settings"),
        ("members=linear:strenght=1", "bad-settings"),
        ("members=bem", "wrong-task"),
        ("members=encoder", "no-encoder"),
        ("folds=1", "bad-settings"),
    ],
)
def test_an_impossible_ensemble_is_refused(tmp_path: Path, change: str, code: str) -> None:
    with pytest.raises(UserError) as caught:
        run(TASK, "ensemble", tmp_path / "m", change)
    assert caught.value.code == code


def test_an_interrupted_ensemble_ends_the_same(tmp_path: Path) -> None:
    run(TASK, "ensemble", tmp_path / "undisturbed", "folds=2")
    with pytest.raises(KeyboardInterrupt):
        run(TASK, "ensemble", tmp_path / "m", "folds=2", progress=Interrupted(120))
    assert run(TASK, "ensemble", tmp_path / "m", "folds=2")[1]
    assert digests(tmp_path / "m") == digests(tmp_path / "undisturbed")


def test_the_reason_comes_first_so_that_it_is_never_cut() -> None:
    item = make_item(texts={"text": "很长的文本", "reason": "原因"})
    assert item_unit(item, "[SEP]") == TextUnit("原因[SEP]很长的文本", 0, 2)
    assert item_unit(make_item(text="文本"), "[SEP]") == TextUnit("文本", 0, 2)


def test_two_opinions_diverge_by_how_much_they_differ() -> None:
    one, other = torch.tensor([0.0, 2.0]), torch.tensor([0.0, -2.0])
    p = torch.sigmoid(torch.tensor(2.0))
    expected = float(p * torch.log(p / (1 - p)) + (1 - p) * torch.log((1 - p) / p))
    assert divergence(one, other).tolist() == pytest.approx([0.0, expected])
