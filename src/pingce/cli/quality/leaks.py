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

    leaking = find_leaks(read_parts(parts, watch=progress))
    if listing is not None:
        from pingce.formats.write import write_jsonl

        write_jsonl(listing, _records(leaking))
    if html is not None:
        from pingce.formats.write import write_text
        from pingce.report.leaks import leaks_page

        write_text(html, leaks_page(leaking, lang=page_lang(lang)))
    if as_json:
        import orjson

        click.echo(orjson.dumps(_counts(leaking)).decode())
        return
    from pingce.report.leaks import describe_page

    print_page(describe_page(leaking, most=SHOWN), lang)


def _records(leaking: "DatasetLeaks") -> "Iterator[dict[str, Json]]":
    for one in leaking.findings:
        members: list[Json] = [
            {"part": m.part, "id": m.id, "label": m.label or None, "text": m.text} for m in one.members
        ]
        yield {"original": one.group, "level": one.level, "items": members}


def _counts(leaking: "DatasetLeaks") -> dict[str, object]:
    return {
        "parts": {name: {"items": n, "originals": leaking.originals[name]} for name, n in leaking.parts.items()},
        "overlaps": [one._asdict() for one in leaking.overlaps],
        "given_away": [{**one._asdict(), "label": one.label, "telling": one.telling} for one in leaking.given_away],
        "same_answers": [one._asdict() for one in leaking.same_answers],
        "originals_in_several_parts": len(leaking.findings),
    }
