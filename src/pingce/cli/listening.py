"""What a command prints, shown at once and kept for the report."""

import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from typing import IO, TextIO, cast

from pingce.cli.outputs import leave_unsaid


class Both(io.RawIOBase):
    """Passes on what is written, and keeps it."""

    def __init__(self, shown: TextIO, kept: bytearray, *, terminal: bool) -> None:
        self.shown, self.kept, self.terminal = shown, kept, terminal

    def writable(self) -> bool:
        return True

    def isatty(self) -> bool:
        return self.terminal

    def fileno(self) -> int:
        return self.shown.fileno()

    def write(self, data: bytes) -> int:  # type: ignore[override] # whoever writes text gives bytes
        block = bytes(data)
        self.kept += block
        try:
            self.shown.flush()
            self.shown.buffer.write(block)
            self.shown.buffer.flush()
        except OSError:
            leave_unsaid(self.shown)
            raise
        return len(block)


@contextmanager
def listening() -> Iterator[bytearray]:
    """Both streams in the order they came; bars, which are for the moment, are not drawn."""
    kept = bytearray()
    out = _text(Both(sys.stdout, kept, terminal=sys.stdout.isatty()))
    err = _text(Both(sys.stderr, kept, terminal=False))
    with redirect_stdout(out), redirect_stderr(err):
        try:
            yield kept
        finally:
            out.flush()
            err.flush()
            out.detach()
            err.detach()


def _text(raw: Both) -> io.TextIOWrapper:
    return io.TextIOWrapper(cast("IO[bytes]", raw), encoding="utf-8", write_through=True)
