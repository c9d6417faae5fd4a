"""How much everybody does: limits per person and per day, what is still due, what somebody leaves behind.

``person_most`` and ``day_most`` stop the queue for a person; with fixed annotators the first only keeps them from new
groups, since a group that was begun has nobody else. ``left_by`` says what stays undone when somebody drops out, and
``reassign`` gives a group to another person with a reason.
"""

from dataclasses import dataclass

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from pingce.annotate.workflow import ItemState, JobState
from pingce.spec.words import Words
from pingce.store.database import clock
from pingce.store.errors import Conflict, NotFound, Refused
from pingce.store.people import Actor, Role, split_roles
from pingce.store.tables.annotate import Item, ItemGroup, Job, Member, Seat

from .access import CampaignContext, enter
from .counting import give_back_place
from .groups import mine
from .locks import lock_group, lock_item
from .record import note
from .settle import move_job
from .show import shown_names

DAY = 86_400


@dataclass(frozen=True, slots=True)
class QuotaView:
    """How far somebody is towards what is asked of them; 0 in a limit: there is none."""

    user: int
    name: str
    submitted: int
    today: int
    person_least: int
    person_most: int
    day_least: int
    day_most: int

    @property
    def due(self) -> int:
        """Answers still asked for."""
        return max(0, self.person_least - self.submitted)


@dataclass(frozen=True, slots=True)
class UnfinishedGroup:
    """A group somebody sits in that is not finished for them."""

    group: str
    items: int
    """Items they have not answered yet, those behind the gate included."""
    returned: int
    """Of their answers there, those that wait for their word."""
    others: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class UnfinishedView:
    """What stays undone if somebody leaves now."""

    user: int
    name: str
    held: int
    returned: int
    groups: tuple[UnfinishedGroup, ...]


def over_quota(db: Session, context: CampaignContext, member: Member, at: float) -> str:
    """Why somebody gets nothing new: ``day-done``, ``person-done``, or nothing."""
    settings = context.settings
    if settings.day_most and answered_today(db, context, member.user_id, at) >= settings.day_most:
        return "day-done"
    return "person-done" if settings.person_most and member.submitted >= settings.person_most else ""


def answered_today(db: Session, context: CampaignContext, user_id: int, at: float) -> int:
    """Answers first handed in on the day of ``at`` (UTC)."""
    midnight = at // DAY * DAY
    mine_today = (Job.campaign_id == context.id, Job.user_id == user_id, Job.submitted_at >= midnight)
    return db.scalar(select(func.count()).select_from(Job).where(*mine_today)) or 0


def quotas(db: Session, actor: Actor, campaign_id: int, *, at: float | None = None) -> list[QuotaView]:
    """Everybody who annotates or did; those furthest behind first."""
    context = enter(db, actor, campaign_id, Role.BUILDER, Role.REVIEWER)
    at = clock(db) if at is None else at
    members = [
        member
        for member in db.scalars(select(Member).where(Member.campaign_id == campaign_id))
        if member.submitted or Role.ANNOTATOR in split_roles(member.roles)
    ]
    who = shown_names(db, (member.user_id for member in members))
    views = [_quota(db, context, member, who[member.user_id], at) for member in members]
    return sorted(views, key=lambda view: (-view.due, view.name))


def own_quota(db: Session, actor: Actor, campaign_id: int, *, at: float | None = None) -> QuotaView:
    """How far the person who asks is."""
    context = enter(db, actor, campaign_id, Role.ANNOTATOR)
    member = db.scalars(select(Member).where(Member.campaign_id == campaign_id, Member.user_id == actor.id)).one()
    return _quota(db, context, member, actor.name, clock(db) if at is None else at)


def _quota(db: Session, context: CampaignContext, member: Member, name: str, at: float) -> QuotaView:
    settings = context.settings
    return QuotaView(
        member.user_id, name, member.submitted, answered_today(db, context, member.user_id, at),
        settings.person_least, settings.person_most, settings.day_least, settings.day_most,
    )  # fmt: skip


def left_by(db: Session, actor: Actor, campaign_id: int, user_id: int) -> UnfinishedView:
    """What a person holds, has to answer to and has not finished."""
    enter(db, actor, campaign_id, Role.BUILDER)
    theirs = (Job.campaign_id == campaign_id, Job.user_id == user_id)
    counts = dict(db.execute(select(Job.state, func.count()).where(*theirs).group_by(Job.state)).all())
    groups = db.scalars(
        select(ItemGroup)
        .join(Seat, Seat.group_id == ItemGroup.id)
        .where(ItemGroup.campaign_id == campaign_id, Seat.user_id == user_id)
        .order_by(ItemGroup.key)
    )
    left = [left_group(db, group, user_id) for group in groups]
    return UnfinishedView(
        user_id,
        shown_names(db, [user_id]).get(user_id, "—"),
        counts.get(JobState.CLAIMED, 0),
        counts.get(JobState.RETURNED, 0) + counts.get(JobState.REJECTED, 0),
        tuple(group for group in left if group.items or group.returned),
    )


def left_group(db: Session, group: ItemGroup, user_id: int) -> UnfinishedGroup:
    """What somebody has not finished of a group, and who else sits there."""
    wanted = Item.state.in_((ItemState.OPEN, ItemState.LOCKED))
    items = db.scalar(select(func.count()).where(Item.group_id == group.id, wanted, ~mine(user_id))) or 0
    held = (
        select(func.count())
        .select_from(Job)
        .join(Item, Item.id == Job.item_id)
        .where(Item.group_id == group.id, Job.user_id == user_id)
    )
    holding = db.scalar(held.where(Job.state == JobState.CLAIMED)) or 0
    returned = db.scalar(held.where(Job.state.in_((JobState.RETURNED, JobState.REJECTED)))) or 0
    others = db.scalars(select(Seat.user_id).where(Seat.group_id == group.id, Seat.user_id != user_id)).all()
    who = shown_names(db, others)
    return UnfinishedGroup(group.key, items + holding, returned, tuple(who[user] for user in others))


def reassign(
    db: Session,
    actor: Actor,
    campaign_id: int,
    group_key: str,
    *,
    from_user: int,
    to_user: int,
    reason: str,
    at: float | None = None,
) -> UnfinishedGroup:
    """Give somebody's seat in a group to another annotator: what is not answered yet goes on with them.

    Answers that are there stay; what the first person holds of the group is given back, their drafts are kept.

    ``group_key`` is the group's name: a word, or the id of an original.
    """
    context = enter(db, actor, campaign_id, Role.BUILDER)
    at = clock(db) if at is None else at
    if not reason.strip():
        raise Refused(Words("请写明理由。", "Say why."), code="reason-missing")
    group_id = db.scalar(select(ItemGroup.id).where(ItemGroup.campaign_id == campaign_id, ItemGroup.key == group_key))
    if group_id is None:
        raise NotFound(Words(f"组 {group_key}", f"group {group_key}"))
    group = lock_group(db, group_id)
    seats = {seat.user_id: seat for seat in db.scalars(select(Seat).where(Seat.group_id == group.id))}
    member = db.scalars(
        select(Member).where(Member.campaign_id == campaign_id, Member.user_id == to_user)
    ).one_or_none()
    if member is None or Role.ANNOTATOR not in split_roles(member.roles):
        raise Refused(
            Words("接手的人不是这项活动的标注员。", "Who takes over does not annotate here."), code="no-annotator"
        )
    if from_user not in seats:
        raise NotFound(Words(f"{group_key} 中没有这个人的位置", f"a seat of this person in {group_key}"))
    if to_user in seats:
        raise Conflict(Words("接手的人已在这一组。", "Who takes over has a seat in this group."), code="has-seat")
    _give_back(db, context, group, from_user, at)
    seats[from_user].user_id, seats[from_user].finished = to_user, False
    db.flush()
    note(
        db, "reassigned", at=at, campaign=context.id, actor=actor, group=group_key, from_user=from_user,
        to_user=to_user, reason=reason,
    )  # fmt: skip
    return left_group(db, group, to_user)


def _give_back(db: Session, context: CampaignContext, group: ItemGroup, user_id: int, at: float) -> None:
    held = select(Job).join(Item, Item.id == Job.item_id)
    held = held.where(Item.group_id == group.id, Job.user_id == user_id, Job.state == JobState.CLAIMED)
    for job in db.scalars(held).all():
        item = lock_item(db, job.item_id)
        move_job(job, "expire")
        job.lease_until = None
        give_back_place(db, item, user_id, asked=context.settings.answers)
        item.updated_at = at
        note(db, "expired", at=at, campaign=context.id, item=item, job=job)
