"""Handing in an answer: once per key, at the right version, past the rules, and on to what follows.

The walk is: lock the job, look for an earlier receipt with the same key, compare versions, run the rules, keep the
answer, settle the item (:mod:`.settle`), write the receipt.
"""

from collections.abc import Mapping, Sequence

from sqlalchemy.orm import Session

from pingce.annotate.asking import answers_alone
from pingce.annotate.consensus import same
from pingce.annotate.rules import Hit
from pingce.annotate.sampling import is_drawn
from pingce.annotate.services.views import JobReceipt
from pingce.annotate.workflow import ITEM_STEPS, JOB_STEPS, ItemFacts, ItemState, JobState, follow
from pingce.store.database import clock
from pingce.store.people import Actor
from pingce.store.prepared import Detached
from pingce.store.tables.annotate import Item, Job, Json

from .checking import checked
from .counting import fill_place
from .jobs import need_version, worked
from .locks import JobContext, lock_job
from .queue import claim_again
from .quick import is_empty, lock_job_quickly
from .record import StoredAnswer, digest, earlier_result, keep_answer, keep_result, note, stored_hits
from .revise import reopen_answer
from .settle import audit_facts, give_up, move_job, open_turn, settle
from .show import shown_state


def submit(
    db: Session,
    actor: Actor,
    job_id: int,
    answer: Json,
    *,
    key: str,
    version: int,
    seconds: float | None = None,
    at: float | None = None,
) -> JobReceipt:
    """A first answer, a change of it while others still work on the item, or the correction of a rejected one.

    After the lease ran out it is still taken if nobody else got the place; else Conflict, and drafts stay.

    ``key`` marks this submission, so that a page which got no answer may send it again; ``version`` is the one that
    the person saw, and Conflict follows if there is a newer one. ``seconds`` is the time worked; None: from claim to
    submission.
    """
    rows = Detached()
    locked = lock_job_quickly(db, actor, rows, job_id, at) if is_empty(db) else None
    if locked is None:
        locked, rows = lock_job(db, actor, job_id, clock(db) if at is None else at), Detached()
    request = digest("submit", job_id, answer, version)
    earlier = earlier_result(db, actor, key, request)
    if earlier is not None:
        return read_receipt(earlier)
    need_version(version, locked.job.version)
    hits = checked(db, locked.context, locked.item, answer)
    if locked.job.state == JobState.EXPIRED:
        claim_again(db, locked)
    receipt = _take(db, locked, answer, hits, seconds)
    rows.write(db)
    keep_result(db, actor, key, request, receipt, locked.at)
    return read_receipt(receipt)


def _take(db: Session, locked: JobContext, answer: Json, hits: Sequence[Hit], seconds: float | None) -> Json:
    context, member, item, job, at = locked.context, locked.member, locked.item, locked.job, locked.at
    action, reopened = ACTIONS.get(job.state, "submit"), False
    if job.state == JobState.DONE or (action == "amend" and item.state not in (ItemState.OPEN, ItemState.CONTROL)):
        reopen_answer(db, locked)
        action, reopened = "amend", True
    job.state = follow(JOB_STEPS, JobState(job.state), action, by=context.roles)
    job.version += 1
    worked(job, at, seconds if action == "submit" else None)
    kind = "corrected" if action == "correct" else "submitted"
    kept = keep_answer(db, item, answer, kind=kind, version=job.version, at=at, author=locked.actor, job=job, hits=hits)
    if item.control:
        _grade(locked, answer)
        if reopened:
            move_job(job, "close")
    if action == "submit":
        job.submitted_at, job.lease_until, job.number = at, None, member.submitted
        member.submitted += 1
        _hand_on(locked)
    elif action == "correct":
        _audit_again(db, locked)
    note(db, action, at=at, campaign=context.id, actor=locked.actor, item=item, job=job, answer=kept.id)
    give_up(db, context, item, at=at)
    settle(db, context, item, locked.jobs, at=at)
    item.updated_at = at
    return receipt_of(job, item, kept, at)


ACTIONS: Mapping[str, str] = {JobState.SUBMITTED: "amend", JobState.REJECTED: "correct"}


def _hand_on(locked: JobContext) -> None:
    context, member, item, job = locked.context, locked.member, locked.item, locked.job
    if item.control:
        _end_round(locked)
        return
    assert job.number is not None
    rate = member.audit_rate if member.audit_rate is not None else context.settings.audit_rate_at(job.number)
    if is_drawn(job.number, rate, secret=context.campaign.secret, who=member.user_id, what="audit"):
        job.audit = "drawn"
    fill_place(item)
    facts = ItemFacts(missing=item.asked - item.answers)
    item.state = follow(ITEM_STEPS, ItemState(item.state), "answer", by=context.roles, facts=facts)
    if item.state != ItemState.OPEN:
        item.queue = 0


def _grade(locked: JobContext, answer: Json) -> None:
    context, item = locked.context, locked.item
    locked.job.right = item.gold is not None and same(
        context.form, context.settings, item.gold, answer, context.likeness
    )


def _end_round(locked: JobContext) -> None:
    """A control is answered in rounds of as many people as any item, so that its answers become final like others.

    Who answers alone is alone with it, too: their answers to other items are final at once.
    """
    item = locked.item
    if answers_alone(locked.context.settings, locked.member.level):
        move_job(locked.job, "close")
        return
    item.answers += 1
    if item.answers % item.asked == 0:
        for job in locked.jobs:
            if job.state == JobState.SUBMITTED:
                move_job(job, "close")


def _audit_again(db: Session, locked: JobContext) -> None:
    """A corrected answer is looked at once more."""
    item = locked.item
    facts = audit_facts(locked.jobs)
    item.state = follow(ITEM_STEPS, ItemState(item.state), "correct", by=locked.context.roles, facts=facts)
    open_turn(db, item, "audit", at=locked.at, job=locked.job)


def receipt_of(job: Job, item: Item, answer: StoredAnswer, at: float) -> Json:
    """Of a control item it says what it would say of another one: nobody is to know which they are."""
    state = ItemState.OPEN if job.state == JobState.SUBMITTED else ItemState.DECIDED
    return {
        "job": job.id,
        "version": job.version,
        "state": str(shown_state(job, item)),
        "item_state": str(state if item.control else item.state),
        "answer_id": answer.id,
        "submitted_at": at,
        "hits": list(answer.hits),
    }


def read_receipt(stored: Json) -> JobReceipt:
    return JobReceipt(**{**stored, "hits": stored_hits(stored["hits"])})  # type: ignore[arg-type] # receipt_of wrote it
