"""``pingce annotate recount``."""

import json
from typing import TYPE_CHECKING

import click

from pingce.cli.database_options import acting, as_option, database, database_option
from pingce.cli.terminal import json_option, lang_option, print_table
from pingce.spec.words import Lang, Words

if TYPE_CHECKING:
    from pingce.annotate.services.recount import WrongFigure


@click.command()
@click.argument("campaign")
@click.option("--repair", is_flag=True, help="Drop kept figures that are wrong: they are counted anew.")
@as_option
@database_option
@json_option("the differences")
@lang_option
def recount(campaign: str, repair: bool, as_name: str | None, database_url: str, as_json: bool, lang: Lang) -> None:
    """Compare the kept figures of CAMPAIGN (number or title) with those from all rows.

    The page of a campaign adds up what was counted before and what changed since. This counts everything again,
    which takes minutes for a million items, and ends with 1 if any number is not the same.
    """
    from pingce.annotate.services.campaigns import campaign_named
    from pingce.annotate.services.recount import differences, forget_kept
    from pingce.store.database import snapshot, transaction

    with database(database_url) as engine:
        with snapshot(engine) as db:
            actor = acting(db, as_name)
            number = campaign_named(db, actor, campaign)
            wrong = differences(db, actor, number)
        if wrong and repair:
            with transaction(engine) as db:
                forget_kept(db, actor, number)
    if as_json:
        rows = [{"name": figure.name, "kept": figure.kept, "recounted": figure.recounted} for figure in wrong]
        click.echo(json.dumps({"differences": rows, "repaired": bool(wrong and repair)}, ensure_ascii=False))
    else:
        _show(wrong, lang, repaired=repair)
    if wrong:
        click.get_current_context().exit(1)


def _show(wrong: "list[WrongFigure]", lang: Lang, *, repaired: bool) -> None:
    if not wrong:
        click.echo(Words("保存的统计与重新计数一致。", "The kept figures are those of the recount.").say(lang))
        return
    header = Words("数 保存的 重新计数", "number kept recounted").say(lang).split()
    print_table("", header, [(figure.name, str(figure.kept), str(figure.recounted)) for figure in wrong])
    if repaired:
        said = Words("已丢弃保存的统计，将重新计数。", "The kept figures were dropped and will be counted anew.")
        click.echo(said.say(lang), err=True)
