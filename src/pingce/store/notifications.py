"""Telling people what happened for them: one row per person, written with the change it is about.

Services of every stage call ``notify`` in their own transaction, so that nobody is told of something that was undone.
Rows are only added here, which waits for nobody; they are read, marked and mailed by the server
(``server/people/notifications.py``, ``server/mail_thread.py``), where the sentences stand, too.
"""

from collections.abc import Iterable
from enum import StrEnum

from sqlalchemy import insert
from sqlalchemy.orm import Session

from .people import Actor
from .tables.notifications import Notification

NOTIFICATIONS = insert(Notification.__table__)  # type: ignore[arg-type] # a mapped class has a Table


class NotificationKind(StrEnum):
    """What can have happened."""

    RETURNED = "returned"
    """Work of theirs came back: to be learned from, or to be done again."""
    APPEAL = "appeal"
    """Somebody objects, and they may decide it."""
    UPHELD = "upheld"
    DISMISSED = "dismissed"
    REGISTRATION = "registration"
    """A team waits to be admitted to their competition."""
    ADMITTED = "admitted"
    REFUSED = "refused"
    RUN_DONE = "run-done"
    RUN_FAILED = "run-failed"
    SCORED = "scored"
    NOT_SCORED = "not-scored"
    COMMENT = "comment"
    MENTION = "mention"


def notify(
    db: Session,
    users: Iterable[int],
    kind: NotificationKind,
    place: str,
    *,
    at: float,
    by: Actor | None = None,
    campaign: int | None = None,
    **facts: str,
) -> None:
    """Tell each of them once; who did it knows already.

    ``place`` is the page that it leads to; ``facts`` fill in the sentence that belongs to ``kind``. Mail is sent
    later by a thread of its own, to those who want it.
    """
    rows = [
        {"user_id": user, "kind": kind.value, "place": place, "campaign_id": campaign, "facts": facts, "at": at}
        for user in sorted(set(users))
        if by is None or user != by.id
    ]
    if rows:
        db.connection().execute(NOTIFICATIONS, rows)
