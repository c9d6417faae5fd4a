"""Checksums of files and folders; a file that is as old and as large as when it was read last is not read again.

What was learned stands in ``.pingce/checksums.json`` of the benchmark. A file that was written in the moment it was
read may have changed since without looking different, so it is read once more.
"""

import hashlib
import time
from pathlib import Path

import msgspec

from pingce.formats.checksum import file_sha256
from pingce.formats.write import write_bytes
from pingce.spec.errors import cannot_read

from .layout import is_hidden

CACHE = ".pingce/checksums.json"
MOMENT = 2_000_000_000
"""Nanoseconds; no file system in use tells times more coarsely."""


class SeenFile(msgspec.Struct, frozen=True, array_like=True):
    """A file as it was when its checksum was taken; size and time say whether it must be read again."""

    size: int
    changed: int
    sha256: str
    read_at: int


class Checksums:
    """Of one benchmark's folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._path = folder / CACHE
        self._seen = self._load()
        self._new = False

    def of(self, path: Path) -> str | None:
        """Of a file, or of all files in a folder with their names; None: there is nothing."""
        try:
            if path.is_dir():
                return self._of_folder(path)
            return self._of_file(path) if path.is_file() else None
        except OSError as problem:
            raise cannot_read(path, problem) from problem

    def save(self) -> None:
        """Only a help: where it cannot be written, files are read again."""
        if self._new:
            try:
                self._path.parent.mkdir(exist_ok=True)
                write_bytes(self._path, msgspec.json.encode(self._seen))
            except OSError:
                return
            self._new = False

    def _of_folder(self, folder: Path) -> str:
        digest = hashlib.sha256()
        for path in sorted(folder.rglob("*")):
            if path.is_file() and not is_hidden(folder, path):
                digest.update(f"{path.relative_to(folder).as_posix()}\0{self._of_file(path)}\n".encode())
        return digest.hexdigest()

    def _of_file(self, path: Path) -> str:
        name, stat = str(path.relative_to(self.folder)), path.stat()
        seen = self._seen.get(name)
        same = seen is not None and (seen.size, seen.changed) == (stat.st_size, stat.st_mtime_ns)
        if seen is not None and same and seen.changed < seen.read_at - MOMENT:
            return seen.sha256
        read_at = time.time_ns()
        sha256 = file_sha256(path)
        self._seen[name] = SeenFile(stat.st_size, stat.st_mtime_ns, sha256, read_at)
        self._new = True
        return sha256

    def _load(self) -> dict[str, SeenFile]:
        try:
            return msgspec.json.decode(self._path.read_bytes(), type=dict[str, SeenFile])
        except (OSError, msgspec.DecodeError):
            return {}


def digest_of(value: object) -> str:
    """Of settings and states, whatever the order of their keys."""
    return hashlib.sha256(msgspec.json.encode(value, order="sorted")).hexdigest()
