"""``pingce new``: a folder for a benchmark."""

from pathlib import Path
from typing import cast

import click

from pingce.cli.terminal import lang_option
from pingce.flow.new import LIKES, Like
from pingce.spec.words import Lang, Words


@click.command()
@click.argument("folder", metavar="NAME", type=click.Path(path_type=Path, file_okay=False))
@click.option(
    "--like",
    type=click.Choice(LIKES),
    default="space2022",
    show_default=True,
    help="Whose recipe: sources, stages and settings come with comments and a small sample of texts.",
)
@lang_option
def new(folder: Path, like: str, lang: Lang) -> None:
    """Make the benchmark NAME: a folder with benchmark.toml.

    The file says what the benchmark is made of and how; change it, put your texts into sources, then run pingce make.
    A folder that a server or the tour has filled can become a benchmark, too: nothing in it is replaced.
    """
    from pingce.flow.new import new_benchmark

    made = new_benchmark(folder, cast("Like", like))
    count = len(made.stages)
    click.echo(
        Words(
            f"已建立 {folder}：{len(made.sources)} 份语料，{count} 步。接着：cd {folder}；pingce make --dry-run",
            f"{folder} made: {len(made.sources)} sources, {count} stages. Next: cd {folder}; pingce make --dry-run",
        ).say(lang)
    )
