"""The training loop of all neural systems.

A step's randomness (dropout, order) comes from the seed and the step's number alone, so a run that was interrupted
and continued takes the very steps an undisturbed one takes. Checkpoints are safetensors and JSON.
"""

import json
import math
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import torch

from pingce.formats.write import write_text
from pingce.spec.words import Words
from pingce.systems.interface import Progress

from .tensors import load_tensors, save_tensors

TRAINING = Words("训练", "training")
MASK = 2**63 - 1


@dataclass(frozen=True)
class Schedule:
    """How long and how fast."""

    epochs: int = 3
    lr: float = 3e-5
    head_lr: float | None = None
    """For parameters outside the encoder, which start from nothing."""
    warmup: float = 0.06
    """Share of the steps until the full rate; after that it falls to nothing."""
    weight_decay: float = 0.01
    clip: float = 1.0
    patience: int | None = None
    """Stop after so many epochs without a better dev score."""
    checkpoint_every: int = 100
    """Steps; an interruption costs no more."""


@dataclass
class State:
    """Where a run is."""

    epoch: int = 0
    step: int = 0
    """Of the epoch."""
    total: int = 0
    best: float = -math.inf
    best_epoch: int = -1
    stopped: bool = False


@dataclass(frozen=True)
class Fitting:
    """What is specific to a system: its module, the batches of an epoch, their loss and the dev score."""

    module: torch.nn.Module
    batches: Callable[[int], Sequence[Sequence[int]]]
    loss: Callable[[Sequence[int]], torch.Tensor]
    dev_score: Callable[[], float] | None
    """None: dev is left alone and the last state is kept."""
    schedule: Schedule
    seed: int
    folder: Path
    progress: Progress
    head: Callable[[str], bool] = lambda name: not name.startswith("encoder")


def fit(fitting: Fitting) -> float:
    """Train; the module ends in its best state on dev. Returns that score."""
    module, schedule = fitting.module, fitting.schedule
    optimizer = _optimizer(fitting)
    state = _restore(fitting, optimizer)
    per_epoch = len(fitting.batches(0))
    steps = schedule.epochs * per_epoch
    fitting.progress.begin(TRAINING, steps)
    fitting.progress.advance(state.total)
    while state.epoch < schedule.epochs and not state.stopped:
        _epoch(fitting, optimizer, state, steps)
        _measure(fitting, state)
        state.epoch, state.step = state.epoch + 1, 0
        _save(fitting, optimizer, state)
    module.load_state_dict(load_tensors(fitting.folder / "best.safetensors"))
    module.eval()
    return state.best


def _epoch(fitting: Fitting, optimizer: torch.optim.Optimizer, state: State, steps: int) -> None:
    module, schedule = fitting.module, fitting.schedule
    module.train()
    for batch in fitting.batches(state.epoch)[state.step :]:
        torch.manual_seed((fitting.seed * 1_000_003 + state.total) & MASK)
        for group in optimizer.param_groups:
            group["lr"] = group["base_lr"] * _rate(state.total, steps, schedule.warmup)
        loss = fitting.loss(batch)
        loss.backward()  # type: ignore[no-untyped-call]  # torch's own stub
        torch.nn.utils.clip_grad_norm_(module.parameters(), schedule.clip)
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)
        state.step, state.total = state.step + 1, state.total + 1
        fitting.progress.advance(1, f"loss {loss.item():.4f}")
        if state.total % schedule.checkpoint_every == 0:
            _save(fitting, optimizer, state)


def _rate(step: int, steps: int, warmup: float) -> float:
    rising = max(1, round(warmup * steps))
    return (step + 1) / rising if step < rising else max(0.0, (steps - step) / max(1, steps - rising))


def _measure(fitting: Fitting, state: State) -> None:
    """The dev score of this epoch; the best state is kept apart."""
    fitting.module.eval()
    with torch.no_grad():
        found = fitting.dev_score() if fitting.dev_score is not None else float(state.epoch)
    if found > state.best:
        state.best, state.best_epoch = found, state.epoch
        save_tensors(fitting.folder / "best.safetensors", fitting.module.state_dict())
    patience = fitting.schedule.patience
    state.stopped = patience is not None and state.epoch - state.best_epoch >= patience


def _optimizer(fitting: Fitting) -> torch.optim.Optimizer:
    schedule = fitting.schedule
    groups: dict[tuple[float, float], list[torch.nn.Parameter]] = {}
    for name, parameter in fitting.module.named_parameters():
        if parameter.requires_grad:
            lr = schedule.head_lr if schedule.head_lr is not None and fitting.head(name) else schedule.lr
            decay = 0.0 if parameter.ndim < 2 else schedule.weight_decay
            groups.setdefault((lr, decay), []).append(parameter)
    return torch.optim.AdamW(
        [{"params": ps, "lr": lr, "base_lr": lr, "weight_decay": decay} for (lr, decay), ps in groups.items()],
        fused=True,
    )


def _save(fitting: Fitting, optimizer: torch.optim.Optimizer, state: State) -> None:
    """Weights and the optimizer's memory under the step's name; the state file, last, says which step counts."""
    tensors = {f"module/{name}": tensor for name, tensor in fitting.module.state_dict().items()}
    for i, memory in optimizer.state_dict()["state"].items():
        tensors |= {f"optimizer/{i}/{name}": tensor for name, tensor in memory.items()}
    save_tensors(fitting.folder / f"step-{state.total}-{state.epoch}.safetensors", tensors)
    write_text(fitting.folder / "state.json", json.dumps(asdict(state)))
    for path in fitting.folder.glob("step-*.safetensors"):
        if path.name != f"step-{state.total}-{state.epoch}.safetensors":
            path.unlink()


def _restore(fitting: Fitting, optimizer: torch.optim.Optimizer) -> State:
    path = fitting.folder / "state.json"
    if not path.is_file():
        return State()
    state = State(**json.loads(path.read_text(encoding="utf-8")))
    tensors = load_tensors(fitting.folder / f"step-{state.total}-{state.epoch}.safetensors")
    fitting.module.load_state_dict(
        {name.removeprefix("module/"): tensor for name, tensor in tensors.items() if name.startswith("module/")}
    )
    memory: dict[int, dict[str, torch.Tensor]] = {}
    for name, tensor in tensors.items():
        if name.startswith("optimizer/"):
            _, i, part = name.split("/")
            memory.setdefault(int(i), {})[part] = tensor
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
