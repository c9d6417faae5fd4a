"""What builders do with single items: take them out, send them to review, open them again.

Each of them follows a step of the workflow table, asks for a reason and writes it into the item's history.
"""

from sqlalchemy.orm import Session

from pingce.annotate.workflow import FINAL_ITEMS, ITEM_STEPS, JOB_STEPS, ItemState, JobState, follow
from pingce.spec.words import Words
from pingce.store.database import clock
from pingce.store.errors import Refused
from pingce.store.people import Actor, Role
from pingce.store.tables.annotate import Item, Job

from .access import find_item
from .counting import offer
from .locks import lock_item, lock_jobs
from .record import note
from .settle import count_in_group, finish, move_job, open_turn, void_turns

CLOSED_JOBS = (JobState.DONE, JobState.ADOPTED, JobState.LEARNED, JobState.UPHELD, JobState.DISMISSED)


def withdraw(db: Session, actor: Actor, item_id: int, reason: str, *, at: float | None = None) -> str:
    """Out of the campaign: nobody gets it, it is not exported; its history stays."""
    return _manage(db, actor, item_id, "withdraw", reason, at)


def escalate(db: Session, actor: Actor, item_id: int, reason: str, *, at: float | None = None) -> str:
    """To a reviewer now, with the answers there are: for items that nobody is left to answer or correct."""
    return _manage(db, actor, item_id, "escalate", reason, at)


def reopen(db: Session, actor: Actor, item_id: int, reason: str, *, at: float | None = None) -> str:
    """A decided or withdrawn item is decided anew by a reviewer."""
    return _manage(db, actor, item_id, "reopen", reason, at)


def _manage(db: Session, actor: Actor, item_id: int, action: str, reason: str, at: float | None) -> str:
    context, item = find_item(db, actor, item_id, Role.BUILDER)
    at = clock(db) if at is None else at
    if not reason.strip():
        raise Refused(Words("请写明理由。", "Say why."), code="reason-missing")
    item = lock_item(db, item_id)
    was_final = ItemState(item.state) in FINAL_ITEMS
    item.state = follow(ITEM_STEPS, ItemState(item.state), action, by=context.roles)
    item.due_at = None
    void_turns(db, item)
    jobs = lock_jobs(db, item_id)
    for job in jobs:
        _stop(item, job)
        if item.state == ItemState.REVIEW and job.state in CLOSED_JOBS:
            move_job(job, "reopen")
    offer(item)
    if item.state == ItemState.WITHDRAWN and not was_final:
        finish(db, item, jobs, "withdrawn", at=at)
    if item.state == ItemState.REVIEW:
        item.outcome, item.decided_at = None, None
        open_turn(db, item, "review", at=at)
        if was_final:
            count_in_group(db, item, 1, at=at)
    item.updated_at = at
    note(db, action, at=at, campaign=context.id, actor=actor, item=item, reason=reason)
    db.flush()
    return str(item.state)


def _stop(item: Item, job: Job) -> None:
    """Whoever is at work on it learns so when they hand in; their drafts stay."""
    if job.state == JobState.CLAIMED:
        job.state = follow(JOB_STEPS, JobState.CLAIMED, "expire", by=None)
        job.lease_until = None
        item.claims -= 1
