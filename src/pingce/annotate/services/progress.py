"""How far a campaign is, counted by the database.

Items by state, jobs by person and day, and how many items nobody who is left may answer. Sums are made in SQL, since a
page asks for them often.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from statistics import median

from sqlalchemy import ColumnElement, Integer, Select, and_, case, cast, func, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from pingce.annotate.workflow import ANSWERED_JOBS, ItemState, JobState, TurnState
from pingce.store.people import Actor, Role, split_roles
from pingce.store.tables.annotate import Item, Job, Member, Turn

from .access import CampaignContext, enter
from .show import shown_names

DAY = 86_400
SETTLED_JOBS = (JobState.DONE, JobState.ADOPTED, JobState.LEARNED, JobState.UPHELD, JobState.DISMISSED)
WITH_REVIEWERS = (TurnState.WAITING, TurnState.CLAIMED)


@dataclass(frozen=True, slots=True)
class PersonProgress:
    """What one person has done in a campaign, counted over jobs: each job is one person's turn at one item.

    ``median_seconds`` is the working time per submitted answer; None before the first.
    """

    user: int
    name: str
    claimed: int
    submitted: int
    returned: int
    accepted: int
    """Answers nobody needs to touch any more."""
    skipped: int
    expired: int
    median_seconds: float | None


@dataclass(frozen=True, slots=True)
class DayProgress:
    """``day`` by UTC."""

    day: str
    submitted: int
    decided: int


@dataclass(frozen=True, slots=True)
class AskedItems:
    """``items`` that ask for so many ``people``, and how many of them are decided."""

    people: int
    items: int
    decided: int


@dataclass(frozen=True, slots=True)
class CampaignProgress:
    """How far a campaign is: items, jobs and reviews by state, what each person and each day brought.

    What ``GET /campaigns/{campaign}/progress`` answers and ``pingce annotate status CAMPAIGN`` prints.
    """

    items: Mapping[str, int]
    jobs: Mapping[str, int]
    reviews: Mapping[str, int]
    """What is with reviewers, by kind."""
    asked: tuple[AskedItems, ...]
    """Items by how many people they ask for, controls left out."""
    stuck: int
    """Items that want answers and that every annotator has dealt with: add somebody, or send them to review."""
    people: tuple[PersonProgress, ...]
    days: tuple[DayProgress, ...]


def progress(db: Session, actor: Actor, campaign_id: int) -> CampaignProgress:
    """How far a campaign is: items, jobs and reviews by state, what nobody works on, people and days."""
    context = enter(db, actor, campaign_id, Role.BUILDER, Role.REVIEWER)
    items = select(Item.state, func.count()).where(Item.campaign_id == context.id).group_by(Item.state)
    jobs = select(Job.state, func.count()).where(Job.campaign_id == context.id).group_by(Job.state)
    turns = select(Turn.kind, func.count()).where(Turn.campaign_id == context.id, Turn.state.in_(WITH_REVIEWERS))
    return CampaignProgress(
        items=_counts(db, items),
        jobs=_counts(db, jobs),
        reviews=_counts(db, turns.group_by(Turn.kind)),
        asked=tuple(_asked(db, context)),
        stuck=_stuck(db, context),
        people=tuple(_people(db, context)),
        days=tuple(_days(db, context)),
    )


def _counts(db: Session, query: Select[str, int]) -> dict[str, int]:
    return dict(db.execute(query).all())


def _asked(db: Session, context: CampaignContext) -> Iterator[AskedItems]:
    ordinary = (Item.campaign_id == context.id, Item.control.is_(False), Item.state != ItemState.WITHDRAWN)
    decided = func.sum(case((Item.state == ItemState.DECIDED, 1), else_=0))
    query = select(Item.asked, func.count(), decided).where(*ordinary).group_by(Item.asked).order_by(Item.asked)
    for people, items, done in db.execute(query):
        yield AskedItems(people, items, done)


def _stuck(db: Session, context: CampaignContext) -> int:
    stored = db.execute(select(Member.user_id, Member.roles).where(Member.campaign_id == context.id))
    annotators = [user for user, roles in stored if Role.ANNOTATOR in split_roles(roles)]
    dealt = (
        select(func.count())
        .where(Job.item_id == Item.id, Job.state != JobState.EXPIRED, Job.user_id.in_(annotators))
        .scalar_subquery()
    )
    # Only items somebody began can be used up; those are few.
    query = select(func.count()).where(Item.campaign_id == context.id, Item.queue > 0, dealt >= len(annotators))
    return db.scalar(query) or 0 if annotators else 0


def _people(db: Session, context: CampaignContext) -> Iterator[PersonProgress]:
    counts: dict[int, dict[str, int]] = defaultdict(dict)
    by_state = select(Job.user_id, Job.state, func.count()).where(Job.campaign_id == context.id)
    for user, state, count in db.execute(by_state.group_by(Job.user_id, Job.state)):
        counts[user][state] = count
    times: dict[int, list[float]] = defaultdict(list)
    done = select(Job.user_id, Job.seconds).where(Job.campaign_id == context.id, Job.submitted_at.is_not(None))
    for user, seconds in db.execute(done):
        times[user].append(seconds)
    who = shown_names(db, counts)
    for user in sorted(counts, key=lambda user: who[user]):
        by = counts[user]
        yield PersonProgress(
            user=user,
            name=who[user],
            claimed=by.get(JobState.CLAIMED, 0),
            submitted=sum(by.get(state, 0) for state in ANSWERED_JOBS),
            returned=by.get(JobState.RETURNED, 0) + by.get(JobState.REJECTED, 0),
            accepted=sum(by.get(state, 0) for state in SETTLED_JOBS),
            skipped=by.get(JobState.SKIPPED, 0),
            expired=by.get(JobState.EXPIRED, 0),
            median_seconds=median(times[user]) if times[user] else None,
        )


def _days(db: Session, context: CampaignContext) -> Iterator[DayProgress]:
    submitted = _per_day(db, Job.submitted_at, Job.campaign_id == context.id)
    is_decided = and_(Item.campaign_id == context.id, Item.state == ItemState.DECIDED)
    decided = _per_day(db, Item.decided_at, is_decided)
    for day in sorted(submitted.keys() | decided.keys()):
        name = datetime.fromtimestamp(day * DAY, UTC).date().isoformat()
        yield DayProgress(name, submitted.get(day, 0), decided.get(day, 0))


def _per_day(db: Session, when: InstrumentedAttribute[float | None], where: ColumnElement[bool]) -> dict[int, int]:
    days: ColumnElement[float | None] = when / DAY
    if db.get_bind().dialect.name == "postgresql":
        days = func.floor(days)  # its cast rounds; SQLite's cuts off, and may have been built without floor
    day = cast(days, Integer).label("day")
    rows = db.execute(select(day, func.count()).where(where, when.is_not(None)).group_by(day))
    return dict(rows.all())
