"""Drawing by number, so that the same campaign draws the same again and no share comes out too small.

Every 1/rate neighbours make a stratum and one of each is drawn: of the first 40 at 15 % six, never five; which one
nobody can tell without the seed.
"""

import hashlib
from math import ceil, floor


def chance(*parts: object) -> float:
    """A number in [0, 1) that depends on nothing but ``parts``."""
    digest = hashlib.blake2b(repr(parts).encode(), digest_size=7).digest()
    return int.from_bytes(digest, "big") / 2**56


def place(*parts: object) -> int:
    """A position in a shuffled order."""
    return int(chance(*parts) * 2**52)


def drawn(number: int, rate: float, *, seed: int, who: int, what: str) -> bool:
    """Whether the ``number``-th thing (from 0) of a person is drawn."""
    if rate <= 0 or number < 0:
        return False
    if rate >= 1:
        return True
    stratum = _stratum(number, rate)
    first, after = _start(stratum, rate), _start(stratum + 1, rate)
    return number == first + floor(chance(seed, what, who, stratum) * (after - first))


def _start(stratum: int, rate: float) -> int:
    return floor(stratum / rate + 1e-9)


def _stratum(number: int, rate: float) -> int:
    guess = max(0, ceil(number * rate) - 1)
    while _start(guess + 1, rate) <= number:
        guess += 1
    return guess
