"""Words kept on disk, so that a slow tagger reads a text once."""

import atexit
import hashlib
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Self

from pingce.spec.errors import UserError
from pingce.spec.words import Words

from .cover import placed
from .words import Tagger, Word

FILE = "words.sqlite"
GIB = 1 << 30
TOGETHER = 200
"""Texts written in one transaction."""
PATIENCE = 60
"""Seconds to wait for another process that is writing."""


class CachedTagger:
    """Gives what the tagger gives. The key is the text and the tagger's version; several processes may share a folder.

    The file stays below ``limit`` bytes: when it is full, the oldest quarter goes. Whoever deletes the folder
    loses nothing but time.
    """

    def __init__(self, tagger: Tagger, folder: Path, *, limit: int = GIB) -> None:
        self._tagger = tagger
        self._path = folder / FILE
        self._limit = limit
        self._waiting: dict[bytes, str] = {}
        self._connection: sqlite3.Connection | None = None
        self._inherited: sqlite3.Connection | None = None
        self._owner = 0
        with self._explained():
            folder.mkdir(parents=True, exist_ok=True)
            self._open()
        atexit.register(self.close)

    @property
    def version(self) -> str:
        """That of the tagger behind it; another version finds none of the other's results."""
        return self._tagger.version

    def tag(self, text: str) -> list[Word]:
        """The stored words of the text, else those of the tagger, which are stored with others later."""
        key = hashlib.sha256(f"{self.version}\0{text}".encode("utf-8", "surrogatepass")).digest()
        words = unpacked(text, self._stored(key))
        if words is None:
            words = self._tagger.tag(text)
            self._waiting[key] = packed(words)
            if len(self._waiting) >= TOGETHER:
                self.flush()
        return words

    def flush(self) -> None:
        """Write what is waiting."""
        if not self._waiting:
            return
        with self._explained(), self._open() as connection:  # one transaction
            rows = list(self._waiting.items())
            connection.executemany("INSERT OR IGNORE INTO words (key, words) VALUES (?, ?)", rows)
            if self._size(connection) > self._limit:
                connection.execute(
                    "DELETE FROM words WHERE id <= (SELECT min(id) + (max(id) - min(id)) / 4 FROM words)"
                )
        self._waiting.clear()

    def clear(self) -> None:
        """Forget everything, of every tagger."""
        self._waiting.clear()
        with self._explained(), self._open() as connection:
            connection.execute("DELETE FROM words")

    def close(self) -> None:
        """Write what is waiting; called at the end of the process at the latest."""
        atexit.unregister(self.close)
        if self._owner == os.getpid():
            self.flush()
            self._open().close()
            self._connection, self._owner = None, 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _stored(self, key: bytes) -> str | None:
        if key in self._waiting:
            return self._waiting[key]
        with self._explained():
            row = self._open().execute("SELECT words FROM words WHERE key = ?", (key,)).fetchone()
        return row and str(row[0])

    def _open(self) -> sqlite3.Connection:
        """The connection of this process: one that came over a fork would damage the file."""
        if self._connection is None or self._owner != os.getpid():
            self._inherited = self._connection  # closing it here would close it for the parent too
            self._connection = sqlite3.connect(self._path, timeout=PATIENCE)
            self._owner = os.getpid()
            self._connection.execute("PRAGMA journal_mode = WAL")
            self._connection.execute("PRAGMA synchronous = NORMAL")
            self._connection.execute(
                "CREATE TABLE IF NOT EXISTS words "
                "(id INTEGER PRIMARY KEY, key BLOB UNIQUE NOT NULL, words TEXT NOT NULL)"
            )
        return self._connection

    @staticmethod
    def _size(connection: sqlite3.Connection) -> int:
        pages, free, size = (
            int(connection.execute(f"PRAGMA {name}").fetchone()[0])
            for name in ("page_count", "freelist_count", "page_size")
        )
        return (pages - free) * size

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except (OSError, sqlite3.Error) as problem:
            raise UserError(
                Words(
                    f"分词缓存 {self._path} 无法使用：{problem}。",
                    f"The word cache {self._path} cannot be used: {problem}.",
                ),
                hint=Words("请删除该文件夹或另选一个。", "Delete the folder or name another one."),
                code="bad-cache",
            ) from problem


def packed(words: list[Word]) -> str:
    """Lengths and tags; the characters are in the text."""
    return " ".join([f"{len(word.text)}{word.tag}" for word in words])


def unpacked(text: str, stored: str | None) -> list[Word] | None:
    """The words, unless nothing is stored or it does not fit the text."""
    if stored is None:
        return None
    pairs = []
    at = 0
    for entry in stored.split():
        tag = entry.lstrip("0123456789")
        end = at + int(entry[: len(entry) - len(tag)] or 0)
        pairs.append((text[at:end], tag))
        at = end
    return placed(pairs) if at == len(text) else None
