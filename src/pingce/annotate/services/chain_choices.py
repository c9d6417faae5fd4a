"""What can be chosen when decided items go on to the next campaign, and when they are exported: values with counts."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from pingce.formats.tiers import RELEASED, Kept, TierChoice
from pingce.spec.shapes import Choice
from pingce.store.people import Actor, Role
from pingce.store.tables.annotate import Item
from pingce.store.tables.provenance import StoredTier

from .access import enter
from .chain import STEPS, ChainAs
from .export import finals_with_origin, with_provenance

CHUNK = 500
OF_ORIGIN = ("genre", "kind")


@dataclass(frozen=True)
class UsualStep:
    """What campaigns of a form usually take of the items: which, and as what."""

    form: str
    chain_as: ChainAs
    where: Mapping[str, list[str]]


@dataclass(frozen=True)
class TierCount:
    """How many decided items of a campaign have this tier, and whether items of the tier are released."""

    tier: str
    release: bool
    items: int


@dataclass(frozen=True)
class ChainChoices:
    """The decided items of a campaign by what was said about them."""

    decided: int
    counts: Mapping[str, Mapping[str, int]]
    """By field of the answer with labels to choose from, and by genre and kind of source where any is known."""
    usual: list[UsualStep]
    tiers: list[TierCount]
    """None in a campaign that was never graded."""


@dataclass(frozen=True)
class KeptOut:
    """Decided items that a rule of the tiers keeps out of an export."""

    tier: str
    rule: str
    label: str
    items: int


@dataclass(frozen=True)
class ExportCounts:
    """What an export takes and leaves out; the numbers add up to ``decided``."""

    decided: int
    taken: int
    dropped: int
    """The answer itself says that the item does not belong into the data set."""
    kept_out: list[KeptOut]
    tiers: list[TierCount]
    """None in a campaign that was never graded: all decided items are taken."""


def chain_choices(db: Session, actor: Actor, campaign_id: int) -> ChainChoices:
    """What the decided items of a campaign can be chosen by, each value with its count."""
    form = enter(db, actor, campaign_id, Role.BUILDER).form
    labelled = [field for field in form.fields if isinstance(field.shape, Choice)]
    counts: dict[str, Counter[str]] = {name: Counter() for name in (*(choice.name for choice in labelled), *OF_ORIGIN)}
    decided = 0
    for _item, content, record, _tier in db.execute(finals_with_origin(campaign_id)).yield_per(CHUNK):
        decided += 1
        labels = [(field.name, content.get(field.key)) for field in labelled]
        came = [(name, (record or {}).get(name)) for name in OF_ORIGIN]
        for name, value in (*labels, *came):
            if value is not None:
                counts[name][str(value)] += 1
    usual = [
        UsualStep(second, step.chain_as, {name: sorted(values) for name, values in step.where.items()})
        for (first, second), step in STEPS.items()
        if first == form.id
    ]
    values_by_name = {name: dict(values.most_common()) for name, values in counts.items() if values}
    return ChainChoices(decided, values_by_name, usual, tier_counts(db, campaign_id))


def export_counts(db: Session, actor: Actor, campaign_id: int, *, tiers: TierChoice = RELEASED) -> ExportCounts:
    """How many decided items an export takes, and how many each rule keeps out."""
    kept = Kept()
    for _ in with_provenance(db, actor, campaign_id, tiers=tiers, kept=kept):
        pass
    rules = [KeptOut(rule.tier, rule.rule, rule.label, items) for rule, items in sorted(kept.kept_out.items())]
    return ExportCounts(kept.decided, kept.taken, kept.dropped, rules, tier_counts(db, campaign_id))


def tier_counts(db: Session, campaign_id: int) -> list[TierCount]:
    """The tiers of a campaign, released ones first."""
    grouped = (
        select(StoredTier.tier, StoredTier.release, func.count())
        .join(Item, Item.id == StoredTier.item_id)
        .where(StoredTier.campaign_id == campaign_id)
        .group_by(StoredTier.tier, StoredTier.release)
        .order_by(StoredTier.release.desc(), StoredTier.tier)
    )
    return [TierCount(tier, release, items) for tier, release, items in db.execute(grouped)]
