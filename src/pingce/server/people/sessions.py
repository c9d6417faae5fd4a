"""Signing in and out, and who is behind a request.

A request costs one indexed query, and none while the answer is remembered: what was looked up less than a few
seconds ago is taken as still true. Signing out or losing a role in one server process is therefore seen by the
others within `REMEMBERED` seconds.
"""

import threading
import time
from dataclasses import dataclass

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from pingce.store.people import Actor
from pingce.store.tables.people import ApiToken, LoginSession, User

from ..policies import Scope
from .accounts import actor_of, find_user
from .secrets import key_hash, new_key, password_fits, signature

SESSION_DAYS = 14
REMEMBERED = 3.0
MOST_REMEMBERED = 20_000
TOKEN_START = "pct_"  # noqa: S105 (not a secret: how one is recognised, also by secret scanners)
USED_EVERY = 3600.0
"""Seconds between two notes of a token's last use; one note per request would make every read a write."""


@dataclass(frozen=True, slots=True)
class SignedIn:
    """A person and how they came in."""

    actor: Actor
    title: str
    lang: str
    session: str | None
    """Hash of the session key; None for tokens."""
    scopes: frozenset[Scope] | None
    """None for sessions: everything their roles allow."""
    expires_at: float


class SessionMemory:
    """What was looked up lately; one per server process."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[float, SignedIn]] = {}
        self._lock = threading.Lock()

    def recall(self, hashed: str) -> SignedIn | None:
        """Who a session belongs to, if that was looked up a moment ago."""
        entry = self._known.get(hashed)
        return entry[1] if entry is not None and entry[0] > time.monotonic() else None

    def keep(self, hashed: str, who: SignedIn) -> None:
        """Remember for a moment who a session belongs to."""
        with self._lock:
            if len(self._known) >= MOST_REMEMBERED:
                self._known.clear()
            self._known[hashed] = (time.monotonic() + REMEMBERED, who)

    def forget(self) -> None:
        """After any change of people: rare, so everything is forgotten."""
        with self._lock:
            self._known.clear()


def start_session(db: Session, user: User, *, now: float) -> str:
    """The key for the cookie; old sessions are swept out on the way."""
    key = new_key()
    db.execute(delete(LoginSession).where(LoginSession.expires_at < now))
    expires = now + SESSION_DAYS * 86_400
    db.add(LoginSession(user_id=user.id, token_hash=key_hash(key), created_at=now, expires_at=expires))
    db.flush()
    return key


def check_password(db: Session, name: str, password: str) -> User | None:
    """The person, if name and password fit and they are active; takes as long when there is no such person."""
    user = find_user(db, name)
    fits = password_fits(user.password if user else "", password)
    return user if user is not None and fits and user.active else None


def end_session(db: Session, hashed: str) -> None:
    """Sign out."""
    db.execute(delete(LoginSession).where(LoginSession.token_hash == hashed))


def end_other_sessions(db: Session, user_id: int, keep: str | None) -> None:
    """Sign out everywhere but here, after a password was changed."""
    db.execute(delete(LoginSession).where(LoginSession.user_id == user_id, LoginSession.token_hash != (keep or "")))


def look_up_session(db: Session, hashed: str, *, now: float) -> SignedIn | None:
    """Who a cookie belongs to, while the session lasts and the person is active."""
    # One that lasts longer than any was begun before the clock was set back.
    lasting = LoginSession.expires_at.between(now, now + (SESSION_DAYS + 1) * 86_400)
    query = (
        select(LoginSession, User)
        .join(User, User.id == LoginSession.user_id)
        .where(LoginSession.token_hash == hashed, lasting, User.active.is_(True))
    )
    row = db.execute(query).first()
    if row is None:
        return None
    session, user = row
    return SignedIn(actor_of(user), user.title, user.lang, hashed, None, session.expires_at)


def look_up_token(db: Session, hashed: str, *, now: float) -> tuple[SignedIn | None, bool]:
    """And whether its last use is worth a note."""
    query = (
        select(ApiToken, User)
        .join(User, User.id == ApiToken.user_id)
        .where(ApiToken.token_hash == hashed, User.active.is_(True))
    )
    row = db.execute(query).first()
    if row is None or (row[0].expires_at is not None and row[0].expires_at <= now):
        return None, False
    token, user = row
    scopes = frozenset(Scope(scope) for scope in token.scopes.split())
    who = SignedIn(actor_of(user), user.title, user.lang, None, scopes, token.expires_at or float("inf"))
    return who, token.last_used_at is None or token.last_used_at < now - USED_EVERY


def note_use(db: Session, hashed: str, *, now: float) -> None:
    """Keep when a token was last used."""
    db.execute(update(ApiToken).where(ApiToken.token_hash == hashed).values(last_used_at=now))


def csrf_token(secret: bytes, session: str) -> str:
    """Bound to the session, so it needs no place in the database and another session's does not fit."""
    return signature(secret, "csrf", session)
