"""Where campaigns and competitions of a benchmark stand: what later stages read of them, and whom they wait for."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from pingce.annotate.services.shown import shown
from pingce.annotate.workflow import ItemState
from pingce.leaderboard.competition.phases import PhaseKind
from pingce.leaderboard.competition.services.access import plans_of
from pingce.spec.words import Words
from pingce.store.database import clock
from pingce.store.tables.annotate import Campaign, Item
from pingce.store.tables.competition import DataFile, Entry, Submission
from pingce.store.tables.flow import BenchmarkPart

from .checksums import digest_of

SETTLED = frozenset({ItemState.DECIDED, ItemState.WITHDRAWN, ItemState.CONTROL})
WITH_ANNOTATORS = frozenset({ItemState.OPEN, ItemState.LOCKED, ItemState.CORRECTING, ItemState.RETURNED})
WITH_REVIEWERS = frozenset({ItemState.AUDIT, ItemState.REVIEW, ItemState.ANSWERED, ItemState.COMPARED})


@dataclass(frozen=True)
class PartState:
    """What of a campaign or competition matters to the stages after it."""

    digest: str
    """Another one whenever something was decided."""
    waits: Words | None = None
    """For whom, if they are not done."""


def parts_of(db: Session, benchmark_id: int) -> dict[str, BenchmarkPart]:
    """The campaigns and competitions that a benchmark's stages became, by the name of the stage."""
    rows = db.scalars(select(BenchmarkPart).where(BenchmarkPart.benchmark_id == benchmark_id))
    return {row.stage: row for row in rows}


def item_counts(db: Session, campaign_id: int) -> dict[str, int]:
    """Items by their state."""
    query = select(Item.state, func.count()).where(shown(campaign_id)).group_by(Item.state)
    return dict(db.execute(query).all())


def undetermined_items(db: Session, campaign_id: int) -> int:
    """Items whose answers differ in a campaign that does not decide between them."""
    query = select(func.count()).where(
        shown(campaign_id), Item.state == ItemState.DECIDED, Item.outcome == "undetermined"
    )
    return db.scalar(query) or 0


def campaign_state(db: Session, campaign_id: int) -> PartState:
    """How far a campaign is: a digest that moves when its items do, and whom it waits for until it is closed."""
    campaign = db.get_one(Campaign, campaign_id)
    counts = item_counts(db, campaign_id)
    changed = db.scalar(select(func.max(Item.updated_at)).where(shown(campaign_id)))
    decided = db.scalar(select(func.max(Item.decided_at)).where(shown(campaign_id)))
    digest = digest_of({"items": counts, "changed": changed, "decided": decided, "closed": campaign.status == "closed"})
    return PartState(digest, None if campaign.status == "closed" else _waited_for(campaign, counts))


def _waited_for(campaign: Campaign, counts: Mapping[str, int]) -> Words | None:
    left = sum(count for state, count in counts.items() if state not in SETTLED)
    if not left:
        return None
    if campaign.status == "draft":
        return Words(f"活动“{campaign.title}”还没有开放", f"the campaign '{campaign.title}' to be opened")
    total = sum(counts.values())
    groups = [
        (Words("标注员", "annotators"), sum(counts.get(state, 0) for state in WITH_ANNOTATORS)),
        (Words("审核员", "reviewers"), sum(counts.get(state, 0) for state in WITH_REVIEWERS)),
        (Words("申诉", "appeals"), counts.get(ItemState.APPEALED, 0)),
    ]
    shown = [(words, count) for words, count in groups if count]
    zh = "、".join(f"{words.zh} {count} 题" for words, count in shown)
    en = ", ".join(f"{words.en} {count}" for words, count in shown)
    return Words(
        f"活动“{campaign.title}”：{total} 题中还有 {left} 题未定（{zh}）",
        f"the campaign '{campaign.title}': {left} of {total} items are not decided ({en})",
    )


def competition_state(db: Session, competition_id: int) -> PartState:
    """Its board depends on scores, the answers they come from, and whether it is public yet."""
    scores = select(func.count(Entry.id), func.max(Entry.score_id), func.sum(Entry.score_id))
    rows = db.execute(
        scores.join(Submission, Submission.id == Entry.submission_id).where(Submission.competition_id == competition_id)
    ).one()
    files = db.scalar(select(func.max(DataFile.id)).where(DataFile.competition_id == competition_id))
    published = next((plan for plan in plans_of(db, competition_id) if plan.kind is PhaseKind.PUBLISHED), None)
    if published is None:
        waits: Words | None = Words("评测定下公布的日期", "a date on which the competition is published")
    elif published.starts_at > clock(db):
        day = datetime.fromtimestamp(published.starts_at, UTC).isoformat(timespec="minutes")
        waits = Words(f"评测在 {day} 公布", f"the competition to be published on {day}")
    else:
        waits = None
    unscored = db.scalar(
        select(func.count(Entry.id))
        .join(Submission, Submission.id == Entry.submission_id)
        .where(Submission.competition_id == competition_id, Entry.state.in_(("queued", "scoring")))
    )
    if waits is None and unscored:
        waits = Words(f"{unscored} 份提交评分", f"{unscored} submissions to be scored")
    return PartState(digest_of([*map(str, rows), files, waits is None]), waits)
