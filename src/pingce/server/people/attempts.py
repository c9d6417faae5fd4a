"""Limits on attempts to come in, counted in the database so that several server processes count together.

An attempt is written before the password is looked at and taken back when it fits: of many attempts at the same
moment no more than the limit get as far as the password.
"""

import ipaddress
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from sqlalchemy import ColumnElement, delete, func, select
from sqlalchemy.orm import Session

from pingce.store.tables.people import LoginAttempt

from ..http.errors import TooManyError, TooManyNamesError, TooManyRegistrationsError, TooManySignInsError
from .accounts import plain_name
from .secrets import signature


@dataclass(frozen=True)
class Limit:
    """At most `most` within `seconds`."""

    most: int
    seconds: float
    refusal: Callable[[float], TooManyError] = TooManySignInsError


LIMITS = {
    "known": Limit(5, 300),
    "name-and-address": Limit(5, 300),
    "name": Limit(50, 900),
    "address": Limit(50, 900),
    "sign-up": Limit(20, 900, TooManyRegistrationsError),
    "registered": Limit(3, 900, TooManyRegistrationsError),
    "join": Limit(20, 900, TooManyNamesError),
}
"""The first is for browsers in which the person has signed in before, and for people who are signed in: nobody else's
attempts count there. For all others the second stops guessing, the third guessing from many addresses, the fourth
trying many names from one address (a classroom shares one). Attempts to sign up count whatever becomes of them: whether
a name is taken must not be asked without end. Those that succeed count once more, so that nobody fills the list with
made-up teams. Of those who take up an invite, a whole class at once, only failures count."""

REMEMBERED = 3.0
MOST_REMEMBERED = 20_000


def attempt_keys(secret: bytes, name: str, address: str, device: str | None = None) -> dict[str, str]:
    """Names are kept as signatures: what people type into the name field by mistake may be their password.

    `device`: what a browser brings that knows the person of this name.
    """
    if device is not None:
        return {"known": signature(secret, "attempt", "device", device)}
    name, origin = plain_name(name), origin_of(address)
    return {
        "name-and-address": signature(secret, "attempt", "both", name, origin),
        "name": signature(secret, "attempt", "name", name),
        **address_key("address", secret, address),
    }


def own_key(secret: bytes, user_id: int) -> dict[str, str]:
    """For somebody who is signed in and says the password once more."""
    return {"known": signature(secret, "attempt", "own", str(user_id))}


def address_key(kind: str, secret: bytes, address: str) -> dict[str, str]:
    """For limits that know nothing but where somebody comes from."""
    return {kind: signature(secret, "attempt", kind, origin_of(address))}


def origin_of(address: str) -> str:
    """Whom an address stands for: of IPv6 a whole network, for that is what one subscriber is given."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv6Address):
        if parsed.ipv4_mapped is not None:
            return str(parsed.ipv4_mapped)
        return str(ipaddress.ip_network((int(parsed), 64), strict=False))
    return str(parsed)


def note_attempt(db: Session, keys: Mapping[str, str], *, now: float) -> None:
    """One more attempt under each of the keys; old ones are forgotten."""
    db.execute(delete(LoginAttempt).where(~_near(now, max(limit.seconds for limit in LIMITS.values()))))
    db.add_all(LoginAttempt(key=key, at=now) for key in keys.values())


def check_attempts(db: Session, keys: Mapping[str, str], *, now: float, noted: bool) -> None:
    """`noted`: this attempt is among those that are counted."""
    for kind, key in keys.items():
        limit = LIMITS[kind]
        recent = (LoginAttempt.key == key, _near(now, limit.seconds))
        count, first = db.execute(select(func.count(), func.min(LoginAttempt.at)).where(*recent)).one()
        if count + (not noted) > limit.most:
            raise _refusal(kind, key, first + limit.seconds - now)


def _near(now: float, seconds: float) -> ColumnElement[bool]:
    """Lately; what lies far ahead was noted before the clock was set back and must not shut anybody out until then."""
    return LoginAttempt.at.between(now - seconds, now + seconds)


def _refusal(kind: str, key: str, wait: float) -> TooManyError:
    refusal = LIMITS[kind].refusal(wait)
    refusal.key = key
    return refusal


def take_back(db: Session, keys: Mapping[str, str], *, now: float) -> None:
    """An attempt that got no answer about the password does not count: the wait that was told would be too short."""
    db.execute(delete(LoginAttempt).where(LoginAttempt.key.in_(keys.values()), LoginAttempt.at == now))


def forgive(db: Session, keys: Mapping[str, str], *, now: float) -> None:
    """The password fitted: this person's own failures are forgotten, and this attempt everywhere."""
    own = keys.get("known") or keys["name-and-address"]
    db.execute(delete(LoginAttempt).where(LoginAttempt.key == own))
    take_back(db, keys, now=now)


class Refusals:
    """Who was over a limit a moment ago and therefore still is; one per server process.

    Somebody who does not stop asking is turned away without a thread and without the database.
    """

    def __init__(self) -> None:
        self._since: dict[str, tuple[float, float]] = {}
        self._lock = threading.Lock()

    def check(self, keys: Mapping[str, str]) -> None:
        """Refuse at once what was refused a moment ago, without asking the database."""
        now = time.monotonic()
        for kind, key in keys.items():
            since, wait = self._since.get(key, (now, 0.0))
            if now < since + min(REMEMBERED, wait):
                raise _refusal(kind, key, since + wait - now)

    @contextmanager
    def noting(self) -> Iterator[None]:
        """A refusal inside is remembered."""
        try:
            yield
        except TooManyError as refusal:
            with self._lock:
                if len(self._since) >= MOST_REMEMBERED:
                    self._since.clear()
                self._since[refusal.key] = (time.monotonic(), refusal.wait)
            raise

    def forget(self) -> None:
        """Everything, as after a restart."""
        with self._lock:
            self._since.clear()
