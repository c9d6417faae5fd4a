"""Where and how precisely a network computes."""

from contextlib import AbstractContextManager
from typing import Literal

import torch

Precision = Literal["float32", "bfloat16"]
"""bfloat16 about halves the time on processors that compute with it (AVX512-BF16, AMX, recent GPUs); weights, losses
and the optimizer stay float32."""


def device() -> torch.device:
    """A GPU if there is one."""
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")


def autocast(precision: Precision) -> AbstractContextManager[object]:
    """A context in which matrix products are computed with that precision."""
    return torch.autocast(device().type, dtype=torch.bfloat16, enabled=precision == "bfloat16")
