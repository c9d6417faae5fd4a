"""Progress as lines of a log: what is done, the step, the loss or dev score it names, and the time left."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from pingce.spec.words import Words


class LineProgress:
    """Tells every so often and when asked; ``eager``: also at the beginning and the end of each piece of work."""

    def __init__(self, tell: Callable[[str], None], *, every: float = 30.0, eager: bool = True) -> None:
        self._tell, self._every, self._eager = tell, every, eager
        self._what, self._total, self._done, self._note = "", 0, 0, ""
        self._began = self._told = time.monotonic()

    def begin(self, what: Words, total: int) -> None:
        self._what = what.zh if what.zh == what.en else f"{what.zh} · {what.en}"
        self._total, self._done, self._note = total, 0, ""
        self._began = time.monotonic()
        if self._eager:
            self._say()

    def advance(self, steps: int = 1, note: str = "") -> None:
        self._done += steps
        self._note = note or self._note
        if time.monotonic() - self._told >= self._every or (self._eager and self._done == self._total):
            self._say()

    @contextmanager
    def ticking(self) -> "Iterator[LineProgress]":
        """Tells also while a single step takes long."""
        ended = threading.Event()

        def tick() -> None:
            while not ended.wait(min(1.0, self._every / 4)):
                if time.monotonic() - self._told >= self._every:
                    self._say()

        thread = threading.Thread(target=tick, name="progress", daemon=True)
        thread.start()
        try:
            yield self
        finally:
            ended.set()
            thread.join(5)

    def now(self) -> str:
        """How far it is."""
        parts = [self._what or "…"]
        if self._total:
            parts.append(f"{self._done}/{self._total}")
        if self._note:
            parts.append(self._note)
        if 0 < self._done < self._total:
            left = (time.monotonic() - self._began) / self._done * (self._total - self._done)
            parts.append(f"≈ {duration(left)}")
        return "  ".join(parts)

    def _say(self) -> None:
        self._told = time.monotonic()
        self._tell(self.now())


def duration(seconds: float) -> str:
    """1:02:03, or 2:03."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
