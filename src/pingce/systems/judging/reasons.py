"""What a reason says: its kind, the expressions it quotes, and where they stand in the text."""

import re
from typing import NamedTuple

QUOTED = re.compile("“([^”]*)”")
KINDS = (("不宜搭配", "A"), ("语义冲突", "B"), ("信息冲突", "C"), ("不符合常识", "D"))
"""By the words of the template; the first that occurs."""


class ReasonParts(NamedTuple):
    """A reason taken apart."""

    kind: str
    """Of the template, "" for free words."""
    quotes: tuple[str, ...]
    rest: str
    """What is said in words of one's own, after the colon."""


def take_apart(reason: str) -> ReasonParts:
    kind = next((kind for words, kind in KINDS if words in reason), "")
    return ReasonParts(kind, tuple(QUOTED.findall(reason)), reason.partition("：")[2])


def nearest(text: str, quotes: tuple[str, ...]) -> list[int]:
    """Where each quotation stands, −1 if it does not; of several places those next to the first quotation's first."""
    found: list[int] = []
    for quote in quotes:
        places = [match.start() for match in re.finditer(re.escape(quote), text)] if quote else []
        anchor = found[0] if found and found[0] >= 0 else 0
        found.append(min(places, key=lambda place: abs(place - anchor), default=-1))
    return found
