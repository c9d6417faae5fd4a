"""The life of an item as a database knows it, for one person.

Held-back answers never reach teams; others' answers never reach annotators, least of all while they hold the item; who
said what stays hidden where the campaign is blind. What somebody may not see does not exist for them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from sqlalchemy import select
from sqlalchemy.orm import Session

from pingce.annotate.services.shown import seen
from pingce.formats.provenance import Provenance, decode_provenance
from pingce.spec.words import Words
from pingce.store.errors import NotFound
from pingce.store.people import Actor, Role
from pingce.store.tables.annotate import Campaign, Item
from pingce.store.tables.provenance import ItemOrigin

from .campaigns import SeenItem, own_view, seen_items, sees_campaign, whole_view
from .competitions import SeenPlace, seen_places
from .find import FoundItem, find
from .model import ItemLife, Trace, TracedSibling
from .origin import with_origin

LIVES = 10
"""Items shown; whoever asks for "1" has to ask more closely."""
SIBLINGS = 20
MAY_SEARCH_IDS = (Role.ADMIN, Role.BUILDER, Role.REVIEWER)


def trace(db: Session, actor: Actor, query: str, *, roots: Sequence[Path] = ()) -> Trace:
    """Everything the actor may know of the items that an id or a whole text means.

    ``roots``: folders that the names of raw files are seen from.
    """
    query = query.strip()
    lives = [life for item in find(db, query) if (life := _life(db, actor, item, query, roots)) is not None]
    if not lives:
        raise NotFound(Words(f"题目或文本“{shortened(query)}”", f"item or text '{shortened(query)}'"), code="no-item")
    return Trace(query, tuple(lives[:LIVES]), max(0, len(lives) - LIVES))


def shortened(query: str) -> str:
    return query if len(query) <= 60 else f"{query[:60]}…"


def _life(db: Session, actor: Actor, found: FoundItem, query: str, roots: Sequence[Path]) -> ItemLife | None:
    seen = seen_items(db, actor, found.origins)
    places = seen_places(db, actor, found.released)
    if any(item.waits for item in seen):
        return _waiting(seen)
    whole = [item for item in seen if item.everything]
    own = [item for item in seen if not item.everything and item.answered and _is_text(item.item, query)]
    campaigns = [whole_view(db, item) for item in whole] + [own_view(db, actor, item) for item in own]
    if not campaigns and not places:
        return None
    texts: Mapping[str, str] = campaigns[0].texts if campaigns else {}
    provenance = _provenance(whole, places)
    life = ItemLife(
        qid=_name(whole, places),
        texts=texts,
        campaigns=tuple(campaigns),
        places=tuple(place.place for place in places),
    )
    life = with_origin(life, provenance, roots, whole=bool(whole) or any(place.organises for place in places))
    return replace(life, siblings=_siblings(db, actor, life)) if whole else life


def _is_text(item: Item, query: str) -> bool:
    """Annotators ask by text: the id of a control item could give it away."""
    return query in (text.strip() for text in item.texts.values())


def _waiting(seen: Sequence[SeenItem]) -> ItemLife:
    """To whoever holds the item: what it asks, which they see anyway."""
    item = next(item for item in seen if item.waits)
    return ItemLife(qid="", texts=item.item.texts, waits=True)


def _name(whole: Sequence[SeenItem], places: Sequence[SeenPlace]) -> str:
    if whole:
        return whole[0].item.ref
    return places[0].place.was or places[0].place.qid if places else ""


def _provenance(whole: Sequence[SeenItem], places: Sequence[SeenPlace]) -> Provenance:
    """What campaigns and packs say together; a campaign, where the item was first, speaks before a pack."""
    record: dict[str, object] = {"qid": ""}
    for place in places:
        record |= place.provenance.record()
    for item in reversed(whole):
        record |= item.origin.record
    return decode_provenance(record)


def _siblings(db: Session, actor: Actor, life: ItemLife) -> tuple[TracedSibling, ...]:
    """Other items of the original, in every campaign that the actor sees whole."""
    if life.original is None:
        return ()
    rows = db.execute(
        select(ItemOrigin.ref, Campaign.id, Campaign.title, Item.id)
        .join(Item, Item.id == ItemOrigin.item_id)
        .join(Campaign, Campaign.id == Item.campaign_id)
        .where(ItemOrigin.original == life.original, Item.id.not_in([campaign.item for campaign in life.campaigns]))
        .where(seen())
        .limit(SIBLINGS)
    ).all()
    visible = {number for number in {row[1] for row in rows} if sees_campaign(db, actor, number)}
    ordered = sorted(rows, key=lambda row: row[3])
    return tuple(TracedSibling(ref, number, title) for ref, number, title, _ in ordered if number in visible)
