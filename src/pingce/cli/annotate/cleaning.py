"""``pingce annotate cleaning``."""

import json
from dataclasses import asdict
from pathlib import Path

import click

from pingce.cli.database_options import acting, as_option, database, database_option
from pingce.cli.outputs import writes
from pingce.cli.terminal import json_option, lang_option, page_lang, print_page
from pingce.spec.words import Lang, Words


@click.command()
@click.argument("campaign")
@click.option(
    "--html", type=click.Path(path_type=Path, dir_okay=False), help="Write a page with the tables and a chart."
)
@as_option
@database_option
@json_option("all counts")
@lang_option
@writes("html")
def cleaning(
    *, campaign: str, html: Path | None, as_name: str | None, database_url: str, as_json: bool, lang: Lang
) -> None:
    """Texts before and after CAMPAIGN looked them through, by kind of source and genre, and why texts went.

    For campaigns made with the presets clean-passages and clean-sentences. The texts that stay are written by
    `pingce annotate export CAMPAIGN --out corpus.jsonl`.
    """
    from pingce.annotate.services import campaigns
    from pingce.annotate.services.cleaning import cleaning as compute
    from pingce.formats.write import write_text
    from pingce.report.cleaning import cleaning_page
    from pingce.report.sections import sections_page
    from pingce.store.database import reading

    with database(database_url) as engine, reading(engine) as db:
        actor = acting(db, as_name)
        view = compute(db, actor, campaigns.campaign_named(db, actor, campaign))
    page = cleaning_page(view)
    if html is not None:
        write_text(html, sections_page(page, lang=page_lang(lang)))
        click.echo(Words(f"已写出 {html}", f"{html} written").say(lang), err=True)
    if as_json:
        click.echo(json.dumps(asdict(view), ensure_ascii=False))
    else:
        print_page(page, lang)
