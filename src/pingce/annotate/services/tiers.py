"""Tiers of the items of a campaign: stored when it is graded, asked for by whoever takes items out."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import NamedTuple

from sqlalchemy import delete, insert, select
from sqlalchemy.orm import Session

from pingce.formats.tiers import UNGRADED, GradedItem, KeptRule, TierChoice, unknown_tiers
from pingce.spec.words import Words
from pingce.store.database import clock
from pingce.store.people import Actor, Role
from pingce.store.tables.annotate import Item
from pingce.store.tables.provenance import StoredTier

from .access import enter
from .record import note
from .shown import shown

CHUNK = 1000


class StoredTiers(NamedTuple):
    """How many items now have which tier."""

    tiers: Mapping[str, int]
    unknown: int
    """Items of the file that are not in the campaign."""


def store_tiers(
    db: Session, actor: Actor, campaign_id: int, graded: Iterable[GradedItem], *, at: float | None = None
) -> StoredTiers:
    """Give the items of a campaign these tiers in place of any they had."""
    enter(db, actor, campaign_id, Role.BUILDER)
    at = clock(db) if at is None else at
    db.execute(delete(StoredTier).where(StoredTier.campaign_id == campaign_id))
    counts: Counter[str] = Counter()
    unknown = 0
    for batch in _batches(graded):
        query = select(Item.ref, Item.id).where(
            shown(campaign_id), Item.ref.in_([graded_item.item for graded_item in batch])
        )
        ids = dict(db.execute(query).all())
        rows = [
            _row(graded_item, ids[graded_item.item], campaign_id, actor, at)
            for graded_item in batch
            if graded_item.item in ids
        ]
        if rows:
            db.execute(insert(StoredTier), rows)
        counts.update(graded_item.tier for graded_item in batch if graded_item.item in ids)
        unknown += len(batch) - len(rows)
    note(db, "graded", at=at, campaign=campaign_id, actor=actor, tiers=dict(counts))
    db.flush()
    return StoredTiers(dict(counts), unknown)


def _row(one: GradedItem, number: int, campaign_id: int, actor: Actor, at: float) -> dict[str, object]:
    return {
        "item_id": number,
        "campaign_id": campaign_id,
        "tier": one.tier,
        "release": one.release,
        "rule": one.rule,
        "labels": list(one.labels),
        "graded_by": actor.id,
        "graded_at": at,
    }


def _batches(graded: Iterable[GradedItem]) -> Iterator[list[GradedItem]]:
    coming = iter(graded)
    while batch := list(islice(coming, CHUNK)):
        yield batch


def need_known_tiers(db: Session, campaign_id: int, choice: TierChoice) -> bool:
    """Whether the campaign was graded; tiers that it does not have are refused."""
    known = known_tiers(db, campaign_id)
    if unknown := choice.unknown(known):
        raise unknown_tiers(unknown, known, Words("活动", "The campaign has"))
    return bool(known)


def known_tiers(db: Session, campaign_id: int) -> frozenset[str]:
    """The tiers that items of a campaign have; none: it was never graded."""
    return frozenset(db.scalars(select(StoredTier.tier).where(StoredTier.campaign_id == campaign_id).distinct()))


def takes(choice: TierChoice, tier: StoredTier | None) -> bool:
    """In a campaign that was graded; an item without a tier came later, and nobody released it."""
    return choice.takes(None, release=False) if tier is None else choice.takes(tier.tier, release=tier.release)


def kept_rule(tier: StoredTier | None) -> KeptRule:
    """The rule by which a campaign's items were put into tiers, as it was kept; none where there were no tiers."""
    if tier is None:
        return KeptRule(UNGRADED, UNGRADED, "")
    return KeptRule(tier.tier, tier.rule, "/".join(tier.labels))
