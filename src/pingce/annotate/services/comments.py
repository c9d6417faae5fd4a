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
from pingce.store.notifications import NotificationKind, notify
from pingce.store.people import Actor, Role
from pingce.store.tables.annotate import Item, Job
from pingce.store.tables.history import Comment
from pingce.store.tables.people import User

from .access import CampaignContext, find_item, find_job, people_of, sees_items
from .show import shown_names

ITEM_SEEN_BY = (Role.BUILDER, Role.REVIEWER)


def comments(db: Session, actor: Actor, item_id: int) -> list[CommentView]:
    """For builders and reviewers."""
    return comments_on(db, find_item(db, actor, item_id, *ITEM_SEEN_BY)[1])


def add_comment(db: Session, actor: Actor, item_id: int, text: str, *, at: float | None = None) -> CommentView:
    """Say something about an item, as somebody who sees all of its answers; others who work on it are told."""
    context, item = find_item(db, actor, item_id, *ITEM_SEEN_BY)
    return _add(db, context, actor, item, text, at)


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
    context, job = find_job(db, actor, job_id)
    return _add(db, context, actor, db.get_one(Item, job.item_id), text, at)


def _add(db: Session, context: CampaignContext, actor: Actor, item: Item, text: str, at: float | None) -> CommentView:
    if not text.strip():
        raise Refused(Words("评论是空的。", "The comment is empty."), code="empty-comment")
    comment = Comment(item_id=item.id, author_id=actor.id, text=text, at=clock(db) if at is None else at)
    db.add(comment)
    db.flush()
    _tell(db, context, actor, item, comment)
    return CommentView(comment.id, shown_names(db, [actor.id])[actor.id], comment.at, comment.text)


def _tell(db: Session, context: CampaignContext, actor: Actor, item: Item, comment: Comment) -> None:
    """Annotators whose item it is and who may read it, whoever spoke before, builders when an annotator speaks."""
    people = people_of(db, context.id)
    spoke = set(db.scalars(select(Comment.author_id).where(Comment.item_id == item.id)))
    asks = not sees_items(context.roles)
    staff = {user for user, roles in people.items() if sees_items(roles)}
    named = _named(db, set(people), comment.text)
    told = {user for user in staff if user in spoke | named or (asks and Role.BUILDER in people[user])}
    facts = {"title": context.campaign.title, "item": item.ref}
    place = f"/manage/{context.id}/items/{item.id}"
    for kind, users in ((NotificationKind.MENTION, told & named), (NotificationKind.COMMENT, told - named)):
        notify(db, users, kind, place, at=comment.at, by=actor, campaign=context.id, **facts)
    for job in _readers(db, context, item, comment.author_id):
        if job.user_id in people and job.user_id not in staff:
            kind = NotificationKind.MENTION if job.user_id in named else NotificationKind.COMMENT
            facts = {"title": context.campaign.title, "item": f"#{job.serial}"}
            place = f"/work/{context.id}/{job.id}"
            notify(db, [job.user_id], kind, place, at=comment.at, by=actor, campaign=context.id, **facts)


def _readers(db: Session, context: CampaignContext, item: Item, author: int) -> list[Job]:
    """Jobs whose annotators may read what ``author`` said: as ``job_comments`` says."""
    jobs = db.scalars(select(Job).where(Job.item_id == item.id).order_by(Job.id)).all()
    if not context.settings.blind:
        return list(jobs)
    if item.control and any(job.user_id == author for job in jobs):
        return []
    return [job for job in jobs if JobState(job.state) in ANSWERED_JOBS]


def _named(db: Session, people: set[int], text: str) -> set[int]:
    """Those of the campaign who are called in the text: @ and a login name, or what pages call them."""
    if "@" not in text:
        return set()
    rows = db.execute(select(User.id, User.name, User.title).where(User.id.in_(people)))
    return {user for user, name, title in rows if f"@{name}" in text or (title and f"@{title}" in text)}


def comments_on(db: Session, item: Item, *conditions: ColumnElement[bool]) -> list[CommentView]:
    """The comments on an item in the order they were made, with names; ``conditions`` leave some out."""
    query = select(Comment).where(Comment.item_id == item.id, *conditions).order_by(Comment.id)
    rows = db.scalars(query).all()
    who = shown_names(db, (row.author_id for row in rows))
    return [CommentView(row.id, who[row.author_id], row.at, row.text) for row in rows]
