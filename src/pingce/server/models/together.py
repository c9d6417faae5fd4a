"""Texts that wait for the models are asked together.

While the process with the models is busy, texts gather; once it is free, those that wait for one model become one job,
in the order in which models were first asked for. Who comes while nobody waits is asked at once and alone.
"""

import threading
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from typing import Generic, NamedTuple, TypeVar

K = TypeVar("K")
T = TypeVar("T")
A = TypeVar("A")

MOST_TOGETHER = 16
"""Texts of one job: more gain little, and whoever comes next waits for all of them."""


class Waiting(NamedTuple, Generic[T, A]):
    """What was asked, and where the answer goes."""

    asked: T
    answer: Future[A]


class Gathering(Generic[K, T, A]):
    """One queue for every key (a model); whoever asks first has them answered, by one thread at a time.

    ``ask`` is given a key and what was asked for it, and returns the answers in the same order. When it takes too long
    or its process dies, each is asked again alone: one hostile text costs the others time, but no answer.
    """

    def __init__(self, ask: Callable[[K, Sequence[T]], Sequence[A]], most: int = MOST_TOGETHER) -> None:
        self._ask, self._most = ask, most
        self._changed = threading.Condition()
        self._queues: dict[K, deque[Waiting[T, A]]] = {}
        self._working = self._stopped = False

    def add(self, key: K, asked: T) -> Future[A]:
        """The answer to come, once somebody works; one that is cancelled while it waits is never asked for."""
        waiting = Waiting(asked, Future[A]())
        with self._changed:
            if self._stopped:
                waiting.answer.cancel()
            else:
                self._queues.setdefault(key, deque()).append(waiting)
        return waiting.answer

    def work(self, own: Sequence[Future[A]] = ()) -> None:
        """Have whoever waits answered, if no other thread is at it: in this thread until there is an answer to every
        one of ``own`` (which saves a lone text the change of threads), then in a thread of its own.
        """
        with self._changed:
            if self._working:
                return
            self._working = True
        self._go_on(own)

    def stop(self) -> None:
        """Nobody is asked any more; those who wait hear that they are cancelled."""
        with self._changed:
            self._stopped = True
            for queue in self._queues.values():
                for waiting in queue:
                    waiting.answer.cancel()
            self._queues.clear()
            self._changed.wait_for(lambda: not self._working)

    def _go_on(self, own: Sequence[Future[A]]) -> None:
        while (taken := self._take(own)) is not None:
            self._answer(*taken)

    def _take(self, own: Sequence[Future[A]]) -> tuple[K, list[Waiting[T, A]]] | None:
        """The next key and some of its queue; the rest of it goes behind the other keys."""
        with self._changed:
            if not self._queues:
                self._working = False
                self._changed.notify_all()
                return None
            if own and all(answer.done() for answer in own):
                threading.Thread(target=self._go_on, args=((),), name="gathering", daemon=True).start()
                return None
            key = next(iter(self._queues))
            queue = self._queues.pop(key)
            batch = [queue.popleft() for _ in range(min(self._most, len(queue)))]
            if queue:
                self._queues[key] = queue
        return key, [waiting for waiting in batch if waiting.answer.set_running_or_notify_cancel()]

    def _answer(self, key: K, batch: Sequence[Waiting[T, A]]) -> None:
        if not batch:
            return
        try:
            answers = self._ask(key, [waiting.asked for waiting in batch])
        except (BrokenProcessPool, TimeoutError) as problem:
            if len(batch) > 1:
                for waiting in batch:
                    self._answer(key, [waiting])
            else:
                batch[0].answer.set_exception(problem)
        except Exception as problem:
            # Whatever it is, it belongs to those who asked; the others are answered.
            for waiting in batch:
                waiting.answer.set_exception(problem)
        else:
            for waiting, answer in zip(batch, answers, strict=True):
                waiting.answer.set_result(answer)
