"""Competitions as their organisers run them and everybody sees them."""

from typing import Annotated, Literal

from fastapi import APIRouter, Form, Query, Response, UploadFile

from pingce.leaderboard.competition.export import ExportFormat
from pingce.leaderboard.competition.phases import PhaseKind
from pingce.leaderboard.competition.result_views import Board, HistoryPoint, ScoredKind
from pingce.leaderboard.competition.services import boards, competitions, files, queue, removal, tables
from pingce.leaderboard.competition.services.removal import CompetitionRemovalPreview
from pingce.leaderboard.competition.uploads import plain_name
from pingce.leaderboard.competition.views import CompetitionBrief, CompetitionDetail
from pingce.store.removals import PutAway

from .. import ratings
from ..board_files import RESPONSES, SUMMARY, BoardLang, board_file
from ..http.json_body import StrictRoute
from ..policies import Action
from ..ratings import RatingView
from ..request_context import PathId, RequestContext, allow
from ..schemas.boards import ImportedRowsView, QueuedView, RatingIn, RatingKeyIn, RescoreIn
from ..schemas.common import Done
from ..schemas.competitions import (
    CompetitionChange,
    CompetitionIn,
    ImportedFilesView,
    PhaseIn,
    PhasesIn,
    TaskId,
)

router = APIRouter(tags=["competitions"], route_class=StrictRoute)

OptionalTask = Annotated[str, Query(max_length=64)]
BINARY = {"description": "A file", "content": {"application/octet-stream": {}}}


def kind_of(phase: str) -> PhaseKind:
    return PhaseKind(phase)


@router.get("/competitions", summary="Competitions one may see, the newest first")
def list_competitions(context: Annotated[RequestContext, allow(Action.SEE_COMPETITIONS)]) -> list[CompetitionBrief]:
    with context.reading() as db:
        return competitions.competitions(db, context.visitor)


@router.post("/competitions", summary="Make a competition from an edition or from tasks", status_code=201)
def create_competition(
    body: CompetitionIn, context: Annotated[RequestContext, allow(Action.MANAGE_COMPETITION)]
) -> CompetitionDetail:
    with context.writing() as db:
        made = competitions.create_competition(db, context.actor, **body.model_dump())
        return competitions.competition_detail(db, context.actor, made)


@router.get("/competitions/{competition}", summary="A competition: tasks, phases, files, one's own team")
def see_competition(
    competition: PathId, context: Annotated[RequestContext, allow(Action.SEE_COMPETITIONS)]
) -> CompetitionDetail:
    with context.reading() as db:
        return competitions.competition_detail(db, context.visitor, competition)


@router.patch("/competitions/{competition}", summary="Change the description, open or close a competition")
def change_competition(
    competition: PathId, body: CompetitionChange, context: Annotated[RequestContext, allow(Action.MANAGE_COMPETITION)]
) -> CompetitionDetail:
    with context.writing() as db:
        competitions.change_competition(db, context.actor, competition, **body.model_dump())
        return competitions.competition_detail(db, context.actor, competition)


@router.get("/competitions/{competition}/removal", summary="What deleting a competition would take along")
def preview_competition_removal(
    competition: PathId, context: Annotated[RequestContext, allow(Action.MANAGE_COMPETITION)]
) -> CompetitionRemovalPreview:
    with context.reading() as db:
        return removal.removal_preview(db, context.actor, competition)


@router.delete("/competitions/{competition}", summary="Delete a competition; it can be brought back for thirty days")
def delete_competition(
    competition: PathId,
    context: Annotated[RequestContext, allow(Action.MANAGE_COMPETITION)],
    confirm: Annotated[str, Query(max_length=256)] = "",
) -> Done:
    """With teams, submissions or a published board only if `confirm` is its title."""
    with context.writing() as db:
        removal.delete_competition(db, context.actor, competition, confirm=confirm)
    return Done()


@router.post("/competitions/{competition}/archive", summary="Put a competition away; its pages can still be read")
def archive_competition(
    competition: PathId, context: Annotated[RequestContext, allow(Action.MANAGE_COMPETITION)]
) -> Done:
    with context.writing() as db:
        removal.archive_competition(db, context.actor, competition)
    return Done()


@router.post("/competitions/{competition}/restore", summary="Bring back a competition that was archived or deleted")
def restore_competition(
    competition: PathId, context: Annotated[RequestContext, allow(Action.MANAGE_COMPETITION)]
) -> CompetitionDetail:
    with context.writing() as db:
        removal.restore_competition(db, context.actor, competition)
        return competitions.competition_detail(db, context.actor, competition)


@router.get("/put-away/competitions", summary="Archived and deleted competitions that one can bring back")
def list_put_away_competitions(
    context: Annotated[RequestContext, allow(Action.MANAGE_COMPETITION)],
) -> list[PutAway]:
    with context.reading() as db:
        return removal.put_away_competitions(db, context.actor)


@router.put("/competitions/{competition}/phases", summary="Set dates and rules of phases")
def set_phases(
    competition: PathId, body: PhasesIn, context: Annotated[RequestContext, allow(Action.MANAGE_COMPETITION)]
) -> CompetitionDetail:
    with context.writing() as db:
        changes = [_change(phase) for phase in body.phases]
        competitions.set_phases(db, context.actor, competition, changes, reason=body.reason)
        return competitions.competition_detail(db, context.actor, competition)


def _change(phase: PhaseIn) -> competitions.PhaseChange:
    rules = phase.model_dump(exclude={"kind", "starts_at", "ends_at"}, exclude_none=True)
    for name in rules.keys() & {"per_day", "in_all"}:
        rules[name] = rules[name] or None
    return competitions.PhaseChange(kind_of(phase.kind), phase.starts_at, phase.ends_at, rules)


@router.post(
    "/competitions/{competition}/files",
    summary="Add or replace a file of questions, answers or glosses",
    status_code=201,
)
def add_file(
    competition: PathId,
    file: UploadFile,
    task: Annotated[TaskId, Form()],
    part: Annotated[Literal["train", "dev", "test"], Form()],
    content: Annotated[Literal["questions", "gold", "inventory"], Form()],
    context: Annotated[RequestContext, allow(Action.MANAGE_COMPETITION)],
    reason: Annotated[str, Form(max_length=4000)] = "",
) -> ImportedFilesView:
    """An answer file that replaces another needs a reason; affected submissions are scored again."""
    new = files.prepare(task, part, content, file.filename or "file", file.file.read())
    with context.writing() as db:
        added = files.add_file(db, context.actor, competition, new, reason=reason)
        queued = 0
        if content == "gold" and reason.strip():
            queued = queue.rescore(db, context.actor, competition, reason=reason, task=task)
    context.server.scoring_thread.wake()
    return ImportedFilesView(files=[added], queued=queued)


@router.get(
    "/competitions/{competition}/files/{file}",
    summary="Download a file that the current phase offers",
    response_class=Response,
    responses={200: BINARY},
)
def download_file(
    competition: PathId, file: PathId, context: Annotated[RequestContext, allow(Action.SEE_COMPETITIONS)]
) -> Response:
    with context.reading() as db:
        stored = files.download(db, context.visitor, competition, file)
    headers = {"Content-Disposition": f'attachment; filename="{ascii_name(stored.name)}"'}
    return Response(stored.data, media_type="application/octet-stream", headers=headers)


def ascii_name(name: str) -> str:
    """Header values are ASCII; the name was made plain when it came in."""
    return plain_name(name).encode("ascii", "replace").decode().replace("?", "_")


@router.post(
    "/competitions/{competition}/table", summary="Take in a board that was published elsewhere", status_code=201
)
def import_table(
    competition: PathId,
    file: UploadFile,
    context: Annotated[RequestContext, allow(Action.MANAGE_COMPETITION)],
    phase: Annotated[ScoredKind, Form()] = "test",
) -> ImportedRowsView:
    """CSV or JSON as for `pingce leaderboard rank`; replaces the rows taken in before."""
    name, data = plain_name(file.filename or "table.csv"), file.file.read()
    with context.writing() as db:
        rows = tables.import_table(db, context.actor, competition, phase=kind_of(phase), name=name, data=data)
    return ImportedRowsView(rows=rows)


@router.get("/competitions/{competition}/board", summary="Boards of all subtasks and the overall ranking")
def see_board(
    competition: PathId, context: Annotated[RequestContext, allow(Action.SEE_COMPETITIONS)], phase: ScoredKind = "test"
) -> Board:
    with context.reading() as db:
        return boards.board(db, context.visitor, competition, kind_of(phase))


@router.get(
    "/competitions/{competition}/board/export",
    summary=SUMMARY,
    response_class=Response,
    responses=RESPONSES,
)
def export_ranking(
    competition: PathId,
    context: Annotated[RequestContext, allow(Action.SEE_COMPETITIONS)],
    phase: ScoredKind = "test",
    format: ExportFormat = "csv",  # noqa: A002 (the name in the address)
    task: OptionalTask = "",
    lang: BoardLang = "zh",
) -> Response:
    """Without `task`: the overall ranking."""
    with context.reading() as db:
        ranking = boards.board(db, context.visitor, competition, kind_of(phase))
    return board_file(ranking, f"board-{competition}-{phase}", format, task=task, lang=lang)


@router.get("/competitions/{competition}/history", summary="Scores over time, for the chart")
def see_history(
    competition: PathId,
    context: Annotated[RequestContext, allow(Action.SEE_COMPETITIONS)],
    phase: ScoredKind = "dev",
    task: OptionalTask = "",
) -> list[HistoryPoint]:
    with context.reading() as db:
        points = boards.history(db, context.visitor, competition, kind_of(phase), task=task)
    return list(points)


@router.post("/competitions/{competition}/rescore", summary="Score affected submissions again, with a reason")
def rescore(
    competition: PathId, body: RescoreIn, context: Annotated[RequestContext, allow(Action.MANAGE_COMPETITION)]
) -> QueuedView:
    with context.writing() as db:
        queued = queue.rescore(db, context.actor, competition, **body.model_dump())
    context.server.scoring_thread.wake()
    return QueuedView(queued=queued)


@router.post(
    "/competitions/{competition}/ratings",
    summary="Make a campaign in which explanations are rated, blind",
    status_code=201,
)
def start_rating(
    competition: PathId, body: RatingIn, context: Annotated[RequestContext, allow(Action.MANAGE_COMPETITION)]
) -> RatingView:
    phase = kind_of(body.phase)
    with context.reading() as db:
        listed = ratings.explanations(db, context.actor, competition, phase=phase, task=body.task)
    with context.writing() as db:
        ratings.start_rating(db, context.actor, competition, listed, phase=phase, task=body.task, title=body.title)
        return ratings.status(db, context.actor, competition, phase=phase, task=body.task)


@router.get("/competitions/{competition}/ratings", summary="How far the rating is, and how well raters agree")
def see_rating(
    competition: PathId,
    context: Annotated[RequestContext, allow(Action.MANAGE_COMPETITION)],
    task: Annotated[TaskId, Query()],
    phase: ScoredKind = "test",
) -> RatingView:
    with context.reading() as db:
        return ratings.status(db, context.actor, competition, phase=kind_of(phase), task=task)


@router.post("/competitions/{competition}/ratings/collect", summary="Take the ratings over into the scores")
def collect_ratings(
    competition: PathId, body: RatingKeyIn, context: Annotated[RequestContext, allow(Action.MANAGE_COMPETITION)]
) -> RatingView:
    with context.writing() as db:
        rating = ratings.collect(db, context.actor, competition, phase=kind_of(body.phase), task=body.task)
    context.server.scoring_thread.wake()
    return rating
