"""The plainest network over an encoder: numbers for every token, from the encoder's vectors and one linear layer.

Published taggers, pointers and classifiers are this with different numbers; what they mean is for the system to say.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

import torch

from pingce.systems.interface import Model, Training

from .anchored import stacked
from .checkpoint import save_module
from .device import Precision, autocast, device
from .encoder import Pretrained, load_pretrained
from .trainer import Keep, bucketed, train_network

Target = TypeVar("Target")
Network = TypeVar("Network", bound=torch.nn.Module)


@dataclass(frozen=True)
class PartSettings:
    """For a small encoder; the published ones for large encoders are a rate of 1e-5 to 2e-5 and 4 to 30 epochs."""

    epochs: int = 4
    batch: int = 16
    lr: float = 5e-5
    head_lr: float = 5e-4
    dropout: float = 0.1
    longest: int = 258
    precision: Precision = "float32"
    checkpoint_every: int = 100
    steps: int | None = None
    """Stop after so many steps, for a training that must not take longer; None: as many as the epochs have."""
    at_once: int = 4
    """Examples of a batch that are computed together; fewer need less memory and give the same result."""


@dataclass(frozen=True)
class ReaderSettings(PartSettings):
    """Where what ranks systems can be asked about one network."""

    keep: Keep = "best"
    """Which epoch's state is kept: the best on dev, or the last, which leaves dev untouched."""


class TokenReader(torch.nn.Module):
    """``size`` numbers per token."""

    def __init__(self, pretrained: Pretrained, size: int, dropout: float) -> None:
        super().__init__()
        self.encoder = pretrained.encoder
        self.dropout = torch.nn.Dropout(dropout)
        self.out = torch.nn.Linear(pretrained.width, size)

    def forward(self, rows: Sequence[Sequence[int]], pad: int) -> torch.Tensor:
        """For token numbers of several texts: texts × tokens × numbers; those behind a text's end mean nothing."""
        ids, real = (tensor.to(device()) for tensor in stacked(rows, pad))
        states = self.encoder(input_ids=ids, attention_mask=real).last_hidden_state
        numbers: torch.Tensor = self.out(self.dropout(states))
        return numbers


@dataclass(frozen=True)
class ReaderObjective(Generic[Target]):
    """The mean over the texts of a batch of what ``loss_of`` says about a text's numbers and its target."""

    network: torch.nn.Module
    """Of token numbers of several texts and the number of padding: texts × tokens × whatever the loss expects."""
    rows: Sequence[tuple[Sequence[int], Target]]
    loss_of: Callable[[torch.Tensor, Target], torch.Tensor]
    pad: int
    settings: PartSettings
    seed: int

    def batches(self, epoch: int) -> list[list[int]]:
        return bucketed([len(ids) for ids, _ in self.rows], self.settings.batch, seed=self.seed, epoch=epoch)

    def loss(self, batch: Sequence[int]) -> torch.Tensor:
        chosen = [self.rows[i] for i in batch]
        with autocast(self.settings.precision):
            numbers = self.network([ids for ids, _ in chosen], self.pad).float()
        losses = [self.loss_of(numbers[i, : len(ids)], target) for i, (ids, target) in enumerate(chosen)]
        return torch.stack(losses).mean()


@torch.no_grad()
def read_numbers(
    network: torch.nn.Module, rows: Sequence[Sequence[int]], pad: int, settings: PartSettings
) -> Iterator[tuple[int, torch.Tensor]]:
    """By place among the rows, the numbers of a text's tokens; texts of similar length are read together."""
    order = sorted(range(len(rows)), key=lambda i: len(rows[i]))
    for start in range(0, len(order), settings.batch):
        batch = order[start : start + settings.batch]
        with autocast(settings.precision):
            numbers = network([rows[i] for i in batch], pad).float().cpu()
        for k, i in enumerate(batch):
            yield i, numbers[k, : len(rows[i])]


def start_encoder(training: Training) -> Pretrained:
    """The encoder as it came, and everything after it drawn from the seed."""
    assert training.encoder is not None, "the catalogue asks for one"
    torch.manual_seed(training.seed)
    return load_pretrained(training.encoder)


def start_writer(training: Training, name: Path) -> Pretrained:
    """The same of a causal language model."""
    torch.manual_seed(training.seed)
    return load_pretrained(name, "writer")


def reader_of(size: int, settings: PartSettings) -> Callable[[Pretrained], TokenReader]:
    """How a reader of so many numbers is built around an encoder."""
    return lambda pretrained: TokenReader(pretrained, size, settings.dropout)


def train_reader(
    training: Training,
    build: Callable[[Pretrained], Network],
    rows_of: Callable[[Pretrained], Sequence[tuple[Sequence[int], Target]]],
    loss_of: Callable[[torch.Tensor, Target], torch.Tensor],
    model: Callable[[Network, Pretrained], Model] | None = None,
    start: Callable[[Training], Pretrained] = start_encoder,
) -> None:
    """Train a network over an encoder and save it in the folder of the training; without rows it stays as it came.

    ``model`` is what is asked about dev; a part of a system, about which nothing can be asked alone, has none.
    """
    pretrained = start(training)
    network = build(pretrained).to(device())
    rows = rows_of(pretrained)
    if rows:
        pad = pretrained.tokenizer.pad_token_id
        objective = ReaderObjective(network, rows, loss_of, pad, training.settings, training.seed)
        asked = None if model is None else lambda: model(network, pretrained)
        train_network(training, network, objective, asked)
    save_module(training.folder, network, pretrained)
