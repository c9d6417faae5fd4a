"""Texts with marked characters. Positions are code points; those beyond the text are passed over."""

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from pingce.spec.words import Words

COLOURS = 6
"""How many role colours the style sheet has."""


class TextMark(NamedTuple):
    """What some characters are."""

    name: str
    title: Words
    colour: str
    idxes: tuple[int, ...]


class MarkedPiece(NamedTuple):
    """Neighbouring characters with the same marks."""

    text: str
    marks: tuple[TextMark, ...] = ()


def pieces(text: str, marks: Sequence[TextMark]) -> list[MarkedPiece]:
    """The text cut where marks begin or end; a character may have several."""
    at: dict[int, tuple[TextMark, ...]] = {}
    for mark in marks:
        for i in set(mark.idxes):
            at[i] = (*at.get(i, ()), mark)
    runs = groupby(range(len(text)), key=lambda i: at.get(i, ()))
    return [MarkedPiece("".join(text[i] for i in run), marks_here) for marks_here, run in runs]


def role_colour(role: str, roles: Sequence[str]) -> str:
    """The same role has the same colour on both sides; a role the task does not know is grey."""
    return f"r{roles.index(role) % COLOURS}" if role in roles else "rx"


def positions(idxes: Sequence[int]) -> str:
    """Positions as given, neighbours drawn together: 3–5, 8."""
    # Rising neighbours have the same distance to their place in the list.
    runs = [[i for _, i in run] for _, run in groupby(enumerate(idxes), key=lambda pair: pair[1] - pair[0])]
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs)
