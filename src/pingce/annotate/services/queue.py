"""Getting work: the next job, its lease, giving it back.

``next_job`` gives the job one holds, else claims a new one: an item that still wants answers, that this person has not
had, in the campaign's order, now and then a control item. A claim is a lease that a heartbeat prolongs.
"""

from sqlalchemy import bindparam, exists, func, select
from sqlalchemy.orm import Session

from pingce.annotate.asking import answers_alone
from pingce.annotate.services.views import HeartbeatView, HeldJob, MyJob, WaitingView
from pingce.annotate.workflow import ITEM_STEPS, JOB_STEPS, ItemState, JobState, follow
from pingce.spec.words import Words
from pingce.store.database import clock
from pingce.store.errors import Conflict, Refused
from pingce.store.people import Actor, Role
from pingce.store.prepared import Detached
from pingce.store.tables.annotate import Item, ItemGroup, Job, Member, Seat

from .access import CampaignContext, enter, enter_to_work
from .admissions import is_admitted
from .counting import give_back_place, take_place
from .groups import mine
from .jobs import DRAFT_KEPT, LEASE_ENDED, my_job, show_job, worked
from .locks import JobContext, lock_job
from .pick import pick
from .quick import ENTER, enter_quickly, has_more_to_do, insert_job, is_empty, pick_quickly
from .quotas import over_quota
from .record import note
from .settle import give_up
from .shown import shown
from .tidy import tidy

OPEN = "open"
HELD = (
    select(Job)
    .where(Job.campaign_id == bindparam("campaign"), Job.user_id == bindparam("me"), Job.state == JobState.CLAIMED)
    .order_by(Job.id)
    .limit(1)
)


def next_job(db: Session, actor: Actor, campaign_id: int, *, at: float | None = None) -> HeldJob | None:
    """The job one holds, else a new one; None when there is nothing now (``waiting`` says why)."""
    quick = _claim_quickly(db, actor, campaign_id, at)
    if quick is not None:
        return quick
    context, member = enter_to_work(db, actor, campaign_id)
    at = clock(db) if at is None else at
    tidy(db, context, at)
    job = db.scalars(HELD, {"campaign": campaign_id, "me": actor.id}).one_or_none()
    if job is not None:
        worked(job, at)
        _lease(context, job, at)
        return show_job(db, context, job, member, at=at)
    picked = pick(db, context, member) if _may_begin(db, context, member, at) else None
    if picked is None:
        return None
    job = _claim(db, context, actor, member, picked.item, picked.job, at)
    return show_job(db, context, job, member, at=at, item=picked.item)


def _claim_quickly(db: Session, actor: Actor, campaign_id: int, given: float | None) -> HeldJob | None:
    """What an ordinary claim comes to; None, and nothing is changed, where ``next_job`` has to look further."""
    if not is_empty(db):
        return None
    rows = Detached()
    entered = enter_quickly(db, actor, rows, ENTER, {"campaign": campaign_id, "user": actor.id})
    if entered is None:
        return None
    context, member, at = entered.context, entered.member, given if given is not None else entered.at
    if has_more_to_do(db, context, actor, at) or not _may_begin(db, context, member, at):
        return None
    item = pick_quickly(db, rows, context, member)
    if item is None:
        return None
    job = _new_job(context, member, item, at)
    _begin(context, member, item, job, at)
    job.id = insert_job(db, job)
    rows.write(db)
    _note_claim(db, context, actor, item, job, at)
    return show_job(db, context, job, member, at=at, item=item)


def _may_begin(db: Session, context: CampaignContext, member: Member, at: float) -> bool:
    """Something new: in an open campaign, for those admitted to it, within their quota."""
    if context.campaign.status != OPEN or not is_admitted(db, context, member.user_id):
        return False
    over = over_quota(db, context, member, at)
    return not over or (over == "person-done" and context.settings.fixed_annotators)


def _claim(
    db: Session, context: CampaignContext, actor: Actor, member: Member, item: Item, job: Job | None, at: float
) -> Job:
    if job is None:
        job = _new_job(context, member, item, at)
        db.add(job)
    else:
        job.state = follow(JOB_STEPS, JobState(job.state), "claim", by=context.roles)
        job.seen_at = at
    _begin(context, member, item, job, at)
    db.flush()
    _note_claim(db, context, actor, item, job, at)
    return job


def _new_job(context: CampaignContext, member: Member, item: Item, at: float) -> Job:
    return Job(
        campaign_id=context.id,
        item_id=item.id,
        user_id=member.user_id,
        serial=member.claimed + 1,
        state=JobState.CLAIMED,
        version=0,
        claimed_at=at,
        seen_at=at,
        seconds=0.0,
    )


def _begin(context: CampaignContext, member: Member, item: Item, job: Job, at: float) -> None:
    if not item.control:
        take_place(item, member.user_id, alone=answers_alone(context.settings, member.level))
    member.claimed += 1
    _lease(context, job, at)


def _note_claim(db: Session, context: CampaignContext, actor: Actor, item: Item, job: Job, at: float) -> None:
    note(db, "claimed", at=at, campaign=context.id, actor=actor, item=item, job=job, lease_until=job.lease_until)


def _lease(context: CampaignContext, job: Job, at: float) -> None:
    job.lease_until = at + context.settings.lease_minutes * 60


def take_up(db: Session, actor: Actor, job_id: int, *, at: float | None = None) -> HeldJob:
    """Go on with a job that one skipped or whose lease ran out, while its item still wants answers."""
    locked = lock_job(db, actor, job_id, clock(db) if at is None else at)
    if locked.job.state in (JobState.SKIPPED, JobState.EXPIRED):
        claim_again(db, locked)
    return show_job(db, locked.context, locked.job, locked.member, at=locked.at, item=locked.item)


def claim_again(db: Session, locked: JobContext) -> None:
    """Conflict when somebody else has taken the place meanwhile."""
    context, item, job = locked.context, locked.item, locked.job
    if context.campaign.status != OPEN or not (item.control or item.queue):
        raise Conflict(LEASE_ENDED, hint=DRAFT_KEPT, code="lease-expired")
    if job.state == JobState.SKIPPED:
        item.skips -= 1
    _claim(db, context, locked.actor, locked.member, item, job, locked.at)


def heartbeat(db: Session, actor: Actor, job_id: int, *, at: float | None = None) -> HeartbeatView:
    """Still at work: the lease begins anew, unless somebody else got the item meanwhile."""
    locked = lock_job(db, actor, job_id, clock(db) if at is None else at)
    job, context = locked.job, locked.context
    if job.state == JobState.EXPIRED:
        claim_again(db, locked)
    elif job.state != JobState.CLAIMED:
        raise Conflict(Words("这份作业已不在你手中。", "You do not hold this job any more."), code="wrong-state")
    worked(job, locked.at)
    _lease(context, job, locked.at)
    lease = context.settings.lease_minutes * 60
    return HeartbeatView(locked.at + lease, lease)


def skip(db: Session, actor: Actor, job_id: int, reason: str, *, at: float | None = None) -> MyJob:
    """Give a job back; somebody else gets the item, and after ``skip_limit`` people a reviewer."""
    locked = lock_job(db, actor, job_id, clock(db) if at is None else at)
    context, item, job, at = locked.context, locked.item, locked.job, locked.at
    if not reason.strip():
        raise Refused(Words("跳过需要说明原因。", "Skipping needs a reason."), code="reason-missing")
    job.state = follow(JOB_STEPS, JobState(job.state), "skip", by=context.roles)
    worked(job, at)
    job.lease_until = None
    if not item.control:
        item.skips += 1
        give_back_place(db, item, actor.id, asked=context.settings.answers)
        item.state = follow(ITEM_STEPS, ItemState(item.state), "skip", by=context.roles)
        item.updated_at = at
    note(db, "skipped", at=at, campaign=context.id, actor=actor, item=item, job=job, reason=reason)
    give_up(db, context, item, at=at)
    return my_job(job, item)


def waiting(db: Session, actor: Actor, campaign_id: int, *, at: float | None = None) -> WaitingView:
    """Why there is no next job."""
    context = enter(db, actor, campaign_id, Role.ANNOTATOR)
    if context.campaign.status != OPEN:
        return WaitingView("paused", Words("活动现在不分发题目。", "The campaign gives out no items now."))
    if not is_admitted(db, context, actor.id):
        if context.settings.admits == "test":
            return WaitingView("training", Words("通过测试后才能标注。", "Pass the test first."))
        return WaitingView("not-admitted", Words("等负责人准许后才能标注。", "You are not admitted yet."))
    back = (JobState.RETURNED, JobState.REJECTED)
    returned = select(func.count()).where(Job.campaign_id == context.id, Job.user_id == actor.id, Job.state.in_(back))
    count = db.scalar(returned) or 0
    if count:
        return WaitingView("inbox", Words(f"有 {count} 份作业退回给你。", f"{count} of your jobs came back to you."))
    member = db.scalars(select(Member).where(Member.campaign_id == campaign_id, Member.user_id == actor.id)).one()
    over = over_quota(db, context, member, clock(db) if at is None else at)
    if over == "day-done":
        return WaitingView("day-done", Words("今天的题数已满。", "That is all for today."))
    sitting = exists().where(Seat.user_id == actor.id, Seat.finished.is_(False), Seat.group_id == ItemGroup.id)
    if over and not db.scalar(select(exists().where(ItemGroup.campaign_id == campaign_id, sitting))):
        return WaitingView("person-done", Words("你的题数已满。", "You have done all you were asked for."))
    here = shown(context.id)
    if db.scalar(select(exists().where(here, Item.state == ItemState.LOCKED))):
        return WaitingView(
            "gate",
            Words("等第一批全部审定后继续。", "More follows when all items before the gate are decided."),
        )
    if db.scalar(select(exists().where(here, Item.state == ItemState.OPEN, ~mine(actor.id)))):
        return WaitingView(
            "others", Words("余下的题目正由别人标注。", "The items that are left are in other people's hands.")
        )
    return WaitingView("done", Words("没有需要你标注的题目了。", "There is nothing left for you to annotate."))
