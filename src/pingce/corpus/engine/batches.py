"""Values in batches, for work that is handed out a batch at a time."""

from collections.abc import Iterator
from itertools import islice
from typing import TypeVar

T = TypeVar("T")


def batched(values: Iterator[T], size: int) -> Iterator[list[T]]:
    """Like ``itertools.batched`` of Python 3.12, but of lists."""
    while batch := list(islice(values, size)):
        yield batch
