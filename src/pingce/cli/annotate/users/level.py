"""``pingce annotate users level``."""

import json
from pathlib import Path

import click

from pingce.cli.annotate.create import pair
from pingce.cli.database_options import acting, as_option, database, database_option
from pingce.cli.terminal import json_option, lang_option, print_table
from pingce.spec.words import Lang, Words


@click.command()
@click.argument("campaign")
@click.argument("levels", nargs=-1, metavar="[NAME=LEVEL]...")
@click.option(
    "--from", "source", metavar="CAMPAIGN", help="Levels that people earned there, as `quality people` has them."
)
@click.option(
    "--thresholds", type=click.Path(path_type=Path, dir_okay=False), help="Thresholds of the levels (TOML) for --from."
)
@as_option
@database_option
@json_option("everybody's level")
@lang_option
def level(
    campaign: str,
    levels: tuple[str, ...],
    source: str | None,
    thresholds: Path | None,
    as_name: str | None,
    database_url: str,
    as_json: bool,
    lang: Lang,
) -> None:
    """Give members of CAMPAIGN a level (A, B …), or list their levels; alone_levels goes by it.

    NAME=LEVEL sets it by hand (NAME= takes it away), --from computes it from the answers to another campaign or to
    this one.
    """
    from pingce.annotate.services import campaigns, members
    from pingce.flow.annotator_levels import grade_members
    from pingce.store.database import transaction

    with database(database_url) as engine, transaction(engine) as db:
        actor = acting(db, as_name)
        number = campaigns.campaign_named(db, actor, campaign)
        if source is not None:
            grade_members(db, actor, number, campaigns.campaign_named(db, actor, source), thresholds)
        if levels:
            members.set_levels(db, actor, number, dict(map(pair, levels)))
        now = members.members(db, actor, number)
    if as_json:
        click.echo(json.dumps({"levels": {member.name: member.level for member in now}}, ensure_ascii=False))
        return
    rows = [(member.name, member.level or "–") for member in now]
    print_table("", Words("成员 等级", "member level").say(lang).split(), rows)
