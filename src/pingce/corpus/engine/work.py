"""What is to be done, and how a worker does it without losing an error on the way back.

A ``Work`` is opened once per process (it loads its tools) and then called with batches. Exceptions travel back as
values with their traceback, because a pool would replace them by its own.
"""

import gc
import pickle
import traceback
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any, Protocol, TypeVar, cast

from pingce import __version__
from pingce.spec.errors import UserError

T = TypeVar("T")


def batched(values: Iterator[T], size: int) -> Iterator[list[T]]:
    """Like ``itertools.batched`` of Python 3.12, but of lists."""
    while batch := list(islice(values, size)):
        yield batch


Batch = TypeVar("Batch")
Result = TypeVar("Result")
Batch_contra = TypeVar("Batch_contra", contravariant=True)
Result_co = TypeVar("Result_co", covariant=True)


class Work(Protocol[Batch_contra, Result_co]):
    """A picklable description of the work: small to send, its tools are loaded where it is done."""

    def open(self) -> Any:  # noqa: ANN401 (each work has its own kind of state)
        """Load what every batch needs (tagger, lexicon); called once in each worker."""

    def do(self, state: Any, batch: Batch_contra) -> Result_co:  # noqa: ANN401
        """The result of one batch; depends on nothing but the batch, so any worker may do it."""


@dataclass(frozen=True)
class WorkDone:
    """A batch was computed; ``value`` is what the step's own function returned."""

    value: object


@dataclass(frozen=True)
class WorkFailed:
    """A batch could not be computed: the exception and its traceback as text, which cross processes."""

    problem: Exception
    trace: str


class Station:
    """One worker's side: bytes in, bytes out, so that what cannot be pickled is an answer like any other error."""

    def __init__(self, work: bytes) -> None:
        # As in cli.main: a worker makes millions of small values and no cycles, and looking for cycles through a
        # tagger's tables costs half as much again as the work itself.
        gc.disable()
        self._work = work
        self._opened: tuple[Work[Any, Any], Any] | None = None

    def take(self, work: bytes) -> None:
        """Other work, which is opened with its first batch."""
        self._work, self._opened = work, None

    def version(self) -> str:
        return __version__

    def answer(self, batch: bytes) -> bytes:
        try:
            if self._opened is None:
                work = cast("Work[Any, Any]", pickle.loads(self._work))  # noqa: S301 (sent by our own parent)
                self._opened = (work, work.open())
            work, state = self._opened
            return pickle.dumps(WorkDone(work.do(state, pickle.loads(batch))))  # noqa: S301
        except Exception as problem:
            return _failure(problem)


def _failure(problem: Exception) -> bytes:
    trace = "".join(traceback.format_exception(problem))
    try:
        failure = pickle.dumps(WorkFailed(problem, trace))
        pickle.loads(failure)  # noqa: S301 (an exception with its own __init__ often fails only here)
    except Exception:
        return pickle.dumps(WorkFailed(RuntimeError(f"{type(problem).__name__}: {problem}"), trace))
    return failure


def opened(answer: bytes) -> object:
    """The value in an answer; an error is raised here as it was there."""
    outcome: WorkDone | WorkFailed = pickle.loads(answer)  # noqa: S301 (from our own worker)
    if isinstance(outcome, WorkDone):
        return outcome.value
    if not isinstance(outcome.problem, UserError):  # a bug shows where it is, a person's mistake is its message
        outcome.problem.add_note(f"In a worker:\n{outcome.trace}")
    raise outcome.problem
