"""``pingce annotate votes``."""

import json
from dataclasses import asdict
from pathlib import Path

import click

from pingce.cli.database_options import acting, as_option, database, database_option
from pingce.cli.outputs import writes
from pingce.cli.terminal import json_option, lang_option, print_table
from pingce.spec.words import Lang, Words


@click.command()
@click.argument("campaign")
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    help="The words left out with their reasons, CSV word,reason for `corpus words --exclude`.",
)
@as_option
@database_option
@json_option("all votes")
@lang_option
@writes("out")
def votes(
    *, campaign: str, out: Path | None, as_name: str | None, database_url: str, as_json: bool, lang: Lang
) -> None:
    """What the experts of CAMPAIGN (preset word-vote) said about each word, and what was decided."""
    from pingce.annotate.forms import VOTE_REASON
    from pingce.annotate.services import campaigns
    from pingce.annotate.services.votes import exclusions_csv
    from pingce.annotate.services.votes import votes as compute
    from pingce.formats.write import write_text
    from pingce.store.database import reading

    with database(database_url) as engine, reading(engine) as db:
        actor = acting(db, as_name)
        view = compute(db, actor, campaigns.campaign_named(db, actor, campaign))
    if out is not None:
        write_text(out, exclusions_csv(view))
        click.echo(Words(f"已写出 {out}", f"{out} written").say(lang), err=True)
    if as_json:
        click.echo(json.dumps(asdict(view), ensure_ascii=False))
        return
    rows = [
        (
            word.word,
            " / ".join(
                f"{vote.by}: {vote.vote}"
                + (f" ({VOTE_REASON.titles[vote.reason].say(lang)})" if vote.reason in VOTE_REASON.titles else "")
                for vote in word.votes
            ),
            word.outcome or "–",
            word.result or "–",
        )
        for word in view.words
    ]
    print_table("", Words("词 意见 怎样定的 结果", "word votes how result").say(lang).split(), rows)
    message = Words(
        f"{view.voted} 个词有两票以上，{view.agreed} 个意见相同；不选 {view.excluded} 个",
        f"{view.voted} words with two votes, {view.agreed} alike; {view.excluded} left out",
    )
    click.echo(message.say(lang), err=True)
