"""Starts a worker process for every order that nobody works on; looks again now and then, since workers may die.

Workers are processes of their own session: they outlive the server. Scoring has its own desk and its own processes,
so however long a training takes, no submission waits for it.
"""

import logging
import os
import subprocess
import sys
import threading
from typing import TYPE_CHECKING

from pingce.flow import orders
from pingce.flow.worker import DATABASE_VARIABLE
from pingce.store.database import reading

if TYPE_CHECKING:
    from .deps import Server

log = logging.getLogger("pingce.server")

LOOK_EVERY = 5.0
MOST_WORKERS = 2
"""At once, of this server."""


class MakeDesk:
    """Watches the orders of the database."""

    def __init__(self, server: "Server") -> None:
        self.server = server
        self.workers: dict[int, subprocess.Popen[bytes]] = {}
        """By the number of the order."""
        self._wake, self._stop = threading.Event(), threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Only a server that has opened benchmarks has anything to make."""
        if self.server.benchmarks.folders:
            self._thread = threading.Thread(target=self._run, name="orders", daemon=True)
            self._thread.start()

    def stop(self) -> None:
        """Workers go on."""
        self._stop.set()
        self._wake.set()
        if self._thread is not None:
            self._thread.join(10)

    def wake(self) -> None:
        self._wake.set()

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                self.turn()
            except Exception:  # the desk must not close because one turn failed; the bug is in the log
                log.exception("orders")
            self._wake.wait(LOOK_EVERY)
            self._wake.clear()

    def turn(self) -> None:
        """One look: those who are done are let go, new ones are started."""
        for number, worker in list(self.workers.items()):
            if worker.poll() is not None:
                del self.workers[number]
        with reading(self.server.engine) as db:
            waiting = [order.id for order in orders.waiting_orders(db)]
        for number in waiting:
            if number not in self.workers and len(self.workers) < MOST_WORKERS:
                self.workers[number] = self._start(number)

    def _start(self, number: int) -> "subprocess.Popen[bytes]":
        address = self.server.engine.url.render_as_string(hide_password=False)
        return subprocess.Popen(  # noqa: S603 (our own program, a number)
            [sys.executable, "-m", "pingce.flow.worker", str(number)],
            env={**os.environ, DATABASE_VARIABLE: address},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            cwd="/" if sys.platform != "win32" else None,
        )
