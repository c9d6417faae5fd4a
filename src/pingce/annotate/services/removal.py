"""Putting campaigns away: archived they can only be looked at, deleted they are gone for everybody.

Both can be taken back by whoever may build the campaign, a deletion for thirty days. The history of answers only ever
grows, so what was deleted stays in the database, seen by nobody. What others rely on cannot be deleted: a campaign with
items in a competition's files, one that a benchmark made, one in which a competition's explanations are rated.
"""

from dataclasses import dataclass

from sqlalchemy import exists, func, or_, select
from sqlalchemy.orm import Session

from pingce.spec.words import Words
from pingce.store.database import clock
from pingce.store.errors import NotFound
from pingce.store.people import Actor, Role
from pingce.store.removals import is_over, kept_by_benchmark, refuse_deletion, restorable_until
from pingce.store.tables.annotate import Campaign, Item, Job, Member
from pingce.store.tables.competition import RatingCampaign
from pingce.store.tables.flow import BenchmarkPart
from pingce.store.tables.history import AnswerVersion
from pingce.store.tables.people import TITLE_LENGTH
from pingce.store.tables.provenance import ReleasedItem
from pingce.store.tables.removal import ARCHIVED, DELETED, Removal

from .access import effective_roles, enter
from .record import SETTLED, note
from .show import shown_names
from .shown import shown


@dataclass(frozen=True, slots=True)
class RemovalPreview:
    """What deleting a campaign would take along, and why it cannot be deleted, where it cannot."""

    items: int
    answers: int
    decided: int
    people: int
    refused: Words | None


@dataclass(frozen=True, slots=True)
class PutAwayCampaign:
    """A campaign that was put away, for whoever can bring it back."""

    id: int
    title: str
    status: str
    """`archived` or `deleted`."""
    items: int
    by: str
    at: float
    until: float | None
    """Until when a deletion can be taken back."""


def removal_preview(db: Session, actor: Actor, campaign_id: int) -> RemovalPreview:
    """What would be gone; nothing is changed."""
    context = enter(db, actor, campaign_id, Role.BUILDER)
    here = shown(campaign_id)
    answers = (
        select(func.count())
        .select_from(AnswerVersion)
        .join(Item, Item.id == AnswerVersion.item_id)
        .where(here, AnswerVersion.kind.in_(SETTLED))
    )
    return RemovalPreview(
        items=context.campaign.size,
        answers=db.scalar(answers) or 0,
        decided=db.scalar(select(func.count()).where(here, Item.decided_at.is_not(None))) or 0,
        people=db.scalar(select(func.count(func.distinct(Job.user_id))).where(Job.campaign_id == campaign_id)) or 0,
        refused=_relied_on(db, context.campaign, context.form.task.id),
    )


def _relied_on(db: Session, campaign: Campaign, task: str) -> Words | None:
    """Who needs a campaign, so that it must stay."""
    same_id = or_(ReleasedItem.was == Item.ref, ReleasedItem.qid == Item.ref)
    released = exists().where(shown(campaign.id), ReleasedItem.task == task, same_id)
    if db.scalar(select(released)):
        return Words("它的题已在评测的数据包里。", "Items of it are in a released pack.")
    by_benchmark = kept_by_benchmark(db, BenchmarkPart.campaign_id == campaign.id)
    if by_benchmark is not None:
        return by_benchmark
    if db.scalar(select(exists().where(RatingCampaign.campaign_id == campaign.id))):
        return Words("评测的解释在这里评分。", "Explanations of a competition are rated here.")
    return None


def archive_campaign(db: Session, actor: Actor, campaign_id: int, *, at: float | None = None) -> None:
    """No more work, out of the lists, still there to be read and exported."""
    _put_away(db, actor, campaign_id, ARCHIVED, clock(db) if at is None else at)


def delete_campaign(db: Session, actor: Actor, campaign_id: int, *, at: float | None = None) -> None:
    """Gone for everybody; whoever may build it can take that back for thirty days."""
    refuse_deletion(removal_preview(db, actor, campaign_id).refused)
    _put_away(db, actor, campaign_id, DELETED, clock(db) if at is None else at)


def _put_away(db: Session, actor: Actor, campaign_id: int, status: str, at: float) -> None:
    campaign = enter(db, actor, campaign_id, Role.BUILDER).campaign
    kept = db.get(Removal, campaign_id)
    if kept is None:
        kept = Removal(campaign_id=campaign_id, title=campaign.title, status=campaign.status, by=actor.id, at=at)
        db.add(kept)
    kept.by, kept.at = actor.id, at
    campaign.status = status
    if status == DELETED:  # its title is free for another
        mark = f" ✕{campaign_id}"
        campaign.title = kept.title[: TITLE_LENGTH - len(mark)] + mark
    note(db, status, at=at, campaign=campaign_id, actor=actor)
    db.flush()


def restore_campaign(db: Session, actor: Actor, campaign_id: int, *, at: float | None = None) -> None:
    """As it was before it was put away; one that was open comes back paused."""
    at = clock(db) if at is None else at
    campaign, kept = db.get(Campaign, campaign_id), db.get(Removal, campaign_id)
    if campaign is None or kept is None or not _builds(db, actor, campaign_id) or is_over(campaign.status, kept.at, at):
        raise NotFound(Words(f"标注活动 {campaign_id}", f"campaign {campaign_id}"))
    taken = exists().where(Campaign.title == kept.title, Campaign.id != campaign_id)
    if not db.scalar(select(taken)):
        campaign.title = kept.title
    campaign.status = "paused" if kept.status == "open" else kept.status
    db.delete(kept)
    note(db, "restored", at=at, campaign=campaign_id, actor=actor)
    db.flush()


def put_away_campaigns(db: Session, actor: Actor, *, at: float | None = None) -> list[PutAwayCampaign]:
    """What one could bring back, the latest first."""
    at = clock(db) if at is None else at
    rows = [
        (campaign, kept)
        for campaign, kept in db.execute(
            select(Campaign, Removal).join(Removal, Removal.campaign_id == Campaign.id).order_by(Removal.at.desc())
        )
        if _builds(db, actor, campaign.id) and not is_over(campaign.status, kept.at, at)
    ]
    names = shown_names(db, (kept.by for _, kept in rows))
    return [
        PutAwayCampaign(
            id=campaign.id,
            title=kept.title,
            status=campaign.status,
            items=campaign.size,
            by=names[kept.by],
            at=kept.at,
            until=restorable_until(campaign.status, kept.at),
        )
        for campaign, kept in rows
    ]


def _builds(db: Session, actor: Actor, campaign_id: int) -> bool:
    stored = db.scalar(select(Member.roles).where(Member.campaign_id == campaign_id, Member.user_id == actor.id))
    return Role.BUILDER in effective_roles(actor, stored or "")
