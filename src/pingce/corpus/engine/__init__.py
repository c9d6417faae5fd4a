"""Long work in order, on one machine or a cluster, interrupted and taken up again."""

from collections.abc import Iterable, Iterator

from .fingerprint import fingerprint_of
from .local import LocalEngine
from .output import Resumable
from .ray import RayEngine, RaySession
from .resume import interrupted, resumable_output
from .work import Batch, Result, Work

__all__ = [
    "Engine",
    "LocalEngine",
    "RayEngine",
    "Resumable",
    "Session",
    "Work",
    "fingerprint_of",
    "interrupted",
    "ordered",
    "resumable_output",
]

Engine = LocalEngine | RayEngine
Session = LocalEngine | RaySession
"""What an engine gives for several works one after the other."""


def ordered(work: Work[Batch, Result], batches: Iterable[Batch], engine: Engine | Session) -> Iterator[Result]:
    """Results in the order of the batches, whoever did them; few are in flight, however many there are."""
    return engine.results(work, batches)
