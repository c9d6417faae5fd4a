"""Rows that a change needs for itself, always in the same order: member, group, item, jobs, turn.

PostgreSQL locks the rows; on SQLite the transaction has the whole database already (BEGIN IMMEDIATE). Statements of
the busiest paths are built once: building them costs more than running them.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from sqlalchemy import bindparam, select, text
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session

from pingce.store.people import Actor
from pingce.store.tables.annotate import Item, ItemGroup, Job, Member, Turn

from .access import ANYBODY, CampaignContext, enter, enter_to_work, need_own, no_job

FRESH = {"populate_existing": True}
"""What was read before the lock may have changed since."""
GROUP = select(ItemGroup).where(ItemGroup.id == bindparam("id")).with_for_update().execution_options(**FRESH)
GROUP_OF = select(Item.group_id).where(Item.id == bindparam("id"))
ITEM = select(Item).where(Item.id == bindparam("id")).with_for_update().execution_options(**FRESH)
JOBS = select(Job).where(Job.item_id == bindparam("item")).order_by(Job.id).with_for_update().execution_options(**FRESH)
TURN = select(Turn).where(Turn.id == bindparam("id")).with_for_update().execution_options(**FRESH)


def lock_group(db: Session, group_id: int) -> ItemGroup:
    return db.scalars(GROUP, {"id": group_id}).one()


def lock_item(db: Session, item_id: int) -> Item:
    """An item, after its group."""
    group_id = db.scalars(GROUP_OF, {"id": item_id}).one()
    if group_id is not None:
        lock_group(db, group_id)
    return db.scalars(ITEM, {"id": item_id}).one()


def lock_jobs(db: Session, item_id: int) -> Sequence[Job]:
    """All jobs of a locked item, oldest first; pending changes are written before."""
    return db.scalars(JOBS, {"item": item_id}).all()


def lock_turn(db: Session, turn_id: int) -> Turn:
    return db.scalars(TURN, {"id": turn_id}).one()


Found = TypeVar("Found")
PATIENCE = 500
"""Milliseconds. A claim or submission takes a few; and two who wait for each other go on before PostgreSQL, after a
second, would call it a deadlock and end one of them."""
OUT_OF_PATIENCE = "57014"


def look_patiently(db: Session, look: Callable[[], Found | None]) -> Found | None:
    """What a query finds that waits for rows others have locked, though not for long; None if that was not enough.

    On SQLite nobody else is writing, so that there is nothing to wait for and nothing new to find.
    """
    if db.get_bind().dialect.name != "postgresql":
        return None
    try:
        with db.begin_nested():
            db.execute(text(f"SET LOCAL statement_timeout = {PATIENCE}"))
            result = look()
            db.execute(text("SET LOCAL statement_timeout TO DEFAULT"))
    except OperationalError as problem:
        if getattr(problem.orig, "sqlstate", None) != OUT_OF_PATIENCE:
            raise
        return None
    return result


@dataclass(frozen=True, slots=True)
class JobContext:
    """A job with everything an annotator's step on it touches, locked: the campaign, the member, the item, its jobs."""

    context: CampaignContext
    actor: Actor
    member: Member
    item: Item
    jobs: Sequence[Job]
    job: Job
    at: float


WHERE_JOB = (
    select(Job.campaign_id, Job.user_id, Job.item_id, Item.group_id)
    .join(Item, Item.id == Job.item_id)
    .where(Job.id == bindparam("id"))
)


def lock_job(db: Session, actor: Actor, job_id: int, at: float) -> JobContext:
    """One's own job and all that belongs to it, locked and as it is now; NotFound or NotAllowed for anybody else's."""
    job_row = db.execute(WHERE_JOB, {"id": job_id}).one_or_none()
    if job_row is None:
        raise no_job(job_id)
    if job_row.user_id != actor.id:
        enter(db, actor, job_row.campaign_id, *ANYBODY)
    need_own(actor, job_row.user_id)
    context, member = enter_to_work(db, actor, job_row.campaign_id)
    if job_row.group_id is not None:
        lock_group(db, job_row.group_id)
    item = db.scalars(ITEM, {"id": job_row.item_id}).one()
    jobs = lock_jobs(db, item.id)
    return JobContext(context, actor, member, item, jobs, next(job for job in jobs if job.id == job_id), at)
