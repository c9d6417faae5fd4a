"""``pingce corpus dictionary stats``."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pingce.cli.outputs import writes
from pingce.cli.terminal import json_option, lang_option, page_lang, print_table
from pingce.spec.words import Lang

if TYPE_CHECKING:
    from pingce.corpus.dictionary.statistics import InventoryStatistics


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--html", type=click.Path(path_type=Path, dir_okay=False), help="Also write a page with charts.")
@lang_option
@json_option("the numbers")
@writes("html")
def stats(files: tuple[Path, ...], html: Path | None, lang: Lang, as_json: bool) -> None:
    """Words, polysemous words, senses per word, gloss length and sense counts of FILES, side by side."""
    import orjson

    from pingce.corpus.dictionary.statistics import inventory_statistics
    from pingce.corpus.entries import by_word, read_entries
    from pingce.formats.write import write_text

    found = {file.name: inventory_statistics(by_word(read_entries(file)).values()) for file in files}
    if html is not None:
        from pingce.report.inventory import inventory_page

        write_text(html, inventory_page(found, lang=page_lang(lang)))
    if as_json:
        click.echo(orjson.dumps({name: numbers.as_dict() for name, numbers in found.items()}).decode())
        return
    for name, numbers in found.items():
        _print(name, numbers, lang)
    if html is not None:
        click.echo(str(html), err=True)


def _print(name: str, numbers: "InventoryStatistics", lang: Lang) -> None:
    from pingce.report.inventory import SENSES, WORDS, facts

    print_table("", [name, ""], [[title.say(lang), text] for title, text in facts(numbers)])
    rows = [
        [str(senses), f"{words:,}", f"{100 * words / numbers.words:.1f} %"]
        for senses, words in numbers.senses.counts.items()
    ]
    print_table("", [SENSES.say(lang), WORDS.say(lang), "%"], rows)
