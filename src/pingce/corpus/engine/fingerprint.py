"""Is this the same work as before?

Settings, inputs and version of a run as one digest. An interrupted run is continued only if the fingerprint in its
journal is the same; otherwise the person is told what changed.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from pingce import __version__
from pingce.spec.errors import cannot_read

SMALL = 64 * 1024
"""Bytes up to which a file is known by its content; beyond, reading it twice would cost too much: size and time."""


def fingerprint_of(inputs: Sequence[Path], settings: Mapping[str, object]) -> str:
    """Inputs (a folder stands for all files in it), settings and our version: whatever the output depends on."""
    parts = [__version__, json.dumps(settings, sort_keys=True, ensure_ascii=False, default=_plain)]
    for path in inputs:
        parts.extend(_file(file) for file in _files(path))
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def _files(path: Path) -> Iterator[Path]:
    path = path.resolve()
    if path.is_dir():
        yield from sorted(file for file in path.rglob("*") if file.is_file())
    else:
        yield path


def _file(path: Path) -> str:
    try:
        status = path.stat()
        if status.st_size <= SMALL:
            known_by = hashlib.sha256(path.read_bytes()).hexdigest()
        else:
            known_by = f"{status.st_size} {status.st_mtime_ns}"
    except OSError as problem:
        raise cannot_read(path, problem) from problem
    return f"{path} {known_by}"


def _plain(value: object) -> str:
    """Settings may hold paths; anything else without an order of its own would change from run to run."""
    if isinstance(value, Path):
        return str(value.resolve())
    raise TypeError(f"cannot be part of a fingerprint: {value!r}")
