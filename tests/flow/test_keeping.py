"""Leases kept while work goes on: the interruption comes inside the block, at most once, or not at all."""

import signal
import threading
import time
from contextlib import suppress

import pytest
from sqlalchemy.exc import OperationalError

from pingce.flow import keeping
from pingce.flow.keeping import ended_with_lease, lease_kept


class GoneError(Exception):
    pass


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "RENEW_EVERY", 0.001)


def endless() -> None:
    while True:
        time.sleep(0.001)


def test_the_work_ends_when_the_lease_is_gone() -> None:
    answers = iter((True, True, False))
    with pytest.raises(GoneError), ended_with_lease(lambda: next(answers), GoneError):
        endless()


def test_it_passes_through_what_catches_errors() -> None:
    def stubborn() -> None:
        while True:
            with suppress(Exception):
                endless()

    with pytest.raises(GoneError), ended_with_lease(lambda: False, GoneError):
        stubborn()


def test_whatever_the_moment_nothing_is_interrupted_after_the_block() -> None:
    """The lease goes at the very moment the block ends, 300 times; in between anything but the block would fail."""
    before = signal.getsignal(signal.SIGINT)
    for number in range(300):
        asked = threading.Event()

        def renew(asked: threading.Event = asked) -> bool:
            asked.set()
            return False

        with suppress(GoneError), ended_with_lease(renew, GoneError):
            asked.wait(30)
            for _ in range(number):
                pass
        time.sleep(0.0005)
    assert signal.getsignal(signal.SIGINT) is before


def test_a_program_that_ignores_the_key_can_be_cancelled_and_ignores_it_still() -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with pytest.raises(GoneError), ended_with_lease(lambda: False, GoneError):
            endless()
        with ended_with_lease(lambda: True, GoneError):
            signal.raise_signal(signal.SIGINT)
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)


def test_a_key_interrupts_as_ever() -> None:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt) as caught, ended_with_lease(lambda: True, GoneError):
            signal.raise_signal(signal.SIGINT)
        assert caught.type is KeyboardInterrupt
    finally:
        signal.signal(signal.SIGINT, before)


def test_in_another_thread_the_work_goes_on_and_the_main_one_is_left_alone() -> None:
    done = threading.Event()

    def work() -> None:
        with ended_with_lease(lambda: False, GoneError):
            time.sleep(0.05)
        done.set()

    thread = threading.Thread(target=work)
    thread.start()
    thread.join(30)
    assert done.is_set()


def test_a_database_out_of_reach_for_a_moment_is_asked_again() -> None:
    asked = 0

    def renew() -> bool:
        nonlocal asked
        asked += 1
        if asked < 3:
            raise OperationalError("update", {}, Exception("locked"))
        return False

    with lease_kept(renew) as gone:
        assert gone.wait(30)
    assert asked == 3
