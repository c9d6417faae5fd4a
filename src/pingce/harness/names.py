"""The harnesses that are written for, without loading any of the writing."""

from typing import Literal, get_args

Harness = Literal["lm-eval", "inspect", "opencompass", "evalscope", "codabench"]
HARNESSES: tuple[Harness, ...] = get_args(Harness)
