"""The log of a run: a file that grows while it works, with a line at least every minute, whoever is looking or not."""

import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType

from pingce.spec.words import Words
from pingce.systems.progress_lines import LineProgress

EVERY = 60.0
"""Seconds after which a run that says nothing says how far it is."""


class RunLog:
    """Lines with their time, to the file and to whoever listens; also the progress that systems are given."""

    def __init__(self, path: Path, tell: Callable[[str], None] = lambda _: None, *, every: float = EVERY) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.path, self._tell, self._every = path, tell, every
        self._file = path.open("a", encoding="utf-8")
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._said = time.monotonic()
        self.progress = LineProgress(self.line, every=every / 2)
        self._thread = threading.Thread(target=self._watch, name="run-log", daemon=True)
        self._thread.start()

    def line(self, text: str) -> None:
        with self._lock:
            if self._file.closed:
                return
            self._said = time.monotonic()
            stamp = datetime.now(UTC).isoformat(timespec="seconds")
            for part in text.splitlines() or [""]:
                self._file.write(f"{stamp} {part}\n")
            self._file.flush()
        self._tell(text)

    def words(self, words: Words) -> None:
        """In both languages: nobody knows who will read it."""
        self.line(words.zh if words.zh == words.en else f"{words.zh} · {words.en}")

    def close(self) -> None:
        self._stop.set()
        self._thread.join(5)
        with self._lock:
            self._file.close()

    def __enter__(self) -> "RunLog":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _watch(self) -> None:
        """A step that takes long says nothing by itself."""
        while not self._stop.wait(min(1.0, self._every / 4)):
            if time.monotonic() - self._said > self._every:
                self.line(self.progress.now())
