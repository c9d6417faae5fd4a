"""The figures of a campaign, kept: sums that were stored some time ago, and what changed since.

Every change of an item writes an event, so what changed are the items with more events than were counted. ``current``
reads the sums and counts these items anew; nothing is written for it, and a page is exact however old the stored sums
are. ``catch_up`` stores the sums of now, a limited number of items at a time: the server does it now and then, so that
few items are left for the next look. Reading and writing are apart because counting takes longer than a writer may.

On PostgreSQL an event with a smaller number can be stored after one with a larger. Sums count as reaching up to an
event only when every transaction has ended that had begun before it was seen; later events are looked at each time,
and an item is counted anew if it has more of them than before.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from typing import TypeVar

import orjson
from sqlalchemy import ColumnElement, Engine, and_, delete, func, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import InstrumentedAttribute, Session

from pingce.annotate.forms import form_of
from pingce.annotate.settings import stored_settings
from pingce.annotate.tally import (
    CampaignSums,
    ItemPart,
    Medians,
    PersonCounted,
    Tallies,
    Tally,
    levels_of,
    medians,
)
from pingce.store.database import clock, snapshot, transaction
from pingce.store.tables.annotate import Campaign, Item, Job
from pingce.store.tables.base import Base
from pingce.store.tables.figures import CampaignFigures, ItemSums, PersonSums
from pingce.store.tables.glosses import GlossChange
from pingce.store.tables.history import Event

from .access import CampaignContext
from .parts import PartReader
from .shown import seen
from .told import first_told

T = TypeVar("T")
FORMAT = 1
"""Of what is stored: raised when parts or sums change their meaning, so that old ones are counted anew."""
CHUNK = 500
AT_ONCE = 2000
"""Items that are counted before sums are stored: each time those of all people in them are written anew."""
SETTLING_SECONDS = 10.0
"""So long ago an event must have been seen at least; a number is drawn a moment before its transaction has one."""


@dataclass
class StoredSums:
    """Sums as they are stored, or those of a campaign that was never counted."""

    basis: str
    version: int = 0
    items: int = 0
    events: int | None = None
    """None: nothing is counted yet, and from which event on is not known either."""
    mark: list[int] | None = None
    whole: Tally = field(default_factory=Tally)
    people: dict[int, PersonSums] = field(default_factory=dict)


@dataclass
class Changes:
    """What is to be added to the stored sums."""

    tallies: Tallies = field(default_factory=Tallies)
    parts: dict[int, tuple[int, ItemPart]] = field(default_factory=dict)
    """Of each item that was counted: how many events it has, and its part."""
    told: dict[int, float] = field(default_factory=dict)
    last_item: int = 0
    stale_left: int = 0
    """Items that changed and were not counted anew."""
    behind: int = 0
    """Items that are left in all."""


def current(db: Session, context: CampaignContext, *, most: int | None = None) -> CampaignSums:
    """The sums of a campaign now; ``most``: items to look at, the others stay behind."""
    standing = _standing(db, context)
    changes = _changes(db, context, standing, most)
    whole = Tally(standing.whole.counts.copy(), standing.whole.times.copy())
    whole.add(changes.tallies.whole)
    people = {user: _person(stored) for user, stored in standing.people.items()}
    touched = _people_sums(db, context, standing, changes)
    people |= {user: PersonCounted(tally.counts, medians(tally.times)) for user, tally in touched.items()}
    had = {user: person for user, person in people.items() if any(name.startswith("job ") for name in person.counts)}
    return CampaignSums(whole, had, changes.behind)


def _person(stored: PersonSums) -> PersonCounted:
    return PersonCounted(stored.counts, Medians(stored.median_answers, stored.median_submitted))


def item_counts(db: Session, context: CampaignContext, *, most: int | None = None) -> dict[str, int]:
    """Items by state."""
    return current(db, context, most=most).items()


def basis_of(db: Session, context: CampaignContext) -> str:
    """What the figures go by beside what people did: with another basis all is counted anew."""
    settings = context.settings
    glosses = db.scalar(select(func.max(GlossChange.id)).where(GlossChange.campaign_id == context.id))
    said = [FORMAT, context.form.id, context.likeness, settings.test, settings.threshold, settings.return_to]
    return sha256(orjson.dumps([*said, settings.appeals, glosses])).hexdigest()


PERSON = (
    PersonSums.user_id, PersonSums.told_at, PersonSums.counts, PersonSums.median_answers, PersonSums.median_submitted,
)  # fmt: skip
"""Without the times, which are many and asked for only when they change."""


def _standing(db: Session, context: CampaignContext) -> StoredSums:
    basis = basis_of(db, context)
    stored = db.execute(
        select(CampaignFigures)
        .where(CampaignFigures.campaign_id == context.id)
        .execution_options(populate_existing=True)
    ).scalar_one_or_none()
    if stored is None:
        return StoredSums(basis)
    if stored.basis != basis:
        return StoredSums(basis, version=stored.version)
    people = db.execute(select(*PERSON).where(PersonSums.campaign_id == context.id))
    return StoredSums(
        basis,
        stored.version,
        stored.counted_items,
        stored.counted_events,
        stored.mark,
        Tally(Counter(stored.counts), Counter(stored.times)),
        {row.user_id: row for row in people},  # type: ignore[misc] # has what is asked of it
    )


def _changes(db: Session, context: CampaignContext, standing: StoredSums, most: int | None) -> Changes:
    """Count what is not in the stored sums: items that changed first, then items that were never counted."""
    reader, changes = PartReader(db, context), Changes(last_item=standing.items)
    changes.told = {user: row.told_at for user, row in standing.people.items() if row.told_at is not None}
    if not standing.items:
        changes.told |= first_told(db, context)
    stale = _stale_items(db, context, standing)
    room = len(stale) if most is None else most
    changes.stale_left = changes.behind = max(0, len(stale) - room)
    wanted = dict(list(stale.items())[:room])
    _count(db, context, reader, standing, changes, wanted)
    room -= len(wanted)
    new = context.campaign.size - items_in(standing.whole.counts)
    room = new if most is None else min(new, room)
    for numbers in _new_items(db, context, standing.items, room):
        _count(db, context, reader, standing, changes, numbers)
        changes.last_item = max(numbers)
        new -= len(numbers)
    changes.behind += max(0, new)
    return changes


def items_in(counts: Mapping[str, int]) -> int:
    """How many items are in these sums; those that a campaign has beyond are new."""
    return sum(number for name, number in counts.items() if name.startswith("item "))


def _stale_items(db: Session, context: CampaignContext, standing: StoredSums) -> dict[int, int]:
    """Counted items with more events than were counted, and how many they have now."""
    if standing.events is None:
        return {}
    lately = (
        select(Event.item_id)
        .where(Event.campaign_id == context.id, Event.id > standing.events, Event.item_id <= standing.items)
        .distinct()
        .subquery()
    )
    events = select(func.count()).where(Event.item_id == lately.c.item_id).correlate(lately).scalar_subquery()
    query = select(lately.c.item_id, events, ItemSums.events).outerjoin(ItemSums, ItemSums.item_id == lately.c.item_id)
    return {item: now for item, now, counted in db.execute(query) if now != counted}


def _new_items(db: Session, context: CampaignContext, after: int, most: int) -> Iterator[dict[int, int]]:
    """Items that were never counted, some at a time, with the number of their events."""
    here = and_(Item.campaign_id + 0 == context.id, seen(context.id))  # by number: no index has them in this order
    while most > 0:
        query = select(Item.id).where(here, Item.id > after).order_by(Item.id).limit(min(CHUNK, most))
        ids = list(db.scalars(query))
        if not ids:
            return
        yield _events(db, ids)
        after = ids[-1]
        most -= len(ids)


def _events(db: Session, ids: Sequence[int]) -> dict[int, int]:
    counted = select(Event.item_id, func.count()).where(Event.item_id.in_(ids)).group_by(Event.item_id)
    return {**dict.fromkeys(ids, 0), **{item: number for item, number in db.execute(counted) if item is not None}}


def _count(
    db: Session,
    context: CampaignContext,
    reader: PartReader,
    standing: StoredSums,
    changes: Changes,
    wanted: Mapping[int, int],
) -> None:
    """Count these items, and those answered by people of whom it turns out that they had been told something before."""
    left = dict(wanted)
    while left:
        parts: dict[int, ItemPart] = {}
        before = dict(changes.told)
        for ids in _chunks(sorted(left)):
            read, changes.told = reader.read(partial(_among, ids), changes.told)
            parts |= read
        sooner = {user: at for user, at in changes.told.items() if at != before.get(user)}
        concerned = _answered_after(db, context, sooner, before, max([standing.items, changes.last_item, *left]))
        if again := set(concerned) - set(left):
            left |= _events(db, sorted(again))
            continue
        if sooner and any(job.user in sooner for part in parts.values() for job in part.jobs):
            continue  # the same once more, now that it is known who was told when
        _replace(db, context, standing, changes, {item: (left[item], part) for item, part in parts.items()})
        return


def _among(ids: Sequence[int], column: InstrumentedAttribute[int]) -> ColumnElement[bool]:
    return column.in_(ids)


def _replace(
    db: Session,
    context: CampaignContext,
    standing: StoredSums,
    changes: Changes,
    parts: Mapping[int, tuple[int, ItemPart]],
) -> None:
    levels = levels_of(context.form)
    stored = [item for item in parts if item <= standing.items and item not in changes.parts]
    old = {item: counted[1] for item, counted in changes.parts.items() if item in parts}
    for ids in _chunks(stored):
        rows = db.execute(select(ItemSums.item_id, ItemSums.part).where(ItemSums.item_id.in_(ids)))
        old |= {item: ItemPart.loaded(part) for item, part in rows}
    for part in old.values():
        changes.tallies.add(part, -1, levels=levels, definition=context.likeness)
    for _, part in parts.values():
        changes.tallies.add(part, 1, levels=levels, definition=context.likeness)
    changes.parts.update(parts)


def _answered_after(
    db: Session, context: CampaignContext, told: Mapping[int, float], before: Mapping[int, float], last: int
) -> list[int]:
    """Counted items that these people answered after they were told, which was not known when they were counted."""
    if not told:
        return []
    given = [
        and_(
            Job.user_id == user, Job.submitted_at >= at, *([Job.submitted_at < before[user]] if user in before else [])
        )
        for user, at in told.items()
    ]
    here = (Job.campaign_id == context.id, Job.item_id <= last)
    query = select(Job.item_id).where(*here).distinct()
    return [item for some in _chunks(given) for item in db.scalars(query.where(or_(*some)))]


def _people_sums(db: Session, context: CampaignContext, standing: StoredSums, changes: Changes) -> dict[int, Tally]:
    """The sums of people in whose items something changed."""
    sums: dict[int, Tally] = {}
    touched = {user for user, tally in changes.tallies.people.items() if any(tally.counts.values())}
    touched |= {user for user, tally in changes.tallies.people.items() if any(tally.times.values())}
    touched |= {user for user, at in changes.told.items() if at != _told_at(standing, user)}
    times: dict[int, dict[str, int]] = {}
    for users in _chunks(sorted(touched & standing.people.keys())):
        query = select(PersonSums.user_id, PersonSums.times)
        times |= dict(
            db.execute(query.where(PersonSums.campaign_id == context.id, PersonSums.user_id.in_(users))).all()
        )
    for user in sorted(touched):
        stored = standing.people.get(user)
        sums[user] = Tally() if stored is None else Tally(Counter(stored.counts), Counter(times[user]))
        if user in changes.tallies.people:
            sums[user].add(changes.tallies.people[user])
    return sums


def _told_at(standing: StoredSums, user: int) -> float | None:
    return standing.people[user].told_at if user in standing.people else None


def _chunks(values: Sequence[T]) -> Iterator[Sequence[T]]:
    for start in range(0, len(values), CHUNK):
        yield values[start : start + CHUNK]


def catch_up(engine: Engine, campaign_id: int, *, most: int = AT_ONCE) -> bool:
    """Store the sums of now, after counting at most so many items; whether more are left.

    Another process that did the same meanwhile comes first: nothing is stored then, and the next call goes on there.
    """
    with snapshot(engine) as db:
        campaign = db.get(Campaign, campaign_id)
        if campaign is None:
            return False
        context = CampaignContext(campaign, stored_settings(campaign.settings), form_of(campaign.form), frozenset())
        standing = _standing(db, context)
        newest = db.scalar(select(func.max(Event.id)).where(Event.campaign_id == campaign_id)) or 0
        changes = _changes(db, context, standing, most)
        events, mark = _reached(db, standing, newest, complete=changes.stale_left == 0)
        people = _people_sums(db, context, standing, changes)
    if events is None:
        changes, people = Changes(), {}  # counting begins when it is known from which event on
    elif not changes.parts and (events, mark) == (standing.events, standing.mark):
        return False
    with transaction(engine) as db:
        stored = _store(db, campaign_id, standing, changes, events, mark)
        if stored:
            _store_people(db, campaign_id, standing, changes, people)
            rows = [{"item_id": i, "events": n, "part": part.dumped()} for i, (n, part) in changes.parts.items()]
            _put(db, ItemSums, rows)
    return events is not None and (changes.behind > 0 or not stored)


def _reached(db: Session, standing: StoredSums, newest: int, *, complete: bool) -> tuple[int | None, list[int] | None]:
    """Up to which event the sums go now, and on PostgreSQL what to look at next time to know more."""
    if db.get_bind().dialect.name != "postgresql":
        return (newest if complete else standing.events), None
    running = select(func.txid_snapshot_xmin(func.txid_current_snapshot()))
    coming = select(func.txid_snapshot_xmax(func.txid_current_snapshot()))
    oldest, following, at = db.scalar(running) or 0, db.scalar(coming) or 0, int(clock(db))
    events, mark = standing.events, standing.mark
    if complete and mark is not None and mark[1] <= oldest and at - mark[2] >= SETTLING_SECONDS:
        events, mark = max(events or 0, mark[0]), None
    if mark is None or mark[1] > following:  # a restored database may count transactions anew
        mark = [newest, following, at]
    return events, mark


def _store(
    db: Session,
    campaign_id: int,
    standing: StoredSums,
    changes: Changes,
    events: int | None,
    mark: list[int] | None,
) -> bool:
    """The sums of the campaign; False, and nothing is stored, if somebody else did so since they were read."""
    whole = Tally(standing.whole.counts.copy(), standing.whole.times.copy())
    whole.add(changes.tallies.whole)
    values = {
        "version": standing.version + 1,
        "basis": standing.basis,
        "counted_items": max(standing.items, changes.last_item),
        "counted_events": events,
        "mark": mark,
        "counts": whole.counts,
        "times": whole.times,
    }
    here = (CampaignFigures.campaign_id == campaign_id, CampaignFigures.version == standing.version)
    if standing.version:
        changed = update(CampaignFigures).where(*here).values(**values).returning(CampaignFigures.version)
        return db.scalar(changed, execution_options={"synchronize_session": False}) is not None
    new = _insert(db, CampaignFigures).values(campaign_id=campaign_id, **values).on_conflict_do_nothing()
    return db.scalar(new.returning(CampaignFigures.version)) is not None


def _store_people(
    db: Session, campaign_id: int, standing: StoredSums, changes: Changes, people: Mapping[int, Tally]
) -> None:
    if not standing.items:
        db.execute(delete(PersonSums).where(PersonSums.campaign_id == campaign_id))
    rows = []
    for user, tally in people.items():
        middle = medians(tally.times)
        rows.append(
            {
                "campaign_id": campaign_id,
                "user_id": user,
                "told_at": changes.told.get(user),
                "counts": tally.counts,
                "times": tally.times,
                "median_answers": middle.answers,
                "median_submitted": middle.submitted,
            }
        )
    _put(db, PersonSums, rows)


def _insert(db: Session, table: type[Base]) -> postgresql.Insert | sqlite.Insert:
    return postgresql.insert(table) if db.get_bind().dialect.name == "postgresql" else sqlite.insert(table)


def _put(db: Session, table: type[Base], rows: Sequence[Mapping[str, object]]) -> None:
    """Rows in place of those with the same key."""
    keys = [column.name for column in table.__table__.primary_key]
    new = _insert(db, table)
    others = {name: new.excluded[name] for name in (rows[0] if rows else ()) if name not in keys}
    for some in _chunks(rows):
        db.execute(new.on_conflict_do_update(index_elements=keys, set_=others), list(some))
