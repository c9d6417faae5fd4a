"""``pingce tour``: from raw text to leaderboard on our own sentences, command by command."""

from pathlib import Path

import click

from pingce.cli.terminal import lang_option
from pingce.spec.words import Lang


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
        run.fill_project(into, lang=lang)
    else:
        run.tell(out, lang=lang, lang_chosen=chosen)
