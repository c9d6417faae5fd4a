"""Training of all neural systems: from an objective and settings to a trained network, step by step.

A step's randomness (dropout, order) comes from the seed and the step's number alone, so a run that was interrupted
and continued takes the very steps an undisturbed one takes. Checkpoints are safetensors and JSON.
"""

import json
import math
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any, Literal, Protocol, runtime_checkable

import torch

from pingce.formats.write import write_text
from pingce.spec.words import Words
from pingce.systems.interface import Model, NoProgress, Progress, Training

from .checkpoint import load_tensors, save_tensors
from .curves import STATE, EpochPoint, epoch_point

TRAINING = Words("训练", "training")
MASK = 2**63 - 1
Keep = Literal["best", "last"]


@dataclass(frozen=True)
class TrainingSettings:
    """How long and how fast a network is trained, and which state is kept; see ``training_settings``."""

    epochs: int = 3
    steps: int | None = None
    """Stop after so many steps, the rate falling to nothing by then; None: as many as the epochs have."""
    lr: float = 3e-5
    head_lr: float | None = None
    """For parameters outside the encoder, which start from nothing."""
    warmup: float = 0.06
    """Share of the steps until the full rate; after that it falls to nothing."""
    weight_decay: float = 0.01
    clip: float = 1.0
    patience: int | None = None
    """Stop after so many epochs without a better dev score."""
    keep: Keep = "best"
    """Which epoch's state is kept: the best on dev, or the last, which leaves dev untouched."""
    checkpoint_every: int = 100
    """Steps; an interruption costs no more."""
    at_once: int | None = None
    """Examples of a batch that are computed together, the gradients of its parts being added up: the same step, to the
    last digits, in less memory. None: the whole batch."""


def training_settings(settings: Any) -> TrainingSettings:  # noqa: ANN401 (the settings of any system)
    """Those of a system's own settings that are about training, by name; what it does not offer has the default.

    The settings of systems stay flat dataclasses of their own: names and order are what model cards store.
    """
    names = [field.name for field in fields(TrainingSettings) if hasattr(settings, field.name)]
    return TrainingSettings(**{name: getattr(settings, name) for name in names})


class Objective(Protocol):
    """What training minimises: the batches of an epoch, and the loss of a batch."""

    def batches(self, epoch: int) -> list[list[int]]: ...

    def loss(self, batch: Sequence[int]) -> torch.Tensor:
        """With ``at_once``: a mean over the examples of the batch."""


@runtime_checkable
class Weighted(Protocol):
    """Of an objective whose mean counts some examples for more than others."""

    def weight(self, batch: Sequence[int]) -> float:
        """By what the mean is divided."""


@dataclass
class TrainingState:
    """Where a run is."""

    epoch: int = 0
    step: int = 0
    """Of the epoch."""
    total: int = 0
    best: float = -math.inf
    best_epoch: int = -1
    stopped: bool = False
    losses: float = 0.0
    """Of the steps of the epoch, summed."""
    curve: list[EpochPoint] = field(default_factory=list)
    """A point per epoch that is over."""


@dataclass(frozen=True)
class Fitting:
    """What is specific to a system: its module, the batches of an epoch, their loss and the dev score."""

    module: torch.nn.Module
    batches: Callable[[int], Sequence[Sequence[int]]]
    loss: Callable[[Sequence[int]], torch.Tensor]
    dev_score: Callable[[], float] | None
    """None: dev is left alone and the last state is kept."""
    settings: TrainingSettings
    seed: int
    folder: Path
    progress: Progress
    weight: Callable[[Sequence[int]], float] = len
    """Of examples in the loss of a batch."""
    head: Callable[[str], bool] = lambda name: not name.startswith("encoder")


def train_network(
    training: Training, network: torch.nn.Module, objective: Objective, model: Callable[[], Model] | None
) -> None:
    """Train with the settings of the training; the network ends in its best state on dev, or in its last.

    ``model`` makes what is asked about dev: the system's own model around the network as it is then. None: what ranks
    systems says nothing about this part of one, and its last state is kept.
    """
    settings = training_settings(training.settings)

    def dev_score() -> float:
        assert model is not None
        predictions = model().predict([example.item for example in training.dev], NoProgress())
        return training.score([prediction.answer for prediction in predictions])

    fit(
        Fitting(
            module=network,
            batches=objective.batches,
            loss=objective.loss,
            dev_score=dev_score if settings.keep == "best" and model is not None else None,
            settings=settings,
            seed=training.seed,
            folder=training.checkpoints,
            progress=training.progress,
            weight=objective.weight if isinstance(objective, Weighted) else len,
        )
    )


def fit(fitting: Fitting) -> float:
    """Train; the module ends in its best state on dev. Returns that score."""
    module, settings = fitting.module, fitting.settings
    optimizer = _optimizer(fitting)
    state = _restore(fitting, optimizer)
    per_epoch = len(fitting.batches(0))
    steps = min(settings.epochs * per_epoch, settings.steps or sys.maxsize)
    fitting.progress.begin(TRAINING, steps)
    fitting.progress.advance(state.total)
    while state.epoch < settings.epochs and not state.stopped:
        _epoch(fitting, optimizer, state, steps)
        _measure(fitting, state)
        state.stopped = state.stopped or state.total >= steps
        state.epoch, state.step = state.epoch + 1, 0
        _save(fitting, optimizer, state)
    module.load_state_dict(load_tensors(fitting.folder / "best.safetensors"))
    module.eval()
    return state.best


def _epoch(fitting: Fitting, optimizer: torch.optim.Optimizer, state: TrainingState, steps: int) -> None:
    module, settings = fitting.module, fitting.settings
    module.train()
    for batch in fitting.batches(state.epoch)[state.step : state.step + steps - state.total]:
        torch.manual_seed((fitting.seed * 1_000_003 + state.total) & MASK)
        for group in optimizer.param_groups:
            group["lr"] = group["base_lr"] * _rate(state.total, steps, settings.warmup)
        loss = add_gradients(fitting.loss, batch, settings.at_once, fitting.weight)
        torch.nn.utils.clip_grad_norm_(module.parameters(), settings.clip)
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)
        state.step, state.total, state.losses = state.step + 1, state.total + 1, state.losses + loss
        fitting.progress.advance(1, _note(fitting, state, loss))
        if state.total % settings.checkpoint_every == 0:
            _save(fitting, optimizer, state)


def add_gradients(
    loss: Callable[[Sequence[int]], torch.Tensor],
    batch: Sequence[int],
    at_once: int | None,
    weight: Callable[[Sequence[int]], float] = len,
) -> float:
    """Add the gradients of a batch's loss, which is returned, so many examples at a time."""
    size = at_once or len(batch)
    whole, total = weight(batch), 0.0
    for start in range(0, len(batch), size):
        part = batch[start : start + size]
        of_part = loss(part) * (weight(part) / whole)
        of_part.backward()  # type: ignore[no-untyped-call]  # torch's own stub
        total += of_part.item()
    return total


def _note(fitting: Fitting, state: TrainingState, loss: float) -> str:
    """The loss of the step and, once there is one, the best dev score so far."""
    measured = fitting.dev_score is not None and state.epoch > 0
    return f"loss {loss:.4f}" + (f", dev {state.best:.4f}" if measured else "")


def _rate(step: int, steps: int, warmup: float) -> float:
    rising = max(1, round(warmup * steps))
    return (step + 1) / rising if step < rising else max(0.0, (steps - step) / max(1, steps - rising))


def _measure(fitting: Fitting, state: TrainingState) -> None:
    """The dev score of this epoch; the best state is kept apart."""
    fitting.module.eval()
    with torch.no_grad():
        score = fitting.dev_score() if fitting.dev_score is not None else float(state.epoch)
    state.curve.append(epoch_point(state.losses / max(1, state.step), score if fitting.dev_score is not None else None))
    state.losses = 0.0
    if score > state.best:
        state.best, state.best_epoch = score, state.epoch
        save_tensors(fitting.folder / "best.safetensors", fitting.module.state_dict())
    patience = fitting.settings.patience
    state.stopped = patience is not None and state.epoch - state.best_epoch >= patience


def _optimizer(fitting: Fitting) -> torch.optim.Optimizer:
    settings = fitting.settings
    groups: dict[tuple[float, float], list[torch.nn.Parameter]] = {}
    for name, parameter in fitting.module.named_parameters():
        if parameter.requires_grad:
            lr = settings.head_lr if settings.head_lr is not None and fitting.head(name) else settings.lr
            decay = 0.0 if parameter.ndim < 2 else settings.weight_decay
            groups.setdefault((lr, decay), []).append(parameter)
    return torch.optim.AdamW(
        [{"params": ps, "lr": lr, "base_lr": lr, "weight_decay": decay} for (lr, decay), ps in groups.items()],
        fused=True,
    )


def _save(fitting: Fitting, optimizer: torch.optim.Optimizer, state: TrainingState) -> None:
    """Weights and the optimizer's memory under the step's name; the state file, last, says which step counts."""
    tensors = {f"module/{name}": tensor for name, tensor in fitting.module.state_dict().items()}
    for i, memory in optimizer.state_dict()["state"].items():
        tensors |= {f"optimizer/{i}/{name}": tensor for name, tensor in memory.items()}
    save_tensors(fitting.folder / f"step-{state.total}-{state.epoch}.safetensors", tensors)
    write_text(fitting.folder / STATE, json.dumps(asdict(state)))
    for path in fitting.folder.glob("step-*.safetensors"):
        if path.name != f"step-{state.total}-{state.epoch}.safetensors":
            path.unlink()


def _restore(fitting: Fitting, optimizer: torch.optim.Optimizer) -> TrainingState:
    path = fitting.folder / STATE
    if not path.is_file():
        return TrainingState()
    state = TrainingState(**json.loads(path.read_text(encoding="utf-8")))
    state.curve = [EpochPoint(*point) for point in state.curve]
    tensors = load_tensors(fitting.folder / f"step-{state.total}-{state.epoch}.safetensors")
    fitting.module.load_state_dict(
        {name.removeprefix("module/"): tensor for name, tensor in tensors.items() if name.startswith("module/")}
    )
    memory: dict[int, dict[str, torch.Tensor]] = {}
    for name, tensor in tensors.items():
        if name.startswith("optimizer/"):
            _, i, key = name.split("/")
            memory.setdefault(int(i), {})[key] = tensor
    whole = optimizer.state_dict()
    optimizer.load_state_dict({"state": memory, "param_groups": whole["param_groups"]})
    return state


def bucketed(lengths: Sequence[int], size: int, *, seed: int, epoch: int, tokens: int | None = None) -> list[list[int]]:
    """Batches of similar lengths in random order; ``tokens`` limits a batch's padded size."""
    generator = torch.Generator().manual_seed((seed * 7919 + epoch) & MASK)
    noise = torch.rand(len(lengths), generator=generator).tolist()
    # A little noise in the lengths changes who meets whom from epoch to epoch.
    order = sorted(range(len(lengths)), key=lambda i: lengths[i] * (0.9 + 0.2 * noise[i]))
    batches: list[list[int]] = [[]]
    longest = 0
    for i in order:
        longest = max(longest, lengths[i])
        if len(batches[-1]) >= size or (
            tokens is not None and batches[-1] and longest * (len(batches[-1]) + 1) > tokens
        ):
            batches.append([])
            longest = lengths[i]
        batches[-1].append(i)
    return [batches[i] for i in torch.randperm(len(batches), generator=generator).tolist()]
