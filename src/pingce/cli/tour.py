"""``pingce tour``: from raw text to leaderboard on our own sentences, command by command."""

import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import IO, TYPE_CHECKING, TextIO, cast

import click

from pingce.cli.outputs import leave_unsaid
from pingce.cli.terminal import lang_option
from pingce.spec.words import Lang

if TYPE_CHECKING:
    from pingce.demo.tour.step import Console


@click.command()
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("tour"),
    show_default=True,
    help="Folder for everything the tour makes; one that an earlier tour made is made anew.",
)
@click.option(
    "--into",
    metavar="DATABASE",
    help="Fill the project's folder beside this demo database instead, as `pingce serve --demo` does; a new database "
    "becomes a demo first. Goes on where it was broken off.",
)
@lang_option
@click.pass_context
def tour(context: click.Context, out: Path, into: str | None, lang: Lang) -> None:
    """Walk through all seven stages on our own sentences; every command is printed before it runs.

    The folder holds all files and report.html, which tells the story and opens without a network.
    """
    import gc

    from pingce.demo.tour import run

    gc.enable()  # many commands in one process
    chosen = context.get_parameter_source("lang") is not click.core.ParameterSource.DEFAULT
    if into is not None:
        run.fill_project(into, this_console(), lang=lang)
    else:
        run.tell(out, this_console(), lang=lang, lang_chosen=chosen)


def this_console() -> "Console":
    """Our own commands, run in this process; what they print is shown at once and kept."""
    from pingce.demo.tour.step import Console

    return Console(_run_command, listening)


def _run_command(arguments: list[str]) -> int:
    """Gives the exit code."""
    from pingce.cli.main import cli

    try:
        stopped = cli.main(arguments, prog_name="pingce", standalone_mode=False)
    except click.ClickException as problem:
        problem.show()
        return problem.exit_code
    return stopped if isinstance(stopped, int) else 0


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
