"""Answers of a campaign of the database, for commands that read files of answers otherwise."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pingce.cli.database_options import acting, database
from pingce.formats.load import BadFileError
from pingce.spec.errors import UserError
from pingce.spec.words import Words

if TYPE_CHECKING:
    from sqlalchemy import Engine

    from pingce.store.people import Actor

campaign_option = click.option(
    "--campaign", metavar="NAME", help="The answers of a campaign of the database (number or title)."
)


@contextmanager
def campaign_history(
    campaign: str, as_name: str | None, database_url: str
) -> Iterator[tuple[str, "Engine", "Actor", int]]:
    """The full history of a campaign as a file, for as long as it is read; with whom and what it was asked of."""
    from pingce.annotate.services import campaigns
    from pingce.annotate.services.download import export_chunks
    from pingce.store.database import reading

    with database(database_url) as engine, tempfile.TemporaryDirectory(prefix="pingce-") as folder:
        file = Path(folder) / "history.jsonl"
        with reading(engine) as db:
            actor = acting(db, as_name)
            number = campaigns.campaign_named(db, actor, campaign)
            with file.open("wb") as written:
                written.writelines(export_chunks(db, actor, number, "history"))
        try:
            yield str(file), engine, actor, number
        except BadFileError as problem:
            if {each.code for each in problem.findings.problems} != {"empty-file"}:
                raise
            raise UserError(
                Words(f"活动“{campaign}”里还没有人答题。", f"Nobody has answered in the campaign '{campaign}' yet."),
                code="no-answers",
            ) from None


@contextmanager
def answers_file(
    source: str | None, campaign: str | None, as_name: str | None, database_url: str
) -> Iterator[str | None]:
    """The file that was named, or the history of the campaign that was; None where neither was."""
    if source is not None and campaign is not None:
        raise click.UsageError("Give a file of annotations or a --campaign.")
    if campaign is None:
        yield source
        return
    with campaign_history(campaign, as_name, database_url) as (file, _engine, _actor, _number):
        yield file
