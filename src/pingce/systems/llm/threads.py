"""Several questions at a time. The threads are daemons: a person who interrupts does not wait for open requests."""

import queue
import threading
from collections.abc import Callable, Iterator
from typing import TypeVar

T = TypeVar("T")


def in_threads(work: Callable[[int], T], count: int, *, workers: int) -> Iterator[tuple[int, T]]:
    """``work(i)`` for every number below ``count``, as they get done; an error in one ends all."""
    waiting = iter(range(count))
    lock = threading.Lock()
    done: queue.Queue[tuple[int, T] | BaseException] = queue.Queue()
    ended = threading.Event()

    def run() -> None:
        while not ended.is_set():
            with lock:
                i = next(waiting, None)
            if i is None:
                return
            try:
                done.put((i, work(i)))
            except BaseException as problem:
                done.put(problem)
                return

    for _ in range(min(max(1, workers), count)):
        threading.Thread(target=run, daemon=True).start()
    try:
        for _ in range(count):
            result = done.get()
            if isinstance(result, BaseException):
                raise result
            yield result
    finally:
        ended.set()
