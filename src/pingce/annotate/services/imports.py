"""Bringing items in: all of a file or nothing, laid out for the queue and behind their gates."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from math import ceil

from sqlalchemy import ColumnElement, bindparam, func, insert, select, update
from sqlalchemy.orm import Session

from pingce.annotate.asking import AskedNumber, asked_number, seats_number
from pingce.annotate.item_problems import NUL, TOLD, TWICE, BadItems, item_problems
from pingce.annotate.items import Json, NewItem
from pingce.annotate.sampling import shuffled_position
from pingce.annotate.services.campaign_views import Imported
from pingce.annotate.workflow import ItemState
from pingce.formats.provenance import Provenance, stated_provenance, text_digests
from pingce.spec.errors import PlacedProblem
from pingce.spec.words import Words
from pingce.store.database import clock
from pingce.store.errors import Conflict
from pingce.store.people import Actor, Role
from pingce.store.tables import all_tables
from pingce.store.tables.annotate import KEY_LENGTH, Campaign, Item, ItemGroup
from pingce.store.tables.provenance import ItemOrigin

from .access import CampaignContext, enter
from .counting import FRESH, NOT_OFFERED
from .record import note
from .shown import hides_items

CHUNK = 1000
ITEMS, ORIGINS = (insert(all_tables().tables[table.__tablename__]) for table in (Item, ItemOrigin))
"""Without objects, which would take longer than the rows."""


def import_items(
    db: Session,
    actor: Actor,
    campaign_id: int,
    items: Iterable[NewItem],
    *,
    file: str | None = None,
    at: float | None = None,
) -> Imported:
    """Add items; the same item again is passed over, another text under a known id is refused.

    Items are taken batch by batch, so a file of millions needs no memory to speak of; nothing is left of them when
    this raises, whatever the caller does with its transaction. ``file``: what problems call the file they come from.
    """
    coming = begin_import(db, actor, campaign_id, at=at, file=file)
    context, at = coming.context, coming.at
    if db.scalar(select(hides_items(campaign_id))):
        raise under_way()
    with db.begin_nested():
        for batch in batches(items, CHUNK):
            coming.take(coming.check(batch))
        coming.finish()
    context.campaign.size += coming.added
    note(db, "imported", at=at, campaign=campaign_id, actor=actor, added=coming.added, already=coming.already)
    db.flush()
    return Imported(coming.added, coming.already, context.campaign.size)


def begin_import(db: Session, actor: Actor, campaign_id: int, *, at: float | None, file: str | None) -> "Import":
    """An import into a campaign, which is locked: one at a time.

    Not against answers given meanwhile, which on PostgreSQL make sure that their campaign stays.
    """
    context = enter(db, actor, campaign_id, Role.BUILDER)
    db.execute(select(Campaign.id).where(Campaign.id == campaign_id).with_for_update(key_share=True))
    db.refresh(context.campaign)
    before = select(Item.control, func.count()).where(Item.campaign_id == campaign_id).group_by(Item.control)
    drawn_from = Counter(dict(db.execute(before).all()))
    at = clock(db) if at is None else at
    return Import(db, context, at, newest_item(db), file, drawn_from=drawn_from)


def newest_item(db: Session) -> int:
    return db.scalar(select(func.max(Item.id))) or 0


def under_way() -> Conflict:
    return Conflict(
        Words("另一次导入正在进行。", "Another import is under way."),
        hint=Words("等它结束；中断的会自动清除。", "Wait for its end; one that broke off is cleared by itself."),
        code="import-under-way",
    )


@dataclass(frozen=True)
class PreparedItems:
    """Items, what is wrong with them by themselves, and what is stored of where they come from."""

    items: Sequence[NewItem]
    wrong: Sequence[tuple[NewItem, Words]]
    origins: Mapping[str, Json]


@dataclass
class Import:
    """One import under way."""

    db: Session
    context: CampaignContext
    at: float
    last: int
    """The newest item before: what is newer came with this import."""
    file: str | None
    added: int = 0
    already: int = 0
    groups: dict[str, int] = field(default_factory=dict)
    """Ids of the groups met so far."""
    members: Counter[int] = field(default_factory=Counter)
    """New items by group."""
    seats: dict[str, int] = field(default_factory=dict)
    """How many people each of these groups gets."""
    drawn_from: Counter[bool] = field(default_factory=Counter)
    """Controls and ordinary items so far: what is drawn among them is drawn by number."""
    told: list[PlacedProblem] = field(default_factory=list)
    problems: int = 0
    fresh: int = FRESH
    """Where in the queue ordinary items begin."""

    def check(self, items: Sequence[NewItem]) -> "PreparedItems":
        """What can be done before others have to wait."""
        wrong = list(item_problems(self.context.form, items))
        return PreparedItems(items, wrong, {item.id: _origin(item) for item in items})

    def take(self, checked: "PreparedItems") -> None:
        """What is wrong with an item is noted, the others go in: so that a later one with the same id is found."""
        batch = checked.items
        stored = _known(self.db, self.context.id, batch)
        wrong = [*checked.wrong, *_changed(batch, stored, self.last)]
        self.problems += len(wrong)
        room = TOLD - len(self.told)
        self.told += [PlacedProblem(_where(item, self.file), words) for item, words in wrong[:room]]
        refused = {item.id for item, _ in wrong}
        fresh = [item for item in batch if item.id not in stored and item.id not in refused]
        if self.context.settings.fixed_annotators:
            # Everybody works group by group: an item that belongs to none is a group by itself.
            fresh = [item if item.group or item.is_control else _alone(item) for item in fresh]
        self._find_groups(fresh)
        rows = [self._row(item, self.added + i) for i, item in enumerate(fresh)]
        if rows:
            self.db.connection().execute(ITEMS, rows)
            store_origins(self.db, self.context.id, {item.id: checked.origins[item.id] for item in fresh})
        self.added += len(rows)
        self.already += len(batch) - len(rows)

    def finish(self) -> None:
        """Refuse all if anything was wrong; else count the items into their groups and lock those behind a gate."""
        self.refuse_problems()
        self.count_members()
        if self.context.settings.gate < 1:
            for group in self.members:
                _gate(self.db, group, self.context.settings.gate, newer_than=self.last)

    def refuse_problems(self) -> None:
        if self.problems:
            raise BadItems(self.told, self.problems)

    def count_members(self) -> None:
        """Groups have so many more items to be decided."""
        counts = [{"group": group, "more": more} for group, more in self.members.items()]
        more = ItemGroup.undecided + bindparam("more")
        counted = update(ItemGroup.__table__).where(ItemGroup.id == bindparam("group"))  # type: ignore[arg-type] # a table
        for start in range(0, len(counts), CHUNK):
            self.db.connection().execute(counted.values(undecided=more, closed=False), counts[start : start + CHUNK])

    def _find_groups(self, items: Sequence[NewItem]) -> None:
        """The groups of these items, new ones included."""
        keys = list(dict.fromkeys(item.group for item in items if item.group and not item.is_control))
        keys = [key for key in keys if key not in self.groups]
        if not keys:
            return
        conditions = (ItemGroup.campaign_id == self.context.id, ItemGroup.key.in_(keys))
        existing = set(self.db.scalars(select(ItemGroup.key).where(*conditions).with_for_update()))
        self._count_seats([key for key in keys if key not in existing], *conditions)
        new = [
            {
                "campaign_id": self.context.id,
                "key": key,
                "position": _position(self.context, f"group {key}", len(self.groups) + i),
                "free_seats": self.seats[key],
                "early_open": 0,
                "undecided": 0,
                "closed": False,
            }
            for i, key in enumerate(keys)
            if key not in existing
        ]
        if new:
            self.db.execute(insert(ItemGroup), new)
        self.groups |= {
            row.key: row.id for row in self.db.execute(select(ItemGroup.key, ItemGroup.id).where(*conditions))
        }

    def _count_seats(self, new: Sequence[str], *conditions: ColumnElement[bool]) -> None:
        """As many people as the group got when it came; a new one in a campaign that mixes numbers is drawn."""
        asked = select(ItemGroup.key, func.max(Item.asked)).join(Item, Item.group_id == ItemGroup.id)
        self.seats |= dict(self.db.execute(asked.where(*conditions).group_by(ItemGroup.key)).all())
        settings, secret = self.context.settings, self.context.campaign.secret
        if not settings.fixed_annotators or not settings.mixes_numbers:
            self.seats |= dict.fromkeys(new, settings.answers)
            return
        before = self.db.scalar(select(func.count()).where(ItemGroup.campaign_id == self.context.id)) or 0
        self.seats |= {key: seats_number(settings, secret, before + i) for i, key in enumerate(new)}

    def _number(self, item: NewItem) -> AskedNumber:
        """How many people an item asks for."""
        settings, control = self.context.settings, item.is_control
        if not settings.mixes_numbers:
            return AskedNumber(settings.answers)
        if settings.fixed_annotators and not control:
            return AskedNumber(self.seats[item.group])
        number = self.drawn_from[control]
        self.drawn_from[control] += 1
        genre = item.extra.get("genre") or (item.origin.genre if item.origin is not None else None)
        return asked_number(settings, self.context.campaign.secret, number, str(genre) if genre else None)

    def _row(self, item: NewItem, index: int) -> dict[str, object]:
        control, number = item.is_control, self._number(item)
        group = self.groups[item.group] if item.group and not control else None
        if group is not None:
            self.members[group] += 1
        return {
            "campaign_id": self.context.id,
            "ref": item.id,
            "position": _position(self.context, item.id, index),
            "group_id": group,
            "texts": dict(item.texts),
            "extra": item.extra,
            "control": control,
            "gold": item.gold,
            "state": ItemState.CONTROL if control else ItemState.OPEN,
            "asked": number.asked,
            "alone": number.alone and not control,
            "answers": 0,
            "claims": 0,
            "skips": 0,
            "queue": NOT_OFFERED if control else self.fresh,
            "early": False,
            "suggested": False,
            "created_at": self.at,
            "updated_at": self.at,
        }


def batches(items: Iterable[NewItem], size: int) -> Iterator[list[NewItem]]:
    coming = iter(items)
    while batch := list(islice(coming, size)):
        yield batch


def _alone(item: NewItem) -> NewItem:
    return replace(item, group=item.id)


def _known(db: Session, campaign_id: int, batch: Sequence[NewItem]) -> dict[str, tuple[int, Mapping[str, str]]]:
    refs = [item.id for item in batch if NUL not in item.id]
    query = select(Item.ref, Item.id, Item.texts).where(Item.campaign_id == campaign_id, Item.ref.in_(refs))
    return {row.ref: (row.id, row.texts) for row in db.execute(query)}


def _changed(
    batch: Sequence[NewItem], stored: Mapping[str, tuple[int, Mapping[str, str]]], last: int
) -> Iterable[tuple[NewItem, Words]]:
    for item in batch:
        number, texts = stored.get(item.id, (0, item.texts))
        if number > last:
            yield item, TWICE
        elif dict(texts) != dict(item.texts):
            yield item, Words("题号已有，但文本不同", "the id is there already with another text")


def _where(item: NewItem, file: str | None) -> str:
    """As problems of files are told: file and line, then the id."""
    if file is None:
        return item.id
    return f"{file if item.line is None else f'{file}:{item.line}'} (qid {item.id})"


def _position(context: CampaignContext, key: str, index: int) -> int:
    if context.settings.order == "given":
        return context.campaign.size + index
    return shuffled_position(context.campaign.secret, "order", key)


def _gate(db: Session, group: int, share: float, *, newer_than: int) -> None:
    """The first share of the whole group, counting what was there before; once open the gate stays open."""
    alive = (Item.group_id == group, Item.state != ItemState.CONTROL)
    size = db.scalar(select(func.count()).where(*alive, Item.state != ItemState.WITHDRAWN)) or 0
    early = db.scalar(select(func.count()).where(*alive, Item.early.is_(True))) or 0
    if early and not db.scalar(select(ItemGroup.early_open).where(ItemGroup.id == group)):
        return
    coming = list(
        db.scalars(select(Item.id).where(Item.group_id == group, Item.id > newer_than).order_by(Item.position, Item.id))
    )
    room = max(0, ceil(share * size - 1e-9) - early)
    _change(db, coming[:room], early=True)
    _change(db, coming[room:], state=ItemState.LOCKED, queue=NOT_OFFERED)
    before = ItemGroup.early_open + len(coming[:room])
    db.execute(
        update(ItemGroup).where(ItemGroup.id == group).values(early_open=before),
        execution_options={"synchronize_session": False},
    )


def _change(db: Session, ids: Sequence[int], **values: object) -> None:
    for start in range(0, len(ids), CHUNK):
        statement = update(Item).where(Item.id.in_(ids[start : start + CHUNK])).values(**values)
        db.execute(statement, execution_options={"synchronize_session": False})


def store_origins(db: Session, campaign_id: int, origins: Mapping[str, Json]) -> None:
    """A row for each of these items, which have just come in."""
    query = select(Item.ref, Item.id).where(Item.campaign_id == campaign_id, Item.ref.in_(list(origins)))
    rows = [{"item_id": number, **origins[ref]} for ref, number in db.execute(query)]
    db.connection().execute(ORIGINS, rows)


def _origin(item: NewItem) -> Json:
    origin = item.origin or stated_provenance(item.id, item.extra)
    digests = text_digests(item.texts)
    return {
        "ref": item.id,
        "digest": digests[0] if digests else "",
        "other_digest": digests[1] if len(digests) > 1 else None,
        "original": origin.original if origin.original and len(origin.original) <= KEY_LENGTH else None,
        "record": stored_record(origin),
    }


def stored_record(origin: Provenance) -> Json:
    return {key: value for key, value in origin.record().items() if key != "qid"}
