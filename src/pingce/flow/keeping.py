"""Keep a lease while work goes on, and end the work when the lease is gone.

A run and an order are both held with leases. Whoever cancels one only writes so into the database; the process that
holds it hears of it at its next sign of life, for a run in the middle of whatever it is computing.
"""

import _thread
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

from sqlalchemy.exc import DBAPIError

from pingce.store.leases import LEASE_SECONDS

RENEW_EVERY = LEASE_SECONDS / 15
"""Seconds between two signs of life; who was cancelled hears of it then."""


class LeaseGoneInterrupt(KeyboardInterrupt):
    """Passes through whatever catches errors of its own, as the interruption by a key does."""


@contextmanager
def lease_kept(renew: Callable[[], bool]) -> Iterator[threading.Event]:
    """Renew a lease again and again; the event tells, from some moment on, that ``renew`` found it gone."""
    with _renewed(renew, lambda: None) as gone:
        yield gone


@contextmanager
def ended_with_lease(renew: Callable[[], bool], problem: Callable[[], Exception]) -> Iterator[None]:
    """Renew a lease again and again; once it is gone, ``problem()`` is raised inside the block, whatever it is doing.

    Never outside the block: an interruption still on its way when the block ends meets a handler that does nothing
    any more. Only the main thread can be interrupted; in any other the work goes on, and its result does not count,
    because its lease is gone.
    """
    if threading.current_thread() is not threading.main_thread():
        with lease_kept(renew):
            yield
        return
    over = False

    def interrupted(number: int, frame: FrameType | None) -> None:
        if gone.is_set():
            if not over:
                raise LeaseGoneInterrupt
        elif callable(before):
            before(number, frame)

    gone = threading.Event()
    before = signal.getsignal(signal.SIGINT)
    # A handler of our own also where programs in the background ignore the signal: they can be cancelled too.
    signal.signal(signal.SIGINT, interrupted)
    try:
        with _renewed(renew, _thread.interrupt_main, gone):
            try:
                yield
            finally:
                over = True
    except LeaseGoneInterrupt:
        raise problem() from None
    finally:
        over = True  # the interruption may have come just before the same words above; there is only one
        signal.signal(signal.SIGINT, before)  # deals with what is still on its way before it changes anything


@contextmanager
def _renewed(
    renew: Callable[[], bool], then: Callable[[], None], gone: threading.Event | None = None
) -> Iterator[threading.Event]:
    ended, gone = threading.Event(), gone or threading.Event()

    def keep() -> None:
        while not ended.wait(RENEW_EVERY):
            try:
                ours = renew()
            except DBAPIError:
                continue  # the database is out of reach for a moment; if it lasts, the lease runs out
            if not ours and not ended.is_set():
                gone.set()
                then()
                return

    keeper = threading.Thread(target=keep, name="lease", daemon=True)
    keeper.start()
    try:
        yield gone
    finally:
        ended.set()
        keeper.join()
