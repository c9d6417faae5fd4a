"""A network on disk: tensors as safetensors, and in a model folder what its encoder needs beside them.

Everything neural is written and read here: the trainer's steps, the best state, the finished model. safetensors knows
no two names for one tensor, but encoders such as BART keep one matrix under several. It is written once, and the
file's header says which other names it has; whoever reads it finds all of them.
"""

import errno
import json
import os
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeVar

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import save_file

from pingce.spec.errors import cannot_write

from .device import device
from .encoder import Kind, Pretrained, load_untrained, save_pretrained

ENCODER = "encoder"
WEIGHTS = "weights.safetensors"
OTHER_NAMES = "other_names"
"""In the header, as one JSON text: several entries would stand in an order that changes from run to run."""

Network = TypeVar("Network", bound=torch.nn.Module)


def save_module(folder: Path, module: torch.nn.Module, pretrained: Pretrained) -> None:
    """A trained network and what its encoder needs to be built again, into a model folder."""
    save_pretrained(folder / ENCODER, pretrained)
    save_tensors(folder / WEIGHTS, module.state_dict())


def load_module(
    folder: Path, build: Callable[[Pretrained], Network], kind: Kind = "encoder"
) -> tuple[Network, Pretrained]:
    """What ``save_module`` wrote; ``build`` makes the network around its encoder, the weights come from the folder."""
    pretrained = load_untrained(folder / ENCODER, kind)
    module = build(pretrained)
    module.load_state_dict(load_tensors(folder / WEIGHTS))
    return module.to(device()).eval(), pretrained


def save_tensors(path: Path, tensors: Mapping[str, torch.Tensor]) -> None:
    """All of it or nothing."""
    written, other_names = _each_once(tensors)
    draft = path.with_suffix(".part")
    try:
        save_file(written, draft, {OTHER_NAMES: json.dumps(other_names)} if other_names else None)
    except SafetensorError as problem:
        draft.unlink(missing_ok=True)
        raise cannot_write(path, _system_error(problem)) from problem
    draft.replace(path)


def load_tensors(path: Path) -> dict[str, torch.Tensor]:
    """What ``save_tensors`` wrote, by all names."""
    with safe_open(path, framework="pt") as file:
        tensors = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118 (no mapping)
        other_names: dict[str, str] = json.loads((file.metadata() or {}).get(OTHER_NAMES, "{}"))
    return tensors | {name: tensors[first] for name, first in other_names.items()}


def _system_error(problem: SafetensorError) -> OSError:
    """What the library tells only in its message."""
    told = re.search(r"os error (\d+)", str(problem))
    number = int(told[1]) if told else errno.EIO
    return OSError(number, os.strerror(number))


def _each_once(tensors: Mapping[str, torch.Tensor]) -> tuple[dict[str, torch.Tensor], dict[str, str]]:
    """What is to be written, and of every name left out the one that stands for it."""
    first_names: dict[tuple[object, ...], str] = {}
    written: dict[str, torch.Tensor] = {}
    other_names: dict[str, str] = {}
    for name, tensor in tensors.items():
        storage = (tensor.device, tensor.data_ptr(), tensor.dtype, tensor.shape, tensor.stride())
        if tensor.numel() and storage in first_names:
            other_names[name] = first_names[storage]
        else:
            first_names[storage] = name
            written[name] = tensor.contiguous()
    return written, other_names
