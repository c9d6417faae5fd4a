"""``pingce tour``: from raw text to leaderboard on our own sentences, command by command."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

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
    from pingce.cli.listening import listening
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
