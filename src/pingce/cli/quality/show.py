"""How commands of the quality stage show a result: as a page in a file, as JSON, or as tables on the terminal."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import click

from pingce.cli.terminal import page_lang, print_page
from pingce.spec.words import Lang, Words

if TYPE_CHECKING:
    from pingce.quality.annotations import Annotations
    from pingce.report.sections import Page


class JsonResult(Protocol):
    """What a command computed and can tell as JSON."""

    def as_json(self) -> Mapping[str, object]: ...


def show_about_people(
    result: JsonResult, page: "Page", data: "Annotations", *, html: Path | None, as_json: bool, lang: Lang
) -> None:
    """A result about the answers ``data`` and the people who gave them."""
    if html is not None:
        write_page(html, page, data, lang)
    if as_json:
        click.echo(json.dumps(result.as_json(), ensure_ascii=False))
    else:
        print_page(page, lang)


def show_about_data(
    *,
    html: Path | None,
    page: Callable[[Lang], str],
    record: Callable[[], object] | None,
    summary: Callable[[], "Page"],
    lang: Lang,
) -> None:
    """A result about data sets: ``page`` for the file, ``record`` for JSON if that is wanted, else the ``summary``."""
    if html is not None:
        from pingce.formats.write import write_text

        write_text(html, page(page_lang(lang)))
    if record is not None:
        import orjson

        click.echo(orjson.dumps(record()).decode())
    else:
        print_page(summary(), lang)


def write_page(path: Path, page: "Page", data: "Annotations", lang: Lang) -> None:
    """The page of one result about the answers ``data``."""
    from pingce.formats.write import write_text
    from pingce.report.annotations import facts
    from pingce.report.sections import sections_page

    whole = page._replace(facts=[*facts(data), *page.facts])
    write_text(path, sections_page(whole, lang=page_lang(lang)))
    written(path, lang)


def written(path: Path, lang: Lang) -> None:
    """Tell that a file was written, beside the result."""
    click.echo(Words(f"已写出 {path}", f"{path} written").say(lang), err=True)
