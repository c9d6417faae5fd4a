"""Costly views, worked out once for everybody who looks at them.

A value stays as long as its stamp does; who comes while it is being made waits for it instead of making it a second
time.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock
from typing import Generic, TypeVar

T = TypeVar("T")

PATIENCE = 5
"""A view of something that changes all the time may be this many times as old as it took to make."""
CHEAP_SECONDS = 0.5
"""What takes no longer is always up to date."""
MOST_SECONDS = 60
"""What nobody wrote down as a change, such as a person's new name, is seen after this."""


@dataclass
class _Entry(Generic[T]):
    lock: Lock = field(default_factory=Lock)
    stamp: object = None
    value: T | None = None
    made_at: float = float("-inf")
    cost: float = 0.0

    def is_good(self, stamp: object, now: float) -> bool:
        patience = PATIENCE * self.cost if self.cost > CHEAP_SECONDS else 0
        return now - self.made_at < (MOST_SECONDS if stamp == self.stamp else min(MOST_SECONDS, patience))


class ResponseCache(Generic[T]):
    """One value per key; those who ask at the same time wait for one computation instead of starting their own."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._entries: dict[int, _Entry[T]] = {}

    def get(self, key: int, stamp: object, make: Callable[[], T]) -> T:
        """`stamp`: what changes whenever the value may have changed."""
        entry = self._entries.setdefault(key, _Entry())
        with entry.lock:
            start = self._now()
            if entry.value is None or not entry.is_good(stamp, start):
                entry.value = make()
                entry.stamp, entry.made_at = stamp, self._now()
                entry.cost = entry.made_at - start
            return entry.value
