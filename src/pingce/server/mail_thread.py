"""Mails what people have not read yet: a thread of the server, so that no request waits for a mail server.

Notifications are collected for some minutes, and a person gets one letter about all of them, at most every half hour.
Whoever has read them on the page meanwhile gets none. Of several server processes one takes a row, by marking it before
it is sent; when the mail server cannot be reached the mark is taken back and it is tried again.
"""

import logging
import time
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from sqlalchemy import func, select, update
from sqlalchemy.orm import Session

from pingce.spec.words import Words
from pingce.store.tables.notifications import MailSetting, Notification
from pingce.store.tables.people import User

from .background import BackgroundThread
from .mail import Letter
from .people.notifications import drop_old, grouped, told_to

if TYPE_CHECKING:
    from .request_context import Server

COLLECT_SECONDS = 300.0
"""So long a notification waits for others."""
APART_SECONDS = 1800.0
"""Between two letters to one person."""
TOO_OLD_SECONDS = 86_400.0
"""What could not be mailed for so long is on the page only."""
TIDY_SECONDS = 3600.0
MOST_FAILURES = 5
"""Letters to one address that are tried again before they are given up."""
SUBJECT = Words("评测：{n} 条新通知", "pingce: {n} new notifications")
ENDING = Words(
    "这封信由评测工作台发出；在“我的账号”里可以关掉。", "Sent by the pingce workbench; turn it off under “My account”."
)

log = logging.getLogger("pingce.server")


class MailThread(BackgroundThread):
    """Watches notifications of people who want mail; clears old ones away, with or without a mail server."""

    name = "mail"
    look_every = 60.0

    def __init__(self, server: "Server") -> None:
        super().__init__()
        self.server = server
        self.tidied = 0.0
        self.failures: Counter[int] = Counter()
        """Of letters, by person."""

    def turn(self) -> bool:
        """One look; never busy: whatever is due was sent in it."""
        now = time.time()
        if now - self.tidied > TIDY_SECONDS:
            self.tidied = now
            with self.server.writing(flush=False) as db:
                drop_old(db, now=now)
        if self.server.mailer.configured:
            self.send_due(now)
        return False

    def send_due(self, now: float) -> None:
        """Letters for all whose notifications have waited long enough."""
        with self.server.writing() as db:
            due = {user: letter_for(db, user, now, self.server.mailer.site) for user in due_people(db, now)}
        letters = {user: letter for user, (letter, _) in due.items()}
        if not letters:
            return
        problems = self.server.mailer.send(list(letters.values())).problems
        for user, letter in letters.items():
            if letter.to not in problems:
                self.failures.pop(user, None)
                continue
            self.failures[user] += 1
            log.warning("mail to person %s: %s", user, problems[letter.to])
            if self.failures[user] < MOST_FAILURES:
                with self.server.writing() as db:
                    give_back(db, due[user][1])


def due_people(db: Session, now: float) -> Sequence[int]:
    """Those with something unread that has waited, and no letter lately; their settings are locked."""
    waiting = (
        select(Notification.user_id)
        .join(MailSetting, MailSetting.user_id == Notification.user_id)
        .join(User, User.id == Notification.user_id)
        .where(
            MailSetting.active,
            User.active,
            Notification.read_at.is_(None),
            Notification.mailed_at.is_(None),
            Notification.at >= MailSetting.since,
            Notification.at >= now - TOO_OLD_SECONDS,
        )
        .group_by(Notification.user_id)
        .having(func.min(Notification.at) <= now - COLLECT_SECONDS)
    )
    lately = select(Notification.user_id).where(Notification.mailed_at > now - APART_SECONDS)
    query = select(MailSetting.user_id).where(MailSetting.user_id.in_(waiting), MailSetting.user_id.not_in(lately))
    return db.scalars(query.order_by(MailSetting.user_id).with_for_update(skip_locked=True)).all()


def letter_for(db: Session, user: int, now: float, site: str) -> tuple[Letter, list[int]]:
    """A person's letter, and the rows it tells of, which are marked as mailed."""
    setting, person = db.get_one(MailSetting, user), db.get_one(User, user)
    rows = db.scalars(
        select(Notification)
        .where(
            told_to(user),
            Notification.read_at.is_(None),
            Notification.mailed_at.is_(None),
            Notification.at >= setting.since,
        )
        .order_by(Notification.id.desc())
    ).all()
    for row in rows:
        row.mailed_at = now
    lang = "en" if person.lang == "en" else "zh"
    lines = [f"- {getattr(view.text, lang)}\n  {site}{view.place}" for view in grouped(rows)]
    text = "\n".join([*lines, "", "-- ", getattr(ENDING, lang), f"{site}/account"])
    subject = getattr(SUBJECT, lang).format(n=len(rows))
    return Letter(setting.address, subject, text + "\n"), [row.id for row in rows]


def give_back(db: Session, rows: Sequence[int]) -> None:
    """They were not sent after all."""
    db.execute(update(Notification).where(Notification.id.in_(rows)).values(mailed_at=None))
