"""Drawing by number with the campaign's secret: nobody can foresee what is drawn, and no share comes out too small.

Every 1/rate neighbours make a stratum and one of each is drawn: of the first 40 at 15 % six, never five; which one
nobody can tell without the secret (HMAC-SHA256), which no page and no answer of the server shows.
"""

import secrets
from math import ceil, floor

from pingce.spec.chance import secret_fraction


def new_secret() -> str:
    """256 random bits, as hexadecimal digits."""
    return secrets.token_hex(32)


def shuffled_position(secret: str, *parts: object) -> int:
    """A position in a shuffled order."""
    return int(secret_fraction(secret, *parts) * 2**52)


def is_drawn(number: int, rate: float, *, secret: str, who: int, what: str) -> bool:
    """Whether the ``number``-th thing (from 0) of a person is drawn.

    Of every 1 / ``rate`` things in a row one is drawn, at a place that follows from the ``secret``, the person
    (``who``) and the purpose (``what``): always the same, and nobody can guess it.
    """
    if rate <= 0 or number < 0:
        return False
    if rate >= 1:
        return True
    stratum = _stratum(number, rate)
    first, after = _start(stratum, rate), _start(stratum + 1, rate)
    return number == first + floor(secret_fraction(secret, what, who, stratum) * (after - first))


def _start(stratum: int, rate: float) -> int:
    return floor(stratum / rate + 1e-9)


def _stratum(number: int, rate: float) -> int:
    guess = max(0, ceil(number * rate) - 1)
    while _start(guess + 1, rate) <= number:
        guess += 1
    return guess
