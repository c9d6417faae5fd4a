"""Which item somebody gets next: an index lookup, however many items there are.

One draws a partner and finishes what they began; if they have nothing, one begins a fresh item. So everybody works
with everybody, and about as many items as there are people lie half done: whoever always finished the first item they
find would always meet the person who happens to work at the same pace. When nothing fresh is left, the rest is
finished in any order. On PostgreSQL rows that another transaction is just changing are passed over (SKIP LOCKED);
only who would else go away with nothing waits for them.
"""

from collections.abc import Iterable
from typing import NamedTuple

from sqlalchemy import ColumnElement, Integer, Select, bindparam, func, or_, select
from sqlalchemy.orm import Session

from pingce.annotate.sampling import is_drawn
from pingce.annotate.workflow import JobState
from pingce.spec.chance import secret_fraction
from pingce.store.people import Role
from pingce.store.tables.annotate import Item, Job, Member

from .access import CampaignContext
from .counting import ARRIVED, FRESH, NOT_OFFERED, STARTED
from .groups import pick_in_groups
from .locks import look_patiently
from .shown import hides_items, seen

NOBODY = 0
CAMPAIGN = bindparam("campaign", type_=Integer)


class Picked(NamedTuple):
    """An item, locked, and one's own earlier job at it whose lease ran out."""

    item: Item
    job: Job | None


OWN = select(Job).where(Job.item_id == bindparam("item"), Job.user_id == bindparam("me"))
NOT_MINE = (
    func.coalesce(
        select(Job.state).where(Job.item_id == Item.id, Job.user_id == bindparam("me")).scalar_subquery(),
        JobState.EXPIRED.value,
    )
    == JobState.EXPIRED.value
)
"""What one has not dealt with; where one's lease ran out one may try again. Written so that it can only be asked row
by row: as a join PostgreSQL would compare and sort everything there is to find the first."""


def _query(*conditions: ColumnElement[bool], skip_locked: bool = True) -> Select[Item]:
    return (
        select(Item)
        .where(Item.campaign_id == CAMPAIGN, *conditions, NOT_MINE)
        .limit(1)
        .with_for_update(skip_locked=skip_locked)
        .execution_options(populate_existing=True)
    )


def _begun(by: ColumnElement[bool]) -> Select[Item]:
    return _query(Item.queue == STARTED, by).order_by(Item.first_by, Item.position)


CONTROLS = _query(Item.control.is_(True), seen(CAMPAIGN)).order_by(Item.position)
# PostgreSQL does not see that a column that IS NULL does not change the order, and would sort all fresh items.
NEW = _query(Item.queue == FRESH, Item.first_by.is_(None)).order_by(Item.first_by, Item.position)
NEWLY_ARRIVED = _query(Item.queue == ARRIVED, Item.first_by.is_(None), ~hides_items(CAMPAIGN)).order_by(
    Item.first_by, Item.position
)
"""In the moments between an import's end and its items joining the others."""
BY_PARTNER = _begun(Item.first_by == bindparam("partner"))
BY_OTHERS = _begun(Item.first_by < bindparam("me")), _begun(Item.first_by > bindparam("me"))
"""Oneself is left out by ranges, which the index serves in order."""
BY_ANYBODY_ELSE = or_(Item.first_by.is_(None), Item.first_by != bindparam("me"))
WHATEVER_IS_LEFT = _query(Item.queue > NOT_OFFERED, BY_ANYBODY_ELSE, skip_locked=False).order_by(
    Item.queue, Item.first_by, Item.position
)
"""In one query: an item that somebody begins or gives back while one waits for it still fits afterwards."""
PEOPLE = (
    select(Member.user_id)
    .where(Member.campaign_id == bindparam("campaign"), Member.roles.contains(Role.ANNOTATOR))
    .order_by(Member.user_id)
)


def pick(db: Session, context: CampaignContext, member: Member) -> Picked | None:
    """The next item for somebody."""
    item = _control(db, context, member)
    if item is None:
        pick_one = pick_in_groups if context.settings.fixed_annotators else _pick_anywhere
        item = pick_one(db, context, member)
    if item is None:
        return None
    return Picked(item, db.scalars(OWN, {"item": item.id, "me": member.user_id}).one_or_none())


def _control(db: Session, context: CampaignContext, member: Member) -> Item | None:
    rate, secret = context.settings.control_rate, context.campaign.secret
    if not is_drawn(member.claimed, rate, secret=secret, who=member.user_id, what="control"):
        return None
    return db.scalars(CONTROLS, {"campaign": context.id, "me": member.user_id}).one_or_none()


def _pick_anywhere(db: Session, context: CampaignContext, member: Member) -> Item | None:
    who = {"campaign": context.id, "me": member.user_id}
    for query in _rounds(context):
        if query is BY_PARTNER:
            who["partner"] = _partner(db, context, member)
        item = db.scalars(query, who).one_or_none()
        if item is not None:
            return item
    return look_patiently(db, lambda: db.scalars(WHATEVER_IS_LEFT, who).one_or_none())


def _rounds(context: CampaignContext) -> tuple[Select[Item], ...]:
    return (NEW, NEWLY_ARRIVED) if context.settings.answers == 1 else (BY_PARTNER, NEW, NEWLY_ARRIVED, *BY_OTHERS)


def _partner(db: Session, context: CampaignContext, member: Member) -> int:
    """Whose items to finish, drawn anew for every job."""
    return draw_partner(context, member, db.scalars(PEOPLE, {"campaign": context.id}))


def draw_partner(context: CampaignContext, member: Member, annotators: Iterable[int]) -> int:
    """One of the others, by the campaign's secret and how many jobs this person had."""
    others = [user for user in annotators if user != member.user_id]
    if not others:
        return NOBODY
    fraction = secret_fraction(context.campaign.secret, "partner", member.user_id, member.claimed)
    return others[int(fraction * len(others))]
