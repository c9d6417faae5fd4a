"""Items: finding them and reading everything about one.

For the pages of builders and reviewers: lists by state, group and words in the text, and one item with every version of
every answer. To reviewers of a blind campaign it is not said who answered.
"""

from sqlalchemy import ColumnElement, func, or_, select
from sqlalchemy.orm import Session

from pingce.annotate.items import Json, NewItem
from pingce.annotate.services.campaign_views import EventView, ItemAnswerView, ItemRow, ItemView
from pingce.annotate.workflow import ItemState
from pingce.store.people import Actor, Role
from pingce.store.tables.annotate import Item, ItemGroup, Job
from pingce.store.tables.history import AnswerVersion, Decision, Event

from .access import enter, find_item
from .comments import comments_on
from .imports import import_items
from .show import SOMEBODY, annotation_item, cut_around, decision_views, preview, shown_names, texts_hold

__all__ = ["NewItem", "find_items", "import_items", "item_view"]


def find_items(
    db: Session,
    actor: Actor,
    campaign_id: int,
    *,
    query: str = "",
    state: str = "",
    group: str = "",
    control: bool | None = None,
    offset: int = 0,
    limit: int = 50,
) -> tuple[int, list[ItemRow]]:
    """How many items hold ``query`` in id or text, and those from ``offset`` on, in the order they came in."""
    enter(db, actor, campaign_id, Role.BUILDER, Role.REVIEWER)
    conditions: list[ColumnElement[bool]] = [Item.campaign_id == campaign_id]
    if query:
        conditions.append(or_(Item.ref.contains(query, autoescape=True), texts_hold(db, query)))
    if state:
        conditions.append(Item.state == state)
    if group:
        conditions.append(ItemGroup.key == group)
    if control is not None:
        conditions.append(Item.control.is_(control))
    both = select(Item, ItemGroup.key).outerjoin(ItemGroup, ItemGroup.id == Item.group_id).where(*conditions)
    total = db.scalar(select(func.count()).select_from(both.subquery())) or 0
    rows = db.execute(both.order_by(Item.id).offset(offset).limit(limit))
    return total, [_row(item, key) for item, key in rows]


def _row(item: Item, group: str | None) -> ItemRow:
    return ItemRow(
        id=item.id,
        ref=item.ref,
        group=group or "",
        state=item.state,
        answers=item.answers,
        control=item.control,
        preview=_preview(item),
        updated_at=item.updated_at,
    )


def _preview(item: Item) -> str:
    """The beginning of the text; of a replaced sentence what is around the exchanged word, which its twins lack."""
    exchanged = item.extra.get("replaced")
    if not isinstance(exchanged, list) or not all(isinstance(place, int) for place in exchanged) or not exchanged:
        return preview(item.texts)
    return cut_around(next(iter(item.texts.values()), ""), exchanged[0], exchanged[0] + 1)


def item_view(db: Session, actor: Actor, item_id: int) -> ItemView:
    """Everything that was ever said about an item; to reviewers of a blind campaign not by whom."""
    context, item = find_item(db, actor, item_id, Role.BUILDER, Role.REVIEWER)
    blind = context.settings.blind and Role.BUILDER not in context.roles
    group = db.get(ItemGroup, item.group_id) if item.group_id is not None else None
    return ItemView(
        id=item.id,
        campaign=context.id,
        ref=item.ref,
        group=group.key if group else "",
        state=item.state,
        outcome=item.outcome,
        control=item.control,
        texts=item.texts,
        extra=dict(annotation_item(db, context, item).extra),
        final=final_content(db, item),
        answers=_answers(db, item, blind=blind),
        decisions=decision_views(db, item, blind=blind),
        history=_history(db, item, blind=blind),
        comments=tuple(comments_on(db, item)),
    )


def final_content(db: Session, item: Item) -> Json | None:
    """The answer that is held right, once the item is decided."""
    if item.state != ItemState.DECIDED:
        return None
    query = (
        select(AnswerVersion.content)
        .select_from(Decision)
        .outerjoin(AnswerVersion, AnswerVersion.id == Decision.answer_id)
        .where(Decision.item_id == item.id, Decision.about_item)
        .order_by(Decision.id.desc())
        .limit(1)
    )
    return db.scalars(query).one()


def _answers(db: Session, item: Item, *, blind: bool) -> tuple[ItemAnswerView, ...]:
    rows = db.execute(
        select(AnswerVersion, Job.seconds)
        .outerjoin(Job, Job.id == AnswerVersion.job_id)
        .where(AnswerVersion.item_id == item.id)
        .order_by(AnswerVersion.id)
    ).all()
    who = shown_names(db, (answer.author_id for answer, _ in rows))
    return tuple(
        ItemAnswerView(
            job=answer.job_id,
            by=answer.system or (SOMEBODY if blind else who[answer.author_id]),
            state=answer.kind,
            version=answer.version,
            answer=answer.content,
            at=answer.at,
            seconds=seconds,
        )
        for answer, seconds in rows
    )


def _history(db: Session, item: Item, *, blind: bool) -> tuple[EventView, ...]:
    rows = db.scalars(select(Event).where(Event.item_id == item.id).order_by(Event.id)).all()
    who = shown_names(db, (event.actor_id for event in rows))
    return tuple(
        EventView(
            id=event.id,
            at=event.at,
            by=SOMEBODY if blind else who[event.actor_id],
            step=event.step,
            job=event.job_id,
            review=event.turn_id,
            details=event.details,
        )
        for event in rows
    )
