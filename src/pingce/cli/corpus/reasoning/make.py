"""``pingce corpus reasoning make``: a set of reasoning items, every one of them proved."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, get_args

import click

from pingce.cli.terminal import json_option, lang_option, print_table
from pingce.corpus.reasoning.records import Edition
from pingce.spec.words import Lang, Words

if TYPE_CHECKING:
    from pingce.reasoning.generate.certify import ProvedItem

RANGE = (click.IntRange(min=1), click.IntRange(min=1))


@click.command()
@click.argument("out", type=click.Path(path_type=Path))
@click.option("--items", type=click.IntRange(min=1), default=100, show_default=True, help="Items in each language.")
@click.option("--seed", type=int, default=0, show_default=True, help="Same seed, same settings, same bytes.")
@click.option(
    "--as",
    "edition",
    type=click.Choice(get_args(Edition)),
    default="space2025",
    show_default=True,
    help="Write spr-zh and spr-en of SpaCE2025, or one file of SCoRE2026.",
)
@click.option("--split", default="new", show_default=True, help="Part of the data set; it stands in ids and names.")
@click.option("--kind", "kinds", multiple=True, help="Only this kind (pingce corpus reasoning kinds); may be repeated.")
@click.option("--domain", "domains", multiple=True, help="Only kinds of this domain; may be repeated.")
@click.option(
    "--right",
    type=click.IntRange(1, 3),
    multiple=True,
    default=(1, 1, 1, 2),
    show_default=True,
    help="Wanted number of right options; several are dealt in turn, one given twice twice as often.",
)
@click.option(
    "--arrangements",
    type=click.IntRange(1, 6),
    default=1,
    show_default=True,
    help="How many arrangements the premises leave.",
)
@click.option("--hops", type=RANGE, default=(2, 9), show_default=True, help="Premises needed for the answer, FROM TO.")
@click.option("--premises", type=RANGE, default=(2, 9), show_default=True, help="Premises of an item, FROM TO.")
@click.option("--commit", is_flag=True, help="Also write salted checksums to publish before the items.")
@click.option("--secret", metavar="HEX", help="Salt for --commit; default: a new one.")
@json_option("what was made")
@lang_option
def make(
    out: Path,
    items: int,
    seed: int,
    edition: Edition,
    split: str,
    kinds: tuple[str, ...],
    domains: tuple[str, ...],
    right: tuple[int, ...],
    arrangements: int,
    hops: tuple[int, int],
    premises: tuple[int, int],
    commit: bool,
    secret: str | None,
    as_json: bool,
    lang: Lang,
) -> None:
    """Write to the new folder OUT reasoning items in Chinese and English, with a proof for each.

    Every item has exactly the number of arrangements asked for, no premise that could be left out, and no right option
    that a single premise states. Right answers stand equally often at every letter. With --commit, publish
    commitment.json now and keep everything else; later publish it, and anybody can check with pingce corpus reasoning
    verify.
    """
    from pingce.corpus.reasoning.commit import check_secret, new_secret
    from pingce.corpus.reasoning.write import check_split, chosen_kinds, make_set
    from pingce.reasoning.generate.plan import SetSettings

    if secret is not None and not commit:
        raise click.UsageError("--secret goes with --commit.")
    for option, (least, most) in (("--hops", hops), ("--premises", premises)):
        if least > most:
            raise click.UsageError(f"{option} FROM TO: {least} is more than {most}.")
    if secret is not None:
        check_secret(secret)
    chosen = chosen_kinds(kinds, domains, edition)
    check_split(split)
    settings = SetSettings(items, seed, chosen, right, arrangements=arrangements, hops=hops, premises=premises)
    proved = make_set(settings, out, edition, split, secret=(secret or new_secret()) if commit else None)
    if as_json:
        import orjson

        click.echo(orjson.dumps(_figures(proved)).decode())
        return
    head = [Words("种类", "kind").say(lang), *(word.say(lang) for word in _COLUMNS)]
    print_table(Words("造出的题", "Items made").say(lang), head, _rows(proved))
    words = Words(
        f"{out}：{items} 题（中英文各一份），全部证明。", f"{out}: {items} items in each language, all proved."
    )
    click.echo(words.say(lang), err=True)


_COLUMNS = (Words("题", "items"), Words("前提", "premises"), Words("步数", "hops"))


def _rows(proved: "Sequence[ProvedItem]") -> list[list[str]]:
    rows = []
    for kind in dict.fromkeys(item.draft.plan.kind for item in proved):
        drafts = [item.draft for item in proved if item.draft.plan.kind == kind]
        premises = sum(len(draft.conditions["zh"]) for draft in drafts) / len(drafts)
        hops = sum(draft.hops for draft in drafts) / len(drafts)
        rows.append([kind, str(len(drafts)), f"{premises:.2f}", f"{hops:.2f}"])
    return rows


def _figures(proved: "Sequence[ProvedItem]") -> dict[str, object]:
    from pingce.reasoning.generate.hops import level_of

    return {
        "items": len(proved),
        "kinds": dict(Counter(item.draft.plan.kind for item in proved)),
        "answers": dict(sorted(Counter("".join(sorted(item.draft.answer)) for item in proved).items())),
        "hops": {str(hops): n for hops, n in sorted(Counter(item.draft.hops for item in proved).items())},
        "levels": dict(sorted(Counter(level_of(item.draft.hops) for item in proved).items())),
    }
