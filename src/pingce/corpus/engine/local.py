"""Workers on this machine.

One worker is this process itself, more are processes of their own, each with its own tagger; results come back in the
order of the batches, so the output is the same for one process and for eight.
"""

import gc
import pickle
import signal
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from threading import Lock

from pingce.spec.errors import UserError
from pingce.spec.words import Words

from .pool import pooled
from .work import Batch, Result, Station, Work

PATIENCE = 5.0
"""Seconds a worker without work has to end by itself."""


@dataclass(frozen=True)
class LocalEngine:
    """One worker is this process itself; more are processes of their own."""

    workers: int = 1

    def session(self) -> "AbstractContextManager[LocalEngine]":
        """For several works one after the other; processes of this machine start quickly."""
        return nullcontext(self)

    def results(self, work: Work[Batch, Result], batches: Iterable[Batch]) -> Iterator[Result]:
        if self.workers == 1:
            return _here(work, batches)
        # Started from one of our threads the tracker would undo their signal mask (CPython's own habit).
        resource_tracker.ensure_running()
        pickled, starting = pickle.dumps(work), Lock()
        return pooled([ProcessWorker(pickled, starting) for _ in range(self.workers)], batches)


def _here(work: Work[Batch, Result], batches: Iterable[Batch]) -> Iterator[Result]:
    state = work.open()
    gc.freeze()  # tables that stay: looking for cycles in them again and again would only cost time
    for batch in batches:
        yield work.do(state, batch)


class ProcessWorker:
    """A process that starts with its first batch and ends when its pipe does, even if we are killed."""

    def __init__(self, work: bytes, starting: Lock) -> None:
        self._work = work
        self._starting = starting  # shared by all: a process in the middle of starting cannot be stopped
        self._running: tuple[SpawnProcess, Connection] | None = None
        self._stopped = False

    def ask(self, batch: bytes) -> bytes:
        process, link = self._start()
        try:
            link.send_bytes(batch)
            return link.recv_bytes()
        except (EOFError, OSError) as problem:
            process.join()
            raise _death(process.exitcode or 0) from problem

    def _start(self) -> tuple[SpawnProcess, Connection]:
        with self._starting:
            if self._stopped:
                raise EOFError("stopped before it began")
            if self._running is None:
                # spawn, not fork: a copy of a process with threads may inherit a lock that nobody will release
                context = get_context("spawn")
                ours, theirs = context.Pipe()
                process = context.Process(target=_serve, args=(self._work, theirs), daemon=True)
                process.start()
                theirs.close()
                self._running = (process, ours)
            return self._running

    def stop(self, *, now: bool) -> None:
        with self._starting:
            self._stopped = True
            if self._running is None:
                return
        process, link = self._running
        if not now:
            link.close()
            process.join(PATIENCE)
        process.kill()
        process.join()
        link.close()


def _serve(work: bytes, link: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    station = Station(work)
    with suppress(EOFError, ConnectionError):  # the parent has no more work, or is gone
        while True:
            link.send_bytes(station.answer(link.recv_bytes()))


def _death(exitcode: int) -> UserError:
    if exitcode < 0:
        name = signal.Signals(-exitcode).name
        message = Words(f"一个工作进程被 {name} 结束。", f"A worker process was killed by {name}.")
    else:
        message = Words(f"一个工作进程以代码 {exitcode} 结束。", f"A worker process ended with exit code {exitcode}.")
    full = Words("多半是内存满了：请减少进程数。", "Usually the memory was full: try fewer workers.")
    return UserError(message, hint=full if exitcode == -signal.SIGKILL else "", code="worker-died")
