"""``pingce leaderboard create``."""

import json
from pathlib import Path

import click

from pingce.cli.database_options import acting, as_option, database, database_option
from pingce.cli.leaderboard.lacking import warn_what_lacks
from pingce.cli.terminal import chosen_lang, spoken_option
from pingce.formats.source import read_bytes
from pingce.spec.errors import UserError
from pingce.spec.words import Words

FILE_FORM = Words("任务:部分:内容=文件", "TASK:PART:CONTENT=FILE")


@click.command()
@click.argument("title")
@click.option(
    "--edition", help="An edition with its tasks, ranking rule and, from 2024 on, the rules of its phases: space2025."
)
@click.option("--task", "tasks", multiple=True, help="Only these tasks; without --edition: tasks of your own choice.")
@click.option("--description", "about", default="", help="What teams should know.")
@click.option(
    "--pack",
    type=click.Path(path_type=Path),
    metavar="NAME_OR_FOLDER",
    help="A folder written by `pingce release pack`, or the benchmark's own by its name: all parts.",
)
@click.option(
    "--file",
    "files",
    metavar="TASK:PART:CONTENT=FILE",
    multiple=True,
    help="A single file, e.g. space2022/task1:test:gold=task1_test.jsonl; contents: questions, gold, inventory.",
)
@click.option("--table", type=click.Path(path_type=Path), help="A published board (CSV or JSON) to show as it is.")
@click.option("--open", "open_now", is_flag=True, help="Show the competition to everybody.")
@as_option
@database_option
@spoken_option
def create(
    title: str,
    edition: str | None,
    tasks: tuple[str, ...],
    about: str,
    pack: Path | None,
    files: tuple[str, ...],
    table: Path | None,
    open_now: bool,
    as_name: str | None,
    database_url: str,
) -> None:
    """Make a competition called TITLE; prints its number, tasks and files as JSON.

    \b
    pingce leaderboard create SpaCE2022 --edition space2022 --pack release/space2022 --open
    """
    from pingce.cli.release.inputs import showing_flaws
    from pingce.flow.packs import files_of_folder, pack_folder
    from pingce.leaderboard.competition.phases import PhaseKind
    from pingce.leaderboard.competition.services import competitions, tables
    from pingce.leaderboard.competition.services import files as file_services
    from pingce.store.database import transaction

    new = [
        file_services.prepare(*kind, path.name, read_bytes(path), shown=str(path)) for kind, path in map(_given, files)
    ]
    with database(database_url) as engine, transaction(engine) as db:
        actor = acting(db, as_name)
        made = competitions.create_competition(db, actor, title=title, edition=edition, tasks=tasks, about=about)
        chosen = [task_row.id for task_row in competitions.competition_detail(db, actor, made).tasks]
        if pack is not None:
            with showing_flaws(chosen_lang(click.get_current_context())):
                new += [file_services.prepare(*file) for file in files_of_folder(pack_folder(pack), chosen)]
        for file in new:
            file_services.add_file(db, actor, made, file)
        if table is not None:
            tables.import_table(db, actor, made, phase=PhaseKind.TEST, name=table.name, data=read_bytes(table))
        if open_now:
            competitions.change_competition(db, actor, made, open=True)
        detail = competitions.competition_detail(db, actor, made)
    shown = {
        "id": made,
        "title": title,
        "edition": edition,
        "open": detail.open,
        "tasks": chosen,
        "files": [f"{file.task} {file.part} {file.content} ({file.records})" for file in detail.files],
    }
    click.echo(json.dumps(shown, ensure_ascii=False))
    if table is None:  # a board that is shown as it is takes no answers
        warn_what_lacks(detail, PhaseKind)


def _given(text: str) -> tuple[tuple[str, str, str], Path]:
    what, equals, name = text.partition("=")
    parts = what.split(":")
    if not equals or len(parts) != 3:
        raise UserError(
            Words(f"“{text}”应写作 {FILE_FORM.zh}。", f"'{text}' should be {FILE_FORM.en}."), code="bad-setting"
        )
    return (parts[0], parts[1], parts[2]), Path(name)
