"""The one function commands call."""

from collections.abc import Iterable, Iterator

from .local import LocalEngine
from .ray import RayEngine
from .work import Batch, Result, Work

Engine = LocalEngine | RayEngine


def ordered(work: Work[Batch, Result], batches: Iterable[Batch], engine: Engine) -> Iterator[Result]:
    """Results in the order of the batches, whoever did them; few are in flight, however many there are."""
    return engine.results(work, batches)
