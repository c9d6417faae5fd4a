"""Imports of many items, which nobody who annotates notices: in batches, each in a transaction of its own.

SQLite has one writer at a time, and a million items in one transaction keep it for a minute. So the items come in some
at a time, hidden (:mod:`.shown`), and one short transaction at the end shows all of them; afterwards they join the
others in the queue, again some at a time. Whoever brings them in holds a lease that every batch renews. What a killed
import left is removed by the next one, or by the server within a minute: brought in again, all comes as the first time.

Small imports take one transaction, as do those of a campaign whose groups have fixed annotators or a gate, which are
laid out when all items are there, and those on PostgreSQL, where a transaction keeps nobody waiting.
"""

import secrets
import time
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from itertools import chain, islice

from sqlalchemy import Engine, delete, exists, select, update
from sqlalchemy.orm import Session

from pingce.annotate.items import NewItem
from pingce.annotate.services.campaign_views import Imported
from pingce.store.database import clock, reading
from pingce.store.leases import lease_holds
from pingce.store.people import Actor, Role
from pingce.store.tables.annotate import Campaign, Item, ItemGroup, UnfinishedImport
from pingce.store.tables.provenance import ItemOrigin

from .access import CampaignContext, enter
from .counting import ARRIVED, FRESH
from .imports import Import, batches, begin_import, import_items, newest_item, under_way
from .record import note

AT_ONCE = 5000
"""So many come in one transaction, in a fifth of a second."""
BATCH = 50
"""So few that whoever answers meanwhile waits for some milliseconds."""
LONGEST_PAUSE = 0.1
LEASE_SECONDS = 30.0
LOOK_AGAIN_SECONDS = 0.5
Writing = Callable[[], AbstractContextManager[Session]]
"""A transaction, as ``pingce.store.database.transaction`` of an engine or a request gives it."""


def import_many(
    writing: Writing,
    actor: Actor,
    campaign_id: int,
    items: Iterable[NewItem],
    *,
    file: str | None = None,
    patient: bool = False,
) -> Imported:
    """As ``import_items``, in transactions of its own; ``patient``: wait for the end of another import."""
    _clear_the_way(writing, campaign_id, patient=patient)
    coming = iter(items)
    first = list(islice(coming, AT_ONCE + 1))
    with writing() as db:
        if len(first) <= AT_ONCE or not _comes_in_batches(enter(db, actor, campaign_id, Role.BUILDER), db):
            return import_items(db, actor, campaign_id, chain(first, coming), file=file)
    return LargeImport(writing, actor, campaign_id, file).run(chain(first, coming))


def _comes_in_batches(context: CampaignContext, db: Session) -> bool:
    settings = context.settings
    return db.get_bind().dialect.name == "sqlite" and settings.gate >= 1 and not settings.fixed_annotators


@dataclass
class LargeImport:
    """One import in batches."""

    writing: Writing
    actor: Actor
    campaign_id: int
    file: str | None = None
    lease: str = field(default_factory=lambda: secrets.token_hex(16))

    def run(self, items: Iterable[NewItem]) -> Imported:
        """All items, or none of them and the problem."""
        coming = self._begin()
        try:
            for batch in batches(items, BATCH):
                self._take(coming, batch)
            coming.refuse_problems()
            done = self._show(coming)
        finally:  # what came of it joins the others; if nothing did, what is there is removed
            clear(self.writing, self.campaign_id, self.lease)
        return done

    def _begin(self) -> Import:
        with self.writing() as db:
            coming = begin_import(db, self.actor, self.campaign_id, at=None, file=self.file)
            coming.fresh = ARRIVED
            if db.get(UnfinishedImport, self.campaign_id) is not None:
                raise under_way()
            held = {"lease": self.lease, "lease_until": coming.at + LEASE_SECONDS, "first_item": coming.last + 1}
            db.add(UnfinishedImport(campaign_id=self.campaign_id, **held))
        return coming

    def _take(self, coming: Import, batch: list[NewItem]) -> None:
        checked = coming.check(batch)
        start = time.monotonic()
        with self.writing() as db:
            held = hold(db, self.campaign_id, self.lease)
            if not coming.added:  # the newest may have been hidden ones of another campaign, and are gone
                coming.last = newest_item(db)
                held.first_item = coming.last + 1
            coming.db = db
            coming.take(checked)
            coming.count_members()
            coming.members.clear()
        _give_way(start)

    def _show(self, coming: Import) -> Imported:
        with self.writing() as db:
            hold(db, self.campaign_id, self.lease).first_item = None
            campaign = db.get_one(Campaign, self.campaign_id, with_for_update={"key_share": True})
            campaign.size += coming.added
            done = Imported(coming.added, coming.already, campaign.size)
            note(
                db, "imported", at=clock(db), campaign=campaign.id, actor=self.actor,
                added=done.added, already=done.already,
            )  # fmt: skip
            return done


def hold(db: Session, campaign_id: int, lease: str) -> UnfinishedImport:
    """The import, locked and held for longer; a conflict if it was given up, since nobody had heard of it for long."""
    query = select(UnfinishedImport).where(UnfinishedImport.campaign_id == campaign_id, UnfinishedImport.lease == lease)
    held = db.scalar(query.with_for_update())
    if held is None:
        raise under_way()
    held.lease_until = clock(db) + LEASE_SECONDS
    return held


def clear(writing: Writing, campaign_id: int, lease: str) -> None:
    """Remove what is hidden, let what is shown join the queue, some at a time; then another import may begin."""
    left = True
    while left:
        start = time.monotonic()
        with writing() as db:
            held = hold(db, campaign_id, lease)
            if held.first_item is not None:
                left = _remove_some(db, campaign_id, held.first_item)
            else:
                left = _let_some_join(db, campaign_id)
            if not left:
                db.delete(held)
        _give_way(start)


def _give_way(since: float) -> None:
    """Half of the time belongs to the others."""
    time.sleep(min(time.monotonic() - since, LONGEST_PAUSE))


def _remove_some(db: Session, campaign_id: int, first: int) -> bool:
    here = (Item.campaign_id + 0 == campaign_id, Item.id >= first)  # by number: no index by campaign has them in order
    rows = db.execute(select(Item.id, Item.group_id).where(*here).order_by(Item.id.desc()).limit(BATCH)).all()
    ids, groups = [row.id for row in rows], Counter(row.group_id for row in rows if row.group_id is not None)
    db.execute(delete(ItemOrigin).where(ItemOrigin.item_id.in_(ids)))
    db.execute(delete(Item).where(Item.id.in_(ids)))
    for group, number in groups.items():
        less = ItemGroup.undecided - number
        db.execute(update(ItemGroup).where(ItemGroup.id == group).values(undecided=less, closed=less == 0))
    empty = ~exists().where(Item.group_id == ItemGroup.id)
    db.execute(
        delete(ItemGroup).where(ItemGroup.id.in_(list(groups)), empty),
        execution_options={"synchronize_session": False},
    )
    return len(rows) == BATCH


def _let_some_join(db: Session, campaign_id: int) -> bool:
    """In the order they will be in, which says nothing about the file."""
    arrived = select(Item.id).where(Item.campaign_id == campaign_id, Item.queue == ARRIVED)
    ids = list(db.scalars(arrived.order_by(Item.first_by, Item.position).limit(BATCH)))
    db.execute(update(Item).where(Item.id.in_(ids), Item.queue == ARRIVED).values(queue=FRESH))
    return len(ids) == BATCH


def _clear_the_way(writing: Writing, campaign_id: int, *, patient: bool) -> None:
    """What a killed import left in this campaign is removed."""
    while (taken := _take_over(writing, campaign_id)) is not None:
        if taken:
            clear(writing, campaign_id, taken)
        elif patient:
            time.sleep(LOOK_AGAIN_SECONDS)
        else:
            raise under_way()


def _take_over(writing: Writing, campaign_id: int) -> str | None:
    """A lease to clear an import that nobody holds any more; nothing if somebody does, None if there is no import."""
    with writing() as db:
        query = select(UnfinishedImport).where(UnfinishedImport.campaign_id == campaign_id).with_for_update()
        left = db.scalar(query)
        if left is None:
            return None
        at = clock(db)
        if lease_holds(left.lease_until, at):
            return ""
        left.lease, left.lease_until = secrets.token_hex(16), at + LEASE_SECONDS
        return left.lease


def clear_broken_off(writing: Writing, engine: Engine) -> bool:
    """What killed imports left in any campaign is removed; whether there was anything."""
    with reading(engine) as db:
        at = clock(db)
        left = db.execute(select(UnfinishedImport.campaign_id, UnfinishedImport.lease_until)).all()
    cleared = False
    for campaign in [row.campaign_id for row in left if not lease_holds(row.lease_until, at)]:
        if taken := _take_over(writing, campaign):
            clear(writing, campaign, taken)
            cleared = True
    return cleared
