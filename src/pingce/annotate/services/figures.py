"""The figures of a campaign: agreement, pass rates, appeals, controls, time, and what rules had to say.

``figures`` reads the kept sums (:mod:`.kept`). ``recount_figures`` collects first answers, corrections, verdicts and
controls anew and hands them to the pure functions of :mod:`pingce.annotate.figures`; a million items take minutes.
"""

from collections import defaultdict
from collections.abc import Iterator

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from pingce.annotate import figures as numbers
from pingce.annotate.figures import AnswerRow, ControlRow, FiguresView
from pingce.annotate.items import Json
from pingce.annotate.tally import figures_of, levels_of
from pingce.store.people import Actor, Role
from pingce.store.tables.annotate import Item, Job, Member, Turn
from pingce.store.tables.history import AnswerVersion, Decision

from .access import CampaignContext, enter
from .export import counted_answers, finals
from .gloss_map import GlossMap
from .kept import current
from .show import shown_names
from .shown import shown
from .told import first_told

READERS = (Role.BUILDER, Role.REVIEWER)
COLUMNS = (
    Item.id, Item.early, Job.id, Job.user_id, Job.submitted_at, Job.claimed_at, Job.seconds, Job.state,
    AnswerVersion.content, AnswerVersion.hits, Item.texts,
)  # fmt: skip
"""Whole rows as objects would take four times as long for a large campaign."""


def figures(db: Session, actor: Actor, campaign_id: int, *, most: int | None = None) -> FiguresView:
    """The figures of a campaign; ``most``: items that may be looked at for it, more than that stay ``behind``."""
    context = enter(db, actor, campaign_id, *READERS)
    counted = current(db, context, most=most)
    names = shown_names(db, counted.people)
    named = {user: names[user] for user in counted.people}
    return figures_of(counted, named, levels=levels_of(context.form))


def recount_figures(db: Session, actor: Actor, campaign_id: int) -> FiguresView:
    """The same from all rows."""
    context = enter(db, actor, campaign_id, *READERS)
    here = Job.campaign_id == campaign_id
    rows = list(_rows(db, context))
    judged = select(Job.user_id, Job.right).where(here, Job.right.is_not(None)).order_by(Job.id)
    people = db.scalars(select(Member.user_id).where(Member.campaign_id == campaign_id))
    return numbers.figures(
        context.form,
        context.settings,
        rows,
        [ControlRow(user, bool(right)) for user, right in db.execute(judged)],
        _returned(db, context),
        {user: name for user, name in shown_names(db, people).items() if user is not None},
        context.likeness,
    )


def _rows(db: Session, context: CampaignContext) -> Iterator[AnswerRow]:
    decided = finals(context.id).with_only_columns(Item.id, AnswerVersion.content)
    finals_by_item = dict(db.execute(decided).all())
    glosses = GlossMap(db, context)
    firsts, verdicts, told = _firsts(db, context), _verdicts(db, context), first_told(db, context)
    query = counted_answers(context.id).where(Item.control.is_(False)).with_only_columns(*COLUMNS)
    for item, early, job, user, submitted, claimed, seconds, state, content, hits, texts in db.execute(query):
        word = texts.get("word")
        final = finals_by_item.get(item)
        yield AnswerRow(
            item=item,
            user=user,
            first=glosses.readable(word, firsts[job]),
            current=glosses.readable(word, content),
            submitted_at=submitted or claimed,
            seconds=seconds,
            early=early,
            final=None if final is None else glosses.readable(word, final),
            verdicts=tuple(verdicts[job]) if job in verdicts else (),
            state=state,
            hits=tuple(sorted({str(hit["rule"]) for hit in hits})),
            told_at=told.get(user),
        )


def _firsts(db: Session, context: CampaignContext) -> dict[int, Json]:
    """What everybody handed in the first time."""
    first = (
        select(func.min(AnswerVersion.id).label("id"))
        .join(Job, Job.id == AnswerVersion.job_id)
        .where(Job.campaign_id == context.id, AnswerVersion.kind == "submitted")
        .group_by(AnswerVersion.job_id)
        .subquery()
    )
    rows = db.execute(select(AnswerVersion.job_id, AnswerVersion.content).join(first, first.c.id == AnswerVersion.id))
    return {job: content for job, content in rows if job is not None}


def _verdicts(db: Session, context: CampaignContext) -> dict[int, list[str]]:
    verdicts: dict[int, list[str]] = defaultdict(list)
    rows = db.execute(
        select(Turn.job_id, Turn.verdict)
        .where(Turn.campaign_id == context.id, Turn.kind == "audit", Turn.verdict.is_not(None))
        .order_by(Turn.id)
    )
    for job, verdict in rows:
        if job is not None and verdict is not None:
            verdicts[job].append(verdict)
    return verdicts


def _returned(db: Session, context: CampaignContext) -> list[int]:
    """Items a reviewer decided in a campaign that lets annotators object."""
    if not context.settings.appeals:
        return []
    query = select(Decision.item_id).join(Item, Item.id == Decision.item_id)
    return list(db.scalars(query.where(shown(context.id), Decision.outcome == "reviewed").distinct()))
