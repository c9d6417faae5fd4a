"""Folders in which one process works at a time."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def locked(folder: Path) -> Iterator[bool]:
    """Whether nobody else works there; the lock ends with the process, however that ends."""
    if sys.platform == "win32":
        yield True
        return
    number = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        yield _takes_lock(number)
    finally:
        os.close(number)


def _takes_lock(number: int) -> bool:
    import fcntl

    try:
        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
