"""What reviewers decide: which answer is right (review), whether one can stay (audit).

A reviewer's verdict comes in (accept a job's answer, give the right one, reject), it is checked like any answer, kept
as a decision with its reason, and the workflow goes on from there; a receipt comes out.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy.orm import Session

from pingce.annotate.consensus import same
from pingce.annotate.rules import Hit
from pingce.annotate.services.views import ReviewReceipt
from pingce.annotate.settings import REASONS
from pingce.annotate.workflow import (
    ITEM_STEPS,
    JOB_STEPS,
    TURN_STEPS,
    Involvement,
    ItemFacts,
    ItemState,
    JobState,
    TurnState,
    follow,
)
from pingce.spec.words import Words
from pingce.store.database import clock
from pingce.store.errors import Refused
from pingce.store.notifications import NotificationKind, notify
from pingce.store.people import Actor
from pingce.store.tables.annotate import Item, Job, Json, Turn

from .access import CampaignContext, find_turn
from .checking import checked
from .locks import lock_item, lock_jobs
from .record import StoredAnswer, digest, earlier_result, keep_answer, keep_result, note, stored_hits
from .settle import answered, audit_facts, current_answers, finish, keep_decision, move_job, settle
from .turns import hold_turn, involvement_of

DAY = 24 * 3600


class ReviewerDecision(NamedTuple):
    """What a reviewer sent."""

    accept: int | None
    answer: Json | None
    reason_code: str
    reason: str


@dataclass(frozen=True, slots=True)
class ReviewContext:
    """A reviewer's turn with everything a decision touches, locked."""

    context: CampaignContext
    actor: Actor
    item: Item
    jobs: Sequence[Job]
    turn: Turn
    involved: frozenset[Involvement]
    at: float


def decide(
    db: Session,
    actor: Actor,
    review_id: int,
    *,
    accept: int | None,
    answer: Json | None,
    reason_code: str,
    reason: str,
    key: str,
    version: int,
    at: float | None = None,
) -> ReviewReceipt:
    """Decide a review: accept a job's answer or give the right one.

    An audit looks at one job: accepting it lets it stay, an answer mends it (the annotator's own stays readable),
    neither sends it back to its author with the reason.
    """
    context, turn = find_turn(db, actor, review_id)
    at = clock(db) if at is None else at
    verdict = ReviewerDecision(accept, answer, reason_code, reason.strip())
    item = lock_item(db, turn.item_id)
    jobs = answered(lock_jobs(db, item.id))
    request = digest("decide", review_id, *verdict)
    earlier = earlier_result(db, actor, key, request)
    if earlier is not None:
        return read_review_receipt(earlier)
    turn = hold_turn(db, context, actor, review_id, version=version, kinds=("review", "audit"))
    review = ReviewContext(context, actor, item, jobs, turn, involvement_of(db, actor, item.id), at)
    kept = _audit(db, review, verdict) if turn.kind == "audit" else _review(db, review, verdict)
    return close_turn(db, review, key, request, kept)


def close_turn(db: Session, review: ReviewContext, key: str, request: str, kept: StoredAnswer | None) -> ReviewReceipt:
    """The end of every decision: the turn is done, the item goes on, the receipt is kept."""
    context, item, turn = review.context, review.item, review.turn
    turn.state = follow(TURN_STEPS, TurnState(turn.state), "decide", by=context.roles, involved=review.involved)
    turn.decided_at, turn.lease_until = review.at, None
    settle(db, context, item, review.jobs, at=review.at)
    item.updated_at = review.at
    receipt: Json = {
        "review": turn.id,
        "item": item.id,
        "item_state": str(item.state),
        "decided_at": review.at,
        "hits": list(kept.hits) if kept is not None and kept.turn_id == turn.id else [],
    }
    keep_result(db, review.actor, key, request, receipt, review.at)
    return read_review_receipt(receipt)


def read_review_receipt(stored: Json) -> ReviewReceipt:
    return ReviewReceipt(**{**stored, "hits": stored_hits(stored["hits"])})  # type: ignore[arg-type] # close_turn wrote it


def own_answer(db: Session, review: ReviewContext, content: Json, kind: str, job: Job | None = None) -> StoredAnswer:
    """An answer by the reviewer; the same rules hold for it."""
    hits: Sequence[Hit] = checked(db, review.context, review.item, content)
    version = 1
    if job is not None:
        job.version += 1
        version = job.version
    return keep_answer(
        db,
        review.item,
        content,
        kind=kind,
        version=version,
        at=review.at,
        author=review.actor,
        job=job,
        turn=review.turn,
        hits=hits,
    )


def _review(db: Session, review: ReviewContext, verdict: ReviewerDecision) -> StoredAnswer:
    context, item, turn = review.context, review.item, review.turn
    if verdict.accept is None or verdict.reason_code:  # an answer that is adopted as it is speaks for itself
        _need_reason(verdict)
    if (verdict.accept is None) == (verdict.answer is None):
        raise _refused("accept", Words("请接受一份答案，或给出正确的答案", "accept one answer or give the right one"))
    accepted = next((job for job in review.jobs if job.id == verdict.accept), None)
    if verdict.answer is not None:
        kept = own_answer(db, review, verdict.answer, "reviewed")
    elif accepted is not None:
        kept = current_answers(db, [accepted])[accepted.id]
    else:
        raise _refused("accept", Words("应为这道题的一份作业", "it should be a job of this item"))
    learners, adopted = _told(review, db, kept, accepted)
    facts = ItemFacts(learners=len(learners))
    item.state = follow(
        ITEM_STEPS, ItemState(item.state), "decide", by=context.roles, involved=review.involved, facts=facts
    )
    turn.verdict = "accepted" if accepted is not None else "edited"
    keep_decision(
        db,
        item,
        "reviewed",
        at=review.at,
        answer=kept,
        accepted=accepted,
        actor=review.actor,
        turn=turn,
        reason_code=verdict.reason_code,
        reason=verdict.reason,
    )
    _hand_back(db, review, learners, adopted)
    tell_authors(db, review, learners, NotificationKind.RETURNED)
    note(db, "reviewed", at=review.at, campaign=context.id, actor=review.actor, item=item, turn=turn, answer=kept.id)
    return kept


def _told(
    review: ReviewContext, db: Session, decided: StoredAnswer, accepted: Job | None
) -> tuple[list[Job], list[Job]]:
    """Those who are told of the decision: the first answer to it, of the others it is the very answer."""
    context = review.context
    jobs = [job for job in review.jobs if job.state == JobState.SUBMITTED]
    if context.settings.return_to == "nobody" or review.turn.round > 1:
        return [], []  # an item that was reopened has been learned from already
    contents = current_answers(db, jobs)
    if context.settings.return_to == "all":
        adopted = [job for job in jobs if job is accepted or contents[job.id].content == decided.content]
        return [job for job in jobs if job not in adopted], adopted
    return [
        job
        for job in jobs
        if not same(context.form, context.settings, contents[job.id].content, decided.content, context.likeness)
    ], []


def _hand_back(db: Session, review: ReviewContext, learners: Sequence[Job], adopted: Sequence[Job]) -> None:
    context, item, at = review.context, review.item, review.at
    for job in review.jobs:
        if job.state == JobState.REJECTED:
            move_job(job, "close")
        elif job in learners or job in adopted:
            action = "return" if job in learners else "adopt"
            job.state = follow(JOB_STEPS, JobState(job.state), action, by=context.roles, involved=review.involved)
    if item.state == ItemState.DECIDED:
        finish(db, item, review.jobs, "reviewed", at=at)
        return
    item.outcome = "reviewed"
    days = context.settings.learn_days
    item.due_at = at + days * DAY if days else None


def tell_authors(db: Session, review: ReviewContext, jobs: Sequence[Job], kind: NotificationKind) -> None:
    """Those whose answers were judged find out, by the campaign's title only: nothing of the item is said."""
    campaign = review.context.campaign
    notify(
        db,
        (job.user_id for job in jobs),
        kind,
        f"/inbox?campaign={campaign.id}",
        at=review.at,
        by=review.actor,
        campaign=campaign.id,
        title=campaign.title,
    )


def _audit(db: Session, review: ReviewContext, verdict: ReviewerDecision) -> StoredAnswer | None:
    context, item, turn = review.context, review.item, review.turn
    job = next(job for job in review.jobs if job.id == turn.job_id)
    if verdict.accept not in (None, job.id) or (verdict.accept is not None and verdict.answer is not None):
        raise _refused(
            "accept", Words("应为被抽审的作业，且不附答案", "it should be the audited job, without an answer")
        )
    turn.verdict = "accepted" if verdict.accept else "mended" if verdict.answer is not None else "rejected"
    if turn.verdict != "accepted" or verdict.reason_code:
        _need_reason(verdict, text=turn.verdict == "rejected")
    kept = own_answer(db, review, verdict.answer, "mended", job) if verdict.answer is not None else None
    if turn.verdict == "rejected":
        job.state = follow(JOB_STEPS, JobState(job.state), "reject", by=context.roles, involved=review.involved)
        tell_authors(db, review, [job], NotificationKind.RETURNED)
    else:
        job.audit = "passed"
    action = "reject" if turn.verdict == "rejected" else "accept"
    facts = audit_facts(review.jobs)
    item.state = follow(
        ITEM_STEPS, ItemState(item.state), action, by=context.roles, involved=review.involved, facts=facts
    )
    keep_decision(
        db,
        item,
        turn.verdict,
        at=review.at,
        answer=kept,
        accepted=job if verdict.accept else None,
        actor=review.actor,
        turn=turn,
        about_item=False,
        reason_code=verdict.reason_code,
        reason=verdict.reason,
    )
    note(db, turn.verdict, at=review.at, campaign=context.id, actor=review.actor, item=item, job=job, turn=turn)
    return kept


def _need_reason(verdict: ReviewerDecision, *, text: bool = False) -> None:
    if verdict.reason_code not in REASONS:
        raise _refused("reason_code", Words(f"应为 {'、'.join(REASONS)}", f"it should be one of {', '.join(REASONS)}"))
    if not verdict.reason and (text or verdict.reason_code == "other"):
        raise _refused("reason", Words("请写明理由", "say why in words"))


def _refused(what: str, why: Words) -> Refused:
    return Refused(Words(f"{what}：{why.zh}。", f"{what}: {why.en}."), code="bad-decision")
