"""A reviewer's work: differing answers, audits, appeals."""

from typing import Annotated

from fastapi import APIRouter, Response

from pingce.annotate.services import appeals as appeal_services
from pingce.annotate.services import reviews as review_services
from pingce.annotate.services import turns
from pingce.annotate.services.views import HeartbeatView, ReviewReceipt, ReviewView

from ..http.json_body import StrictRoute
from ..policies import Action
from ..request_context import PathId, RequestContext, allow
from ..schemas.common import Done
from ..schemas.jobs import AppealDecisionIn, DecideIn, SkipIn
from .jobs import NOTHING, WAITING_HEADER

router = APIRouter(tags=["reviews"], route_class=StrictRoute)


@router.post("/campaigns/{campaign}/reviews/next", summary="The next answers to review or audit", responses=NOTHING)
def next_review(campaign: PathId, context: Annotated[RequestContext, allow(Action.REVIEW)]) -> ReviewView:
    return _next(context, campaign, appeals=False)


@router.post("/campaigns/{campaign}/appeals/next", summary="The next appeal to decide", responses=NOTHING)
def next_appeal(campaign: PathId, context: Annotated[RequestContext, allow(Action.REVIEW)]) -> ReviewView:
    return _next(context, campaign, appeals=True)


def _next(context: RequestContext, campaign: int, *, appeals: bool) -> ReviewView:
    with context.writing() as db:
        review = turns.next_review(db, context.actor, campaign, appeals=appeals)
    if review is None:
        return Response(status_code=204, headers={WAITING_HEADER: "done"})  # type: ignore[return-value] # NOTHING
    return review


@router.get("/reviews/{review}", summary="A review or appeal one holds or has decided")
def see_review(review: PathId, context: Annotated[RequestContext, allow(Action.REVIEW)]) -> ReviewView:
    with context.reading() as db:
        return turns.review_view(db, context.actor, review)


@router.post("/reviews/{review}/heartbeat", summary="Still reviewing: makes the lease longer")
def review_heartbeat(review: PathId, context: Annotated[RequestContext, allow(Action.REVIEW)]) -> HeartbeatView:
    with context.writing() as db:
        return turns.review_heartbeat(db, context.actor, review)


@router.post("/reviews/{review}/pass", summary="Not sure: somebody else decides")
def pass_on(review: PathId, body: SkipIn, context: Annotated[RequestContext, allow(Action.REVIEW)]) -> Done:
    with context.writing() as db:
        turns.pass_on(db, context.actor, review, body.reason)
    return Done()


@router.post("/reviews/{review}/decide", summary="Decide: accept an answer, give the right one, or (audit) reject")
def decide(review: PathId, body: DecideIn, context: Annotated[RequestContext, allow(Action.REVIEW)]) -> ReviewReceipt:
    with context.writing() as db:
        return review_services.decide(db, context.actor, review, **body.model_dump())


@router.post("/appeals/{appeal}/decide", summary="Decide an appeal, finally")
def decide_appeal(
    appeal: PathId, body: AppealDecisionIn, context: Annotated[RequestContext, allow(Action.REVIEW)]
) -> ReviewReceipt:
    with context.writing() as db:
        return appeal_services.decide_appeal(db, context.actor, appeal, **body.model_dump())
