"""How far a campaign is: items by state, jobs by person and day, and how many items nobody who is left may answer.

``progress`` reads the kept sums (:mod:`.kept`); ``recount_progress`` asks the database for all of it anew, which takes
seconds for a million items.
"""

from collections import defaultdict
from collections.abc import Iterator
from datetime import UTC, datetime

from sqlalchemy import ColumnElement, Integer, Select, and_, case, cast, func, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from pingce.annotate.figures import median_seconds
from pingce.annotate.progress import AskedItems, CampaignProgress, DayProgress, PersonProgress, person_progress
from pingce.annotate.tally import DAY, progress_of
from pingce.annotate.workflow import ItemState, JobState
from pingce.store.people import Actor, Role, split_roles
from pingce.store.tables.annotate import Item, Job, Member, Turn

from .access import CampaignContext, enter
from .counting import NOT_OFFERED
from .kept import current
from .parts import WITH_REVIEWERS
from .show import shown_names
from .shown import shown


def progress(db: Session, actor: Actor, campaign_id: int, *, most: int | None = None) -> CampaignProgress:
    """How far a campaign is: items, jobs and reviews by state, what nobody works on, people and days.

    ``most``: items that may be looked at for it; more than that stay ``behind``.
    """
    context = enter(db, actor, campaign_id, Role.BUILDER, Role.REVIEWER)
    counted = current(db, context, most=most)
    names = shown_names(db, counted.people)
    return progress_of(counted, {user: names[user] for user in counted.people}, annotators(db, context.id))


def recount_progress(db: Session, actor: Actor, campaign_id: int) -> CampaignProgress:
    """The same from all rows."""
    context = enter(db, actor, campaign_id, Role.BUILDER, Role.REVIEWER)
    items = select(Item.state, func.count()).where(shown(context.id)).group_by(Item.state)
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
    ordinary = (shown(context.id), Item.control.is_(False), Item.state != ItemState.WITHDRAWN)
    decided = func.sum(case((Item.state == ItemState.DECIDED, 1), else_=0))
    query = select(Item.asked, func.count(), decided).where(*ordinary).group_by(Item.asked).order_by(Item.asked)
    for people, items, done in db.execute(query):
        yield AskedItems(people, items, done)


def _stuck(db: Session, context: CampaignContext) -> int:
    here = annotators(db, context.id)
    dealt = (
        select(func.count())
        .where(Job.item_id == Item.id, Job.state != JobState.EXPIRED, Job.user_id.in_(here))
        .scalar_subquery()
    )
    query = select(func.count()).where(shown(context.id), Item.queue != NOT_OFFERED, dealt >= len(here))
    return db.scalar(query) or 0 if here else 0


def annotators(db: Session, campaign_id: int) -> frozenset[int]:
    """Who may answer the items of a campaign."""
    stored = db.execute(select(Member.user_id, Member.roles).where(Member.campaign_id == campaign_id))
    return frozenset(user for user, roles in stored if Role.ANNOTATOR in split_roles(roles))


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
    for user in sorted(counts, key=lambda user: (who[user], user)):
        yield person_progress(user, who[user], counts[user], median_seconds(times[user]))


def _days(db: Session, context: CampaignContext) -> Iterator[DayProgress]:
    submitted = _per_day(db, Job.submitted_at, Job.campaign_id == context.id)
    is_decided = and_(shown(context.id), Item.state == ItemState.DECIDED)
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
