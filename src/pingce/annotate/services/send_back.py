"""Answers go back to their authors: those that wait for an audit, and those of a decided item.

A reviewer says why; the authors are told, mend their answers, and from there on the item goes the way of every audited
answer: audit, agreement, review. What was decided before stays in the history. An item that a released pack contains
stays as it was released.
"""

from collections.abc import Iterable

from sqlalchemy import exists, or_, select
from sqlalchemy.orm import Session

from pingce.annotate.workflow import ITEM_STEPS, ItemState, TurnState, follow
from pingce.spec.words import Words
from pingce.store.database import clock
from pingce.store.errors import Conflict, Refused
from pingce.store.people import Actor, Role
from pingce.store.tables.annotate import Item, Turn
from pingce.store.tables.provenance import ReleasedItem

from .access import CampaignContext, find_item
from .locks import lock_item, lock_jobs
from .manage import CLOSED_JOBS
from .record import note
from .reviews import decide
from .settle import count_in_group, move_job, open_turn
from .turns import claim_turn, involvement_of


def send_back_decided(
    db: Session, actor: Actor, item_id: int, reason: str, *, person: int | None = None, at: float | None = None
) -> str:
    """All who answered, or only ``person``, are asked for their answer again; the state of the item comes back."""
    context, item = find_item(db, actor, item_id, Role.REVIEWER)
    at = clock(db) if at is None else at
    if not reason.strip():
        raise Refused(Words("请写明理由。", "Say why."), code="reason-missing")
    item = lock_item(db, item_id)
    involved = involvement_of(db, actor, item.id)
    state = follow(ITEM_STEPS, ItemState(item.state), "send-back", by=context.roles, involved=involved)
    jobs = [job for job in lock_jobs(db, item_id) if job.state in CLOSED_JOBS]
    theirs = [job for job in jobs if person in (None, job.user_id)]
    if not theirs:
        raise Conflict(Words("没有可退回的答案。", "There is no answer to send back."), code="no-answers")
    _need_unreleased(db, context, item)
    item.state, item.outcome, item.decided_at = state, None, None
    count_in_group(db, item, 1, at=at)
    for job in jobs:
        move_job(job, "reopen")
    note(db, "sent-back", at=at, campaign=context.id, actor=actor, item=item, reason=reason)
    for job in theirs:
        job.audit = "drawn"
    turns = [open_turn(db, item, "audit", at=at, job=job) for job in theirs]
    reject_answers(db, actor, context, turns, reason, at)
    return str(item.state)


def reject_answers(
    db: Session, actor: Actor, context: CampaignContext, turns: Iterable[Turn], reason: str, at: float
) -> None:
    """The answers under audit go back to their authors, who are told, as a reviewer rejects them one by one."""
    for turn in turns:
        if turn.state == TurnState.WAITING:
            claim_turn(db, context, actor, turn, at)
        decide(
            db,
            actor,
            turn.id,
            accept=None,
            answer=None,
            reason_code="other",
            reason=reason,
            key=f"many:{turn.id}:{turn.version}",
            version=turn.version,
            at=at,
        )


def _need_unreleased(db: Session, context: CampaignContext, item: Item) -> None:
    same_id = or_(ReleasedItem.was == item.ref, ReleasedItem.qid == item.ref)
    if db.scalar(select(exists().where(ReleasedItem.task == context.form.task.id, same_id))):
        raise Conflict(
            Words("题目已在公布的数据包里，不能退回。", "The item is in a released pack and stays as it is."),
            code="released",
        )
