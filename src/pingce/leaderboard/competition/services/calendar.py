"""Entering a competition's calendar, and telling it: what comes when, and which dates were moved.

``set_dates`` takes the dates of files and other events, ``preset_calendar`` a calendar that was published; every date
that moves is noted, as ``set_phases`` does. Nothing is ever taken out of that log.
"""

from collections.abc import Iterable, Mapping, Sequence

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from pingce.leaderboard.competition.calendar import (
    Calendar,
    DatedEvent,
    DatedFile,
    check_calendar,
    deadline_title,
    file_title,
)
from pingce.leaderboard.competition.phases import PHASE_TITLES, PhasePlan
from pingce.leaderboard.competition.published_calendars import CALENDARS
from pingce.leaderboard.competition.views import CalendarChangeView, CalendarEntry, CalendarView
from pingce.spec.words import Words
from pingce.store.errors import NotFound
from pingce.store.people import Actor
from pingce.store.tables.organising import CalendarChange, CalendarEvent, DeliveryRule, FileDate

from .access import enter, manage
from .dates import file_dates, note_moves


def set_dates(
    db: Session,
    actor: Actor,
    competition_id: int,
    files: Sequence[DatedFile],
    events: Sequence[DatedEvent],
    *,
    reason: str = "",
    at: float | None = None,
) -> None:
    """In place of all dates of files and events there were; phases stay as they are."""
    context = manage(db, actor, competition_id, at=at)
    check_calendar(context.plans, files, events, context.competition.tasks)
    before = _moments(file_dates(db, competition_id).values(), _events(db, competition_id))
    db.execute(delete(FileDate).where(FileDate.competition_id == competition_id))
    db.execute(delete(CalendarEvent).where(CalendarEvent.competition_id == competition_id))
    db.add_all(
        FileDate(competition_id=competition_id, task=file.task, what=file.what, at=file.at, public=file.public)
        for file in files
    )
    db.add_all(
        CalendarEvent(
            competition_id=competition_id,
            title=event.title.zh,
            title_en=event.title.en,
            starts_at=event.starts_at,
            ends_at=event.ends_at,
        )
        for event in events
    )
    note_moves(db, context, actor, before, _moments(files, events), reason=reason)
    db.flush()


def preset_calendar(name: str, tasks: Sequence[str], year: int | None = None) -> Calendar:
    """A published calendar for these subtasks, in its own year or in another."""
    preset = CALENDARS.get(name)
    if preset is None:
        known = ", ".join(CALENDARS)
        raise NotFound(Words(f"日程“{name}”（有 {known}）", f"calendar '{name}' (there are {known})"))
    return preset.calendar(tasks, year)


def calendar(db: Session, actor: Actor | None, competition_id: int, *, at: float | None = None) -> CalendarView:
    """Everything with a date, in the order of the dates, and every date that was moved, the newest first."""
    context = enter(db, actor, competition_id, at=at)
    files, events = list(file_dates(db, competition_id).values()), _events(db, competition_id)
    entries = [
        *(_phase_entry(plan, context.now) for plan in context.plans),
        *_file_entries(files, context.now),
        *(_event_entry(event, context.now) for event in [*events, *_deadlines(db, competition_id)]),
    ]
    rows = db.scalars(
        select(CalendarChange).where(CalendarChange.competition_id == competition_id).order_by(CalendarChange.id.desc())
    )
    return CalendarView(
        entries=sorted(entries, key=lambda entry: (entry.starts_at, entry.kind, entry.title.en)),
        files=files,
        events=events,
        changes=[
            CalendarChangeView(Words(row.subject, row.subject_en), row.before, row.after, row.reason, row.at)
            for row in rows
        ],
    )


def _moments(files: Iterable[DatedFile], events: Iterable[DatedEvent]) -> Mapping[Words, float | None]:
    moments: dict[Words, float | None] = {file_title(file.task, file.what): file.at for file in files}
    for event in events:
        moments[event.title] = event.starts_at
        if event.ends_at is not None:
            moments[Words(f"{event.title.zh}（结束）", f"{event.title.en} (end)")] = event.ends_at
    return moments


def _events(db: Session, competition_id: int) -> list[DatedEvent]:
    rows = db.scalars(
        select(CalendarEvent)
        .where(CalendarEvent.competition_id == competition_id)
        .order_by(CalendarEvent.starts_at, CalendarEvent.id)
    )
    return [DatedEvent(Words(row.title, row.title_en or row.title), row.starts_at, row.ends_at) for row in rows]


def _deadlines(db: Session, competition_id: int) -> list[DatedEvent]:
    rows = db.scalars(select(DeliveryRule).where(DeliveryRule.competition_id == competition_id))
    return [DatedEvent(deadline_title(row.kind), row.closes_at) for row in rows]


def _phase_entry(plan: PhasePlan, now: float) -> CalendarEntry:
    return CalendarEntry("phase", PHASE_TITLES[plan.kind], plan.starts_at, plan.ends_at, plan.starts_at <= now)


def _file_entries(files: Sequence[DatedFile], now: float) -> list[CalendarEntry]:
    """Files that come out together are told together."""
    together: dict[tuple[float, bool], list[DatedFile]] = {}
    for file in files:
        together.setdefault((file.at, file.public), []).append(file)
    return [
        CalendarEntry("files", _listed(group, public=public), at, None, at <= now)
        for (at, public), group in together.items()
    ]


def _listed(files: Sequence[DatedFile], *, public: bool) -> Words:
    titles = [file_title(file.task, file.what) for file in files]
    zh, en = "、".join(title.zh for title in titles), ", ".join(title.en for title in titles)
    return Words(f"发布 {zh}{'（对所有人）' if public else ''}", f"{en} published{' for everybody' if public else ''}")


def _event_entry(event: DatedEvent, now: float) -> CalendarEntry:
    return CalendarEntry("event", event.title, event.starts_at, event.ends_at, event.starts_at <= now)
