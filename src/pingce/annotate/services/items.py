"""Items: finding them and reading everything about one.

For the pages of builders and reviewers: lists by state, group and words in the text, and one item with every version of
every answer. To reviewers of a blind campaign it is not said who answered.
"""

from collections import defaultdict
from collections.abc import Sequence

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from pingce.annotate.items import Json, NewItem
from pingce.annotate.services.campaign_views import ChangedWords, EventView, ItemAnswerView, ItemRow, ItemView, SaidView
from pingce.annotate.workflow import ItemState
from pingce.store.people import Actor, Role
from pingce.store.tables.annotate import Item, ItemGroup, Job
from pingce.store.tables.history import AnswerVersion, Decision, Event

from .access import CampaignContext, enter, find_item
from .comments import comments_on
from .imports import import_items
from .item_filter import ALL_ITEMS, ItemFilter, found, is_blind
from .minimal_pairs import changed_words, first_of
from .record import SETTLED
from .show import SOMEBODY, annotation_item, around, cut_around, decision_views, preview, shown_names

__all__ = ["NewItem", "find_items", "import_items", "item_view"]


def find_items(
    db: Session,
    actor: Actor,
    campaign_id: int,
    wanted: ItemFilter = ALL_ITEMS,
    *,
    offset: int = 0,
    limit: int = 50,
) -> tuple[int, list[ItemRow]]:
    """How many items are meant, and those from ``offset`` on, in the order they came in."""
    context = enter(db, actor, campaign_id, Role.BUILDER, Role.REVIEWER)
    both = select(Item, ItemGroup.key).outerjoin(ItemGroup, ItemGroup.id == Item.group_id)
    both = both.where(*found(db, context, wanted))
    total = db.scalar(select(func.count()).select_from(both.subquery())) or 0
    rows = [(item, key or "") for item, key in db.execute(both.order_by(Item.id).offset(offset).limit(limit))]
    items = [item for item, _ in rows]
    said, finals, changes = _said(db, context, items), _finals(db, items), changed_words(db, items)
    return total, [
        ItemRow(
            id=item.id,
            ref=item.ref,
            group=key,
            state=item.state,
            outcome=item.outcome,
            answers=item.answers,
            control=item.control,
            preview=_preview(item, changes.get(item.id)),
            changed=changes.get(item.id),
            said=tuple(said.get(item.id, ())),
            final=finals.get(item.id),
            updated_at=item.updated_at,
        )
        for item, key in rows
    ]


def _said(db: Session, context: CampaignContext, items: Sequence[Item]) -> dict[int, list[SaidView]]:
    """The answers of these items as they stand, by item."""
    query = (
        select(Job.id, Job.item_id, Job.user_id, AnswerVersion.content)
        .join(AnswerVersion, AnswerVersion.job_id == Job.id)
        .where(Job.item_id.in_([item.id for item in items]), AnswerVersion.kind.in_(SETTLED))
        .order_by(AnswerVersion.id)
    )
    last = {job: (item, user, content) for job, item, user, content in db.execute(query)}
    who = shown_names(db, (user for _, user, _ in last.values()))
    said: dict[int, list[SaidView]] = defaultdict(list)
    for item, user, content in last.values():
        said[item].append(SaidView(SOMEBODY if is_blind(context) else who[user], content))
    return said


def _finals(db: Session, items: Sequence[Item]) -> dict[int, Json | None]:
    query = (
        select(Decision.item_id, AnswerVersion.content)
        .outerjoin(AnswerVersion, AnswerVersion.id == Decision.answer_id)
        .where(Decision.item_id.in_([item.id for item in items if item.state == ItemState.DECIDED]))
        .where(Decision.about_item)
        .order_by(Decision.id)
    )
    return dict(db.execute(query).all())


def _preview(item: Item, changed: ChangedWords | None) -> str:
    """The beginning of the text; of a replaced sentence what is around the exchanged word, which its twins lack."""
    exchanged = item.extra.get("replaced")
    if isinstance(exchanged, list) and exchanged and all(isinstance(place, int) for place in exchanged):
        return cut_around(next(iter(item.texts.values()), ""), exchanged[0], exchanged[0] + 1)
    words = first_of(changed) if changed is not None else ""
    return around(item.texts, words) if words else preview(item.texts)


def item_view(db: Session, actor: Actor, item_id: int) -> ItemView:
    """Everything that was ever said about an item; to reviewers of a blind campaign not by whom."""
    context, item = find_item(db, actor, item_id, Role.BUILDER, Role.REVIEWER)
    blind = is_blind(context)
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
