"""Plain, gzip and zstandard files read as one stream of bytes.

Readers of text see bytes either way and know how far they are in the packed file, for the progress bar.
"""

import gzip
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import IO, NamedTuple, Protocol

from pingce.spec.errors import UserError, cannot_read
from pingce.spec.words import Words

from .inputs import CorpusFile

FED = 16 * 1024
"""Bytes unpacked at once; what they become is held in memory."""


class ByteReader(Protocol):
    """Anything that gives the unpacked bytes of a file in order: a plain file or a decompressor."""

    def read(self, size: int, /) -> bytes: ...


class Unpacked(NamedTuple):
    """The unpacked bytes, and how much of the file on disk they have taken so far."""

    file: ByteReader
    position: Callable[[], int]


@contextmanager
def unpack(file: CorpusFile) -> Iterator[Unpacked]:
    """A file of the corpus opened for reading, unpacked where it is gz or zst; damage is told as such."""
    import zstandard

    try:
        with file.path.open("rb") as raw:
            match file.packing:
                case "plain":
                    yield Unpacked(raw, raw.tell)
                case "gz":
                    with gzip.GzipFile(fileobj=raw) as plain:
                        yield Unpacked(plain, raw.tell)
                case "zst":
                    yield Unpacked(Zst(raw), raw.tell)
    except (gzip.BadGzipFile, EOFError, zlib.error, zstandard.ZstdError) as problem:
        raise UserError(
            Words(
                f"{file.path} 已损坏：{str(problem).rstrip('.')}。",
                f"{file.path} is damaged: {str(problem).rstrip('.')}.",
            ),
            code="bad-archive",
        ) from problem
    except OSError as problem:
        raise cannot_read(file.path, problem) from problem


class Zst:
    """All frames of a file, one after the other; the library's own reader takes a file cut short for a whole one."""

    def __init__(self, raw: IO[bytes]) -> None:
        import zstandard

        self._raw = raw
        self._new_frame = zstandard.ZstdDecompressor().decompressobj
        self._frame = self._new_frame()
        self._begun = False
        self._held = b""

    def read(self, size: int, /) -> bytes:
        parts, length = [self._held], len(self._held)
        while length < size and (block := self._more()):
            parts.append(block)
            length += len(block)
        whole = b"".join(parts)
        self._held = whole[size:]
        return whole[:size]

    def _more(self) -> bytes:
        """The next unpacked bytes, empty at the end."""
        while True:
            if self._frame.eof:
                fed = self._frame.unused_data
                self._frame, self._begun = self._new_frame(), False
            else:
                fed = b""
            fed = fed or self._raw.read(FED)
            if not fed:
                if self._begun:
                    raise EOFError("it ends in the middle of a frame")
                return b""
            self._begun = True
            if unpacked := self._frame.decompress(fed):
                return unpacked
