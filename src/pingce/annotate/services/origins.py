"""What an item carries with it: kept when it comes in, found again by its text, given along when it leaves."""

from collections.abc import Sequence

from sqlalchemy import insert, select
from sqlalchemy.orm import Session

from pingce.annotate.items import Json, NewItem
from pingce.formats.provenance import Provenance, stated_provenance, text_digests
from pingce.store.tables.annotate import KEY_LENGTH, Item
from pingce.store.tables.provenance import ItemOrigin


def store_origins(db: Session, campaign_id: int, items: Sequence[NewItem]) -> None:
    """A row for each of these items, which have just come in."""
    refs = [item.id for item in items]
    ids = dict(db.execute(select(Item.ref, Item.id).where(Item.campaign_id == campaign_id, Item.ref.in_(refs))).all())
    db.execute(insert(ItemOrigin), [_row(ids[item.id], item) for item in items])


def _row(number: int, item: NewItem) -> Json:
    origin = item.origin or stated_provenance(item.id, item.extra)
    digests = text_digests(item.texts)
    return {
        "item_id": number,
        "ref": item.id,
        "digest": digests[0] if digests else "",
        "other_digest": digests[1] if len(digests) > 1 else None,
        "original": origin.original if origin.original and len(origin.original) <= KEY_LENGTH else None,
        "record": stored_record(origin),
    }


def stored_record(origin: Provenance) -> Json:
    return {key: value for key, value in origin.record().items() if key != "qid"}
