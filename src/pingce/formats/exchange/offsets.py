"""Positions of other tools. Ours are code points; browsers count UTF-16 units, two for 𠮷 and most emoji.

Measured on exports made in a browser: Label Studio 1.23 writes code points (older versions wrote UTF-16 units, as its
users reported), doccano 1.8 writes UTF-16 units.
"""

from itertools import accumulate
from typing import Literal

Unit = Literal["code-points", "utf-16"]


def to_points(text: str, start: int, end: int, unit: Unit) -> tuple[int, int] | None:
    """Code points of a stretch; None where it leaves the text, is empty, or cuts a character in two."""
    if unit == "utf-16" and not text.isascii():
        places = {units: point for point, units in enumerate(_units(text))}
        if start not in places or end not in places:
            return None
        start, end = places[start], places[end]
    return (start, end) if 0 <= start < end <= len(text) else None


def from_points(text: str, start: int, end: int, unit: Unit) -> tuple[int, int]:
    """A stretch of a text counted in code points → the same in the units of another tool."""
    if unit == "code-points":
        return start, end
    units = _units(text)
    return units[start], units[end]


def _units(text: str) -> list[int]:
    """How many UTF-16 units stand before each character, and before the end."""
    return [0, *accumulate(1 + (ord(character) > 0xFFFF) for character in text)]
