"""``pingce annotate training`` and ``pingce annotate admit``."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pingce.cli.database_options import acting, as_option, database, database_option
from pingce.cli.terminal import json_option, lang_option, print_table, spoken_option
from pingce.spec.words import Lang, Words

if TYPE_CHECKING:
    from pingce.annotate.services.training import Use

FILE = click.Path(path_type=Path)


@click.command()
@click.argument("campaign")
@click.argument("file")
@click.option(
    "--as-test/--as-examples",
    "as_test",
    default=False,
    help="For the test, or to learn from (the default).",
)
@click.option("--inventory", type=FILE, help="The glosses, for word senses.")
@as_option
@database_option
@spoken_option
def training(
    campaign: str, file: str, as_test: bool, inventory: Path | None, as_name: str | None, database_url: str
) -> None:
    """Add the items of FILE with their answers to the training of CAMPAIGN.

    A key `remark` says why an answer is right and is shown with an example. Who gets items is a setting of the
    campaign: `--set admits=test --set pass_share=0.8 --set attempts=2 --set retake_hours=24`.

    \b
    pingce annotate training 评级 gold.jsonl --as-test
    """
    from pingce.annotate.files.items import read_new_items
    from pingce.annotate.forms import form_of
    from pingce.annotate.services import campaigns, training
    from pingce.store.database import transaction

    with database(database_url) as engine, transaction(engine) as db:
        actor = acting(db, as_name)
        number = campaigns.campaign_named(db, actor, campaign)
        form = form_of(campaigns.campaign_detail(db, actor, number).brief.form)
        glosses = str(inventory) if inventory else None
        items = list(read_new_items(form, file, control=True, inventory=glosses))
        use: Use = "test" if as_test else "example"
        done = training.add_training_items(db, actor, number, items, use)
    click.echo(json.dumps(asdict(done)))


@click.command()
@click.argument("source", metavar="FROM")
@click.argument("target", metavar="TO")
@click.option("--best", type=click.IntRange(0), help="So many, by the share of answers that were as decided.")
@click.option("--at-least", type=click.FloatRange(0, 1), help="Those with at least this share.")
@click.option("--answers", "least_answers", type=click.IntRange(1), default=1, show_default=True,
              help="Only people with so many decided answers.")  # fmt: skip
@click.option("--dry-run", is_flag=True, help="Show who would be admitted and change nothing.")
@as_option
@database_option
@json_option("everybody with their result")
@lang_option
def admit(
    source: str,
    target: str,
    best: int | None,
    at_least: float | None,
    least_answers: int,
    dry_run: bool,
    as_name: str | None,
    database_url: str,
    as_json: bool,
    lang: Lang,
) -> None:
    """Admit the best annotators of the campaign FROM to the campaign TO.

    The word-sense set's way: everybody answers 100 random items (preset wsd-phase1), their first answers are compared
    with what was decided, the best go on (preset wsd-phase2). Results of all are kept with TO.

    \b
    pingce annotate admit 一期 二期 --best 63 --answers 100
    """
    from pingce.annotate.services import admissions, campaigns
    from pingce.store.database import transaction

    with database(database_url) as engine, transaction(engine) as db:
        actor = acting(db, as_name)
        first, second = (campaigns.campaign_named(db, actor, name) for name in (source, target))
        if dry_run:
            people = admissions.candidates(db, actor, first, best=best, at_least=at_least, least_answers=least_answers)
        else:
            people = admissions.admit_from(
                db, actor, first, second, best=best, at_least=at_least, least_answers=least_answers
            )
    if as_json:
        shown = [
            {
                "rank": person.rank,
                "name": person.name,
                "right": person.accuracy.part,
                "total": person.accuracy.whole,
                "admitted": person.admitted,
            }
            for person in people
        ]
        click.echo(json.dumps({"people": shown, "admitted": sum(p.admitted for p in people)}, ensure_ascii=False))
        return
    header = Words("名次 标注员 正确率 正确 题数 入选", "rank person share right items admitted").say(lang).split()
    yes, no = Words("是", "yes").say(lang), Words("否", "no").say(lang)
    rows = [
        (
            str(person.rank),
            person.name,
            f"{person.accuracy.share or 0:.3f}",
            f"{person.accuracy.part:g}",
            str(person.accuracy.whole),
            yes if person.admitted else no,
        )
        for person in people
    ]
    print_table("", header, rows)
