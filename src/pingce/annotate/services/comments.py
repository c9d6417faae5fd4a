"""Talking about an item; comments stay."""

from sqlalchemy import exists, select
from sqlalchemy.orm import Session

from pingce.annotate.campaign_views import CommentView
from pingce.spec.words import Words
from pingce.store.database import clock
from pingce.store.errors import NotAllowed, Refused
from pingce.store.people import Actor, Role
from pingce.store.tables.annotate import Item, Job
from pingce.store.tables.history import Comment

from .access import ANYBODY, find_item
from .show import shown_names


def comments(db: Session, actor: Actor, item_id: int) -> list[CommentView]:
    return comments_on(db, _item(db, actor, item_id))


def add_comment(db: Session, actor: Actor, item_id: int, text: str, *, at: float | None = None) -> CommentView:
    item = _item(db, actor, item_id)
    if not text.strip():
        raise Refused(Words("评论是空的。", "The comment is empty."), code="empty-comment")
    comment = Comment(item_id=item.id, author_id=actor.id, text=text, at=clock(db) if at is None else at)
    db.add(comment)
    db.flush()
    return CommentView(comment.id, shown_names(db, [actor.id])[actor.id], comment.at, comment.text)


def comments_on(db: Session, item: Item) -> list[CommentView]:
    rows = db.scalars(select(Comment).where(Comment.item_id == item.id).order_by(Comment.id)).all()
    who = shown_names(db, (row.author_id for row in rows))
    return [CommentView(row.id, who[row.author_id], row.at, row.text) for row in rows]


def _item(db: Session, actor: Actor, item_id: int) -> Item:
    """Annotators talk about items they were given, so that nobody's answer is talked over beforehand."""
    place, item = find_item(db, actor, item_id, *ANYBODY)
    given = exists().where(Job.item_id == item_id, Job.user_id == actor.id)
    if place.roles <= {Role.ANNOTATOR} and not db.scalar(select(given)):
        raise NotAllowed(Words("这道题没有分给你。", "This item was not given to you."), code="not-your-job")
    return item
