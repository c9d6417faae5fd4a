"""Talking about an item; comments stay.

In a blind campaign annotators see only their own comments on an item until they have answered it: another's may give an
answer away.
"""

from sqlalchemy import ColumnElement, exists, or_, select
from sqlalchemy.orm import Session

from pingce.annotate.services.campaign_views import CommentView
from pingce.annotate.workflow import ANSWERED_JOBS, JobState
from pingce.spec.words import Words
from pingce.store.database import clock
from pingce.store.errors import Refused
from pingce.store.people import Actor, Role
from pingce.store.tables.annotate import Item, Job
from pingce.store.tables.history import Comment

from .access import find_item, find_job
from .show import shown_names

ITEM_SEEN_BY = (Role.BUILDER, Role.REVIEWER)


def comments(db: Session, actor: Actor, item_id: int) -> list[CommentView]:
    """For builders and reviewers."""
    return comments_on(db, find_item(db, actor, item_id, *ITEM_SEEN_BY)[1])


def add_comment(db: Session, actor: Actor, item_id: int, text: str, *, at: float | None = None) -> CommentView:
    return _add(db, actor, find_item(db, actor, item_id, *ITEM_SEEN_BY)[1], text, at)


def job_comments(db: Session, actor: Actor, job_id: int) -> list[CommentView]:
    """For an annotator: of a blind campaign nobody else's words before they have answered themselves.

    Of a control, which many answer, never those of others it was given to: so many voices would give it away.
    """
    context, job = find_job(db, actor, job_id)
    item = db.get_one(Item, job.item_id)
    if not context.settings.blind or (JobState(job.state) in ANSWERED_JOBS and not item.control):
        return comments_on(db, item)
    if job.state not in ANSWERED_JOBS:
        return comments_on(db, item, Comment.author_id == actor.id)
    given = exists().where(Job.item_id == item.id, Job.user_id == Comment.author_id)
    return comments_on(db, item, or_(Comment.author_id == actor.id, ~given))


def add_job_comment(db: Session, actor: Actor, job_id: int, text: str, *, at: float | None = None) -> CommentView:
    """Annotators talk about items they were given."""
    _, job = find_job(db, actor, job_id)
    return _add(db, actor, db.get_one(Item, job.item_id), text, at)


def _add(db: Session, actor: Actor, item: Item, text: str, at: float | None) -> CommentView:
    if not text.strip():
        raise Refused(Words("评论是空的。", "The comment is empty."), code="empty-comment")
    comment = Comment(item_id=item.id, author_id=actor.id, text=text, at=clock(db) if at is None else at)
    db.add(comment)
    db.flush()
    return CommentView(comment.id, shown_names(db, [actor.id])[actor.id], comment.at, comment.text)


def comments_on(db: Session, item: Item, *conditions: ColumnElement[bool]) -> list[CommentView]:
    query = select(Comment).where(Comment.item_id == item.id, *conditions).order_by(Comment.id)
    rows = db.scalars(query).all()
    who = shown_names(db, (row.author_id for row in rows))
    return [CommentView(row.id, who[row.author_id], row.at, row.text) for row in rows]
