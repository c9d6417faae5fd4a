"""Starts a worker process for every order that nobody works on; looks again now and then, since workers may die.

Workers are processes of their own session: they outlive the server. Scoring has its own thread and its own processes,
so however long a training takes, no submission waits for it.
"""

import os
import subprocess
import sys
from typing import TYPE_CHECKING

from pingce.flow import orders
from pingce.flow.worker import DATABASE_VARIABLE
from pingce.store.database import reading

from .background import BackgroundThread

if TYPE_CHECKING:
    from .request_context import Server

MOST_WORKERS = 2
"""At once, of this server."""
_OUTLIVING: "list[subprocess.Popen[bytes]]" = []
"""Workers whose server has stopped; a process object that is thrown away complains about a child that goes on."""


class MakeThread(BackgroundThread):
    """Watches the orders of the database."""

    name = "orders"
    look_every = 5.0

    def __init__(self, server: "Server") -> None:
        super().__init__()
        self.server = server
        self.workers: dict[int, subprocess.Popen[bytes]] = {}
        """By the number of the order."""

    def start(self) -> None:
        """Only a server that has benchmarks, or can make some, has anything to do."""
        if self.server.benchmarks.folders or self.server.benchmarks.home is not None:
            super().start()

    def stop(self) -> None:
        """Workers go on."""
        super().stop()
        _OUTLIVING[:] = [worker for worker in (*_OUTLIVING, *self.workers.values()) if worker.poll() is None]

    def turn(self) -> bool:
        """One look: those who are done are let go, new ones are started; workers go on when the server stops."""
        for number, worker in list(self.workers.items()):
            if worker.poll() is not None:
                del self.workers[number]
        with reading(self.server.engine) as db:
            waiting = [order.id for order in orders.waiting_orders(db)]
        for number in waiting:
            if number not in self.workers and len(self.workers) < MOST_WORKERS:
                self.workers[number] = self._start(number)
        return False  # a worker that was started is busy, not we

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
