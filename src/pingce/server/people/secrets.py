"""Random keys and what is kept of them.

Keys are 256 random bits, so one SHA-256 is enough to keep them unreadable in the database; passwords are not random
and get argon2. A check with argon2 takes 64 MiB and all cores for a while, so only two run at a time, however many
people sign in at once, and less urgently than everything else the server does.
"""

import hashlib
import hmac
import os
import secrets
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from pingce.spec.words import Words
from pingce.store.errors import Refused

if TYPE_CHECKING:
    from argon2 import PasswordHasher

SECRET_VARIABLE = "PINGCE_SECRET"  # noqa: S105 (the name of a variable)
SECRET_FILE = "secret.key"  # noqa: S105 (the name of a file)
SHORTEST_PASSWORD, LONGEST_PASSWORD = 8, 200
HASHING_NICENESS = 10
"""By how much less urgent hashes are than pages."""

T = TypeVar("T")


def _give_way() -> None:
    """On Linux threads of one process can differ in urgency, and those that argon2 starts take after this one."""
    if sys.platform == "linux":
        thread = threading.get_native_id()
        os.setpriority(os.PRIO_PROCESS, thread, os.getpriority(os.PRIO_PROCESS, thread) + HASHING_NICENESS)


_hashing = ThreadPoolExecutor(2, thread_name_prefix="pingce-hash", initializer=_give_way)


def _in_turn(work: Callable[[], T]) -> T:
    """At most two at a time, while those who only look at pages need not wait for a core."""
    return _hashing.submit(work).result()


def new_key() -> str:
    """A random key for a session, a token or an invite."""
    return secrets.token_urlsafe(32)


def key_hash(key: str) -> str:
    """What is stored of a key: whoever reads the database cannot use it."""
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()


def signature(secret: bytes, *parts: str) -> str:
    """Ties a value to this installation: CSRF tokens, names of rate limits."""
    return hmac.new(secret, "\x1f".join(parts).encode("utf-8", "surrogatepass"), hashlib.sha256).hexdigest()


def same_key(first: str, other: str) -> bool:
    """Compare two keys in a time that does not tell where they differ."""
    return hmac.compare_digest(first.encode("utf-8", "surrogatepass"), other.encode("utf-8", "surrogatepass"))


def installation_secret(folder: Path) -> bytes:
    """From the environment (several machines), else from a file that only its owner can read, made at first use."""
    if given := os.environ.get(SECRET_VARIABLE):
        return hashlib.sha256(given.encode()).digest()
    path = folder / SECRET_FILE
    folder.mkdir(parents=True, exist_ok=True)
    fresh = folder / f".{SECRET_FILE}.{os.getpid()}"
    if not path.exists():
        # A link appears whole or not at all; of two processes that start together the second keeps the first's.
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(secrets.token_bytes(32))
        try:
            os.link(fresh, path)
        except FileExistsError:
            pass
        finally:
            fresh.unlink()
    return path.read_bytes()


@dataclass(frozen=True)
class Password:
    """A hash to keep and, when the password was made here, the password to show once.

    Made before a transaction begins: hashing takes long on purpose, and others wait for the transaction.
    """

    hashed: str
    shown: str | None = None


@cache
def _hasher() -> "PasswordHasher":
    from argon2 import PasswordHasher

    return PasswordHasher()


@cache
def _quick_hasher() -> "PasswordHasher":
    from argon2 import PasswordHasher

    return PasswordHasher(time_cost=1, memory_cost=8192, parallelism=1)


@cache
def _nobody() -> str:
    return _hasher().hash(new_key())


def hash_password(password: str) -> Password:
    """A password as it is stored; one that is too short is refused."""
    if len(password) < SHORTEST_PASSWORD:
        least = SHORTEST_PASSWORD
        raise Refused(
            Words(f"密码至少 {least} 个字符。", f"A password has at least {least} characters."), code="short-password"
        )
    if len(password) > LONGEST_PASSWORD:  # signing in takes no more
        most = LONGEST_PASSWORD
        raise Refused(
            Words(f"密码最多 {most} 个字符。", f"A password has at most {most} characters."), code="long-password"
        )
    return Password(_in_turn(lambda: _hasher().hash(password)))


def make_password() -> Password:
    """For people who will type it: 70 random bits without letters that look alike, so a quick hash is enough."""
    shown = "".join(secrets.choice("abcdefghijkmnpqrstuvwxyz23456789") for _ in range(14))
    return Password(_quick_hasher().hash(shown), shown)


def password_fits(stored: str, password: str) -> bool:
    """Fails no sooner for one name than for another, existing or not (`stored` empty): none can be found by timing."""
    return _in_turn(partial(_fits, stored, password))


def _fits(stored: str, password: str) -> bool:
    fits = bool(stored) and _verifies(stored, password)
    if not fits and not _is_slow(stored):
        _verifies(_nobody(), password)
    return fits


def _is_slow(stored: str) -> bool:
    from argon2.exceptions import InvalidHashError

    try:
        return not _hasher().check_needs_rehash(stored)
    except InvalidHashError:
        return False


def _verifies(stored: str, password: str) -> bool:
    from argon2.exceptions import InvalidHashError, VerificationError

    try:
        return _hasher().verify(stored, password)
    except (VerificationError, InvalidHashError):
        return False
