"""What tells items apart that differ in a word or two: without it they look the same in a list."""

from collections.abc import Mapping, Sequence

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from pingce.annotate.services.campaign_views import ChangedWords
from pingce.formats.replacement import Change, read_changes
from pingce.store.tables.annotate import Item
from pingce.store.tables.provenance import ItemOrigin

LONGEST = 20
"""Two texts that differ in more are not a pair."""
BETWEEN = " … "


def changed_words(db: Session, items: Sequence[Item]) -> dict[int, ChangedWords]:
    """By item: what its record says was replaced, else how its two texts differ, else how it differs from the first
    of its group.
    """
    query = select(ItemOrigin.item_id, ItemOrigin.record).where(ItemOrigin.item_id.in_([item.id for item in items]))
    records = dict(db.execute(query).all())
    firsts = _firsts(db, {item.group_id for item in items if item.group_id is not None})
    known: dict[int, ChangedWords] = {}
    for item in items:
        texts = list(item.texts.values())
        first = firsts.get(item.group_id) if item.group_id is not None else None
        changed = (
            _replaced(records.get(item.id), texts)
            or (difference(texts[0], texts[1]) if len(texts) > 1 else None)
            or (difference(first, texts[0]) if first is not None and texts else None)
        )
        if changed is not None:
            known[item.id] = changed
    return known


def _firsts(db: Session, groups: set[int]) -> dict[int | None, str]:
    first = select(func.min(Item.id)).where(Item.group_id.in_(groups)).group_by(Item.group_id)
    rows = db.execute(select(Item.group_id, Item.texts).where(Item.id.in_(first)))
    return {group: next(iter(texts.values()), "") for group, texts in rows}


def _replaced(record: Mapping[str, object] | None, texts: Sequence[str]) -> ChangedWords | None:
    replacement = (record or {}).get("replacement")
    changes = read_changes(replacement.get("changes")) if isinstance(replacement, dict) else None
    if not changes or not any(_stands(changes, text) for text in texts):
        return None
    return ChangedWords(BETWEEN.join(c.old for c in changes), BETWEEN.join(c.new for c in changes))


def _stands(changes: Sequence[Change], text: str) -> bool:
    return all(text[change.at : change.at + len(change.new)] == change.new for change in changes)


def difference(before: str, after: str) -> ChangedWords | None:
    """The one stretch in which two texts differ; None where they are the same or have little in common."""
    most = min(len(before), len(after))
    head = next((i for i in range(most) if before[i] != after[i]), most)
    tail = next((i for i in range(most - head) if before[-1 - i] != after[-1 - i]), most - head)
    old, new = before[head : len(before) - tail], after[head : len(after) - tail]
    if old == new or max(len(old), len(new)) > LONGEST or head + tail < max(len(old), len(new)):
        return None
    return ChangedWords(old, new)


def first_of(changed: ChangedWords) -> str:
    """The first of the words that came."""
    return changed.after.split(BETWEEN)[0]
