"""Whole small files, or why they cannot be read."""

from pathlib import Path

from pingce.spec.errors import cannot_read
from pingce.spec.words import Words

NO_HINT = Words("", "")


def read_bytes(path: Path, hint: Words = NO_HINT) -> bytes:
    try:
        return path.read_bytes()
    except OSError as problem:
        raise cannot_read(path, problem, hint=hint) from problem
