"""Between competitions and campaigns: explanations of submissions become items that people rate, blind.

Only the server knows both stages. A competition's explanations become items of a campaign without their authors' names,
and the points come back as ratings of the submissions.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from sqlalchemy import func, select
from sqlalchemy.orm import Session, undefer

from pingce.annotate.items import NewItem
from pingce.annotate.sampling import shuffled_position as drawn_place
from pingce.annotate.services import campaigns, imports
from pingce.annotate.services.export import official
from pingce.leaderboard.competition.files import StoredFile
from pingce.leaderboard.competition.phases import PhaseKind, part_of
from pingce.leaderboard.competition.result_views import ScoredKind
from pingce.leaderboard.competition.scoring_jobs import right_items
from pingce.leaderboard.competition.services.access import CompetitionContext, manage
from pingce.leaderboard.competition.services.boards import counted
from pingce.leaderboard.competition.services.files import newest, stored
from pingce.leaderboard.competition.services.queue import requeue
from pingce.spec.words import Words
from pingce.store.errors import Conflict, NotFound, Refused
from pingce.store.people import Actor
from pingce.store.tables.annotate import Campaign
from pingce.store.tables.competition import Entry, RatedItem, RatingCampaign
from pingce.tasks.catalog import find_task
from pingce.tasks.ratings import ASPECTS

PRESET = "explanation-rating"
REASON = "human ratings"
CHUNK = 200


@dataclass(frozen=True)
class RatingView:
    """How far the rating is, and how well the raters agree."""

    campaign: int
    phase: ScoredKind
    task: str
    items: int
    rated: int
    """Items with all the ratings that were asked for."""
    raters: Sequence[str]
    alpha: float | None
    """Krippendorff's α (interval) of the points, rounded to whole ones; None: undefined."""
    mean_difference: float | None
    """Mean absolute difference between two raters of an item, in points."""
    entries: int


Explanation = tuple[int, str, dict[str, str], str, str]
"""Entry, item, texts, judgement and explanation."""


def explanations(db: Session, actor: Actor, competition_id: int, *, phase: PhaseKind, task: str) -> list[Explanation]:
    """Of every submission that counts, what people will rate; read before anything is written, since others wait then.

    Only right judgements are rated: a wrong one scores 0 whatever it says.
    """
    context = manage(db, actor, competition_id)
    if task not in context.competition.tasks or not find_task(task).human_rated:
        raise Refused(Words(f"{task} 不由人评分。", f"{task} is not rated by people."), code="not-human-rated")
    listed = _explanations(db, context, phase, task)
    if not listed:
        raise Refused(Words("没有可以评分的解释。", "There are no explanations to rate."), code="nothing-to-rate")
    return listed


def start_rating(
    db: Session,
    actor: Actor,
    competition_id: int,
    listed: list[Explanation],
    *,
    phase: PhaseKind,
    task: str,
    title: str,
) -> int:
    """A campaign with the explanations that were found; whose they are stays here.

    ``listed`` are the explanations of a phase's submissions for one task; raters see them without the team. Returns
    the campaign's number.
    """
    context = manage(db, actor, competition_id)
    if _rating(db, competition_id, phase, task) is not None:
        raise Conflict(Words("已经建立评分活动。", "There is a rating campaign already."), code="rating-exists")
    campaign = campaigns.create_campaign(db, actor, title=title, preset=PRESET)
    rating = RatingCampaign(
        competition_id=competition_id, phase=phase.value, task=task, campaign_id=campaign, created_at=context.now
    )
    db.add(rating)
    db.flush()
    # Numbers in an order drawn with the campaign's secret: neither they nor what comes next say who wrote what.
    secret = db.get_one(Campaign, campaign).secret
    shuffled = sorted(listed, key=lambda explanation: drawn_place(secret, "rating", explanation[0], explanation[1]))
    items = []
    for number, (entry, qid, texts, judge, explanation) in enumerate(shuffled, start=1):
        db.add(RatedItem(rating_id=rating.id, entry_id=entry, qid=qid, ref=f"r{number}"))
        items.append(NewItem(f"r{number}", texts, {"judge": judge, "explanation": explanation}))
    imports.import_items(db, actor, campaign, items)
    return campaign


def _explanations(db: Session, context: CompetitionContext, phase: PhaseKind, task: str) -> list[Explanation]:
    gold = newest(db, context.id, task, part_of(phase) or "", "gold")
    if gold is None:
        return []
    answers = stored(db, gold)
    listed = []
    for counted_entry in counted(db, context, phase, task):
        entry = db.scalar(select(Entry).options(undefer(Entry.data)).where(Entry.id == counted_entry.entry))
        assert entry is not None
        given = StoredFile(entry.name, entry.sha256, entry.data)
        listed += [(entry.id, *right) for right in right_items(task, given, answers)]
    return listed


def collect(db: Session, actor: Actor, competition_id: int, *, phase: PhaseKind, task: str) -> RatingView:
    """Take the ratings over into the submissions and have them scored again."""
    manage(db, actor, competition_id)
    rating = _needed(db, competition_id, phase, task)
    given = _ratings(db, actor, rating)
    entries: dict[int, dict[str, list[float]]] = {}
    for item in db.scalars(select(RatedItem).where(RatedItem.rating_id == rating.id)):
        entries.setdefault(item.entry_id, {})
        if item.ref in given:
            entries[item.entry_id][item.qid] = list(given[item.ref].values())
    for entry_id, ratings in entries.items():
        entry = db.get(Entry, entry_id, with_for_update=True)
        assert entry is not None
        if entry.ratings != ratings:
            entry.ratings = dict(ratings)
            requeue(entry, REASON)
    db.flush()
    return _status(db, rating, given)


def status(db: Session, actor: Actor, competition_id: int, *, phase: PhaseKind, task: str) -> RatingView:
    """How far people are with rating the explanations of a phase, and what each system got."""
    manage(db, actor, competition_id)
    rating = _needed(db, competition_id, phase, task)
    return _status(db, rating, _ratings(db, actor, rating))


def _status(db: Session, rating: RatingCampaign, given: Mapping[str, Mapping[str, float]]) -> RatingView:
    of_rating = RatedItem.rating_id == rating.id
    units = [list(points.values()) for points in given.values()]
    return RatingView(
        campaign=rating.campaign_id,
        phase=cast("ScoredKind", rating.phase),
        task=rating.task,
        items=db.scalar(select(func.count(RatedItem.id)).where(of_rating)) or 0,
        rated=len(given),
        raters=sorted({rater for points in given.values() for rater in points}),
        alpha=alpha(units),
        mean_difference=mean_difference(units),
        entries=db.scalar(select(func.count(func.distinct(RatedItem.entry_id))).where(of_rating)) or 0,
    )


def _ratings(db: Session, actor: Actor, rating: RatingCampaign) -> dict[str, dict[str, float]]:
    """Points by item and rater: the mean of the four aspects."""
    by_item: dict[str, dict[str, float]] = {}
    for row in official(db, actor, rating.campaign_id):
        points = [float(str(row[name])) for name in ASPECTS]
        by_item.setdefault(str(row["qid"]), {})[str(row["rater"])] = sum(points) / len(points)
    return by_item


def alpha(units: Sequence[Sequence[float]]) -> float | None:
    """Krippendorff's α of the points; items are counted a few at a time, since a scale of 101 makes large tables."""
    import numpy as np

    from pingce.quality.agreement.coefficients import Alpha

    coefficient = Alpha("alpha_interval", Words("Krippendorff α", "Krippendorff's α"), "interval")
    sums = np.zeros(101 * 101)
    for start in range(0, len(units), CHUNK):
        counts = np.zeros((len(units[start : start + CHUNK]), 101))
        for row, points in zip(counts, units[start : start + CHUNK], strict=True):
            for point in points:
                row[round(point)] += 1
        sums += coefficient.rows(counts).sum(axis=0)
    value = float(coefficient.value(sums))
    return None if np.isnan(value) else value


def mean_difference(units: Sequence[Sequence[float]]) -> float | None:
    """How far the points of two raters of an item lie apart on average; None where no item has two."""
    gaps = [abs(a - b) for points in units for i, a in enumerate(points) for b in points[i + 1 :]]
    return sum(gaps) / len(gaps) if gaps else None


def _rating(db: Session, competition_id: int, phase: PhaseKind, task: str) -> RatingCampaign | None:
    return db.scalar(
        select(RatingCampaign).where(
            RatingCampaign.competition_id == competition_id,
            RatingCampaign.phase == phase.value,
            RatingCampaign.task == task,
        )
    )


def _needed(db: Session, competition_id: int, phase: PhaseKind, task: str) -> RatingCampaign:
    rating = _rating(db, competition_id, phase, task)
    if rating is None:
        raise NotFound(Words("这样的评分活动", "such rating campaign"))
    return rating
