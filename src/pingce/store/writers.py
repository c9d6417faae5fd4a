"""Waiting for one's turn to write to a SQLite file.

SQLite has one writer at a time and would have the others sleep and try again, up to a tenth of a second each time:
with eight writers one in twenty waits for more than a second. Threads queue up at a lock instead, processes at a lock
on a file beside the database; both wake up at once. Correctness does not depend on it: SQLite locks all the same.
"""

import os
import sys
from pathlib import Path
from threading import Lock
from types import TracebackType

if sys.platform != "win32":
    import fcntl


class WriterQueue:
    """A context: inside it no other thread or process that uses it is writing."""

    def __init__(self, path: Path) -> None:
        self._threads = Lock()
        self._file = -1
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)

    def __enter__(self) -> None:
        self._threads.acquire()
        if sys.platform != "win32":
            fcntl.flock(self._file, fcntl.LOCK_EX)

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        if sys.platform != "win32":
            fcntl.flock(self._file, fcntl.LOCK_UN)
        self._threads.release()

    def __del__(self) -> None:
        if self._file >= 0:
            os.close(self._file)
