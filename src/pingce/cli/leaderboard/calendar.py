"""``pingce leaderboard calendar``."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pingce.cli.database_options import acting, as_option, database, database_option
from pingce.cli.leaderboard.phase import shown_time, typed_time
from pingce.cli.terminal import json_option, lang_option, print_table
from pingce.formats.settings import read_settings
from pingce.spec.words import Lang, Words

if TYPE_CHECKING:
    from pingce.leaderboard.competition.calendar import DatedEvent, DatedFile
    from pingce.leaderboard.competition.views import CalendarView

HEADER = (Words("从", "from"), Words("到", "to"), Words("什么", "what"))
MOVED = (Words("日期", "date"), Words("原为", "was"), Words("改为", "is now"), Words("原因", "why"))


@click.command()
@click.argument("competition")
@click.option("--preset", help="Take over a published calendar: space2021 … space2025, phases included.")
@click.option("--year", type=click.IntRange(2000, 2200), help="The same days in another year than the preset's own.")
@click.option(
    "--file",
    "path",
    type=click.Path(path_type=Path),
    help="TOML in place of all dates: [[file]] task, what, at, public; [[event]] title, title_en, from, to.",
)
@click.option("--reason", default="", help="Why dates are moved; told to everybody on the page.")
@json_option("the calendar")
@as_option
@database_option
@lang_option
def calendar(
    competition: str,
    preset: str | None,
    year: int | None,
    path: Path | None,
    reason: str,
    as_json: bool,
    as_name: str | None,
    database_url: str,
    lang: Lang,
) -> None:
    """Show the calendar of COMPETITION (number or title), or set it.

    \b
    pingce leaderboard calendar SpaCE2022 --preset space2022 --year 2027
    pingce leaderboard calendar SpaCE2022 --file calendar.toml --reason "to fit the conference"
    """
    from pingce.leaderboard.competition.services import calendar as calendars
    from pingce.leaderboard.competition.services import competitions
    from pingce.store.database import transaction

    dates = _read(path) if path is not None else None
    with database(database_url) as engine, transaction(engine) as db:
        actor = acting(db, as_name)
        number = competitions.competition_named(db, actor, competition)
        if preset is not None:
            competitions.apply_preset(db, actor, number, preset, year=year, reason=reason)
        if dates is not None:
            calendars.set_dates(db, actor, number, *dates, reason=reason)
        view = calendars.calendar(db, actor, number)
    if as_json:
        click.echo(json.dumps(asdict(view), ensure_ascii=False))
    else:
        _print(view, lang)


def _read(path: Path) -> "tuple[list[DatedFile], list[DatedEvent]]":
    from typing import get_args

    from pingce.leaderboard.competition.calendar import DatedEvent, DatedFile
    from pingce.leaderboard.competition.phases import Download

    settings = read_settings(path)
    settings.only("file", "event")
    files, events = [], []
    whats: tuple[Download, ...] = get_args(Download)
    for table in settings.tables("file") if "file" in settings else ():
        table.only("task", "what", "at", "public")
        what, public = table.choice("what", whats), table.boolean("public", default=False)
        files.append((table.string("task"), what, table.string("at"), public))
    for table in settings.tables("event") if "event" in settings else ():
        table.only("title", "title_en", "from", "to")
        title = table.string("title")
        words = Words(title, table.string("title_en", title))
        events.append((words, table.string("from"), table.string("to", "")))
    settings.finish()
    return (
        [DatedFile(task, what, typed_time(at), public) for task, what, at, public in files],
        [DatedEvent(words, typed_time(starts), typed_time(ends) if ends else None) for words, starts, ends in events],
    )


def _print(view: "CalendarView", lang: Lang) -> None:
    rows = [
        (shown_time(entry.starts_at) or "", shown_time(entry.ends_at) or "", entry.title.say(lang))
        for entry in view.entries
    ]
    print_table("", [words.say(lang) for words in HEADER], rows)
    if view.changes:
        moved = [
            (change.subject.say(lang), shown_time(change.before) or "–", shown_time(change.after) or "–", change.reason)
            for change in view.changes
        ]
        print_table(Words("改过的日期", "Dates that were moved").say(lang), [words.say(lang) for words in MOVED], moved)
