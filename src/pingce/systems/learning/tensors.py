"""Tensors on disk as safetensors, which knows no two names for one tensor.

Encoders such as BART keep one matrix under several names. It is written once, and the file's header says which other
names it has; whoever reads it finds all of them.
"""

import errno
import json
import os
import re
from collections.abc import Mapping
from pathlib import Path

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import save_file

from pingce.spec.errors import cannot_write

OTHER_NAMES = "other_names"
"""In the header, as one JSON text: several entries would stand in an order that changes from run to run."""


def save_tensors(path: Path, tensors: Mapping[str, torch.Tensor]) -> None:
    """All of it or nothing."""
    written, other_names = _each_once(tensors)
    part = path.with_suffix(".part")
    try:
        save_file(written, part, {OTHER_NAMES: json.dumps(other_names)} if other_names else None)
    except SafetensorError as problem:
        part.unlink(missing_ok=True)
        raise cannot_write(path, _system_error(problem)) from problem
    part.replace(path)


def load_tensors(path: Path) -> dict[str, torch.Tensor]:
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
        place = (tensor.device, tensor.data_ptr(), tensor.dtype, tensor.shape, tensor.stride())
        if tensor.numel() and place in first_names:
            other_names[name] = first_names[place]
        else:
            first_names[place] = name
            written[name] = tensor.contiguous()
    return written, other_names
