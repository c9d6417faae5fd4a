"""``pingce annotate glosses``."""

import json
from dataclasses import asdict
from pathlib import Path

import click

from pingce.cli.database_options import acting, as_option, database, database_option
from pingce.cli.terminal import json_option, lang_option, print_table
from pingce.spec.words import Lang, Words

FILE = click.Path(path_type=Path, dir_okay=False)


@click.command()
@click.argument("campaign")
@click.option("--word", default="", help="Everything about one word: glosses, reports, history, items touched.")
@click.option(
    "--apply", "changes", type=click.Path(path_type=Path, dir_okay=False), help="Make these reviewed changes."
)
@click.option("--send-back", metavar="REASON", help="With --word: decided items that cannot be read, to a reviewer.")
@as_option
@database_option
@json_option("everything")
@lang_option
def glosses(
    campaign: str,
    word: str,
    changes: Path | None,
    send_back: str | None,
    as_name: str | None,
    database_url: str,
    as_json: bool,
    lang: Lang,
) -> None:
    """Faults that annotators of CAMPAIGN reported in glosses, and changes to them.

    Stored answers keep the wording of their time; exports and figures read them in today's glosses. Answers with a
    gloss that was split or deleted are left out and counted until somebody has decided anew.
    """
    from pingce.annotate.services import campaigns, inventory
    from pingce.formats.gloss_edits import read_gloss_edits
    from pingce.store.database import transaction

    if send_back is not None and not word:
        raise click.UsageError("--send-back needs --word.")
    edits = read_gloss_edits(changes) if changes is not None else []
    with database(database_url) as engine, transaction(engine) as db:
        actor = acting(db, as_name)
        number = campaigns.campaign_named(db, actor, campaign)
        if edits:
            inventory.change_glosses(db, actor, number, edits)
        if send_back is not None:
            inventory.send_back(db, actor, number, word, reason=send_back)
        about = inventory.word_inventory(db, actor, number, word) if word else None
        reports = inventory.gloss_reports(db, actor, number, word=word)
        made = inventory.gloss_changes(db, actor, number, word=word)
    if as_json or about is not None:
        shown = (
            asdict(about) if about else {"reports": [asdict(r) for r in reports], "changes": [asdict(c) for c in made]}
        )
        click.echo(json.dumps(shown, ensure_ascii=False))
        return
    header = Words("词 释义 问题 说明 报告人 已处理", "word gloss code remark by done").say(lang).split()
    rows = [(r.word, r.gloss, r.code, r.remark, r.by, "✓" if r.change else "") for r in reports]
    print_table("", header, rows)
