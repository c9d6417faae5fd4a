"""``pingce quality leaks``: what parts of data sets give away about each other."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pingce.cli.outputs import writes
from pingce.cli.terminal import json_option, lang_option, page_lang, print_page, progress
from pingce.spec.words import Lang

from .inputs import FILE, html_option, parts_argument

if TYPE_CHECKING:
    from pingce.formats.encode import Json
    from pingce.quality.leaks import DatasetLeaks

SHOWN = 10


@click.command()
@parts_argument
@click.option("--out", "listing", type=FILE, help="Write every original with items in several parts (JSONL).")
@html_option
@json_option("the counts")
@lang_option
@writes("listing", "html")
def leaks(parts: tuple[str, ...], listing: Path | None, html: Path | None, as_json: bool, lang: Lang) -> None:
    """Identical and nearly identical texts of different parts, shared originals, answers given away.

    Give all splits, subtasks and editions that are or will be public. A part is TASK=FILE or TASK:SPLIT=FILE.
    """
    from pingce.formats.parts import read_parts
    from pingce.quality.leaks import find_leaks

    found = find_leaks(read_parts(parts, watch=progress))
    if listing is not None:
        from pingce.formats.write import write_jsonl

        write_jsonl(listing, _records(found))
    if html is not None:
        from pingce.formats.write import write_text
        from pingce.report.leaks import leaks_page

        write_text(html, leaks_page(found, lang=page_lang(lang)))
    if as_json:
        import orjson

        click.echo(orjson.dumps(_counts(found)).decode())
        return
    from pingce.report.leaks import describe_page

    print_page(describe_page(found, most=SHOWN), lang)


def _records(found: "DatasetLeaks") -> "Iterator[dict[str, Json]]":
    for one in found.findings:
        members: list[Json] = [
            {"part": m.part, "id": m.id, "label": m.label or None, "text": m.text} for m in one.members
        ]
        yield {"original": one.group, "level": one.level, "items": members}


def _counts(found: "DatasetLeaks") -> dict[str, object]:
    return {
        "parts": {name: {"items": n, "originals": found.originals[name]} for name, n in found.parts.items()},
        "overlaps": [one._asdict() for one in found.overlaps],
        "given_away": [{**one._asdict(), "label": one.label, "telling": one.telling} for one in found.given_away],
        "same_answers": [one._asdict() for one in found.same_answers],
        "originals_in_several_parts": len(found.findings),
    }
