"""Browsers in which somebody has signed in before (device cookies, as OWASP describes them).

Attempts from such a browser are counted on their own, so that strangers who try somebody's name, from however many
addresses, do not keep that person out. The cookie lets nobody in: it only says which count an attempt belongs to.
"""

import secrets

from .accounts import plain_name
from .secrets import same_key, signature

COOKIE = "pingce_devices"
DAYS = 180
MOST = 8
"""People who share a browser; the one who signed in longest ago is forgotten first."""
NONCE = 16
MARK = 32


def known_device(secret: bytes, cookie: str, name: str) -> str | None:
    """What the cookie of a browser says about this name, if we said it."""
    for mark in cookie.split("."):
        if same_key(mark[NONCE:], _mark(secret, name, mark[:NONCE])):
            return mark
    return None


def with_device(secret: bytes, cookie: str, name: str) -> str:
    """The cookie of a browser in which the person of this name has just signed in."""
    mine = known_device(secret, cookie, name)
    if mine is None:
        nonce = secrets.token_hex(NONCE // 2)
        mine = nonce + _mark(secret, name, nonce)
    others = [mark for mark in cookie.split(".") if len(mark) == NONCE + MARK and mark != mine]
    return ".".join([mine, *others][:MOST])


def _mark(secret: bytes, name: str, nonce: str) -> str:
    return signature(secret, "device", plain_name(name), nonce)[:MARK]
