"""Numbers by chance that seed and names alone decide: the same on every machine, whatever else is drawn.

Published splits, samples and drawings rest on these digests; none of them may ever change.
"""

import hashlib
import hmac

FRACTION_BYTES = 7
"""As many bits as a float holds, and three more."""


def seeded_key(seed: int, *names: str) -> bytes:
    """What to sort by for a seeded order in which nothing moves when something else is added or taken away."""
    return hashlib.sha256("\0".join((str(seed), *names)).encode()).digest()


def seeded_number(seed: int, *names: str) -> int:
    """A place in such an order, as a number of 64 bits."""
    return int.from_bytes(seeded_key(seed, *names)[:8])


def short_seeded_number(seed: int, *names: str) -> int:
    """The same in 56 bits and by a quicker digest, for sentences that come in millions."""
    return int.from_bytes(hashlib.blake2b("\0".join((str(seed), *names)).encode(), digest_size=FRACTION_BYTES).digest())


def fraction(*names: object) -> float:
    """A number in [0, 1) that depends on nothing but ``names``; anyone can work it out again."""
    return _fraction(hashlib.blake2b(repr(names).encode(), digest_size=FRACTION_BYTES).digest())


def secret_fraction(secret: str, *names: object) -> float:
    """A number in [0, 1) that nobody can foresee without the secret (HMAC-SHA256)."""
    return _fraction(hmac.digest(secret.encode(), repr(names).encode(), "sha256"))


def _fraction(digest: bytes) -> float:
    return int.from_bytes(digest[:FRACTION_BYTES], "big") / (1 << 8 * FRACTION_BYTES)
