"""Numbers of the quality stage as JSON, and pages about people's answers."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pingce.cli.terminal import page_lang
from pingce.formats.encode import Json
from pingce.spec.words import Lang, Words

if TYPE_CHECKING:
    from pingce.quality.agreement.numbers import AgreementNumber
    from pingce.quality.annotations import Annotations
    from pingce.report.sections import Page


def as_json(number: "AgreementNumber") -> dict[str, Json]:
    return {
        "value": number.value,
        "n": number.n,
        "interval": list(number.interval) if number.interval is not None else None,
        "why": number.why.en if number.why is not None else None,
    }


def all_json(numbers: "Mapping[str, AgreementNumber]") -> dict[str, Json]:
    return {name: as_json(number) for name, number in numbers.items()}


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
