"""The harnesses and forms of results that are written for, without loading any of the writing."""

from typing import Literal, get_args

Harness = Literal["lm-eval", "inspect", "opencompass", "evalscope", "codabench", "evaluate", "hub"]
HARNESSES: tuple[Harness, ...] = get_args(Harness)
ResultFormat = Literal["every-eval-ever", "hub"]
RESULT_FORMATS: tuple[ResultFormat, ...] = get_args(ResultFormat)
Relationship = Literal["first_party", "third_party", "collaborative", "other"]
RELATIONSHIPS: tuple[Relationship, ...] = get_args(Relationship)
"""Of those who evaluate to the model that is evaluated."""
