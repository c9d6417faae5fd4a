"""``pingce trace``: one item's whole life."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pingce.cli.database_options import acting, as_option, database, database_option
from pingce.cli.terminal import json_option, lang_option, print_page
from pingce.spec.words import Lang, Words
from pingce.store.address import sqlite_file

if TYPE_CHECKING:
    from pingce.trace.model import Trace

FOLDER = click.Path(path_type=Path, file_okay=False, exists=True)


@click.command()
@click.argument("item", metavar="QID|TEXT")
@click.option(
    "--in",
    "folders",
    type=FOLDER,
    multiple=True,
    help="A folder with exports, splits or packs to look in as well; may be given several times.",
)
@click.option(
    "--answers",
    type=click.Path(path_type=Path, dir_okay=False, exists=True),
    multiple=True,
    help="Answers of a system to questions of a pack under --in; may be given several times.",
)
@click.option(
    "--root",
    "roots",
    type=FOLDER,
    multiple=True,
    help="Where the names of raw files are seen from; default: the working folder and those of --in.",
)
@as_option
@database_option
@json_option("everything that is known")
@lang_option
def trace(
    item: str,
    folders: tuple[Path, ...],
    answers: tuple[Path, ...],
    roots: tuple[Path, ...],
    as_name: str | None,
    database_url: str,
    as_json: bool,
    lang: Lang,
) -> None:
    """Show the life of the item with this id or this whole text, from the raw line to systems' answers and scores.

    Ids are those of a campaign, of a pack, or before it. The database says what happened in campaigns and
    competitions, sidecars (X.provenance.jsonl) below --in what became of an item in exports, splits and packs.

    \b
    pingce trace 1-test-17 --in release/pack --answers answers/bert.jsonl
    """
    from dataclasses import asdict

    from pingce.report.trace import trace_page
    from pingce.trace.folder import trace_files
    from pingce.trace.merge import merge_traces

    seen_from = roots or (Path.cwd(), *folders)
    traces = [] if folders and not _exists(database_url) else [_stored(item, seen_from, database_url, as_name)]
    if folders:
        traces.append(trace_files(item, folders, roots=seen_from, answers=answers))
    hint = Words(
        "文本要完整；导出、划分和数据包用 --in 指明。",
        "A text has to be whole; name exports, splits and packs with --in.",
    )
    life = merge_traces(item, traces, hint=hint)
    if as_json:
        click.echo(json.dumps(asdict(life), ensure_ascii=False))
    else:
        print_page(trace_page(life), lang)


def _exists(url: str) -> bool:
    path = sqlite_file(url)
    return path is None or path.is_file()


def _stored(item: str, roots: tuple[Path, ...], url: str, as_name: str | None) -> "Trace | None":
    """What the database knows; None: nothing."""
    from pingce.store.database import reading
    from pingce.store.errors import NotFound
    from pingce.trace.database import trace as trace_stored

    with database(url) as engine, reading(engine) as db:
        try:
            return trace_stored(db, acting(db, as_name), item, roots=roots)
        except NotFound:
            return None
