"""``pingce annotate chain``."""

import json

import click

from pingce.cli.database_options import acting, as_option, database, database_option
from pingce.cli.terminal import spoken, spoken_option
from pingce.spec.words import Words

REASONS = {
    "answer": Words("答案不合", "another answer"),
    "tier": Words("等级不发布", "a tier that is kept back"),
    "no-original": Words("没有原句", "no original"),
}


def _where(_: click.Context, __: click.Parameter, given: tuple[str, ...]) -> dict[str, str] | None:
    for pair in given:
        if not all(pair.partition("=")[::2]):
            raise click.BadParameter(f"found {pair}; expected FIELD=VALUE such as rating=bad.")
    return dict(pair.split("=", 1) for pair in given) or None


@click.command()
@click.argument("source", metavar="FROM")
@click.argument("target", metavar="TO")
@click.option("--preset", help="Make TO as a new campaign from this preset, if there is none of that title.")
@click.option(
    "--where",
    callback=_where,
    multiple=True,
    metavar="FIELD=VALUE",
    help="Which decided items: a field of the answer, genre, kind or tier, values with commas; default: what is usual "
    "between the two forms.",
)
@click.option(
    "--as-item",
    "chain_as",
    type=click.Choice(["text", "pair", "original"]),
    help="The text itself, the text beside its original, or the original alone; default: what the form of TO asks.",
)
@click.option("--tiers", metavar="TIER,…", help="Items of these tiers, or all; default: those that are released.")
@click.option("--seed", type=int, default=0, show_default=True, help="Decides which text of a pair comes first.")
@as_option
@database_option
@spoken_option
def chain(
    source: str,
    target: str,
    preset: str | None,
    where: dict[str, str] | None,
    chain_as: str | None,
    tiers: str | None,
    seed: int,
    as_name: str | None,
    database_url: str,
) -> None:
    """Bring decided items of the campaign FROM into the campaign TO, with where they come from.

    Between the SpaCE forms the choice is known: rated abnormal → attribution, rated normal → a pair with the original,
    untouched originals → STEP. Chaining again adds only what was decided meanwhile.

    \b
    pingce annotate chain 评级 归因 --preset space-attribution
    """
    from typing import cast

    from pingce.annotate.services import campaigns
    from pingce.annotate.services.chain import ChainAs, read_where
    from pingce.annotate.services.chain import chain as chain_items
    from pingce.formats.tiers import tier_choice
    from pingce.store.database import transaction

    with database(database_url) as engine, transaction(engine) as db:
        actor = acting(db, as_name)
        first = campaigns.campaign_named(db, actor, source)
        if preset is not None and not campaigns.is_title(db, target):
            second = campaigns.create_campaign(db, actor, title=target, preset=preset)
        else:
            second = campaigns.campaign_named(db, actor, target)
        done = chain_items(
            db,
            actor,
            first,
            second,
            where=read_where(where),
            chain_as=cast("ChainAs | None", chain_as),
            tiers=tier_choice(tiers),
            seed=seed,
        )
    for reason, count in sorted(done.left_out.items()):
        words = REASONS[reason]
        click.echo(spoken(Words(f"未取 {count} 题：{words.zh}", f"not taken, {words.en}: {count}")), err=True)
    if done.already:
        note = Words(f"{done.already} 题已在 {target} 中", f"already in {target}: {done.already}")
        click.echo(spoken(note), err=True)
    shown = {
        "campaign": done.campaign,
        "decided": done.decided,
        "chosen": done.chosen,
        "left_out": dict(done.left_out),
        "added": done.added,
        "already": done.already,
    }
    click.echo(json.dumps(shown))
