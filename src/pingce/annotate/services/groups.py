"""Groups with fixed annotators: everybody finishes what they began; a free seat is taken with the group."""

from sqlalchemy import ColumnElement, Select, and_, exists, func, or_, select
from sqlalchemy.orm import Session, aliased

from pingce.annotate.workflow import ItemState, JobState
from pingce.store.tables.annotate import Item, ItemGroup, Job, Member, Seat

from .access import CampaignContext
from .locks import lock_group, look_patiently

SITTING_DOWN = 0x73656174


class _OccupiedError(Exception):
    """Every group one could sit down in is just being changed by somebody else."""

    def __init__(self, groups: Select[ItemGroup]) -> None:
        self.groups = groups


def pick_in_groups(db: Session, context: CampaignContext, member: Member) -> Item | None:
    """From a group one has a seat in, else from a new one; if others are busy in all of those, one waits for them."""
    try:
        with db.begin_nested():
            return _pick_now(db, context, member)
    except _OccupiedError as occupied:
        # One's own groups are unlocked again: whoever one waits for now may be waiting for them.
        query = occupied.groups.with_for_update().execution_options(populate_existing=True)
        group = look_patiently(db, lambda: db.scalars(query).one_or_none())
        return None if group is None else _take_seat(db, group, member.user_id)


def _pick_now(db: Session, context: CampaignContext, member: Member) -> Item | None:
    """Passing over the groups that others are changing.

    Who waits at the gate of a group that lacks a partner helps out in another group that lacks one; else everybody
    could sit alone in front of a gate for ever.
    """
    alone = False
    seats = _my_seats(db, context, member.user_id)
    # In one order for everybody: two people who share two groups would else wait for each other.
    groups = {group_id: lock_group(db, group_id) for group_id in sorted(seat.group_id for seat in seats)}
    # All seats before one waits at any: two who share two groups would else each wait in one for the other.
    for seat in seats:
        item = _item_in(db, seat.group_id, member.user_id)
        if item is not None:
            return item
    for seat in seats:
        group = groups[seat.group_id]
        if not _more_to_come(db, seat.group_id, member.user_id):
            seat.finished = True
        elif context.settings.finish_group:
            if not group.free_seats:
                return None
            alone = True
    db.flush()
    most = context.settings.person_most
    if most and member.submitted >= most:
        return None
    return _sit_down(db, context, member.user_id, begun_only=alone)


def _my_seats(db: Session, context: CampaignContext, me: int) -> list[Seat]:
    query = (
        select(Seat)
        .join(ItemGroup, ItemGroup.id == Seat.group_id)
        .where(Seat.user_id == me, Seat.finished.is_(False), ItemGroup.campaign_id == context.id)
        .order_by(Seat.id)
    )
    return list(db.scalars(query))


def mine(me: int) -> ColumnElement[bool]:
    """Items one has dealt with; where one's lease ran out one may try again."""
    return exists(select(Job.id).where(Job.item_id == Item.id, Job.user_id == me, Job.state != JobState.EXPIRED))


def _item_in(db: Session, group_id: int, me: int) -> Item | None:
    """The group is locked, so nobody else takes an item of it meanwhile."""
    query = (
        select(Item)
        .where(Item.group_id == group_id, Item.queue > 0, ~mine(me))
        .order_by(Item.position)
        .limit(1)
        .with_for_update()
        .execution_options(populate_existing=True)
    )
    return db.scalars(query).one_or_none()


def _more_to_come(db: Session, group_id: int, me: int) -> bool:
    """Something behind the gate, or with a place that may yet become free."""
    waits = or_(Item.state == ItemState.LOCKED, and_(Item.state == ItemState.OPEN, ~mine(me)))
    return bool(db.scalar(select(exists().where(Item.group_id == group_id, waits))))


def _sit_down(db: Session, context: CampaignContext, me: int, *, begun_only: bool) -> Item | None:
    """A new group: one that somebody else already has, rather one with whom one has worked little; else a fresh one.

    One at a time: people who sit down at the same moment would not see each other and all begin groups of their own.
    """
    if db.get_bind().dialect.name == "postgresql":
        db.execute(select(func.pg_advisory_xact_lock(SITTING_DOWN, context.id)))
    free = _free_groups(context, me)
    begun_by_somebody = exists(select(Seat.id).where(Seat.group_id == ItemGroup.id))
    half, fresh = free.where(begun_by_somebody), free.where(~begun_by_somebody)
    begun = half.order_by(_shared(me), ItemGroup.position)
    for query in (begun,) if begun_only else (begun, fresh.order_by(ItemGroup.position)):
        locked = query.limit(1).with_for_update(skip_locked=True).execution_options(populate_existing=True)
        group = db.scalars(locked).one_or_none()
        if group is not None:
            return _take_seat(db, group, me)
    passed_over = (half if begun_only else free).order_by(ItemGroup.free_seats, ItemGroup.position).limit(1)
    if db.scalars(passed_over).one_or_none() is not None:
        raise _OccupiedError(passed_over)
    return None


def _take_seat(db: Session, group: ItemGroup, me: int) -> Item | None:
    """A seat in a locked group, if there still is something to do."""
    item = _item_in(db, group.id, me)
    if item is not None:
        group.free_seats -= 1
        db.add(Seat(group_id=group.id, user_id=me))
        db.flush()
    return item


def _free_groups(context: CampaignContext, me: int) -> Select[ItemGroup]:
    sitting = exists(select(Seat.id).where(Seat.group_id == ItemGroup.id, Seat.user_id == me))
    work = exists(select(Item.id).where(Item.group_id == ItemGroup.id, Item.queue > 0, ~mine(me)))
    return select(ItemGroup).where(
        ItemGroup.campaign_id == context.id, ItemGroup.closed.is_(False), ItemGroup.free_seats > 0, ~sitting, work
    )


def _shared(me: int) -> ColumnElement[int]:
    """How many groups one already has with those who sit in this one."""
    here, theirs, ours = aliased(Seat), aliased(Seat), aliased(Seat)
    return (
        select(func.count())
        .select_from(here)
        .join(theirs, theirs.user_id == here.user_id)
        .join(ours, and_(ours.group_id == theirs.group_id, ours.user_id == me))
        .where(here.group_id == ItemGroup.id)
        .scalar_subquery()
    )
