"""What training the neural word-sense systems has in common."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import TypeVar

import torch
from transformers import PreTrainedModel

from pingce.systems.interface import Training
from pingce.systems.learning.encoder import Pretrained, load_pretrained
from pingce.systems.learning.trainer import Keep, Objective, train_network

from .decide import SenseDecision
from .model import GlossScorer, SenseModel, training_inventory

Kind = TypeVar("Kind", bound=GlossScorer)


@dataclass(frozen=True)
class SenseTrainingSettings:
    """For a small encoder; a large one wants a lower rate. Every field is a setting of the neural sense systems."""

    epochs: int = 5
    lr: float = 1e-4
    head_lr: float = 1e-3
    """Of what starts from nothing."""
    warmup: float = 0.06
    weight_decay: float = 0.01
    clip: float = 1.0
    patience: int | None = None
    keep: Keep = "best"
    """The state that was best on dev, or the last one, which leaves dev alone."""
    checkpoint_every: int = 100
    steps: int | None = None
    """Stop after so many steps, for a training that must not take longer; None: as many as the epochs have."""
    train_embeddings: bool = False
    """Half of a small encoder's weights are its vocabulary; left alone, a step is faster and rare characters keep
    their meaning."""
    unseen: float = 0.3
    """How often a gloss that is right nowhere in training takes part as a wrong one. Always (1), as published, teaches
    that such a gloss is never right, which is what a new sense is not."""

    lift: float = 0.0
    """How much the score of a gloss that was never right in training gains, as a logarithm; 0: nothing. BEM with 3 and
    a small encoder finds new senses twice as often and loses four to five answers in a hundred overall."""


def first_encoder(training: Training) -> Pretrained:
    """The encoder as it came; parts of it that have no stored weights get the same ones for the same seed."""
    assert training.encoder is not None, "the catalogue asks for one"
    torch.manual_seed(training.seed)
    return load_pretrained(training.encoder)


def learn_scores(
    training: Training,
    module: torch.nn.Module,
    objective: Objective,
    settings: SenseTrainingSettings,
    new_scorer: Callable[[], Kind],
) -> Kind:
    """Train towards an objective and give what scores with the trained network; dev is measured by ranking alone."""
    inventory = training_inventory(training)
    for child in module.children():
        if isinstance(child, PreTrainedModel):
            child.get_input_embeddings().requires_grad_(settings.train_embeddings)
    train_network(training, module, objective, lambda: SenseModel(inventory, new_scorer(), SenseDecision("top")))
    module.eval()
    return new_scorer()


def candidates(size: int, unseen: Collection[int], settings: SenseTrainingSettings) -> list[int]:
    """The places of the glosses that take part in a step; chance comes from torch, which the loop seeds by step."""
    drawn = torch.rand(size).tolist()
    return [i for i in range(size) if i not in unseen or drawn[i] < settings.unseen]
