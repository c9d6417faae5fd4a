"""Changing one's answer after the item has gone on: until somebody else has built on it.

The last to answer sends the item on at once: to agreement, to audit, to review. For an hour they may still change what
they said, as long as no reviewer has taken the item up, nobody answered after them and no tier was given. What followed
from the old answer is taken back here; the new answer is settled like a first one, the old stays in the history.
"""

from sqlalchemy import exists, func, select
from sqlalchemy.orm import Session

from pingce.annotate.asking import answers_alone, listed
from pingce.annotate.workflow import ITEM_STEPS, ItemState, JobState, TurnState, follow
from pingce.spec.words import Words
from pingce.store.errors import Conflict
from pingce.store.tables.annotate import Item, Job, Member, Turn
from pingce.store.tables.history import AnswerVersion, Event
from pingce.store.tables.provenance import StoredTier

from .locks import JobContext
from .record import DRAFTED, SETTLED
from .settle import answered, count_in_group, move_job, void_turns

REVISABLE_SECONDS = 3600.0
"""After the first submission; what is looked at later is looked at as it is."""
HANDED_ON = Words("题目已进入下一步，不能再改。", "The item has gone on; the answer cannot be changed any more.")


def is_fresh(job: Job, at: float) -> bool:
    """Whether a submitted answer may still be changed as far as time goes; what others did is asked when it is."""
    return (
        job.state in (JobState.SUBMITTED, JobState.DONE)
        and job.submitted_at is not None
        and 0 <= at - job.submitted_at < REVISABLE_SECONDS
    )


def reopen_answer(db: Session, locked: JobContext) -> None:
    """Take back what followed from an answer, so that another one can take its place; Conflict if somebody built on it.

    The item is left with all its answers there, about to be settled anew.
    """
    item, job = locked.item, locked.job
    if not is_fresh(job, locked.at):
        raise Conflict(HANDED_ON, code="wrong-state")
    if item.control and (answers_alone(locked.context.settings, locked.member.level) or _ends_round(db, locked)):
        move_job(job, "reopen")
        return
    if item.state not in (ItemState.AUDIT, ItemState.REVIEW, ItemState.DECIDED) or _is_built_on(db, item, job):
        raise Conflict(HANDED_ON, code="wrong-state")
    was_decided = item.state == ItemState.DECIDED
    item.state = follow(ITEM_STEPS, ItemState(item.state), "revise", by=locked.context.roles)
    void_turns(db, item)
    for other in answered(locked.jobs):
        if other.state == JobState.DONE:
            move_job(other, "reopen")
    item.outcome, item.decided_at = None, None
    if was_decided:
        count_in_group(db, item, 1, at=locked.at)


def _ends_round(db: Session, locked: JobContext) -> bool:
    """Whether an answer to a control was the last of its round, as the last answer to any item sends it on.

    Rounds are made without those whose answers stand alone.
    """
    item, levels = locked.item, listed(locked.context.settings.alone_levels)
    alone = select(Member.user_id).where(Member.campaign_id == item.campaign_id, Member.level.in_(levels))
    first = (
        select(AnswerVersion.job_id)
        .where(AnswerVersion.item_id == item.id, AnswerVersion.kind == "submitted")
        .where(AnswerVersion.author_id.not_in(alone))
        .group_by(AnswerVersion.job_id)
        .order_by(func.min(AnswerVersion.id))
    )
    return (list(db.scalars(first)).index(locked.job.id) + 1) % item.asked == 0


def _is_built_on(db: Session, item: Item, job: Job) -> bool:
    """Whether anybody else did something about the item after this answer, or began to."""
    of_item = AnswerVersion.item_id == item.id
    last = db.scalar(
        select(AnswerVersion.job_id)
        .where(of_item, AnswerVersion.kind.in_(SETTLED))
        .order_by(AnswerVersion.id.desc())
        .limit(1)
    )
    taken = exists().where(Turn.item_id == item.id, Turn.state.in_((TurnState.CLAIMED, TurnState.DONE)))
    of_note = (Event.item_id == item.id, Event.step != DRAFTED)
    mine = db.scalar(select(func.max(Event.id)).where(*of_note, Event.actor_id == job.user_id))
    others = exists().where(*of_note, Event.id > mine, Event.actor_id.is_not(None))
    tier = exists().where(StoredTier.item_id == item.id)
    return last != job.id or bool(db.scalar(select(taken | others | tier)))
