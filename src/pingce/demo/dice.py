"""Chance in the demo: its story comes out the same everywhere."""

import hashlib

SECRET = "demo"  # noqa: S105 (nothing in a demo is secret)
"""Of every campaign in it."""


def chance(*parts: object) -> float:
    """A number in [0, 1) that depends on nothing but ``parts``."""
    digest = hashlib.blake2b(repr(parts).encode(), digest_size=7).digest()
    return int.from_bytes(digest, "big") / 2**56
