"""Writing files: all of it or nothing.

A file is written beside its place and moved there when it is complete, so that a full disk or a kill leaves the old
one. Every command that writes goes through ``atomic``.
"""

import json
import os
import re
import secrets
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Literal

import orjson

from pingce.spec.errors import cannot_write
from pingce.spec.words import Words

from .encode import Json

OPEN_FILES = Path("/proc/self/fd")
"""Where Linux shows the files a process has open."""
DRAFT = re.compile(r"\..+\.[a-z0-9_]{8}")
"""What a file is called between being written and being put in its place."""
Newline = Literal["lf", "crlf"]


@contextmanager
def atomic(path: Path, *, private: bool = False, within: Path | None = None) -> Iterator[IO[bytes]]:
    """A file that appears under its name only when it is complete; an old one stays until then.

    ``private``: only its owner may read it. ``within``: the folder where it lies until then, on the same disk.
    """
    path = path.resolve()  # a link stays a link
    if path.exists() and not path.is_file():
        # Putting a file in the place of /dev/null or of a pipe would take it away from everybody else.
        raise cannot_write(path, Words("不是普通文件", "it is no ordinary file"))
    draft: Path | None = None
    try:
        handle = _unnamed(within or path.parent)
        if handle is None:
            handle, name = tempfile.mkstemp(dir=within or path.parent, prefix=f".{path.name}.")
            draft = Path(name)
        with os.fdopen(handle, "wb") as file:
            yield file
            file.flush()
            os.fsync(handle)
            draft = draft or _named(handle, path)
        draft.chmod(0o600 if private else 0o666 & ~_umask())
        draft.replace(path)
    except BaseException as problem:
        if draft is not None:
            draft.unlink(missing_ok=True)
        if isinstance(problem, OSError):
            raise cannot_write(path, problem) from problem
        raise


def _unnamed(folder: Path) -> int | None:
    """A file without a name, of which a process that is killed leaves nothing; None where there are no such files."""
    if OPEN_FILES.is_dir():
        with suppress(OSError):  # not on every file system; what is wrong with the folder is said later
            return os.open(folder, os.O_TMPFILE | os.O_RDWR, 0o600)
    return None


def _named(handle: int, path: Path) -> Path:
    """The file without a name gets one beside ``path``, for as long as it takes to put it in its place."""
    draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.link(OPEN_FILES / str(handle), draft.name, dst_dir_fd=folder)
    finally:
        os.close(folder)
    return draft


def remove_drafts(folder: Path) -> None:
    """Files that a process killed between naming a file and putting it in its place left in a folder.

    Only where nobody else is writing: the drafts of somebody at work look just like these.
    """
    for path in folder.rglob(".*"):
        if DRAFT.fullmatch(path.name) and path.is_file():
            path.unlink()


def _umask() -> int:
    current = os.umask(0)
    os.umask(current)
    return current


def write_bytes(path: Path, data: bytes) -> None:
    """Write a file whole or not at all: to a file beside it, which then takes its place."""
    with atomic(path) as file:
        file.write(data)


def write_text(path: Path, text: str) -> None:
    write_bytes(path, text.encode())


def write_lines(path: Path, lines: Iterable[str], *, newline: Newline = "lf", final: bool = True) -> int:
    """Write lines; returns how many."""
    end = b"\r\n" if newline == "crlf" else b"\n"
    count = 0
    with atomic(path) as file:
        for line in lines:
            if count and not final:
                file.write(end)
            file.write(line.encode())
            if final:
                file.write(end)
            count += 1
    return count


def write_jsonl(path: Path, records: Iterable[dict[str, Json]], *, newline: Newline = "lf", final: bool = True) -> int:
    return write_lines(path, (orjson.dumps(record).decode() for record in records), newline=newline, final=final)


def write_array(path: Path, records: Iterable[dict[str, Json]]) -> int:
    """A JSON array with indent 2 and no final newline, as published."""
    count = 0
    with atomic(path) as file:
        file.write(b"[")
        for record in records:
            text = json.dumps(record, ensure_ascii=False, indent=2).replace("\n", "\n  ")
            file.write(f"{',' if count else ''}\n  {text}".encode())
            count += 1
        file.write(b"\n]" if count else b"]")
    return count
