"""Control items: a known answer, given to many, to see how carefully people work."""

from collections.abc import Mapping

from sqlalchemy import Integer, cast, exists, func, select
from sqlalchemy.orm import Session

from pingce.annotate.items import Json
from pingce.annotate.rules import blocks
from pingce.annotate.services.campaign_views import ControlView
from pingce.annotate.workflow import ItemState
from pingce.spec.words import Words
from pingce.store.database import clock
from pingce.store.errors import Conflict, NotFound, Refused
from pingce.store.people import Actor, Role
from pingce.store.tables.annotate import Item, Job

from .access import CampaignContext, enter
from .checking import BLOCKED, hits_of
from .counting import FRESH, NOT_OFFERED
from .locks import lock_item
from .record import note
from .settle import count_in_group
from .shown import shown


def controls(db: Session, actor: Actor, campaign_id: int) -> list[ControlView]:
    """The control items of a campaign, how often each was answered and how often rightly."""
    enter(db, actor, campaign_id, Role.BUILDER)
    rows = db.execute(
        select(Item, func.count(Job.right), func.sum(cast(Job.right, Integer)))
        .outerjoin(Job, Job.item_id == Item.id)
        .where(shown(campaign_id), Item.control.is_(True))
        .group_by(Item.id)
        .order_by(Item.id)
    )
    return [ControlView(item.id, item.ref, item.gold or {}, given, right or 0) for item, given, right in rows]


def set_controls(
    db: Session, actor: Actor, campaign_id: int, golds: Mapping[int, Json | None], *, at: float | None = None
) -> None:
    """Make items control items, or (None) ordinary ones again; only before anybody was given them."""
    context = enter(db, actor, campaign_id, Role.BUILDER)
    at = clock(db) if at is None else at
    for item_id, gold in golds.items():
        if not db.scalar(select(exists().where(shown(campaign_id), Item.id == item_id))):
            raise NotFound(Words(f"题目 {item_id}", f"item {item_id}"))
        item = lock_item(db, item_id)
        if db.scalar(select(func.count()).where(Job.item_id == item_id)):
            raise Conflict(
                Words(f"题目 {item.ref} 已有人做过。", f"Item {item.ref} was already given to somebody."),
                code="already-given",
            )
        if gold is not None:
            _make_control(db, context, item, gold, at)
        elif item.control:
            _make_ordinary(db, item, at)
        item.updated_at = at
        note(db, "control", at=at, campaign=campaign_id, actor=actor, item=item, gold=gold)
    db.flush()


def _make_control(db: Session, context: CampaignContext, item: Item, gold: Json, at: float) -> None:
    hits = hits_of(db, context, item, gold)
    if blocks(hits):
        raise Refused(BLOCKED, hits=hits, code="answer-refused")
    if not item.control:
        if item.state not in (ItemState.OPEN, ItemState.LOCKED):
            raise Conflict(
                Words(f"题目 {item.ref} 已在处理中。", f"Item {item.ref} is already being worked on."),
                code="wrong-state",
            )
        item.control, item.state, item.queue = True, ItemState.CONTROL, NOT_OFFERED
        count_in_group(db, item, -1, at=at)
    item.gold = gold


def _make_ordinary(db: Session, item: Item, at: float) -> None:
    item.control, item.gold, item.state, item.queue = False, None, ItemState.OPEN, FRESH
    count_in_group(db, item, 1, at=at)
