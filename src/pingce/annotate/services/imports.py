"""Bringing items in: all of a file or nothing, laid out for the queue and behind their gates."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import ceil

from sqlalchemy import func, insert, select
from sqlalchemy.orm import Session

from pingce.annotate.campaign_views import Imported
from pingce.annotate.decode import AnnotationItem
from pingce.annotate.drawing import place as shuffled
from pingce.annotate.rules import blocks, check
from pingce.annotate.views import Json
from pingce.annotate.workflow import ItemState
from pingce.spec.words import Words
from pingce.store.database import clock
from pingce.store.errors import Refused
from pingce.store.people import Actor, Role
from pingce.store.tables.annotate import KEY_LENGTH, Campaign, Item, ItemGroup

from .access import Place, enter
from .counting import FRESH, NOT_OFFERED
from .record import note

CHUNK = 1000
NUL = "\x00"
"""PostgreSQL takes it in no text, not even in a question."""
TOLD = 20
"""So many problems of a file are told one by one."""


@dataclass(frozen=True, slots=True)
class NewItem:
    """``group``: a word, an original. ``gold``: the right answer, which makes it a control item."""

    id: str
    texts: Mapping[str, str]
    extra: Json = field(default_factory=dict)
    group: str = ""
    gold: Json | None = None


def import_items(
    db: Session, actor: Actor, campaign_id: int, items: Iterable[NewItem], *, at: float | None = None
) -> Imported:
    """Add items; the same item again is passed over, another text under a known id is refused."""
    place = enter(db, actor, campaign_id, Role.BUILDER)
    at = clock(db) if at is None else at
    db.execute(select(Campaign.id).where(Campaign.id == campaign_id).with_for_update())  # one import at a time
    db.refresh(place.campaign)
    given = list(items)
    known = _known(db, campaign_id, given)
    problems = [*_problems(place, given), *_changed(given, known)]
    if problems:
        raise _refused(problems)
    fresh = [item for item in given if item.id not in known]
    if place.settings.fixed_annotators:
        # Everybody works group by group: an item that belongs to none is a group by itself.
        fresh = [item if item.group or item.gold else _alone(item) for item in fresh]
    groups = _groups(db, place, fresh)
    rows = [_row(place, item, i, groups, at) for i, item in enumerate(fresh)]
    _lay_out(db, place, rows, groups)
    for start in range(0, len(rows), CHUNK):
        db.execute(insert(Item), rows[start : start + CHUNK])
    place.campaign.size += len(rows)
    note(db, "imported", at=at, campaign=campaign_id, actor=actor, added=len(rows), already=len(given) - len(rows))
    db.flush()
    return Imported(len(rows), len(given) - len(rows), place.campaign.size)


def _alone(item: NewItem) -> NewItem:
    return NewItem(item.id, item.texts, item.extra, item.id)


def _known(db: Session, campaign_id: int, given: Sequence[NewItem]) -> dict[str, Mapping[str, str]]:
    found: dict[str, Mapping[str, str]] = {}
    for start in range(0, len(given), CHUNK):
        refs = [item.id for item in given[start : start + CHUNK] if NUL not in item.id]
        rows = db.execute(select(Item.ref, Item.texts).where(Item.campaign_id == campaign_id, Item.ref.in_(refs)))
        found.update((row.ref, row.texts) for row in rows)
    return found


def _problems(place: Place, given: Sequence[NewItem]) -> Iterable[tuple[str, Words]]:
    needed = {one.name for one in place.form.task.texts}
    seen: set[str] = set()
    for item in given:
        if not item.id or len(item.id) > KEY_LENGTH:
            yield item.id, Words(f"题号应有 1 到 {KEY_LENGTH} 个字符", f"an id has 1 to {KEY_LENGTH} characters")
        if item.id in seen:
            yield item.id, Words("题号重复", "the id occurs twice")
        seen.add(item.id)
        if len(item.group) > KEY_LENGTH:
            yield (
                item.id,
                Words(f"组名最多 {KEY_LENGTH} 个字符", f"the name of a group has at most {KEY_LENGTH} characters"),
            )
        if any(NUL in one for one in (item.id, item.group, *item.texts.values())):
            yield item.id, Words("含有 NUL 字符", "there is a NUL character in it")
        if set(item.texts) != needed:
            names = ", ".join(sorted(needed))
            found = ", ".join(sorted(item.texts))
            yield item.id, Words(f"文本有 {found}；应为 {names}", f"the texts are {found}; expected {names}")
        elif item.gold is not None:
            yield from _gold_problems(place, item)


def _gold_problems(place: Place, item: NewItem) -> Iterable[tuple[str, Words]]:
    hits = check(place.form, AnnotationItem(item.id, item.texts, item.extra), item.gold)
    if blocks(hits):
        listed = [hit for hit in hits if hit.level == "block"]
        zh, en = "；".join(hit.message.zh for hit in listed), "; ".join(hit.message.en for hit in listed)
        yield item.id, Words(f"标准答案有误：{zh}", f"the gold answer is wrong: {en}")


def _changed(given: Sequence[NewItem], known: Mapping[str, Mapping[str, str]]) -> Iterable[tuple[str, Words]]:
    for item in given:
        if item.id in known and dict(known[item.id]) != dict(item.texts):
            yield item.id, Words("题号已有，但文本不同", "the id is there already with another text")


def _refused(problems: Sequence[tuple[str, Words]]) -> Refused:
    more = len(problems) - TOLD
    zh = "；".join(f"{ref}：{words.zh}" for ref, words in problems[:TOLD]) + (f"；另有 {more} 处" if more > 0 else "")
    en = "; ".join(f"{ref}: {words.en}" for ref, words in problems[:TOLD]) + (f"; {more} more" if more > 0 else "")
    return Refused(Words(f"题目未导入：{zh}。", f"Nothing was imported: {en}."), code="bad-items")


def _groups(db: Session, place: Place, items: Sequence[NewItem]) -> dict[str, ItemGroup]:
    """The groups of these items, new ones included."""
    keys = list(dict.fromkeys(item.group for item in items if item.group and item.gold is None))
    found: dict[str, ItemGroup] = {}
    for start in range(0, len(keys), CHUNK):
        part = keys[start : start + CHUNK]
        wanted = select(ItemGroup).where(ItemGroup.campaign_id == place.id, ItemGroup.key.in_(part))
        found.update({group.key: group for group in db.scalars(wanted.with_for_update())})
    for i, key in enumerate(keys):
        if key not in found:
            found[key] = ItemGroup(
                campaign_id=place.id,
                key=key,
                position=_position(place, f"group {key}", i),
                free_seats=place.settings.answers,
                early_open=0,
                undecided=0,
                closed=False,
            )
            db.add(found[key])
    db.flush()
    return found


def _position(place: Place, key: str, index: int) -> int:
    settings = place.settings
    return shuffled(settings.seed, key) if settings.order == "shuffled" else place.campaign.size + index


Row = dict[str, object]


def _row(place: Place, item: NewItem, index: int, groups: Mapping[str, ItemGroup], at: float) -> Row:
    control = item.gold is not None
    return {
        "campaign_id": place.id,
        "ref": item.id,
        "position": _position(place, item.id, index),
        "group_id": groups[item.group].id if item.group and not control else None,
        "texts": dict(item.texts),
        "extra": item.extra,
        "control": control,
        "gold": item.gold,
        "state": ItemState.CONTROL if control else ItemState.OPEN,
        "asked": place.settings.answers,
        "answers": 0,
        "claims": 0,
        "skips": 0,
        "queue": NOT_OFFERED if control else FRESH,
        "early": False,
        "suggested": False,
        "created_at": at,
        "updated_at": at,
    }


def _lay_out(db: Session, place: Place, rows: Sequence[Row], groups: Mapping[str, ItemGroup]) -> None:
    """Count the items into their groups and lock those behind a gate."""
    by_group: dict[object, list[Row]] = {}
    for row in rows:
        if row["group_id"] is not None:
            by_group.setdefault(row["group_id"], []).append(row)
    for group in groups.values():
        members = sorted(by_group.get(group.id, ()), key=lambda row: int(str(row["position"])))
        group.undecided += len(members)
        group.closed = False
        if place.settings.gate < 1:
            _gate(db, place, group, members)


def _gate(db: Session, place: Place, group: ItemGroup, members: Sequence[Row]) -> None:
    """The first share of the whole group, counting what was there before; once open the gate stays open."""
    alive = (Item.group_id == group.id, Item.state != ItemState.CONTROL)
    size = db.scalar(select(func.count()).where(*alive, Item.state != ItemState.WITHDRAWN)) or 0
    early = db.scalar(select(func.count()).where(*alive, Item.early.is_(True))) or 0
    if early and not group.early_open:
        return
    quota = ceil(place.settings.gate * (size + len(members)) - 1e-9)
    for i, row in enumerate(members):
        if early + i < quota:
            row["early"] = True
            group.early_open += 1
        else:
            row["state"], row["queue"] = ItemState.LOCKED, NOT_OFFERED
