"""An annotator's work."""

from typing import Annotated, Any

from fastapi import APIRouter, Response

from pingce.annotate.rules import Hit, blocks
from pingce.annotate.services import appeals, checking, comments, queue
from pingce.annotate.services import jobs as services
from pingce.annotate.services.campaign_views import CommentView
from pingce.annotate.services.submit import submit as hand_in
from pingce.annotate.services.views import DraftView, HeartbeatView, InboxEntry, JobView, MyJob, Receipt, WaitingView

from ..http.json_body import StrictRoute
from ..policies import Action
from ..request_context import Limit, Offset, PathId, RequestContext, allow
from ..schemas.common import ListPage
from ..schemas.jobs import AnswerIn, AppealIn, CheckIn, CheckView, CommentIn, DraftIn, LearnedIn, SkipIn, SubmitIn

router = APIRouter(tags=["jobs"], route_class=StrictRoute)

WAITING_HEADER = "X-Waiting"
NOTHING: dict[int | str, dict[str, Any]] = {
    204: {
        "description": "Nothing to do now",
        "headers": {WAITING_HEADER: {"description": "Why: a code of `…/waiting`", "schema": {"type": "string"}}},
    }
}
"""For routes that hand out work."""


@router.post("/campaigns/{campaign}/next", summary="The job one holds, else a new one", responses=NOTHING)
def next_job(campaign: PathId, context: Annotated[RequestContext, allow(Action.ANNOTATE)]) -> JobView:
    # A claim that a power cut undoes is simply made again; every submission flushes what came before it.
    with context.writing(flush=False) as db:
        job = queue.next_job(db, context.actor, campaign)
    if job is None:
        with context.reading() as db:
            why = queue.waiting(db, context.actor, campaign)
        return Response(status_code=204, headers={WAITING_HEADER: why.code})  # type: ignore[return-value] # the 204 above
    return job


@router.get("/campaigns/{campaign}/waiting", summary="Why there is no next job")
def waiting(campaign: PathId, context: Annotated[RequestContext, allow(Action.ANNOTATE)]) -> WaitingView:
    with context.reading() as db:
        return queue.waiting(db, context.actor, campaign)


@router.get("/jobs/{job}", summary="One of one's own jobs")
def see_job(job: PathId, context: Annotated[RequestContext, allow(Action.ANNOTATE)]) -> JobView:
    with context.reading() as db:
        return services.job_view(db, context.actor, job)


@router.post("/jobs/{job}/take", summary="Go on with a job that was skipped or whose lease ran out")
def take_job(job: PathId, context: Annotated[RequestContext, allow(Action.ANNOTATE)]) -> JobView:
    with context.writing() as db:
        return queue.take_up(db, context.actor, job)


@router.put("/jobs/{job}/draft", summary="Keep an unfinished answer")
def save_draft(job: PathId, body: DraftIn, context: Annotated[RequestContext, allow(Action.ANNOTATE)]) -> DraftView:
    with context.writing() as db:
        return services.save_draft(db, context.actor, job, body.answer, version=body.version)


@router.post("/jobs/{job}/submit", summary="Hand in an answer; the same key gives the same receipt, once")
def submit(job: PathId, body: SubmitIn, context: Annotated[RequestContext, allow(Action.ANNOTATE)]) -> Receipt:
    with context.writing() as db:
        return hand_in(db, context.actor, job, body.answer, key=body.key, version=body.version, seconds=body.seconds)


@router.post("/jobs/{job}/heartbeat", summary="Still working: makes the lease longer")
def heartbeat(job: PathId, context: Annotated[RequestContext, allow(Action.ANNOTATE)]) -> HeartbeatView:
    with context.writing() as db:
        return queue.heartbeat(db, context.actor, job)


@router.post("/jobs/{job}/skip", summary="Give a job back, with a reason")
def skip(job: PathId, body: SkipIn, context: Annotated[RequestContext, allow(Action.ANNOTATE)]) -> MyJob:
    with context.writing() as db:
        return queue.skip(db, context.actor, job, body.reason)


@router.post("/jobs/{job}/check", summary="What the rules say about one's answer; changes nothing")
def check_job(job: PathId, body: AnswerIn, context: Annotated[RequestContext, allow(Action.ANNOTATE)]) -> CheckView:
    with context.reading() as db:
        hits = checking.check_job(db, context.actor, job, body.answer)
    return _check_view(hits)


@router.get("/jobs/{job}/comments", summary="What was said about the item of a job")
def list_job_comments(job: PathId, context: Annotated[RequestContext, allow(Action.ANNOTATE)]) -> list[CommentView]:
    """In a blind campaign only one's own until one has answered."""
    with context.reading() as db:
        return list(comments.job_comments(db, context.actor, job))


@router.post("/jobs/{job}/comments", summary="Say something about the item of a job", status_code=201)
def add_job_comment(
    job: PathId, body: CommentIn, context: Annotated[RequestContext, allow(Action.ANNOTATE)]
) -> CommentView:
    with context.writing() as db:
        return comments.add_job_comment(db, context.actor, job, body.text)


@router.post("/campaigns/{campaign}/check", summary="What the rules say about an answer; changes nothing")
def check(campaign: PathId, body: CheckIn, context: Annotated[RequestContext, allow(Action.CHECK)]) -> CheckView:
    with context.reading() as db:
        hits = checking.check_answer(db, context.actor, campaign, body.item, body.answer)
    return _check_view(hits)


def _check_view(hits: list[Hit]) -> CheckView:
    return CheckView(hits=hits, blocks=blocks(hits))


@router.get("/campaigns/{campaign}/mine", summary="One's own jobs, newest first")
def my_jobs(
    campaign: PathId, context: Annotated[RequestContext, allow(Action.ANNOTATE)], offset: Offset = 0, limit: Limit = 50
) -> ListPage[MyJob]:
    with context.reading() as db:
        total, rows = services.my_jobs(db, context.actor, campaign, offset=offset, limit=limit)
    return ListPage(total=total, offset=offset, rows=rows)


@router.get("/inbox", summary="Jobs that came back to me, in all campaigns")
def inbox(context: Annotated[RequestContext, allow(Action.ANNOTATE)]) -> list[InboxEntry]:
    with context.reading() as db:
        return list(appeals.inbox(db, context.actor))


@router.post("/jobs/{job}/learned", summary="Accept the decision about a returned job")
def learned(job: PathId, body: LearnedIn, context: Annotated[RequestContext, allow(Action.ANNOTATE)]) -> Receipt:
    with context.writing() as db:
        return appeals.learned(db, context.actor, job, key=body.key, version=body.version)


@router.post("/jobs/{job}/appeal", summary="Object to the decision about a returned job")
def appeal(job: PathId, body: AppealIn, context: Annotated[RequestContext, allow(Action.ANNOTATE)]) -> Receipt:
    with context.writing() as db:
        return appeals.appeal(db, context.actor, job, body.reason, key=body.key, version=body.version)
