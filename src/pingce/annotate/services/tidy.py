"""What time does by itself: leases that run out, returned items nobody answers to.

Done at the start of every claim. Rows that somebody else is just changing are left for the next time.
"""

from sqlalchemy import bindparam, exists, select
from sqlalchemy.orm import Session

from pingce.annotate.workflow import ITEM_STEPS, JOB_STEPS, TURN_STEPS, ItemState, JobState, TurnState, follow
from pingce.store.leases import lease_over
from pingce.store.tables.annotate import Item, ItemGroup, Job, Turn

from .access import CampaignContext
from .counting import give_back_place
from .locks import lock_jobs
from .record import note
from .settle import finish, give_up, move_job

AT_ONCE = 100
SHORTENED = 3600.0
"""Seconds. Leases that were given before the campaign made them shorter may reach so much further than new ones."""
LATE = exists().where(
    Job.campaign_id == bindparam("campaign"),
    Job.state == JobState.CLAIMED,
    lease_over(Job.lease_until, bindparam("at"), bindparam("length")),
)
OVERDUE = exists().where(Item.campaign_id == bindparam("campaign"), Item.due_at < bindparam("at"))
ANYTHING = select(LATE, OVERDUE)


def tidy(db: Session, context: CampaignContext, at: float) -> None:
    """Before every claim: usually one look and nothing to do."""
    late, overdue = db.execute(ANYTHING, {"campaign": context.id, "at": at, "length": longest(context)}).one()
    if late:
        end_leases(db, context, at)
    if overdue:
        end_learning(db, context.id, at)


def longest(context: CampaignContext) -> float:
    return context.settings.lease_minutes * 60 + SHORTENED


def end_leases(db: Session, context: CampaignContext, at: float) -> None:
    """Jobs whose lease ran out go back to the queue; their drafts stay."""
    late = (
        select(Job, Item)
        .join(Item, Item.id == Job.item_id)
        .where(Job.campaign_id == context.id, Job.state == JobState.CLAIMED)
        .where(lease_over(Job.lease_until, at, longest(context)))
        .order_by(Job.lease_until)
        .limit(AT_ONCE)
        .with_for_update(skip_locked=True)
        .execution_options(populate_existing=True)
    )
    for job, item in db.execute(late).all():
        job.state = follow(JOB_STEPS, JobState.CLAIMED, "expire", by=None)
        if not item.control:
            give_back_place(db, item, job.user_id, asked=context.settings.answers)
        note(db, "expired", at=at, campaign=context.id, item=item, job=job, lease_until=job.lease_until)
        job.lease_until = None
        give_up(db, context, item, at=at)
    db.flush()


def end_turns(db: Session, context: CampaignContext, at: float) -> None:
    """Reviewers' turns whose lease ran out wait for somebody else."""
    late = (
        select(Turn)
        .where(
            Turn.campaign_id == context.id,
            Turn.state == TurnState.CLAIMED,
            lease_over(Turn.lease_until, at, longest(context)),
        )
        .order_by(Turn.lease_until)
        .limit(AT_ONCE)
        .with_for_update(skip_locked=True)
        .execution_options(populate_existing=True)
    )
    for turn in db.scalars(late).all():
        turn.state = follow(TURN_STEPS, TurnState.CLAIMED, "expire", by=None)
        turn.lease_until = None
        note(db, "review-expired", at=at, campaign=context.id, item=db.get(Item, turn.item_id), turn=turn)
    db.flush()


def end_learning(db: Session, campaign_id: int, at: float) -> None:
    """Returned items that nobody answered to in time are decided as the reviewer said."""
    overdue = db.scalars(
        select(Item.id).where(Item.campaign_id == campaign_id, Item.due_at < at).order_by(Item.due_at).limit(AT_ONCE)
    ).all()
    for item_id in overdue:
        _end_learning(db, item_id, at)


def _end_learning(db: Session, item_id: int, at: float) -> None:
    group_id = db.scalars(select(Item.group_id).where(Item.id == item_id)).one()
    if group_id is not None:
        free = select(ItemGroup.id).where(ItemGroup.id == group_id).with_for_update(skip_locked=True)
        if db.scalar(free) is None:
            return
    item = db.scalars(
        select(Item)
        .where(Item.id == item_id, Item.state == ItemState.RETURNED, Item.due_at < at)
        .with_for_update(skip_locked=True)
        .execution_options(populate_existing=True)
    ).one_or_none()
    if item is None:
        return
    jobs = lock_jobs(db, item_id)
    for job in jobs:
        if job.state == JobState.RETURNED:
            move_job(job, "overdue")
    item.state = follow(ITEM_STEPS, ItemState.RETURNED, "overdue", by=None)
    finish(db, item, jobs, item.outcome or "reviewed", at=at)
    note(db, "overdue", at=at, campaign=item.campaign_id, item=item)
    db.flush()
