"""``pingce quality prove``: reasoning items held against their own proofs."""

from pathlib import Path

import click

from pingce.cli.outputs import writes
from pingce.cli.terminal import json_option, lang_option, progress
from pingce.spec.words import Lang

from .inputs import FILE, html_option
from .show import show_about_data

SHOWN = 10


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="[TASK=]FILE...")
@click.option("--out", "listing", type=FILE, help="Write every alarm with its proof (JSONL).")
@html_option
@json_option("everything found")
@lang_option
@writes("listing", "html")
def prove(files: tuple[str, ...], listing: Path | None, html: Path | None, as_json: bool, lang: Lang) -> None:
    """Items that contradict themselves, whose gold does not follow, whose marks mislead; answers given away.

    Give the files of both languages to compare twins. A file is known by its records, or named TASK=FILE.
    """
    from pingce.quality.proving.audit import audit_parts
    from pingce.quality.proving.inputs import read_reasoning_parts
    from pingce.report.audit import audit_page, describe_page

    audit = audit_parts(read_reasoning_parts(files, watch=progress))
    if listing is not None:
        from pingce.formats.write import write_jsonl

        write_jsonl(listing, (row.as_json() for row in audit.alarms))
    show_about_data(
        html=html,
        page=lambda spoken: audit_page(audit, lang=spoken),
        record=audit.as_json if as_json else None,
        summary=lambda: describe_page(audit, most=SHOWN),
        lang=lang,
    )
