"""``pingce corpus dictionary stats``."""

from pathlib import Path

import click

from pingce.cli.outputs import writes
from pingce.cli.terminal import json_option, lang_option, page_lang, print_page
from pingce.spec.words import Lang


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

    inventories = {file.name: inventory_statistics(by_word(read_entries(file)).values()) for file in files}
    if html is not None:
        from pingce.report.inventory import inventory_page

        write_text(html, inventory_page(inventories, lang=page_lang(lang)))
    if as_json:
        click.echo(orjson.dumps({name: numbers.as_dict() for name, numbers in inventories.items()}).decode())
        return
    from pingce.report.inventory import describe_page

    print_page(describe_page(inventories, most_senses=None), lang)
    if html is not None:
        click.echo(str(html), err=True)
