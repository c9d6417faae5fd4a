"""What a replacement would make, seen on a few originals: the same work and the same choice."""

from collections.abc import Sequence
from typing import NamedTuple

import orjson

from .lines import candidate_of
from .select import SelectionLimits, selected
from .sentence import Original, Replaced, decode
from .work import ReplaceWork


class ReplacePreview(NamedTuple):
    """What a replacement made of a few originals."""

    originals: int
    without: int
    """Originals nothing could be replaced in."""
    made: int
    chosen: Sequence[Replaced]


def preview_replacement(originals: Sequence[Original], work: ReplaceWork, limits: SelectionLimits) -> ReplacePreview:
    """The limits of a whole corpus hold for these originals alone."""
    made = work.do(work.open(), list(originals))
    candidates = [candidate_of(line) for line in made.lines.splitlines()]
    chosen = [decode(candidate.line) for candidate in selected(lambda: candidates, limits, work.settings.seed)]
    tally = orjson.loads(made.tally)
    return ReplacePreview(len(originals), tally.get("without", 0), len(candidates), chosen)
