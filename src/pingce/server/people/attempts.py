"""The limit on failed sign-ins, counted in the database so that several server processes count together.

An attempt is written before the password is looked at and taken back when it fits: of many attempts at the same
moment no more than the limit get as far as the password.
"""

from dataclasses import dataclass

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from pingce.store.tables.people import LoginAttempt

from ..errors import TooManyError
from .accounts import plain_name
from .secrets import signature


@dataclass(frozen=True)
class Limit:
    """At most `most` failures within `seconds`."""

    most: int
    seconds: float


LIMITS = {
    "name-and-address": Limit(5, 300),
    "name": Limit(50, 900),
    "address": Limit(50, 900),
}
"""The first stops guessing; the second guessing from many addresses without letting strangers lock somebody out
at once; the third trying many names from one address (a classroom shares one)."""


def attempt_keys(secret: bytes, name: str, address: str) -> dict[str, str]:
    """Names are kept as signatures: what people type into the name field by mistake may be their password."""
    name = plain_name(name)
    return {
        "name-and-address": signature(secret, "attempt", "both", name, address),
        "name": signature(secret, "attempt", "name", name),
        "address": signature(secret, "attempt", "address", address),
    }


def note_attempt(db: Session, keys: dict[str, str], *, now: float) -> None:
    oldest = now - max(limit.seconds for limit in LIMITS.values())
    db.execute(delete(LoginAttempt).where(LoginAttempt.at < oldest))
    db.add_all(LoginAttempt(key=key, at=now) for key in keys.values())


def check_attempts(db: Session, keys: dict[str, str], *, now: float) -> None:
    """Counts what `note_attempt` has written, this attempt included."""
    for kind, limit in LIMITS.items():
        recent = (LoginAttempt.key == keys[kind], LoginAttempt.at > now - limit.seconds)
        count, first = db.execute(select(func.count(), func.min(LoginAttempt.at)).where(*recent)).one()
        if count > limit.most:
            raise TooManyError(first + limit.seconds - now)


def take_back(db: Session, keys: dict[str, str], *, now: float) -> None:
    """An attempt that got no answer about the password does not count: the wait that was told would be too short."""
    db.execute(delete(LoginAttempt).where(LoginAttempt.key.in_(keys.values()), LoginAttempt.at == now))


def forgive(db: Session, keys: dict[str, str], *, now: float) -> None:
    """The password fitted: this person's own failures are forgotten, and this attempt everywhere."""
    db.execute(delete(LoginAttempt).where(LoginAttempt.key == keys["name-and-address"]))
    take_back(db, keys, now=now)
