"""``pingce annotate remove`` and ``pingce annotate restore``."""

import json
from dataclasses import asdict

import click

from pingce.cli.database_options import acting, as_option, database, database_option
from pingce.cli.terminal import spoken_option


@click.command()
@click.argument("campaign")
@click.option("--archive", is_flag=True, help="Only put it away: it can still be read and exported.")
@click.option("--dry-run", is_flag=True, help="Only say what would be gone.")
@as_option
@database_option
@spoken_option
def remove(campaign: str, archive: bool, dry_run: bool, as_name: str | None, database_url: str) -> None:
    """Delete CAMPAIGN (number or title); prints what that takes along as JSON.

    For thirty days `pingce annotate restore NUMBER` brings it back. A campaign with items in a released pack, or that a
    benchmark made, can only be archived.
    """
    from pingce.annotate.services import campaigns, removal
    from pingce.store.database import transaction

    with database(database_url) as engine, transaction(engine) as db:
        actor = acting(db, as_name)
        number = campaigns.campaign_named(db, actor, campaign)
        gone = removal.removal_preview(db, actor, number)
        if archive and not dry_run:
            removal.archive_campaign(db, actor, number)
        elif not dry_run:
            removal.delete_campaign(db, actor, number)
    click.echo(json.dumps({"campaign": number, **asdict(gone)}, ensure_ascii=False))


@click.command()
@click.argument("campaign", type=int)
@as_option
@database_option
@spoken_option
def restore(campaign: int, as_name: str | None, database_url: str) -> None:
    """Bring back the campaign of that number after it was archived or deleted."""
    from pingce.annotate.services import campaigns, removal
    from pingce.store.database import transaction

    with database(database_url) as engine, transaction(engine) as db:
        actor = acting(db, as_name)
        removal.restore_campaign(db, actor, campaign)
        brief = campaigns.campaign_detail(db, actor, campaign).brief
    click.echo(json.dumps({"id": brief.id, "title": brief.title, "status": brief.status}, ensure_ascii=False))
