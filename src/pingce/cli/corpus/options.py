"""What the long commands share: engine options, a progress bar, a kind word when interrupted."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, get_args

import click

from pingce.corpus.engine import Engine, LocalEngine, RayEngine
from pingce.corpus.sample.tagged import Form

Advance = Callable[[int], None]


def engine_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """``--workers``, ``--engine``, ``--address``; the command hands them to ``make_engine``."""
    options = (
        click.option(
            "--workers",
            type=click.IntRange(min=0),
            default=1,
            show_default=True,
            help="Processes that share the work; 0 means one for each core. The output is the same for any number.",
        ),
        click.option(
            "--engine",
            type=click.Choice(["local", "ray"]),
            default="local",
            show_default=True,
            help="Where they run: on this machine or on a Ray cluster (pip install 'pingce[ray]').",
        ),
        click.option(
            "--address",
            help="The Ray cluster: HOST:6379 from one of its machines, ray://HOST:10001 from any other; "
            "without it Ray starts on this machine.",
        ),
    )
    for option in reversed(options):
        command = option(command)
    return command


def texts_options(tagger_help: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """``--texts``, ``--tagger``, ``--user-dictionary``: how a corpus is cut into words."""
    options = (
        click.option(
            "--texts",
            "form",
            type=click.Choice(get_args(Form)),
            default="auto",
            show_default=True,
            help="Whether lines are word/tag word/tag … or raw text.",
        ),
        click.option("--tagger", default="default", show_default=True, help=tagger_help),
        click.option("--user-dictionary", type=click.Path(path_type=Path), help="Further words for the tagger."),
    )

    def add(command: Callable[..., Any]) -> Callable[..., Any]:
        for option in reversed(options):
            command = option(command)
        return command

    return add


def make_engine(engine: str, workers: int, address: str | None) -> Engine:
    """The engine the options name: processes of this machine, or a Ray cluster."""
    count = workers or os.cpu_count() or 1
    if engine == "ray":
        return RayEngine(address, count)
    if address is not None:
        raise click.UsageError("--address is for --engine ray.")
    return LocalEngine(count)


@contextmanager
def progress_bar(
    description: str, *, total_bytes: int | None = None, total_items: int | None = None
) -> Iterator[Advance]:
    """A bar on stderr if somebody is looking; call what it gives with the bytes or items that are done.

    Without a total it only counts. The time left comes with the rate of the last moments.
    """
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from .rate import RateColumn

    count = DownloadColumn() if total_bytes is not None else MofNCompleteColumn()
    rate = RateColumn("bytes" if total_bytes is not None else "items")
    columns = (TextColumn("{task.description}"), BarColumn(), count, rate, TimeRemainingColumn())
    total = total_bytes if total_bytes is not None else total_items
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, redirect_stdout=False) as progress:
        task = progress.add_task(description, total=total)
        yield lambda amount: progress.advance(task, amount)


@contextmanager
def interruptible() -> Iterator[None]:
    """Ctrl-C in a command whose output is resumable; leaves through click, so files and processes are closed first."""
    try:
        yield
    except KeyboardInterrupt:
        click.echo("\nInterrupted; run the same command again to go on.", err=True)
        raise click.exceptions.Exit(130) from None
