"""``pingce annotate export``."""

from pathlib import Path

import click

from pingce.cli.database_options import acting, as_option, database, database_option
from pingce.cli.left_out import kept_lines
from pingce.cli.outputs import writes
from pingce.cli.terminal import spoken, spoken_option


@click.command()
@click.argument("campaign")
@click.option(
    "--format",
    "kind",
    type=click.Choice(["official", "provenance", "history", "csv"]),
    default="official",
    show_default=True,
    help="Decided items in the task's format; where they come from; everything that ever happened; a table of answers.",
)
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), help="A file; default: stdout.")
@click.option("--tiers", metavar="TIER,…", help="Items of these tiers, or all; default: those that are released.")
@as_option
@database_option
@spoken_option
@writes("out")
def export(
    campaign: str, kind: str, out: Path | None, tiers: str | None, as_name: str | None, database_url: str
) -> None:
    """Write what CAMPAIGN (number or title) has brought.

    Beside an official file OUT.jsonl lies its sidecar OUT.provenance.jsonl, which says where each item comes from.
    Items that `pingce quality tiers` keeps back are left out and counted.
    """
    import sys
    from typing import cast

    from pingce.annotate.services import campaigns
    from pingce.annotate.services.download import ExportFormat, export_chunks, export_files
    from pingce.formats.tiers import tier_choice
    from pingce.formats.write import atomic
    from pingce.store.database import reading

    if tiers is not None and kind not in ("official", "provenance"):
        raise click.UsageError("--tiers is for official files; the history and the table have everything.")
    choice = tier_choice(tiers)
    with database(database_url) as engine, reading(engine) as db:
        actor = acting(db, as_name)
        number = campaigns.campaign_named(db, actor, campaign)
        if out is not None and kind == "official" and campaigns.makes_data_set(db, actor, number):
            for line in kept_lines(export_files(db, actor, number, out, tiers=choice)):
                click.echo(spoken(line), err=True)
            return
        chunks = export_chunks(db, actor, number, cast("ExportFormat", kind), tiers=choice)
        if out is None:
            for chunk in chunks:
                sys.stdout.buffer.write(chunk)
            return
        with atomic(out) as file:
            for chunk in chunks:
                file.write(chunk)
