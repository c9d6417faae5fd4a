"""``pingce quality leaks``: what parts of data sets give away about each other."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pingce.cli.outputs import writes
from pingce.cli.terminal import json_option, lang_option, progress
from pingce.spec.words import Lang

from .inputs import FILE, html_option, parts_argument
from .show import show_about_data

if TYPE_CHECKING:
    from pingce.formats.encode import Json
    from pingce.quality.earlier import EarlierLeaks
    from pingce.quality.leaks import DatasetLeaks

SHOWN = 10


@click.command()
@parts_argument
@click.option(
    "--against",
    "earlier",
    multiple=True,
    metavar="TASK[:SPLIT]=FILE",
    help="An earlier file; tells what it gives away about the parts. Repeat for several.",
)
@click.option("--out", "listing", type=FILE, help="Write every original with items in several parts (JSONL).")
@html_option
@json_option("the counts")
@lang_option
@writes("listing", "html")
def leaks(
    parts: tuple[str, ...],
    earlier: tuple[str, ...],
    listing: Path | None,
    html: Path | None,
    as_json: bool,
    lang: Lang,
) -> None:
    """Identical and nearly identical texts of different parts, shared originals, answers given away.

    Give all splits, subtasks and editions that are or will be public. A part is TASK=FILE or TASK:SPLIT=FILE. With
    --against the parts are tests and the other files came earlier: which texts stand there (punctuation ignored), what
    their answers give away, and the score of a system that uses nothing else; --out then writes these items.
    """
    if earlier:
        _tell_earlier(parts, earlier, listing, html, as_json=as_json, lang=lang)
        return
    from pingce.formats.parts import read_parts
    from pingce.quality.leaks import find_leaks
    from pingce.report.leaks import describe_page, leaks_page

    leaking = find_leaks(read_parts(parts, watch=progress))
    if listing is not None:
        from pingce.formats.write import write_jsonl

        write_jsonl(listing, _records(leaking))
    show_about_data(
        html=html,
        page=lambda spoken: leaks_page(leaking, lang=spoken),
        record=leaking.as_json if as_json else None,
        summary=lambda: describe_page(leaking, most=SHOWN),
        lang=lang,
    )


def _tell_earlier(
    parts: tuple[str, ...],
    earlier: tuple[str, ...],
    listing: Path | None,
    html: Path | None,
    *,
    as_json: bool,
    lang: Lang,
) -> None:
    from pingce.formats.parts import read_parts
    from pingce.quality.earlier import find_earlier_leaks
    from pingce.report.earlier_leaks import describe_earlier, earlier_page

    read = read_parts([*parts, *earlier], watch=progress)
    leaking = find_earlier_leaks(read[: len(parts)], read[len(parts) :])
    if listing is not None:
        from pingce.formats.write import write_jsonl

        write_jsonl(listing, _shared_items(leaking))
    show_about_data(
        html=html,
        page=lambda spoken: earlier_page(leaking, lang=spoken),
        record=(lambda: {"parts": [part.as_json() for part in leaking]}) if as_json else None,
        summary=lambda: describe_earlier(leaking, most=SHOWN),
        lang=lang,
    )


def _shared_items(leaking: "Sequence[EarlierLeaks]") -> "Iterator[dict[str, Json]]":
    for part in leaking:
        for item in part.shared:
            seen: list[Json] = [{"part": s.part, "id": s.id, "clue": s.clue or None} for s in item.seen]
            yield {"part": part.part, "id": item.id, "label": item.label, "text": item.text, "seen": seen}


def _records(leaking: "DatasetLeaks") -> "Iterator[dict[str, Json]]":
    for leak in leaking.findings:
        members: list[Json] = [
            {"part": m.part, "id": m.id, "label": m.label or None, "text": m.text} for m in leak.members
        ]
        yield {"original": leak.group, "level": leak.level, "items": members}
