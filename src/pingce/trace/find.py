"""Which stored items an id or a text means, put together where they are one item in several places."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import Session

from pingce.annotate.services.shown import seen
from pingce.formats.provenance import text_digest
from pingce.language.joining import JoinedTexts
from pingce.store.tables.annotate import KEY_LENGTH, Item
from pingce.store.tables.provenance import ItemOrigin, ReleasedItem

MOST = 200
"""Rows looked at; an id such as 1 means thousands."""
NUL = "\x00"


@dataclass
class FoundItem:
    """Rows that are one item: in campaigns, and in the files of competitions."""

    origins: list[ItemOrigin] = field(default_factory=list)
    released: list[ReleasedItem] = field(default_factory=list)


def find(db: Session, query: str) -> list[FoundItem]:
    """By the id in a campaign, in a pack or before it, or by the whole text."""
    if NUL in query or not query:
        return []
    digest = text_digest(query)
    named = len(query) <= KEY_LENGTH
    origins = _origins_with(db, [digest])
    released = _released_with(db, [digest])
    if named:
        origins |= _origins(db, ItemOrigin.ref == query)
        released |= _released(db, ReleasedItem.qid == query) | _released(db, ReleasedItem.was == query)
    _follow(db, origins, released)
    return _together([origins[key] for key in sorted(origins)], [released[key] for key in sorted(released)])


def _origins_with(db: Session, digests: Sequence[str]) -> dict[int, ItemOrigin]:
    """A question for each column: asked for either of two, SQLite reads the whole table."""
    first = _origins(db, ItemOrigin.digest.in_(digests))
    return first | _origins(db, ItemOrigin.other_digest.in_(digests))


def _released_with(db: Session, digests: Sequence[str]) -> dict[int, ReleasedItem]:
    first = _released(db, ReleasedItem.digest.in_(digests))
    return first | _released(db, ReleasedItem.other_digest.in_(digests))


def _origins(db: Session, *conditions: ColumnElement[bool]) -> dict[int, ItemOrigin]:
    """Sorted here: to have them in order, SQLite would rather read all rows in that order than use an index."""
    query = select(ItemOrigin).join(Item, Item.id == ItemOrigin.item_id).where(*conditions, seen())
    rows = db.scalars(query.limit(MOST)).all()
    return {row.item_id: row for row in sorted(rows, key=lambda row: row.item_id)}


def _released(db: Session, *conditions: ColumnElement[bool]) -> dict[int, ReleasedItem]:
    rows = db.scalars(select(ReleasedItem).where(*conditions).limit(MOST)).all()
    return {row.id: row for row in sorted(rows, key=lambda row: row.id)}


def _follow(db: Session, origins: dict[int, ItemOrigin], released: dict[int, ReleasedItem]) -> None:
    """To the same item elsewhere: the same text, and of a pair the same id and original."""
    digests = _single_digests(origins.values(), released.values())
    refs = {row.ref for row in origins.values() if row.original is not None}
    refs |= {row.was for row in released.values() if row.was is not None}
    if digests:
        wanted = sorted(digests)
        origins |= _origins_with(db, wanted)
        released |= _released_with(db, wanted)
    if refs:
        originals = {row.original for row in origins.values()} | {_original(row) for row in released.values()}
        stored = sorted(original for original in originals if original is not None)
        origins |= _origins(db, ItemOrigin.ref.in_(sorted(refs)), ItemOrigin.original.in_(stored))
        digests = _single_digests(origins.values(), ())
        if digests:
            released |= _released(db, ReleasedItem.digest.in_(sorted(digests)))


def _single_digests(origins: Iterable[ItemOrigin], released: Iterable[ReleasedItem]) -> set[str]:
    """Of items with one text; a pair also has its original's, which is another item."""
    rows: list[ItemOrigin | ReleasedItem] = [*origins, *released]
    return {row.digest for row in rows if row.digest and row.other_digest is None}


def _original(row: ReleasedItem) -> str | None:
    original = (row.record or {}).get("original")
    return original if isinstance(original, str) else None


def _together(origins: Sequence[ItemOrigin], released: Sequence[ReleasedItem]) -> list[FoundItem]:
    rows: list[ItemOrigin | ReleasedItem] = [*origins, *released]
    joined = JoinedTexts(len(rows))
    joined.alike((key, i) for i, row in enumerate(rows) for key in _keys(row))
    by_number: dict[int, FoundItem] = defaultdict(FoundItem)
    for number, row in zip(joined.numbers(), rows, strict=True):
        if isinstance(row, ItemOrigin):
            by_number[number].origins.append(row)
        else:
            by_number[number].released.append(row)
    return list(by_number.values())


def _keys(row: ItemOrigin | ReleasedItem) -> list[tuple[str, ...]]:
    """What makes two rows one item: both texts, the place in a competition, or id and original."""
    texts = (row.digest, row.other_digest or "")
    keys: list[tuple[str, ...]] = [("texts", *sorted(texts))] if row.digest else []
    if isinstance(row, ReleasedItem):
        keys.append(("place", str(row.competition_id), row.task, row.part, row.qid))
        original = _original(row)
        if row.was is not None and original is not None:
            keys.append(("from", row.was, original))
    elif row.original is not None:
        keys.append(("from", row.ref, row.original))
    return keys
