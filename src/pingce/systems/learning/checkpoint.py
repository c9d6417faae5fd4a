"""A word-sense model's network on disk: the encoder's configuration and vocabulary, and all weights."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import torch

from pingce.systems.learning.device import device
from pingce.systems.learning.encoder import Pretrained, load_untrained, save_pretrained
from pingce.systems.learning.tensors import load_tensors, save_tensors

ENCODER = "encoder"
WEIGHTS = "weights.safetensors"

Network = TypeVar("Network", bound=torch.nn.Module)


def save_module(folder: Path, module: torch.nn.Module, pretrained: Pretrained) -> None:
    save_pretrained(folder / ENCODER, pretrained)
    save_tensors(folder / WEIGHTS, module.state_dict())


def load_module(folder: Path, build: Callable[[Pretrained], Network]) -> tuple[Network, Pretrained]:
    pretrained = load_untrained(folder / ENCODER)
    module = build(pretrained)
    module.load_state_dict(load_tensors(folder / WEIGHTS))
    return module.to(device()).eval(), pretrained
