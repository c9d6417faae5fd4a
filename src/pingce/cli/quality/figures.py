"""Write pages about people's answers."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pingce.cli.terminal import page_lang
from pingce.spec.words import Lang, Words

if TYPE_CHECKING:
    from pingce.quality.annotations import Annotations
    from pingce.report.sections import Page


def write_page(path: Path, page: "Page", data: "Annotations", lang: Lang) -> None:
    """The page of one result about the answers ``data``."""
    from pingce.formats.write import write_text
    from pingce.report.annotations import facts
    from pingce.report.sections import sections_page

    whole = page._replace(facts=[*facts(data), *page.facts])
    write_text(path, sections_page(whole, lang=page_lang(lang)))
    written(path, lang)


def written(path: Path, lang: Lang) -> None:
    click.echo(Words(f"已写出 {path}", f"{path} written").say(lang), err=True)
