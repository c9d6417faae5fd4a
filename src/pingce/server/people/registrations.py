"""The limit on registrations from one address, so that nobody fills the list with made-up teams."""

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from pingce.spec.words import Words
from pingce.store.errors import StoreError
from pingce.store.tables.people import LoginAttempt

from .secrets import signature

MOST = 3
SECONDS = 900.0
"""As long as attempts are kept at all."""


class TooManyRegistrationsError(StoreError):
    status = 429

    def __init__(self) -> None:
        super().__init__(
            Words("此地址的报名过多，请稍后再试。", "Too many registrations from this address; try again later."),
            code="too-many-registrations",
        )


def check_registrations(db: Session, secret: bytes, address: str, *, now: float) -> None:
    """Count this one; a registration that fails for another reason is rolled back and not counted."""
    key = signature(secret, "registration", address)
    recent = (LoginAttempt.key == key, LoginAttempt.at > now - SECONDS)
    if (db.scalar(select(func.count()).where(*recent)) or 0) >= MOST:
        raise TooManyRegistrationsError
    db.add(LoginAttempt(key=key, at=now))
