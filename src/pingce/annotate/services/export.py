"""What comes out of a campaign: records of the data set, the full history, a flat table.

All of them stream: the session must stay open while they are read.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import NamedTuple, TypeVar

import orjson
from sqlalchemy import Select, func, select
from sqlalchemy.orm import Session

from pingce.annotate.files.records import final_record
from pingce.annotate.forms import Form, Number
from pingce.annotate.items import AnnotationItem, Json
from pingce.annotate.workflow import ANSWERED_JOBS, ItemState
from pingce.formats.tiers import RELEASED, Kept, KeptRule, TierChoice
from pingce.store.people import Actor, Role
from pingce.store.tables.annotate import Item, ItemGroup, Job, Turn
from pingce.store.tables.history import AnswerVersion, Comment, Decision, Event
from pingce.store.tables.people import User
from pingce.store.tables.provenance import ItemOrigin, StoredTier

from .access import enter
from .gloss_map import GlossMap
from .record import SETTLED
from .show import names
from .shown import shown
from .tiers import kept_rule, need_known_tiers, takes

Part = TypeVar("Part", AnswerVersion, Decision, Event, Comment)
CHUNK = 500
GLOSS_CHANGED = KeptRule("gloss-changed", "gloss-changed", "")
"""Why an item is kept back whose decided gloss was split or deleted and that nobody has decided anew."""
COLUMNS = (
    "item", "group", "item_state", "outcome", "annotator", "job_state", "version", "claimed_at", "submitted_at",
    "seconds", "audit", "control_right",
)  # fmt: skip


class Exported(NamedTuple):
    """A record of the data set, and where its item comes from."""

    record: Json
    provenance: Json


def official(db: Session, actor: Actor, campaign_id: int, *, tiers: TierChoice = RELEASED) -> Iterator[Json]:
    """Decided items as records of the task; answers that drop an item and undetermined items give none.

    Ratings of explanations are not one answer but all of them: a row per rater.
    """
    form = enter(db, actor, campaign_id, Role.BUILDER).form
    if any(isinstance(field.shape, Number) for field in form.fields):
        yield from _by_rater(db, form, campaign_id)
        return
    for exported in with_provenance(db, actor, campaign_id, tiers=tiers):
        yield exported.record


def with_provenance(
    db: Session, actor: Actor, campaign_id: int, *, tiers: TierChoice = RELEASED, kept: Kept | None = None
) -> Iterator[Exported]:
    """The same records with their provenance; ``kept`` counts what was left out and why.

    Items that ``quality tiers`` keeps back give no record unless ``tiers`` asks for theirs; in a campaign that was
    never graded every decided item does.
    """
    context = enter(db, actor, campaign_id, Role.BUILDER)
    kept = Kept() if kept is None else kept
    kept.graded = need_known_tiers(db, campaign_id, tiers)
    named: Json = {"title": context.campaign.title, "form": context.form.id}
    turns = _turns(db, campaign_id)
    query, glosses = finals_with_origin(campaign_id), GlossMap(db, context)
    for item, content, origin, tier in db.execute(query, execution_options={"yield_per": CHUNK}):
        today = glosses.today(item.texts.get("word"), content)
        if today is None:
            kept.kept_out[GLOSS_CHANGED] += 1
            continue
        record = final_record(context.form, AnnotationItem(item.ref, item.texts, item.extra), today)
        if record is None:
            kept.dropped += 1
        elif kept.graded and not takes(tiers, tier):
            kept.kept_out[kept_rule(tier)] += 1
        else:
            kept.taken += 1
            if context.form.cleans:
                record["source"]["cleaned"]["campaign"] = context.campaign.title  # type: ignore[index, call-overload] # cleaned_record made it
            yield Exported(dict(record), _provenance(item, origin or {}, tier, named, turns.get(item.id, {})))


def _provenance(item: Item, origin: Json, tier: StoredTier | None, campaign: Json, turns: Json) -> Json:
    graded = {} if tier is None else {"tier": tier.tier, "released": tier.release, "rule": tier.rule}
    about = {
        **campaign,
        "outcome": item.outcome,
        "answers": item.answers,
        **turns,
        "decided_at": _time(item.decided_at),
    }
    return {"qid": item.ref, **origin, "campaign": about, **graded}


TURNS = {"review": "reviews", "audit": "audits", "appeal": "appeals"}
"""What a reviewer's turns are called, several of them."""


def _turns(db: Session, campaign_id: int) -> dict[int, Json]:
    """How often reviewers had to do with an item; few items have any."""
    counted = (
        select(Turn.item_id, Turn.kind, func.count())
        .where(Turn.campaign_id == campaign_id)
        .group_by(Turn.item_id, Turn.kind)
    )
    turns: dict[int, Json] = defaultdict(dict)
    for item, kind, number in db.execute(counted):
        turns[item][TURNS[kind]] = number
    return turns


def finals(campaign_id: int) -> Select[Item, Json]:
    """Decided items with what was decided last; undetermined ones have nothing to give."""
    last = (
        select(func.max(Decision.id).label("id"))
        .join(Item, Item.id == Decision.item_id)
        .where(shown(campaign_id), Item.state == ItemState.DECIDED, Decision.about_item)
        .group_by(Decision.item_id)
        .subquery()
    )
    return (
        select(Item, AnswerVersion.content)
        .join(Decision, Decision.item_id == Item.id)
        .join(last, last.c.id == Decision.id)
        .join(AnswerVersion, AnswerVersion.id == Decision.answer_id)
        .order_by(Item.id)
    )


def finals_with_origin(campaign_id: int) -> Select[Item, Json, Json | None, StoredTier | None]:
    """The same with what each item carries and the tier it was given."""
    return (
        finals(campaign_id)
        .add_columns(ItemOrigin.record, StoredTier)
        .outerjoin(ItemOrigin, ItemOrigin.item_id == Item.id)
        .outerjoin(StoredTier, StoredTier.item_id == Item.id)
    )


def _by_rater(db: Session, form: Form, campaign_id: int) -> Iterator[Json]:
    rows = db.execute(
        counted_answers(campaign_id).where(Item.state == ItemState.DECIDED), execution_options={"yield_per": CHUNK}
    )
    for item, _job, answer, rater in rows:
        record = final_record(form, AnnotationItem(item.ref, item.texts, item.extra), answer.content)
        if record is not None:
            yield {**record, "rater": rater}


def counted_answers(campaign_id: int) -> Select[Item, Job, AnswerVersion, str]:
    """Every job's answer that counts, with its item and author."""
    last = (
        select(func.max(AnswerVersion.id).label("id"))
        .join(Job, Job.id == AnswerVersion.job_id)
        .where(
            Job.campaign_id == campaign_id,
            Job.state.in_([str(state) for state in ANSWERED_JOBS]),
            AnswerVersion.kind.in_(SETTLED),
        )
        .group_by(AnswerVersion.job_id)
        .subquery()
    )
    return (
        select(Item, Job, AnswerVersion, User.name)
        .join(Job, Job.item_id == Item.id)
        .join(AnswerVersion, AnswerVersion.job_id == Job.id)
        .join(last, last.c.id == AnswerVersion.id)
        .join(User, User.id == Job.user_id)
        .order_by(Item.id, Job.id)
    )


def history(db: Session, actor: Actor, campaign_id: int) -> Iterator[Json]:
    """Everything that happened, one item per line; the campaign's own events come first."""
    context = enter(db, actor, campaign_id, Role.BUILDER)
    own = db.scalars(select(Event).where(Event.campaign_id == campaign_id, Event.item_id.is_(None)).order_by(Event.id))
    yield {
        "campaign": context.campaign.title,
        "form": context.campaign.form,
        "task": context.form.task.id,
        "settings": context.campaign.settings,
        "rules": context.campaign.rules,
        "events": _campaign_events(db, own.all()),
    }
    last = 0
    while True:
        query = select(Item).where(shown(campaign_id), Item.id > last).order_by(Item.id).limit(CHUNK)
        items = db.scalars(query).all()
        if not items:
            return
        last = items[-1].id
        yield from _items_history(db, items)
        db.expunge_all()  # a campaign's history is larger than memory should be


def _items_history(db: Session, items: Sequence[Item]) -> Iterator[Json]:
    ids = [item.id for item in items]
    group_ids = {item.group_id for item in items if item.group_id is not None}
    groups = {group.id: group.key for group in db.scalars(select(ItemGroup).where(ItemGroup.id.in_(group_ids)))}
    answers, decisions = _by_item(db, AnswerVersion, ids), _by_item(db, Decision, ids)
    events, comments = _by_item(db, Event, ids), _by_item(db, Comment, ids)
    authors = {row.author_id for rows_by_item in (answers, comments) for rows in rows_by_item.values() for row in rows}
    actors = {row.actor_id for rows_by_item in (decisions, events) for rows in rows_by_item.values() for row in rows}
    who = names(db, authors | actors)
    took = {job.id: job.seconds for job in db.scalars(select(Job).where(Job.item_id.in_(ids)))}
    for item in items:
        yield {
            "item": item.ref,
            "group": groups.get(item.group_id or 0, ""),
            "texts": dict(item.texts),
            "extra": item.extra,
            "control": item.control,
            "gold": item.gold,
            "state": item.state,
            "outcome": item.outcome,
            "answers": [
                _answer(answer, who[answer.author_id], took.get(answer.job_id or 0)) for answer in answers[item.id]
            ],
            "decisions": [_decision(decision, who[decision.actor_id]) for decision in decisions[item.id]],
            "events": [_event(event, who[event.actor_id]) for event in events[item.id]],
            "comments": [
                {"by": who[comment.author_id], "at": _time(comment.at), "text": comment.text}
                for comment in comments[item.id]
            ],
        }


def _by_item(db: Session, kind: type[Part], ids: Sequence[int]) -> dict[int | None, list[Part]]:
    """What there is of a kind, by item, oldest first."""
    rows: dict[int | None, list[Part]] = defaultdict(list)
    for row in db.scalars(select(kind).where(kind.item_id.in_(ids)).order_by(kind.id)):
        rows[row.item_id].append(row)
    return rows


def _answer(answer: AnswerVersion, by: str, seconds: float | None) -> Json:
    return {
        "id": answer.id,
        "job": answer.job_id,
        "review": answer.turn_id,
        "by": answer.system or by,
        "kind": answer.kind,
        "version": answer.version,
        "at": _time(answer.at),
        "seconds": seconds,
        "answer": answer.content,
        "hits": answer.hits,
    }


def _decision(decision: Decision, by: str) -> Json:
    return {
        "by": by,
        "at": _time(decision.at),
        "review": decision.turn_id,
        "outcome": decision.outcome,
        "about_item": decision.about_item,
        "answer": decision.answer_id,
        "accepted_job": decision.accepted_job_id,
        "reason_code": decision.reason_code,
        "reason": decision.reason,
    }


def _campaign_events(db: Session, events: Sequence[Event]) -> list[Json]:
    who = names(db, (event.actor_id for event in events))
    return [_event(event, who[event.actor_id]) for event in events]


def _event(event: Event, by: str) -> Json:
    return {
        "at": _time(event.at),
        "by": by,
        "step": event.step,
        "job": event.job_id,
        "review": event.turn_id,
        **event.details,
    }


def table(db: Session, actor: Actor, campaign_id: int) -> Iterator[list[str]]:
    """A row per answer, the header first; fields that are not plain are JSON."""
    form = enter(db, actor, campaign_id, Role.BUILDER).form
    keys = [field.key for field in form.fields]
    yield [*COLUMNS, *keys]
    groups = {
        group.id: group.key for group in db.scalars(select(ItemGroup).where(ItemGroup.campaign_id == campaign_id))
    }
    for item, job, answer, name in db.execute(counted_answers(campaign_id), execution_options={"yield_per": CHUNK}):
        yield [
            item.ref,
            groups.get(item.group_id or 0, ""),
            item.state,
            item.outcome or "",
            name,
            job.state,
            str(answer.version),
            _time(job.claimed_at),
            _time(job.submitted_at),
            f"{job.seconds:.1f}",
            job.audit or "",
            "" if job.right is None else str(int(job.right)),
            *(_cell(answer.content.get(key)) for key in keys),
        ]


def _cell(value: object) -> str:
    return "" if value is None else value if isinstance(value, str) else orjson.dumps(value).decode()


def _time(at: float | None) -> str:
    return "" if at is None else datetime.fromtimestamp(at, UTC).isoformat(timespec="milliseconds")
