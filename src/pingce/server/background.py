"""Background threads of the server: each takes waiting work of one kind from its queue and hands it to processes.

Scoring (``scoring.py``) and making benchmarks (``make_thread.py``) have a thread each and processes each; what both
need stands here. The rules by which work is claimed stand in :mod:`pingce.store.leases`.
"""

import logging
import threading
from abc import ABC, abstractmethod

log = logging.getLogger("pingce.server")


class BackgroundThread(ABC):
    """Turns come one after the other while there is something to do, and otherwise now and then or when woken."""

    name: str
    """Of the thread, and of what it logs."""
    look_every: float
    """Seconds between two looks for work that other processes have queued."""

    def __init__(self) -> None:
        self._wake, self._stop = threading.Event(), threading.Event()
        self._thread: threading.Thread | None = None

    @abstractmethod
    def turn(self) -> bool:
        """One round; whether there was anything to do."""

    def start(self) -> None:
        self._thread = threading.Thread(target=self._run, name=self.name, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """The thread ends after its turn; what becomes of its processes, each lane says."""
        self._stop.set()
        self._wake.set()
        if self._thread is not None:
            self._thread.join(10)

    def wake(self) -> None:
        """Something was queued, or need not be done any more."""
        self._wake.set()

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                busy = self.turn()
            except Exception:  # the lane must not close because one turn failed; the bug is in the log
                log.exception(self.name)
                busy = False
            if not busy:
                self._wake.wait(self.look_every)
                self._wake.clear()
