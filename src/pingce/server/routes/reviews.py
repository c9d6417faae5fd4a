"""A reviewer's work: differing answers, audits, appeals."""

from typing import Annotated

from fastapi import APIRouter, Response

from pingce.annotate.services import appeals as appeal_services
from pingce.annotate.services import reviews as review_services
from pingce.annotate.services import turns

from ..deps import PathId, Work, allow
from ..http.json_body import StrictRoute
from ..policies import Action
from ..schemas.common import Done
from ..schemas.jobs import HeartbeatView, SkipIn
from ..schemas.reviews import AppealDecisionIn, DecideIn, ReviewReceipt, ReviewView
from .jobs import NOTHING, WAITING_HEADER

router = APIRouter(tags=["reviews"], route_class=StrictRoute)


@router.post("/campaigns/{campaign}/reviews/next", summary="The next answers to review or audit", responses=NOTHING)
def next_review(campaign: PathId, work: Annotated[Work, allow(Action.REVIEW)]) -> ReviewView:
    return _next(work, campaign, appeals=False)


@router.post("/campaigns/{campaign}/appeals/next", summary="The next appeal to decide", responses=NOTHING)
def next_appeal(campaign: PathId, work: Annotated[Work, allow(Action.REVIEW)]) -> ReviewView:
    return _next(work, campaign, appeals=True)


def _next(work: Work, campaign: int, *, appeals: bool) -> ReviewView:
    with work.writing() as db:
        review = turns.next_review(db, work.actor, campaign, appeals=appeals)
    if review is None:
        return Response(status_code=204, headers={WAITING_HEADER: "done"})  # type: ignore[return-value] # NOTHING
    return ReviewView.model_validate(review)


@router.get("/reviews/{review}", summary="A review or appeal one holds or has decided")
def see_review(review: PathId, work: Annotated[Work, allow(Action.REVIEW)]) -> ReviewView:
    with work.reading() as db:
        return ReviewView.model_validate(turns.review_view(db, work.actor, review))


@router.post("/reviews/{review}/heartbeat", summary="Still reviewing: makes the lease longer")
def review_heartbeat(review: PathId, work: Annotated[Work, allow(Action.REVIEW)]) -> HeartbeatView:
    with work.writing() as db:
        return HeartbeatView.model_validate(turns.review_heartbeat(db, work.actor, review))


@router.post("/reviews/{review}/pass", summary="Not sure: somebody else decides")
def pass_on(review: PathId, body: SkipIn, work: Annotated[Work, allow(Action.REVIEW)]) -> Done:
    with work.writing() as db:
        turns.pass_on(db, work.actor, review, body.reason)
    return Done()


@router.post("/reviews/{review}/decide", summary="Decide: accept an answer, give the right one, or (audit) reject")
def decide(review: PathId, body: DecideIn, work: Annotated[Work, allow(Action.REVIEW)]) -> ReviewReceipt:
    with work.writing() as db:
        receipt = review_services.decide(db, work.actor, review, **body.model_dump())
    return ReviewReceipt.model_validate(receipt)


@router.post("/appeals/{appeal}/decide", summary="Decide an appeal, finally")
def decide_appeal(appeal: PathId, body: AppealDecisionIn, work: Annotated[Work, allow(Action.REVIEW)]) -> ReviewReceipt:
    with work.writing() as db:
        receipt = appeal_services.decide_appeal(db, work.actor, appeal, **body.model_dump())
    return ReviewReceipt.model_validate(receipt)
