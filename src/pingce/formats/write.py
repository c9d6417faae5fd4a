"""Writing files: all of it or nothing."""

import json
import os
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Literal

import orjson

from pingce.spec.errors import UserError, reason
from pingce.spec.words import Words

from .encode import Json

Newline = Literal["lf", "crlf"]


@contextmanager
def atomic(path: Path, *, private: bool = False, within: Path | None = None) -> Iterator[IO[bytes]]:
    """A file that appears under its name only when it is complete; an old one stays until then.

    ``private``: only its owner may read it. ``within``: the folder where it lies until then, on the same disk.
    """
    path = path.resolve()  # a link stays a link
    if path.exists() and not path.is_file():
        # Putting a file in the place of /dev/null or of a pipe would take it away from everybody else.
        raise _cannot_write(path, Words("不是普通文件", "it is no ordinary file"))
    try:
        handle, name = tempfile.mkstemp(dir=within or path.parent, prefix=f".{path.name}.")
    except OSError as problem:
        raise _cannot_write(path, reason(problem)) from problem
    part = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        part.chmod(0o600 if private else 0o666 & ~_umask())
        part.replace(path)
    except BaseException as problem:
        part.unlink(missing_ok=True)
        if isinstance(problem, OSError):
            raise _cannot_write(path, reason(problem)) from problem
        raise


def _cannot_write(path: Path, why: Words) -> UserError:
    return UserError(Words(f"无法写入 {path}：{why.zh}。", f"Cannot write {path}: {why.en}."), code="cannot-write")


def _umask() -> int:
    current = os.umask(0)
    os.umask(current)
    return current


def write_text(path: Path, text: str) -> None:
    with atomic(path) as file:
        file.write(text.encode())


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
