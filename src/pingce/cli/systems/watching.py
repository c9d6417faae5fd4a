"""What a system is doing, its loss and the time left: a bar on the terminal, lines where nobody is looking."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from pingce.spec.words import Lang, Words
from pingce.systems.interface import Progress
from pingce.systems.progress_lines import LineProgress

if TYPE_CHECKING:
    from rich.progress import Progress as RichProgress
    from rich.progress import TaskID


class Bars:
    """One bar after the other."""

    def __init__(self, progress: "RichProgress", lang: Lang) -> None:
        self._progress, self._lang = progress, lang
        self._bar: TaskID | None = None

    def begin(self, what: Words, total: int) -> None:
        if self._bar is not None:
            self._progress.remove_task(self._bar)
        self._bar = self._progress.add_task(what.say(self._lang), total=total, note="")

    def advance(self, steps: int = 1, note: str = "") -> None:
        assert self._bar is not None, "begin comes first"
        self._progress.update(self._bar, advance=steps, note=note)


@contextmanager
def watched(lang: Lang) -> Iterator[Progress]:
    """A bar if somebody is looking, else a line every half minute, so that a log shows whether it goes on."""
    if not sys.stderr.isatty():
        with LineProgress(lambda line: click.echo(line, err=True), eager=False).ticking() as lines:
            yield lines
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as RichProgress

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[note]}"),
        TimeRemainingColumn(),
    )
    with RichProgress(*columns, console=Console(stderr=True), transient=True) as progress:
        yield Bars(progress, lang)
