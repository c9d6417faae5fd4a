"""What somebody is told of: the list behind the bell, marking it read, and the sentences that say it.

Rows come from the services of all stages (``store/notifications.py``). What has the same kind and the same place is one
line with a number. Of a campaign that one does not belong to any more nothing is told.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, delete, exists, func, or_, select, update
from sqlalchemy.orm import Session

from pingce.spec.words import Words
from pingce.store.notifications import NotificationKind
from pingce.store.people import Actor
from pingce.store.tables.annotate import Campaign, Member
from pingce.store.tables.notifications import Notification
from pingce.store.tables.removal import DELETED

SHOWN = 200
"""Rows that are looked at for one list."""
READ_KEPT_SECONDS = 30 * 86_400.0
KEPT_SECONDS = 365 * 86_400.0


@dataclass(frozen=True, slots=True)
class NotificationView:
    """Something that happened, once or ``count`` times, at one place."""

    id: int
    """Of the newest."""
    kind: NotificationKind
    text: Words
    place: str
    count: int
    at: float
    read: bool


@dataclass(frozen=True, slots=True)
class NotificationsView:
    """The newest notifications, and how many are not read yet."""

    unread: int
    rows: Sequence[NotificationView]


Facts = Mapping[str, object]
Sentence = Callable[[Facts, int], Words]


def _told(zh: str, en: str, many_en: str | None = None) -> Sentence:
    """A sentence with the facts and the number put in; English has another one for more than one."""

    def say(facts: Facts, count: int) -> Words:
        values = {**facts, "n": count}
        return Words(zh.format(**values), (en if count == 1 or many_en is None else many_en).format(**values))

    return say


SENTENCES: Mapping[NotificationKind, Sentence] = {
    NotificationKind.RETURNED: _told(
        "“{title}”有 {n} 份答案退回给你",
        "An answer came back to you in “{title}”",
        "{n} answers came back to you in “{title}”",
    ),
    NotificationKind.APPEAL: _told(
        "“{title}”有 {n} 件申诉等人裁决", "An appeal waits in “{title}”", "{n} appeals wait in “{title}”"
    ),
    NotificationKind.UPHELD: _told(
        "“{title}”：你的 {n} 件申诉成立",
        "Your appeal in “{title}” was upheld",
        "{n} of your appeals in “{title}” were upheld",
    ),
    NotificationKind.DISMISSED: _told(
        "“{title}”：你的 {n} 件申诉未被采纳",
        "Your appeal in “{title}” was dismissed",
        "{n} of your appeals in “{title}” were dismissed",
    ),
    NotificationKind.REGISTRATION: _told(
        "“{title}”有 {n} 个新报名，最近是 {team}",
        "{team} registered for “{title}”",
        "{n} teams registered for “{title}”, the last is {team}",
    ),
    NotificationKind.ADMITTED: _told("{team} 已获准参加“{title}”", "{team} takes part in “{title}”"),
    NotificationKind.REFUSED: _told("{team} 参加“{title}”的报名未通过", "{team} was not admitted to “{title}”"),
    NotificationKind.RUN_DONE: _told("基准 {title} 的运行已完成", "The benchmark {title} has been made"),
    NotificationKind.RUN_FAILED: _told("基准 {title} 的运行失败了", "Making the benchmark {title} failed"),
    NotificationKind.SCORED: _told(
        "“{title}”：{system} 已评分", "{system} has been scored in “{title}”", "{system} has been scored in “{title}”"
    ),
    NotificationKind.NOT_SCORED: _told("“{title}”：{system} 评分失败", "{system} could not be scored in “{title}”"),
    NotificationKind.COMMENT: _told(
        "“{title}”{item} 有 {n} 条新评论",
        "A new comment on {item} in “{title}”",
        "{n} new comments on {item} in “{title}”",
    ),
    NotificationKind.MENTION: _told(
        "有人在“{title}”{item} 的评论里提到你", "You were mentioned on {item} in “{title}”"
    ),
}


def say(kind: str, facts: Facts, count: int) -> Words:
    """The sentence in both languages."""
    return SENTENCES[NotificationKind(kind)](facts, count)


def told_to(user: int) -> ColumnElement[bool]:
    """Rows of a person, without those of campaigns that were deleted or that they have left."""
    member = exists().where(
        Member.campaign_id == Notification.campaign_id,
        Member.user_id == user,
        Member.roles != "",
        Campaign.id == Member.campaign_id,
        Campaign.status != DELETED,
    )
    return (Notification.user_id == user) & or_(Notification.campaign_id.is_(None), member)


def list_notifications(db: Session, actor: Actor, *, limit: int) -> NotificationsView:
    """The newest first, what happened at one place together; unread ones are not told together with read ones."""
    mine = told_to(actor.id)
    unread = db.scalar(select(func.count()).where(mine, Notification.read_at.is_(None))) or 0
    rows = db.scalars(select(Notification).where(mine).order_by(Notification.id.desc()).limit(SHOWN)).all()
    return NotificationsView(unread, grouped(rows)[:limit])


def grouped(rows: Sequence[Notification]) -> list[NotificationView]:
    """Rows, newest first, as lines."""
    lines: dict[tuple[str, str, bool], list[Notification]] = {}
    for row in rows:
        lines.setdefault((row.kind, row.place, row.read_at is not None), []).append(row)
    return [
        NotificationView(
            id=same[0].id,
            kind=NotificationKind(kind),
            text=say(kind, same[0].facts, len(same)),
            place=place,
            count=len(same),
            at=same[0].at,
            read=read,
        )
        for (kind, place, read), same in lines.items()
    ]


def mark_read(db: Session, actor: Actor, *, until: int, place: str | None, now: float) -> None:
    """Those up to a number, which the page has shown: of one place, or all of them."""
    query = update(Notification).where(
        Notification.user_id == actor.id, Notification.read_at.is_(None), Notification.id <= until
    )
    db.execute((query if place is None else query.where(Notification.place == place)).values(read_at=now))


def drop_old(db: Session, *, now: float) -> None:
    """What was read a month ago, and whatever is a year old."""
    old = or_(Notification.read_at < now - READ_KEPT_SECONDS, Notification.at < now - KEPT_SECONDS)
    db.execute(delete(Notification).where(old))
