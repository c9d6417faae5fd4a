"""Have submissions scored in the background: a pool of processes, and a thread that keeps it busy.

How one file is scored stands in :mod:`pingce.leaderboard.competition.scoring_jobs`; this is who does it, and when.

Whatever is claimed has a lease that the thread renews; when the server is killed the lease runs out and the entry is
claimed again by whoever runs next. Pages do not wait: the pool's processes are told to stand back (nice), and nothing
that takes long happens in the server's own process.
"""

import contextlib
import faulthandler
import logging
import multiprocessing
import os
import queue
import signal
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from types import FrameType
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from sqlalchemy import func, select

from pingce.leaderboard.competition.phases import PhaseKind
from pingce.leaderboard.competition.scoring_jobs import ScoredAnswers, score_submission, significance_groups
from pingce.leaderboard.competition.services import boards as board_services
from pingce.leaderboard.competition.services import queue as scoring_queue
from pingce.leaderboard.competition.services.queue import Claim
from pingce.spec.words import Words
from pingce.store.database import reading
from pingce.store.errors import Refused
from pingce.store.leases import LEASE_SECONDS
from pingce.store.tables.competition import Entry
from pingce.tasks.catalog import TASKS
from pingce.tasks.own import OneTask, OwnTask, find_own, opened

from .background import BackgroundThread

if TYPE_CHECKING:
    from .request_context import Server

log = logging.getLogger("pingce.server")

SCORERS_VARIABLE = "PINGCE_SCORERS"
MOST_SCORERS = 4
STAND_BACK = 5
JOB_SECONDS = 120
"""No file of these tasks takes a tenth of it; one made to take for ever is stopped."""
GRACE = 5
"""Seconds after which a process that does not hear that it should stop is ended."""
COMPARE_EVERY = 30.0
"""Seconds between two looks for boards that commands have changed."""

P = ParamSpec("P")
T = TypeVar("T")
Board = tuple[int, PhaseKind, str]


def scorers() -> int:
    """How many processes score submissions at a time, if the environment does not say: by the processors."""
    given = os.environ.get(SCORERS_VARIABLE, "")
    return int(given) if given.isdigit() and int(given) > 0 else min(MOST_SCORERS, os.cpu_count() or 1)


class Pool:
    """Processes that are started when first needed and replaced when one of them dies."""

    def __init__(self, workers: int, *, seconds: int = JOB_SECONDS, grace: int = GRACE) -> None:
        self.workers, self.seconds, self.grace = workers, seconds, grace
        self._lock = threading.Lock()
        self._executor: Executor | None = None

    def submit(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        return self.submit_within(self.seconds, work, *args, **kwargs)

    def submit_within(self, seconds: int, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """A job that may take less time than others."""
        with self._lock:
            if self._executor is None:
                self._executor = self.start()
            job = partial(limited, partial(work, *args, **kwargs), seconds=seconds, grace=self.grace)
            try:
                return self._executor.submit(job)
            except BrokenProcessPool:
                self._executor = self.start()
                return self._executor.submit(job)

    def start(self) -> Executor:
        """Fresh processes: a copy of a server with threads and open connections could do harm."""
        return ProcessPoolExecutor(
            self.workers, mp_context=multiprocessing.get_context("spawn"), initializer=_prepare, initargs=(os.getpid(),)
        )

    def stop(self) -> None:
        with self._lock:
            if self._executor is not None:
                self._executor.shutdown(wait=True, cancel_futures=True)
                self._executor = None


def _prepare(parent: int) -> None:
    """In a process of the pool: stand back, leave Ctrl-C to the server, and end when the server is gone."""
    if sys.platform != "win32":
        os.nice(STAND_BACK)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(0.5)
    os._exit(1)


def limited(work: Callable[[], T], *, seconds: int = JOB_SECONDS, grace: int = GRACE) -> T:
    """A job that takes too long is stopped; outside a process of its own there is nothing to stop it with.

    Python hears the alarm only between two of its own steps. A library that never returns is ended with the process.
    """
    in_main = threading.current_thread() is threading.main_thread() and multiprocessing.parent_process() is not None
    if not in_main or sys.platform == "win32":
        return work()
    signal.signal(signal.SIGALRM, _too_long)
    signal.alarm(seconds)
    faulthandler.dump_traceback_later(seconds + grace, exit=True)
    try:
        return work()
    finally:
        faulthandler.cancel_dump_traceback_later()
        signal.alarm(0)


def _too_long(number: int, frame: FrameType | None) -> None:  # noqa: ARG001 (a signal handler's signature)
    raise TimeoutError


def of_task(task_id: str, work: Callable[P, T]) -> Callable[P, T]:
    """Work on files of a task for a process of the pool, which is told of the task if it is not built in."""
    own = None if task_id in TASKS else find_own(task_id)
    return work if own is None else partial(_with_task, own, work)


def _with_task(own: OwnTask, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    with opened(OneTask(own)):
        return work(*args, **kwargs)


def stopped() -> Refused:
    """A file that brought a process of the pool down, or took longer than any file should."""
    return Refused(Words("检查这个文件的程序中止了。", "Checking this file had to be stopped."), code="check-stopped")


class ScoringThread(BackgroundThread):
    """Claims entries, has them scored, stores the scores, and afterwards finds out which systems really differ."""

    name = "scoring"
    look_every = 1.0

    def __init__(self, server: "Server", pool: Pool, *, lease_seconds: float = LEASE_SECONDS) -> None:
        super().__init__()
        self.server, self.pool, self.lease_seconds = server, pool, lease_seconds
        self._done: queue.Queue[tuple[Claim, Future[ScoredAnswers]]] = queue.Queue()
        self._held: dict[int, Claim] = {}
        self._touched: list[Board] = []
        self._changed, self._compared = True, 0.0
        self._renewed = 0.0

    def stop(self) -> None:
        super().stop()
        self.pool.stop()

    def wake(self) -> None:
        """Something was handed in, withdrawn or put back into the queue."""
        self._changed = True
        super().wake()

    def turn(self) -> bool:
        """One round; whether there was anything to do."""
        busy = self._take_in()
        busy = self._collect(wait=0.05 if self._held else 0.0) or busy
        self._renew()
        if self._held or busy:
            return True
        return self._compare()

    def _compare(self) -> bool:
        """While nothing else is to be done: groups of one board whose scores have changed, by whatever cause."""
        now = time.monotonic()
        if not self._touched and (self._changed or now - self._compared > COMPARE_EVERY):
            self._changed, self._compared = False, now
            with reading(self.server.engine) as db:
                self._touched = board_services.boards_to_compare(db)
        if self._touched:
            self._group(self._touched.pop())
            return True
        return False

    def _take_in(self) -> bool:
        room = 2 * self.pool.workers - len(self._held)
        if room <= 0 or not self._anything_waits():
            return False
        with self.server.writing() as db:
            claims = scoring_queue.claim(db, most=room, seconds=self.lease_seconds)
        for claim in claims:
            self._held[claim.entry] = claim
            work = of_task(claim.task, score_submission)
            job = self.pool.submit(
                work, claim.task, claim.answers, claim.gold, claim.ratings, with_errors=claim.with_errors
            )
            job.add_done_callback(lambda done, claim=claim: self._done.put((claim, done)))  # type: ignore[misc] # bound now
        return bool(claims)

    def _anything_waits(self) -> bool:
        with reading(self.server.engine) as db:
            return bool(db.scalar(select(func.count(Entry.id)).where(Entry.state.in_(("queued", "scoring")))))

    def _collect(self, *, wait: float) -> bool:
        any_done = False
        with contextlib.suppress(queue.Empty):
            while True:
                claim, job = self._done.get(timeout=wait) if wait and not any_done else self._done.get_nowait()
                any_done = True
                self._held.pop(claim.entry, None)
                self._store(claim, job)
        return any_done

    def _store(self, claim: Claim, job: Future[ScoredAnswers]) -> None:
        problem = job.exception()
        if problem is not None:
            log.error("scoring failed", extra={"pingce": {"entry": claim.entry}}, exc_info=problem)
            with self.server.writing() as db:
                scoring_queue.give_back(db, claim, f"{type(problem).__name__}: {problem}")
            return
        with self.server.writing() as db:
            scoring_queue.store_score(db, claim, job.result())
        self._changed = True

    def _renew(self) -> None:
        now = time.monotonic()
        if self._held and now - self._renewed > self.lease_seconds / 3:
            with self.server.writing(flush=False) as db:
                scoring_queue.renew(db, list(self._held.values()), seconds=self.lease_seconds)
            self._renewed = now

    def _group(self, board: Board) -> None:
        competition, kind, task = board
        with reading(self.server.engine) as db:
            rows = board_services.rows_to_compare(db, competition, kind, task)
        groups = self.pool.submit(of_task(task, significance_groups), task, rows).result()
        with self.server.writing() as db:
            board_services.store_groups(db, competition, kind, task, groups)
