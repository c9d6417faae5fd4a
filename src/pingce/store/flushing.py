"""Many commits, one flush: how a server with SQLite keeps its promises quickly.

With ``synchronous=FULL`` SQLite flushes its log inside every commit, while all other writers wait. A server opens the
database with ``synchronous=NORMAL`` instead (the commit writes the log, a killed process loses nothing) and flushes
the log itself before it acknowledges anything (so neither does a power cut): outside the write lock, and once for all
commits that have come in meanwhile.
"""

import os
import threading
from pathlib import Path

from sqlalchemy import Engine

_flush_file = getattr(os, "fdatasync", os.fsync)


class Flusher:
    """Flushes the write-ahead log of one database; used by all threads of a process."""

    def __init__(self, database: Path) -> None:
        self._log = database.with_name(f"{database.name}-wal")
        self._change = threading.Condition()
        self._asked = 0
        self._done = 0
        self._busy = False
        self._known_log = 0

    def flush(self) -> None:
        """Return when everything committed before this call is on the disk."""
        with self._change:
            self._asked += 1
            mine = self._asked
            while self._done < mine:
                if self._busy:
                    self._change.wait()  # the flush that runs may have begun too early for us; then we do the next
                else:
                    self._flush_all()

    def _flush_all(self) -> None:
        covered, self._busy = self._asked, True
        self._change.release()
        try:
            self._flush_log()
        finally:
            self._change.acquire()
            self._busy = False
            self._change.notify_all()
        self._done = covered

    def _flush_log(self) -> None:
        try:
            log = os.open(self._log, os.O_RDONLY)
        except FileNotFoundError:
            return  # SQLite has moved everything into the database, flushed, and put the log away
        try:
            _flush_file(log)
            if (name := os.fstat(log).st_ino) != self._known_log:
                self._flush_folder()
                self._known_log = name
        finally:
            os.close(log)

    def _flush_folder(self) -> None:
        """A new log must be found again, too."""
        folder = os.open(self._log.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def flusher_of(engine: Engine) -> Flusher | None:
    """None for databases that flush by themselves."""
    if engine.dialect.name != "sqlite":
        return None
    return Flusher(Path(str(engine.url.database)))
