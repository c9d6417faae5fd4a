"""Teams: registering, being admitted, accepting agreements."""

from functools import partial
from typing import Annotated

from fastapi import APIRouter, Request
from fastapi.responses import Response

from pingce.leaderboard.competition import registrations
from pingce.leaderboard.competition.export import MEDIA
from pingce.leaderboard.competition.result_views import LeftView
from pingce.leaderboard.competition.services import submissions, teams, texts
from pingce.leaderboard.competition.services.teams import NewTeam
from pingce.leaderboard.competition.views import PublicTeam, TeamView, TextView
from pingce.store.people import Actor, Role

from ..board_files import BOM
from ..http.json_body import StrictRoute
from ..http.sign_in_lines import address_of, count_attempt
from ..people import attempts
from ..people.accounts import check_name, create_user
from ..people.secrets import hash_password
from ..policies import Action
from ..request_context import PathId, RequestContext, allow
from ..schemas.competitions import AgreementIn, SignUpIn, TeamDecision, TeamIn
from ..schemas.organising import AcceptedTextsIn, TextIn

router = APIRouter(tags=["teams"], route_class=StrictRoute)


@router.post("/competitions/{competition}/signup", summary="Make an account and register a team", status_code=201)
async def sign_up(
    competition: PathId, body: SignUpIn, request: Request, context: Annotated[RequestContext, allow(Action.SIGN_UP)]
) -> TeamView:
    """From one address at most three, and twenty attempts, in fifteen minutes. The team takes part once admitted."""
    tried = attempts.address_key("sign-up", context.server.secret, address_of(request))
    made = attempts.address_key("registered", context.server.secret, address_of(request))
    return await context.server.sign_in_lines.sign_up.run(partial(_sign_up, context, competition, body, tried, made))


def _sign_up(
    context: RequestContext, competition: int, body: SignUpIn, tried: dict[str, str], made: dict[str, str]
) -> TeamView:
    """Everything that can be refused is refused before the password is hashed."""
    now, team = context.now, _new(body.team)
    count_attempt(context, tried, now=now)
    with context.server.sign_in_lines.refusals.noting(), context.reading() as db:
        attempts.check_attempts(db, made, now=now, noted=False)
        teams.check_new(db, competition, team)
        check_name(db, body.account)
    password = hash_password(body.password)
    with context.changing_people() as db:
        attempts.check_attempts(db, made, now=now, noted=False)
        attempts.note_attempt(db, made, now=now)
        person = create_user(db, body.account, roles=[Role.TEAM], title=team.name, password=password, now=now)
        actor = Actor(person.id, person.name, frozenset(person.roles))
        return teams.register(db, actor, competition, team)


@router.post("/competitions/{competition}/teams", summary="Register a team", status_code=201)
def register_team(
    competition: PathId, body: TeamIn, context: Annotated[RequestContext, allow(Action.TAKE_PART)]
) -> TeamView:
    with context.writing() as db:
        return teams.register(db, context.actor, competition, _new(body))


@router.get("/competitions/{competition}/teams", summary="Teams that take part; leader and address masked")
def list_teams(
    competition: PathId, context: Annotated[RequestContext, allow(Action.SEE_COMPETITIONS)]
) -> list[PublicTeam]:
    with context.reading() as db:
        return teams.public_teams(db, context.visitor, competition)


@router.get("/competitions/{competition}/registrations", summary="All registrations, for organisers")
def list_registrations(
    competition: PathId, context: Annotated[RequestContext, allow(Action.MANAGE_COMPETITION)]
) -> list[TeamView]:
    with context.reading() as db:
        return teams.teams(db, context.actor, competition)


@router.patch("/competitions/{competition}/teams/{team}", summary="Admit or refuse a team")
def decide_team(
    competition: PathId,
    team: PathId,
    body: TeamDecision,
    context: Annotated[RequestContext, allow(Action.MANAGE_COMPETITION)],
) -> TeamView:
    with context.writing() as db:
        return teams.decide(db, context.actor, competition, team, **body.model_dump())


@router.post("/competitions/{competition}/baselines", summary="Add a baseline, whose row is marked", status_code=201)
def add_baseline(
    competition: PathId, body: TeamIn, context: Annotated[RequestContext, allow(Action.MANAGE_COMPETITION)]
) -> TeamView:
    with context.writing() as db:
        return teams.add_baseline(db, context.actor, competition, _new(body))


@router.post("/competitions/{competition}/agreements", summary="Accept the agreement of a phase")
def accept_agreement(
    competition: PathId, body: AgreementIn, context: Annotated[RequestContext, allow(Action.TAKE_PART)]
) -> TeamView:
    with context.writing() as db:
        return teams.accept(db, context.actor, competition, phase=body.phase, text_sha256=body.sha256)


@router.put("/competitions/{competition}/texts", summary="A new version of a text that teams accept")
def set_text(
    competition: PathId, body: TextIn, context: Annotated[RequestContext, allow(Action.MANAGE_COMPETITION)]
) -> list[TextView]:
    """Gives the texts that hold now; teams that registered before accept the new one before they go on."""
    with context.writing() as db:
        texts.set_text(db, context.actor, competition, body.kind, body.text)
        return texts.current_texts(db, competition)


@router.post("/competitions/{competition}/texts/accept", summary="Accept texts that were changed after registration")
def accept_texts(
    competition: PathId, body: AcceptedTextsIn, context: Annotated[RequestContext, allow(Action.TAKE_PART)]
) -> TeamView:
    with context.writing() as db:
        team = texts.accept_texts(db, context.actor, competition, body.accepted)
        return teams.team_view(db, team)


@router.get(
    "/competitions/{competition}/registrations/export",
    summary="All registrations as CSV or JSON, for organisers",
    response_class=Response,
    responses={200: {"description": "A file", "content": {"text/csv": {}, "application/json": {}}}},
)
def export_registrations(
    competition: PathId,
    context: Annotated[RequestContext, allow(Action.MANAGE_COMPETITION)],
    format: registrations.RegistrationFormat = "csv",  # noqa: A002 (the name in the address)
) -> Response:
    with context.reading() as db:
        text = registrations.export_registrations(teams.teams(db, context.actor, competition), format)
    headers = {"Content-Disposition": f'attachment; filename="registrations-{competition}.{format}"'}
    return Response(BOM + text if format == "csv" else text, media_type=MEDIA[format], headers=headers)


@router.get("/competitions/{competition}/left", summary="What one's team may still hand in")
def see_left(competition: PathId, context: Annotated[RequestContext, allow(Action.SEE_SUBMISSIONS)]) -> list[LeftView]:
    with context.reading() as db:
        return submissions.submissions_left(db, context.actor, competition)


def _new(body: TeamIn) -> NewTeam:
    return NewTeam(**body.model_dump())
