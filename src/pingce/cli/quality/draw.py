"""``pingce quality draw``: a stratified sample of released data, as a file or as a campaign of a human study."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pingce.cli.database_options import acting, as_option, database, database_option
from pingce.cli.outputs import writes
from pingce.cli.terminal import json_option, lang_option, print_page, progress
from pingce.spec.words import Lang, Words

from .inputs import FILE
from .show import written

if TYPE_CHECKING:
    from pingce.annotate.services.studies import StudyKind
    from pingce.formats.parts import Part
    from pingce.quality.draw import By, DrawnSample, Labels


@click.command()
@click.argument("part", metavar="TASK[:SPLIT]=FILE")
@click.option("--items", type=click.IntRange(1, 100_000), default=100, show_default=True, help="Size of the sample.")
@click.option(
    "--by",
    type=click.Choice(["genre", "kind", "nothing"]),
    default="genre",
    show_default=True,
    help="Whose shares in the data the sample keeps.",
)
@click.option(
    "--labels",
    type=click.Choice(["equal", "as-they-are"]),
    default="equal",
    show_default=True,
    help="As many items of each label, or in the shares of the data.",
)
@click.option(
    "--seed", type=click.IntRange(0, 2**31 - 1), default=0, show_default=True, help="Another seed draws other items."
)
@click.option("--out", type=FILE, help="Write the sample with its answers in the task's format.")
@click.option("--campaign", "title", metavar="TITLE", help="Make a campaign of the sample, called TITLE.")
@click.option(
    "--for",
    "kind",
    type=click.Choice(["test", "audit"]),
    default="test",
    show_default=True,
    help="A test: people answer and are not shown the answers. An audit: they mend them.",
)
@click.option("--people", type=click.IntRange(1, 50), default=7, show_default=True, help="How many answer every item.")
@click.option("--inventory", type=FILE, help="The glosses, for word senses.")
@click.option("--open", "open_now", is_flag=True, help="Give out the items at once.")
@as_option
@database_option
@json_option("what was drawn")
@lang_option
@writes("out")
def draw(
    *,
    part: str,
    items: int,
    by: "By",
    labels: "Labels",
    seed: int,
    out: Path | None,
    title: str | None,
    kind: "StudyKind",
    people: int,
    inventory: Path | None,
    open_now: bool,
    as_name: str | None,
    database_url: str,
    as_json: bool,
    lang: Lang,
) -> None:
    """Draw a sample of released data for a human study: genres in their shares, labels in equal parts.

    \b
    pingce quality draw space2022/task1=task1_test.jsonl --items 100 --out sample.jsonl
    pingce quality draw space2022/task3=task3_test.jsonl --items 70 --for audit --people 4 --campaign 复核

    The genre stands in the key genre of the records or in X.provenance.jsonl beside X.jsonl. What became of a campaign
    is told by `pingce quality human --campaign` (test) or `pingce quality audit --campaign` (audit) and on its page.
    """
    from pingce.formats.parts import read_part
    from pingce.quality.draw import DrawPlan
    from pingce.quality.draw import draw as compute
    from pingce.report.studies import draw_page

    data = read_part(part, watch=progress)
    sample = compute(data, DrawPlan(items, by, labels, seed))
    if out is not None:
        _write(data, sample, out, lang)
    result: dict[str, object] = dict(sample.as_json())
    if title is not None:
        number = _campaign(part, data, sample, title, kind, people, inventory, open_now, as_name, database_url)
        result["campaign"] = number
        click.echo(Words(f"活动 {number}：{title}", f"campaign {number}: {title}").say(lang), err=True)
    if as_json:
        click.echo(json.dumps(result, ensure_ascii=False))
    else:
        print_page(draw_page(sample), lang)


def _write(data: "Part", sample: "DrawnSample", out: Path, lang: Lang) -> None:
    """The sample in the task's format, its genres in a sidecar beside it."""
    from pingce.formats.provenance import Provenance, sidecar_of, write_provenance
    from pingce.formats.save import kind_for, save
    from pingce.quality.dataset.sizes import genre

    pairs = {item.id: (item, answer) for item, answer in zip(data.items, data.answers, strict=True)}
    drawn = [pairs[name] for name in sample.ids]
    save(data.task, out, drawn, kind=kind_for(data.task, out))
    written(out, lang)
    if any(genre(item) for item, _ in drawn):
        write_provenance(
            sidecar_of(out),
            (Provenance(item.id, genre=genre(item), original=item.stated_original) for item, _ in drawn),
        )


def _campaign(
    part: str,
    data: "Part",
    sample: "DrawnSample",
    title: str,
    kind: "StudyKind",
    people: int,
    inventory: Path | None,
    open_now: bool,
    as_name: str | None,
    database_url: str,
) -> int:
    from pingce.annotate.services.campaigns import change_campaign
    from pingce.annotate.services.studies import create_study, study_items
    from pingce.store.database import transaction

    file = part.partition("=")[2]
    new = study_items(data.task.id, file, sample.ids, inventory=str(inventory) if inventory is not None else None)
    with database(database_url) as engine, transaction(engine) as db:
        actor = acting(db, as_name)
        number = create_study(db, actor, title=title, task=data.task.id, kind=kind, people=people, items=new)
        if open_now:
            change_campaign(db, actor, number, status="open")
    return number
