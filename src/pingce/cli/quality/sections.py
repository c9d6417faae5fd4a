"""What the commands about data sets share: parts as arguments, pages as printed tables."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from pingce.cli.terminal import number, print_table
from pingce.spec.words import Lang, Words

if TYPE_CHECKING:
    from pingce.report.charts import BarTable
    from pingce.report.sections import Block, Chart, Page

parts_argument = click.argument("parts", nargs=-1, required=True, metavar="TASK[:SPLIT]=FILE...")
originals_option = click.option(
    "--originals",
    multiple=True,
    metavar="TASK[:SPLIT]=FILE",
    help="Texts nothing was replaced in (SpaCE2022: those of task 3); repeat for several files.",
)
certain_option = click.option(
    "--certain", is_flag=True, help="Only originals that are given or the only possible ones, no likeliest guess."
)


def print_page(page: "Page", lang: Lang) -> None:
    """Every table of a page; histograms as tables."""
    for name, value in page.facts:
        click.echo(f"{name.say(lang)}{Words('：', ': ').say(lang)}{value.say(lang)}")
    for section in page.sections:
        click.secho(f"\n{section.title.say(lang)}", bold=True)
        for block in section.blocks:
            _print(block, lang)


def _print(block: "Block", lang: Lang) -> None:
    from pingce.report.charts import BarTable
    from pingce.report.sections import Chart, Table

    match block:
        case Table():
            rows = [[cell.say(lang) for cell in row] for row in block.rows]
            print_table(block.title.say(lang), [name.say(lang) for name in block.head], rows)
        case BarTable():
            _print_bars(block, lang)
        case Chart():
            _print_chart(block, lang)


def _print_bars(block: "BarTable", lang: Lang) -> None:
    head = [block.title, block.n_title, *block.columns]
    rows: Sequence[Sequence[str]] = [
        [one.name.say(lang), f"{one.n:,}" if one.n is not None else "", *map(number, one.numbers)] for one in block.bars
    ]
    print_table("", [name.say(lang) for name in head], rows)
    if block.note is not None:
        click.echo(f"  {block.note.say(lang)}")


def _print_chart(block: "Chart", lang: Lang) -> None:
    rows = [[one.name, f"{one.n:,}", f"{100 * one.share:.1f}"] for one in block.bins]
    print_table(block.title.say(lang), [block.unit.say(lang), block.counted.say(lang), "%"], rows)
