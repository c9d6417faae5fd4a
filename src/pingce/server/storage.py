"""Whether the server can still write: uploads lie in the temporary folder, a SQLite database in its own."""

import logging
import tempfile
import threading
import time
from pathlib import Path

from sqlalchemy import URL

from pingce.spec.words import Words

from .http.errors import NotWritableError

log = logging.getLogger("pingce.server")

REMEMBERED = 5.0
"""Anybody may ask, and asking must not keep the disk busy."""
ENOUGH = 64 * 1024
TEMPORARY = Words("临时文件夹", "temporary folder")
DATABASE = Words("数据库的文件夹", "folder of the database")


class Storage:
    """The folders one server process writes to."""

    def __init__(self, database: URL) -> None:
        file = database.database if database.get_backend_name() == "sqlite" else None
        self._folders: list[tuple[Words, Path | None]] = [(TEMPORARY, None)]
        if file and file != ":memory:":
            self._folders.append((DATABASE, Path(file).parent))
        self._lock = threading.Lock()
        self._looked = float("-inf")
        self._lacking: Words | None = None

    def check(self) -> None:
        with self._lock:
            if time.monotonic() - self._looked > REMEMBERED:
                self._lacking = self._look()
                self._looked = time.monotonic()
            lacking = self._lacking
        if lacking is not None:
            raise NotWritableError(lacking)

    def forget(self) -> None:
        with self._lock:
            self._looked = float("-inf")

    def _look(self) -> Words | None:
        for name, folder in self._folders:
            try:
                with tempfile.TemporaryFile(dir=folder) as file:
                    file.write(bytes(ENOUGH))
                    file.flush()
            except OSError:
                log.exception("storage", extra={"pingce": {"folder": str(folder or tempfile.tempdir)}})
                return name
        return None
