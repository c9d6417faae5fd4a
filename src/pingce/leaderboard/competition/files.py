"""Files as the database keeps them, and where readers of files find them.

A process keeps the questions and answers it has read, by their checksum: a competition has few, and reading them takes
as long as scoring.
"""

import tempfile
import zlib
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

import orjson

KEPT_FILES = 16

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class StoredFile:
    """A file as the database keeps it: packed."""

    name: str
    sha256: str
    packed: bytes = field(repr=False)

    @property
    def data(self) -> bytes:
        return zlib.decompress(self.packed)


_unpacked: OrderedDict[str, bytes] = OrderedDict()
UNPACKED_FILES = 4


def unpacked(file: StoredFile) -> bytes:
    """Its bytes, kept for those who look for one item of it after the other."""
    if file.sha256 not in _unpacked:
        _unpacked[file.sha256] = file.data
        while len(_unpacked) > UNPACKED_FILES:
            _unpacked.popitem(last=False)
    _unpacked.move_to_end(file.sha256)
    return _unpacked[file.sha256]


@contextmanager
def on_disk(name: str, data: bytes) -> Iterator[str]:
    """Bytes where the readers of files find them, for as long as they are read; the folder is ours alone."""
    with tempfile.TemporaryDirectory(prefix="pingce-") as folder:
        path = Path(folder) / name
        path.write_bytes(data)
        yield str(path)


_files: OrderedDict[str, object] = OrderedDict()


def kept(key: str, file: StoredFile, read: Callable[[str], T]) -> T:
    """Read a file once; the least used goes when there are many."""
    if key not in _files:
        with on_disk(file.name, file.data) as path:
            _files[key] = read(path)
        while len(_files) > KEPT_FILES:
            _files.popitem(last=False)
    _files.move_to_end(key)
    return _files[key]  # type: ignore[return-value] # what read gave


def pack(value: object) -> bytes:
    """A value as compressed JSON, as rows and errors are kept in the database."""
    return zlib.compress(orjson.dumps(value, option=orjson.OPT_SERIALIZE_NUMPY), 6)


def unpack(packed: bytes) -> object:
    """What ``pack`` made."""
    return orjson.loads(zlib.decompress(packed))
