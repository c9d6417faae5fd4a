"""``pingce annotate import`` and ``pingce annotate preannotate``."""

import json
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pingce.cli.annotate.create import pair
from pingce.cli.database_options import acting, as_option, database, database_option
from pingce.cli.terminal import progress, spoken, spoken_option
from pingce.spec.errors import UserError
from pingce.spec.problem import harmless
from pingce.spec.words import Words

if TYPE_CHECKING:
    from pingce.annotate.files.own import ColumnMapping
    from pingce.annotate.forms import Form
    from pingce.annotate.item_problems import BadItems

FILE = click.Path(path_type=Path)


@click.command(name="import")
@click.argument("campaign")
@click.argument("file")
@click.option("--group-by", default="", help="A text (word) or key (origin) that says which items belong together.")
@click.option("--control", is_flag=True, help="The answers in FILE are right: the items become control items.")
@click.option("--inventory", type=FILE, help="The glosses, for word senses.")
@click.option("--questions", type=FILE, help="The texts, where FILE is a submission whose explanations are rated.")
@click.option(
    "--column", "named", metavar="NAME=COLUMN", multiple=True, help="Which column of a table is the id or a text."
)
@click.option("--paragraphs", is_flag=True, help="Of a .txt file: an item per paragraph, not per line.")
@as_option
@database_option
@spoken_option
def import_items(
    campaign: str,
    file: str,
    group_by: str,
    control: bool,
    inventory: Path | None,
    questions: Path | None,
    named: tuple[str, ...],
    paragraphs: bool,
    as_name: str | None,
    database_url: str,
) -> None:
    """Add the items of FILE to CAMPAIGN (number or title), all or none.

    FILE is in the task's format, what corpus screen, replace or sentences wrote, or one's own: .txt, .csv, .tsv,
    .xlsx, .json, exports of Label Studio and doccano. Answers in it count only with --control, or where explanations
    are rated.

    \b
    pingce annotate import 评级一期 句子.csv --column id=编号 --column text=句子

    Items that are there already are passed over; the same id with another text is refused.
    """
    from pingce.annotate.files.items import read_new_items
    from pingce.annotate.files.own import TableReading
    from pingce.annotate.forms import form_of
    from pingce.annotate.item_problems import BadItems
    from pingce.annotate.services import campaigns
    from pingce.annotate.services.large_imports import import_many
    from pingce.store.database import reading, transaction

    with database(database_url) as engine:
        with reading(engine) as db:
            actor = acting(db, as_name)
            number = campaigns.campaign_named(db, actor, campaign)
            form = form_of(campaigns.campaign_detail(db, actor, number).brief.form)
        items = read_new_items(
            form,
            file,
            group_by=group_by,
            control=control,
            inventory=str(inventory) if inventory else None,
            questions=str(questions) if questions else None,
            table=TableReading(_columns(form, named), paragraphs),
            watch=progress,
        )
        try:
            done = import_many(partial(transaction, engine), actor, number, items, file=file, patient=True)
        except BadItems as refused:
            _show_problems(refused)
            raise
    click.echo(json.dumps(asdict(done)))


def _columns(form: "Form", named: tuple[str, ...]) -> "ColumnMapping | None":
    from pingce.annotate.files.own import ColumnMapping, wanted_columns

    if not named:
        return None
    pairs = dict(map(pair, named))
    options = set(form.task.options.letters) if form.task.options is not None else set()
    names = [want.name for want in wanted_columns(form)]
    for name in pairs.keys() - set(names):
        raise UserError(
            Words(f"没有“{name}”可以对应一列。", f"There is no '{name}' that a column could be."),
            hint=Words(f"有：{'、'.join(names)}。", f"There are: {', '.join(names)}."),
            code="no-such-column",
        )
    texts = {name: column for name, column in pairs.items() if name != "id" and name not in options}
    return ColumnMapping(pairs.get("id", ""), texts, {name: pairs[name] for name in options & pairs.keys()})


def _show_problems(refused: "BadItems") -> None:
    for problem in refused.problems:
        message = Words(f"{problem.where}：{problem.message.zh}", f"{problem.where}: {problem.message.en}")
        click.echo(harmless(spoken(message)), err=True)
    if refused.more:
        click.echo(spoken(Words(f"……另有 {refused.more} 处", f"… and {refused.more} more")), err=True)


@click.command()
@click.argument("campaign")
@click.argument("file")
@click.option("--system", required=True, help="Name of the system whose predictions these are.")
@as_option
@database_option
@spoken_option
def preannotate(campaign: str, file: str, system: str, as_name: str | None, database_url: str) -> None:
    """Show the answers of FILE (a prediction file of the task) as suggestions in CAMPAIGN."""
    from pingce.annotate.files.items import read_suggestions
    from pingce.annotate.forms import form_of
    from pingce.annotate.services import campaigns
    from pingce.annotate.services import preannotate as suggestions
    from pingce.store.database import reading, transaction

    with database(database_url) as engine:
        with reading(engine) as db:
            actor = acting(db, as_name)
            number = campaigns.campaign_named(db, actor, campaign)
            form = form_of(campaigns.campaign_detail(db, actor, number).brief.form)
        answers = list(read_suggestions(form, file))
        with reading(engine) as db:
            prepared = suggestions.prepare(db, actor, number, answers, system=system)
        with transaction(engine) as db:
            done = suggestions.store(db, actor, number, prepared)
    click.echo(json.dumps({"suggested": done.added, "passed_over": done.already}))
