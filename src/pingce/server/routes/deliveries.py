"""Final deliveries: model, code, prompts, report; systems that organisers ran again; disqualified teams."""

from typing import Annotated

from fastapi import APIRouter, File, Form, UploadFile
from fastapi.responses import Response

from pingce.leaderboard.competition.services import deliveries
from pingce.leaderboard.competition.services.deliveries import NewDelivery
from pingce.leaderboard.competition.views import DeliveriesView, DeliveryKind, DeliveryRuleView

from ..http.json_body import StrictRoute
from ..policies import Action
from ..request_context import PathId, RequestContext, allow
from ..schemas.organising import DeclarationIn, DeliveryRulesIn, DisqualificationIn, ReproductionIn
from .competitions import BINARY, ascii_name

router = APIRouter(tags=["deliveries"], route_class=StrictRoute)


@router.get("/competitions/{competition}/deliveries", summary="What is asked for, and one's own team's deliveries")
def see_deliveries(
    competition: PathId, context: Annotated[RequestContext, allow(Action.SEE_SUBMISSIONS)]
) -> DeliveriesView:
    """Organisers see those of all teams."""
    with context.reading() as db:
        return deliveries.deliveries(db, context.actor, competition)


@router.put("/competitions/{competition}/deliveries", summary="Say what is to be handed in at the end, until when")
def set_delivery_rules(
    competition: PathId, body: DeliveryRulesIn, context: Annotated[RequestContext, allow(Action.MANAGE_COMPETITION)]
) -> DeliveriesView:
    rules = [DeliveryRuleView(rule.kind, rule.opens_at, rule.closes_at, rule.largest) for rule in body.rules]
    with context.writing() as db:
        deliveries.set_rules(db, context.actor, competition, rules, reason=body.reason)
        return deliveries.deliveries(db, context.actor, competition)


@router.post("/competitions/{competition}/deliveries", summary="Hand in a file or a link", status_code=201)
def deliver(
    competition: PathId,
    kind: Annotated[DeliveryKind, Form()],
    context: Annotated[RequestContext, allow(Action.TAKE_PART)],
    file: Annotated[UploadFile | None, File()] = None,
    link: Annotated[str, Form(max_length=1000)] = "",
    note: Annotated[str, Form(max_length=4000)] = "",
) -> DeliveriesView:
    """The newest of a kind counts; earlier ones stay. A report is a PDF file."""
    data = file.file.read() if file is not None else None
    new = NewDelivery(kind, link.strip(), (file.filename or kind) if file is not None else "", data, note)
    with context.writing() as db:
        deliveries.deliver(db, context.actor, competition, new)
        return deliveries.deliveries(db, context.actor, competition)


@router.get(
    "/deliveries/{delivery}/file",
    summary="A file that one's team handed in",
    response_class=Response,
    responses={200: BINARY},
)
def download_delivery(delivery: PathId, context: Annotated[RequestContext, allow(Action.SEE_SUBMISSIONS)]) -> Response:
    with context.reading() as db:
        name, data = deliveries.delivered_file(db, context.actor, delivery)
    headers = {"Content-Disposition": f'attachment; filename="{ascii_name(name)}"'}
    return Response(data, media_type="application/octet-stream", headers=headers)


@router.put("/competitions/{competition}/declaration", summary="Say what one's system is built on")
def declare(
    competition: PathId, body: DeclarationIn, context: Annotated[RequestContext, allow(Action.TAKE_PART)]
) -> DeliveriesView:
    with context.writing() as db:
        deliveries.declare(db, context.actor, competition, **body.model_dump())
        return deliveries.deliveries(db, context.actor, competition)


@router.post(
    "/competitions/{competition}/teams/{team}/reproductions",
    summary="Note what a team's system scored when it was run again",
    status_code=201,
)
def note_reproduction(
    competition: PathId,
    team: PathId,
    body: ReproductionIn,
    context: Annotated[RequestContext, allow(Action.MANAGE_COMPETITION)],
) -> DeliveriesView:
    with context.writing() as db:
        deliveries.note_reproduction(db, context.actor, competition, team, **body.model_dump())
        return deliveries.deliveries(db, context.actor, competition)


@router.put(
    "/competitions/{competition}/teams/{team}/disqualification",
    summary="Take a team out of the ranking, or put it back",
)
def disqualify(
    competition: PathId,
    team: PathId,
    body: DisqualificationIn,
    context: Annotated[RequestContext, allow(Action.MANAGE_COMPETITION)],
) -> DeliveriesView:
    with context.writing() as db:
        deliveries.disqualify(db, context.actor, competition, team, body.reason)
        return deliveries.deliveries(db, context.actor, competition)
