"""What comes out of a campaign: records of the data set, the full history, a flat table.

All of them stream: the session must stay open while they are read.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import TypeVar

import orjson
from sqlalchemy import Select, func, select
from sqlalchemy.orm import Session

from pingce.annotate.files.records import final_record
from pingce.annotate.forms import Form, Number
from pingce.annotate.items import AnnotationItem, Json
from pingce.annotate.workflow import ANSWERED_JOBS, ItemState
from pingce.store.people import Actor, Role
from pingce.store.tables.annotate import Item, ItemGroup, Job
from pingce.store.tables.history import AnswerVersion, Comment, Decision, Event
from pingce.store.tables.people import User

from .access import enter
from .record import SETTLED
from .show import names

Part = TypeVar("Part", AnswerVersion, Decision, Event, Comment)
CHUNK = 500
COLUMNS = (
    "item", "group", "item_state", "outcome", "annotator", "job_state", "version", "claimed_at", "submitted_at",
    "seconds", "audit", "control_right",
)  # fmt: skip


def official(db: Session, actor: Actor, campaign_id: int) -> Iterator[Json]:
    """Decided items as records of the task; answers that drop an item and undetermined items give none.

    Ratings of explanations are not one answer but all of them: a row per rater.
    """
    form = enter(db, actor, campaign_id, Role.BUILDER).form
    if any(isinstance(one.shape, Number) for one in form.fields):
        yield from _by_rater(db, form, campaign_id)
        return
    rows = db.execute(finals(campaign_id), execution_options={"yield_per": CHUNK})
    for item, content in rows:
        record = final_record(form, AnnotationItem(item.ref, item.texts, item.extra), content)
        if record is not None:
            yield dict(record)


def finals(campaign_id: int) -> Select[Item, Json]:
    """Decided items with what was decided last; undetermined ones have nothing to give."""
    last = (
        select(func.max(Decision.id).label("id"))
        .join(Item, Item.id == Decision.item_id)
        .where(Item.campaign_id == campaign_id, Item.state == ItemState.DECIDED, Decision.about_item)
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
        wanted = select(Item).where(Item.campaign_id == campaign_id, Item.id > last).order_by(Item.id).limit(CHUNK)
        items = db.scalars(wanted).all()
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
    authors = {one.author_id for part in (answers, comments) for rows in part.values() for one in rows}
    actors = {one.actor_id for part in (decisions, events) for rows in part.values() for one in rows}
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
            "answers": [_answer(one, who[one.author_id], took.get(one.job_id or 0)) for one in answers[item.id]],
            "decisions": [_decision(one, who[one.actor_id]) for one in decisions[item.id]],
            "events": [_event(one, who[one.actor_id]) for one in events[item.id]],
            "comments": [
                {"by": who[one.author_id], "at": _time(one.at), "text": one.text} for one in comments[item.id]
            ],
        }


def _by_item(db: Session, kind: type[Part], ids: Sequence[int]) -> dict[int | None, list[Part]]:
    """What there is of a kind, by item, oldest first."""
    found: dict[int | None, list[Part]] = defaultdict(list)
    for one in db.scalars(select(kind).where(kind.item_id.in_(ids)).order_by(kind.id)):
        found[one.item_id].append(one)
    return found


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
    keys = [one.key for one in form.fields]
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
