"""Which submission of a team stands on the board."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from .phases import Counts


class Candidate(NamedTuple):
    """An entry of a team for one subtask, and what it scored."""

    entry: int
    """Later ones have higher numbers, whatever the clock said meanwhile."""
    value: float | None
    """None: not scored yet, or to be rated by people."""
    system: str = ""


def counting(candidates: Sequence[Candidate], rule: Counts, dev_best: Mapping[str, float] | None = None) -> int | None:
    """The entry that counts.

    ``last``: the last one. ``best-on-dev``: on the dev board the one with the best score, of equals the later. On the
    test board ``dev_best`` is given (best dev score by system name): the submission of the system that was best on
    dev, chosen before anybody looked at test scores; one whose system was never on dev comes after all others.
    """
    if not candidates:
        return None
    if rule == "last":
        return max(candidates, key=lambda one: one.entry).entry
    return max(candidates, key=lambda one: (_worth(one, dev_best), one.entry)).entry


def _worth(one: Candidate, dev_best: Mapping[str, float] | None) -> float:
    found = one.value if dev_best is None else dev_best.get(one.system)
    return float("-inf") if found is None else found


def best_by_system(candidates: Iterable[Candidate]) -> dict[str, float]:
    best: dict[str, float] = {}
    for one in candidates:
        if one.value is not None:
            best[one.system] = max(best.get(one.system, one.value), one.value)
    return best
