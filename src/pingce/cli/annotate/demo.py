"""``pingce annotate demo``."""

import json

import click

from pingce.cli.database_options import acting, database, database_option
from pingce.cli.terminal import spoken_option


@click.command()
@database_option
@spoken_option
def demo(database_url: str) -> None:
    """Fill an empty database with the demo: people of every role, a campaign of every kind, a week of work.

    A database that has people in it is left as it is. Prints the campaigns as JSON.
    """
    from pingce.annotate.services import campaigns
    from pingce.demo.fill_database import fill_campaigns
    from pingce.store.database import reading

    with database(database_url, new=True) as engine:
        fill_campaigns(engine)
        with reading(engine) as db:
            briefs = campaigns.campaigns_of(db, acting(db, None))
    click.echo(
        json.dumps(
            {campaign.title: {"items": campaign.items, "decided": campaign.decided} for campaign in briefs},
            ensure_ascii=False,
        )
    )
