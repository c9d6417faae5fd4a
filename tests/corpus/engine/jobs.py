"""Small works for the engine: module-level, so that workers can import them."""

import os
import signal
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from pingce.spec.errors import UserError


@dataclass(frozen=True)
class Lines:
    """A line for each number; the state proves that ``open`` ran."""

    factor: int = 3

    def open(self) -> int:
        return self.factor

    def do(self, state: int, batch: list[int]) -> list[bytes]:
        return [f"{n}×{state}={n * state}".encode() for n in batch]


class SlowStart:
    """Early batches take longest, so results arrive in the wrong order."""

    def open(self) -> None: ...

    def do(self, state: None, batch: int) -> int:
        time.sleep(max(0.0, 0.05 - batch * 0.01))
        return batch


@dataclass(frozen=True)
class CountsOpening:
    """Leaves a file for each call of ``open``; the result is the process."""

    folder: Path

    def open(self) -> int:
        (self.folder / f"{os.getpid()}-{len(list(self.folder.iterdir()))}").touch()
        return os.getpid()

    def do(self, state: int, batch: int) -> int:
        return state


class Nodes:
    """On which node of a Ray cluster the work is done."""

    def open(self) -> str:
        import ray

        return str(ray.get_runtime_context().get_node_id())

    def do(self, state: str, batch: int) -> str:
        return state


class TroublesomeError(Exception):
    """Cannot be rebuilt from its arguments, as many exceptions of libraries."""

    def __init__(self, where: str, what: str) -> None:
        super().__init__(f"{what} at {where}")


def _raise(problem: Exception) -> object:
    raise problem


ACCIDENTS: dict[str, Callable[[], object]] = {
    "value": lambda: _raise(ValueError("第三批坏了")),
    "user": lambda: _raise(UserError("No such word.", hint="Look again.", code="no-word")),
    "troublesome": lambda: _raise(TroublesomeError("line 3", "odd")),
    "unpicklable": lambda: lambda: None,
    "killed": lambda: os.kill(os.getpid(), signal.SIGKILL),
    "left": lambda: os._exit(3),
}


@dataclass(frozen=True)
class Accident:
    """Fine until batch 3."""

    kind: str

    def open(self) -> None: ...

    def do(self, state: None, batch: int) -> object:
        return batch if batch < 3 else ACCIDENTS[self.kind]()


class BadStart:
    def open(self) -> None:
        raise UserError("The tagger needs its model.", code="missing-extra")

    def do(self, state: None, batch: int) -> int:
        return batch


class Unpickled:
    """Cannot be sent, which does not matter when it stays here."""

    def __init__(self) -> None:
        self.add: Callable[[int], int] = lambda n: n + 1

    def open(self) -> int:
        return os.getpid()

    def do(self, state: int, batch: int) -> tuple[int, int]:
        return state, self.add(batch)


def numbers(count: int) -> Iterator[list[int]]:
    for i in range(count):
        yield list(range(i, i + i % 4))
