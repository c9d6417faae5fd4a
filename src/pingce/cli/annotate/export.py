"""``pingce annotate export``."""

from pathlib import Path

import click

from pingce.cli.annotate.desk import acting, as_option, database, database_option
from pingce.cli.outputs import writes
from pingce.cli.terminal import spoken_option


@click.command()
@click.argument("campaign")
@click.option(
    "--format",
    "kind",
    type=click.Choice(["official", "history", "csv"]),
    default="official",
    show_default=True,
    help="Decided items in the task's format; everything that ever happened; a table of answers.",
)
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), help="A file; default: stdout.")
@as_option
@database_option
@spoken_option
@writes("out")
def export(campaign: str, kind: str, out: Path | None, as_name: str | None, database_url: str) -> None:
    """Write what CAMPAIGN (number or title) has brought."""
    import sys
    from typing import cast

    from pingce.annotate.services import campaigns
    from pingce.annotate.services.download import ExportFormat, export_chunks
    from pingce.formats.write import atomic
    from pingce.store.database import reading

    with database(database_url) as engine, reading(engine) as db:
        actor = acting(db, as_name)
        number = campaigns.campaign_named(db, actor, campaign)
        chunks = export_chunks(db, actor, number, cast("ExportFormat", kind))
        if out is None:
            for chunk in chunks:
                sys.stdout.buffer.write(chunk)
            return
        with atomic(out) as file:
            for chunk in chunks:
                file.write(chunk)
