"""Batches through several workers at once, results in the order of the batches.

One thread of this process waits for each worker, so that workers go on while the caller is busy with a result.
"""

import pickle
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice
from queue import SimpleQueue
from typing import Protocol, cast

from .work import Batch, Result, opened

AHEAD = 4
"""Batches in flight for each worker: enough that none waits for a slow neighbour, little enough to stay flat."""


class Worker(Protocol):
    """Whoever computes batches: a process of this machine, or an actor on a Ray cluster.

    Batches and answers are pickled, so that the engine does not know what is computed.
    """

    def ask(self, batch: bytes) -> bytes:
        """The answer to one batch; waits for it."""

    def stop(self, *, now: bool) -> None:
        """``now``: whatever it is doing is not wanted any more."""


def pooled(workers: Sequence[Worker], batches: Iterable[Batch]) -> Iterator[Result]:
    """Never more than ``AHEAD`` batches for each worker beyond the last result handed out."""
    idle: SimpleQueue[Worker] = SimpleQueue()
    for worker in workers:
        idle.put(worker)

    def ask(batch: Batch) -> Result:
        worker = idle.get()
        try:
            return cast("Result", opened(worker.ask(pickle.dumps(batch))))
        finally:
            idle.put(worker)

    threads = ThreadPoolExecutor(len(workers), initializer=_leave_interrupts_to_the_main_thread)
    finished = False
    try:
        futures = _submitted(threads, ask, batches)
        waiting = deque(islice(futures, AHEAD * len(workers)))
        while waiting:
            result = waiting.popleft().result()
            waiting.extend(islice(futures, 1))
            yield result
        finished = True
    finally:
        threads.shutdown(wait=False, cancel_futures=True)
        for worker in workers:
            worker.stop(now=not finished)
        threads.shutdown()


def _submitted(
    threads: ThreadPoolExecutor, ask: Callable[[Batch], Result], batches: Iterable[Batch]
) -> Iterator[Future[Result]]:
    """Input that fails does so in its turn, after the results of what was read before, as with one worker."""
    try:
        for batch in batches:
            yield threads.submit(ask, batch)
    except Exception as problem:
        broken: Future[Result] = Future()
        broken.set_exception(problem)
        yield broken


def _leave_interrupts_to_the_main_thread() -> None:
    """Processes started by these threads inherit this: Ctrl-C reaches the whole group but only the parent answers."""
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
