"""Teams: registering, being admitted, accepting agreements."""

from typing import Annotated

from fastapi import APIRouter, Request

from pingce.leaderboard.competition.services import submissions, teams
from pingce.leaderboard.competition.services.teams import NewTeam
from pingce.store.people import Actor, Role

from ..body import StrictRoute
from ..deps import PathId, Work, allow
from ..people.accounts import create_user
from ..people.registrations import check_registrations
from ..people.secrets import hash_password
from ..policies import Action
from ..schemas.competitions import AgreementIn, PublicTeamView, SignUpIn, TeamDecision, TeamIn, TeamView
from ..schemas.submissions import LeftView
from .account import address_of

router = APIRouter(tags=["teams"], route_class=StrictRoute)


@router.post("/competitions/{competition}/signup", summary="Make an account and register a team", status_code=201)
def sign_up(
    competition: PathId, body: SignUpIn, request: Request, work: Annotated[Work, allow(Action.SIGN_UP)]
) -> TeamView:
    """At most three from one address in fifteen minutes. The team takes part once the organisers admit it."""
    password = hash_password(body.password)
    with work.changing_people() as db:
        check_registrations(db, work.server.secret, address_of(request), now=work.now)
        made = create_user(db, body.account, roles=[Role.TEAM], title=body.team.name, password=password, now=work.now)
        actor = Actor(made.id, made.name, frozenset(made.roles))
        return TeamView.model_validate(teams.register(db, actor, competition, _new(body.team)))


@router.post("/competitions/{competition}/teams", summary="Register a team", status_code=201)
def register_team(competition: PathId, body: TeamIn, work: Annotated[Work, allow(Action.TAKE_PART)]) -> TeamView:
    with work.writing() as db:
        return TeamView.model_validate(teams.register(db, work.actor, competition, _new(body)))


@router.get("/competitions/{competition}/teams", summary="Teams that take part; leader and address masked")
def list_teams(competition: PathId, work: Annotated[Work, allow(Action.SEE_COMPETITIONS)]) -> list[PublicTeamView]:
    with work.reading() as db:
        return [PublicTeamView.model_validate(one) for one in teams.public_teams(db, work.visitor, competition)]


@router.get("/competitions/{competition}/registrations", summary="All registrations, for organisers")
def list_registrations(competition: PathId, work: Annotated[Work, allow(Action.MANAGE_COMPETITION)]) -> list[TeamView]:
    with work.reading() as db:
        return [TeamView.model_validate(one) for one in teams.teams(db, work.actor, competition)]


@router.patch("/competitions/{competition}/teams/{team}", summary="Admit or refuse a team")
def decide_team(
    competition: PathId, team: PathId, body: TeamDecision, work: Annotated[Work, allow(Action.MANAGE_COMPETITION)]
) -> TeamView:
    with work.writing() as db:
        return TeamView.model_validate(teams.decide(db, work.actor, competition, team, **body.model_dump()))


@router.post("/competitions/{competition}/baselines", summary="Add a baseline, whose row is marked", status_code=201)
def add_baseline(
    competition: PathId, body: TeamIn, work: Annotated[Work, allow(Action.MANAGE_COMPETITION)]
) -> TeamView:
    with work.writing() as db:
        return TeamView.model_validate(teams.add_baseline(db, work.actor, competition, _new(body)))


@router.post("/competitions/{competition}/agreements", summary="Accept the agreement of a phase")
def accept_agreement(
    competition: PathId, body: AgreementIn, work: Annotated[Work, allow(Action.TAKE_PART)]
) -> TeamView:
    with work.writing() as db:
        found = teams.accept(db, work.actor, competition, phase=body.phase, text_sha256=body.sha256)
        return TeamView.model_validate(found)


@router.get("/competitions/{competition}/left", summary="What one's team may still hand in")
def see_left(competition: PathId, work: Annotated[Work, allow(Action.SEE_SUBMISSIONS)]) -> list[LeftView]:
    with work.reading() as db:
        return [LeftView.model_validate(one) for one in submissions.submissions_left(db, work.actor, competition)]


def _new(body: TeamIn) -> NewTeam:
    return NewTeam(body.name, body.organisation, body.leader, body.email, body.members)
