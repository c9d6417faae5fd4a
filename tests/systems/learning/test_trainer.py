"""The training loop: the same steps whether or not somebody interrupts, and the best state is kept."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
import torch

from pingce.systems.interface import NoProgress, Progress
from pingce.systems.learning.trainer import (
    Fitting,
    Keep,
    TrainingSettings,
    add_gradients,
    bucketed,
    fit,
    training_settings,
)

from ..runs import Interrupted

SETTINGS = TrainingSettings(epochs=3, lr=0.05, checkpoint_every=2, warmup=0.2)


def fitting(
    folder: Path,
    progress: Progress,
    *,
    scores: Sequence[float] | None = (0.1, 0.9, 0.5),
    settings: TrainingSettings = SETTINGS,
) -> Fitting:
    """A line fitted to points, with dropout, so that the order and the chance of every step matter."""
    torch.manual_seed(3)
    module = torch.nn.Sequential(torch.nn.Linear(2, 8), torch.nn.Dropout(0.5), torch.nn.Linear(8, 1))
    points = torch.randn(16, 2)
    told = iter(scores or ())

    def loss(batch: Sequence[int]) -> torch.Tensor:
        found: torch.Tensor = module(points[list(batch)]).sub(points[list(batch)].sum(1, keepdim=True)).square().mean()
        return found

    return Fitting(
        module=module,
        batches=lambda epoch: bucketed([1] * 16, 4, seed=1, epoch=epoch),
        loss=loss,
        dev_score=(lambda: next(told)) if scores is not None else None,
        settings=settings,
        seed=1,
        folder=folder,
        progress=progress,
    )


def weights(one: Fitting) -> list[float]:
    return [value for tensor in one.module.state_dict().values() for value in tensor.flatten().tolist()]


@pytest.mark.parametrize("after", [1, 3, 4, 7, 12])
def test_a_continued_run_takes_the_steps_of_an_undisturbed_one(tmp_path: Path, after: int) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
    undisturbed = fitting(tmp_path / "a", NoProgress(), scores=None)
    fit(undisturbed)
    with pytest.raises(KeyboardInterrupt):
        fit(fitting(tmp_path / "b", Interrupted(after), scores=None))
    continued = fitting(tmp_path / "b", NoProgress(), scores=None)
    fit(continued)
    assert weights(continued) == weights(undisturbed)


def test_the_best_state_on_dev_is_kept(tmp_path: Path) -> None:
    """The second epoch of three: as if training had ended there, the rate of every step aside."""
    (tmp_path / "a").mkdir()
    one = fitting(tmp_path / "a", NoProgress())
    assert fit(one) == 0.9
    last = fitting(tmp_path, NoProgress(), scores=None)
    fit(last)
    assert weights(one) != weights(last)


def test_training_stops_when_nothing_gets_better(tmp_path: Path) -> None:
    """A fourth epoch would ask for a score nobody has."""
    settings = TrainingSettings(epochs=9, patience=2)
    assert fit(fitting(tmp_path, NoProgress(), scores=(0.5, 0.4, 0.3), settings=settings)) == 0.5


def test_batches_hold_similar_lengths_and_everything_once() -> None:
    lengths = [5, 50, 6, 51, 7, 52, 8, 53]
    batches = bucketed(lengths, 4, seed=0, epoch=0)
    assert sorted(i for batch in batches for i in batch) == list(range(8))
    assert {frozenset(batch) for batch in batches} == {frozenset({0, 2, 4, 6}), frozenset({1, 3, 5, 7})}
    assert bucketed(lengths, 4, seed=0, epoch=0) == batches
    assert all(
        max(lengths[i] for i in batch) * len(batch) <= 110
        for batch in bucketed(lengths, 8, seed=0, epoch=1, tokens=110)
    )


def test_a_system_that_offers_few_training_settings_gets_the_defaults_of_the_others() -> None:
    @dataclass(frozen=True)
    class Settings:
        reach: int = 20
        epochs: int = 7
        keep: Keep = "last"

    assert training_settings(Settings()) == TrainingSettings(epochs=7, keep="last")


@pytest.mark.parametrize("after", [None, 4])
def test_training_ends_after_so_many_steps_with_a_rate_that_has_fallen(tmp_path: Path, after: int | None) -> None:
    """Six of twelve steps: a whole epoch and half of another, also when the run was interrupted in between."""
    short = replace(SETTINGS, steps=6)
    (tmp_path / "a").mkdir()
    if after is not None:
        with pytest.raises(KeyboardInterrupt):
            fit(fitting(tmp_path / "a", Interrupted(after), scores=None, settings=short))
    ended = fitting(tmp_path / "a", NoProgress(), scores=None, settings=short)
    fit(ended)
    state = json.loads((tmp_path / "a" / "state.json").read_text(encoding="utf-8"))
    assert (state["total"], state["epoch"], state["stopped"]) == (6, 2, True)
    assert [dev for _, dev in state["curve"]] == [None, None]
    undisturbed = fitting(tmp_path, NoProgress(), scores=None, settings=short)
    fit(undisturbed)
    assert weights(ended) == weights(undisturbed)
    untouched = json.loads((tmp_path / "state.json").read_text(encoding="utf-8"))
    assert state["curve"] == untouched["curve"], "an interruption leaves no trace in the learning curve"


@pytest.mark.parametrize("at_once", [1, 3, 5, 99])
def test_gradients_of_parts_add_up_to_those_of_the_batch(at_once: int) -> None:
    """Also where examples have weights and the last part is smaller."""
    torch.manual_seed(3)
    module, points = torch.nn.Linear(2, 1), torch.randn(7, 2)
    weights = [1.0, 2.0, 0.5, 4.0, 1.0, 1.0, 3.0]

    def loss(batch: Sequence[int]) -> torch.Tensor:
        chosen = torch.tensor([weights[i] for i in batch])
        mean: torch.Tensor = (module(points[list(batch)]).squeeze(1).square() * chosen).sum() / chosen.sum()
        return mean

    def gradients(size: int | None) -> tuple[float, list[float]]:
        module.zero_grad()
        told = add_gradients(loss, range(7), size, lambda batch: sum(weights[i] for i in batch))
        return told, [value for p in module.parameters() if p.grad is not None for value in p.grad.flatten().tolist()]

    whole = gradients(None)
    assert len(whole[1]) == 3
    parts = gradients(at_once)
    assert parts[0] == pytest.approx(whole[0], rel=1e-5)
    assert parts[1] == pytest.approx(whole[1], rel=1e-5)


def test_training_in_parts_is_the_same_training(tmp_path: Path) -> None:
    """Without chance in the network, the weights are the same but for rounding."""
    ended = []
    for at_once in (None, 3):
        (tmp_path / str(at_once)).mkdir()
        one = fitting(tmp_path / str(at_once), NoProgress(), scores=None, settings=replace(SETTINGS, at_once=at_once))
        one.module[1].p = 0.0  # type: ignore[index]
        fit(one)
        ended.append(weights(one))
    assert ended[1] == pytest.approx(ended[0], rel=1e-3, abs=1e-5)
