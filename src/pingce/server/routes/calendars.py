"""Calendars of competitions: dates of files and events, calendars that were published, dates that were moved."""

from typing import Annotated

from fastapi import APIRouter

from pingce.leaderboard.competition.calendar import DatedEvent, DatedFile
from pingce.leaderboard.competition.published_calendars import CALENDARS
from pingce.leaderboard.competition.services import calendar, competitions
from pingce.leaderboard.competition.views import CalendarView
from pingce.spec.words import Words

from ..http.json_body import StrictRoute
from ..policies import Action
from ..request_context import PathId, RequestContext, allow
from ..schemas.organising import CalendarIn, CalendarPresetIn, CalendarPresetView

router = APIRouter(tags=["competitions"], route_class=StrictRoute)


@router.get("/calendars", summary="Calendars that past editions published")
def list_calendars(_: Annotated[RequestContext, allow(Action.MANAGE_COMPETITION)]) -> list[CalendarPresetView]:
    return [
        CalendarPresetView(id=preset.id, title=preset.title, year=preset.year, source=preset.source)
        for preset in CALENDARS.values()
    ]


@router.get("/competitions/{competition}/calendar", summary="Everything with a date, and dates that were moved")
def see_calendar(
    competition: PathId, context: Annotated[RequestContext, allow(Action.SEE_COMPETITIONS)]
) -> CalendarView:
    with context.reading() as db:
        return calendar.calendar(db, context.visitor, competition)


@router.put("/competitions/{competition}/calendar", summary="Set the dates of files and other events")
def set_calendar(
    competition: PathId, body: CalendarIn, context: Annotated[RequestContext, allow(Action.MANAGE_COMPETITION)]
) -> CalendarView:
    """In place of all there were; phases have a route of their own. Dates that move are noted for everybody to see."""
    files = [DatedFile(file.task, file.what, file.at, file.public) for file in body.files]
    events = [
        DatedEvent(Words(event.title, event.title_en or event.title), event.starts_at, event.ends_at)
        for event in body.events
    ]
    with context.writing() as db:
        calendar.set_dates(db, context.actor, competition, files, events, reason=body.reason)
        return calendar.calendar(db, context.actor, competition)


@router.post("/competitions/{competition}/calendar/preset", summary="Take over a published calendar, phases included")
def apply_calendar(
    competition: PathId, body: CalendarPresetIn, context: Annotated[RequestContext, allow(Action.MANAGE_COMPETITION)]
) -> CalendarView:
    with context.writing() as db:
        competitions.apply_preset(db, context.actor, competition, body.preset, year=body.year, reason=body.reason)
        return calendar.calendar(db, context.actor, competition)
