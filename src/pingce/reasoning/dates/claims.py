"""What a sentence claims about moments: a sum of them equals, exceeds or falls short of a number."""

from dataclasses import dataclass
from enum import Enum

from .timeline import Timeline


class Comparison(Enum):
    """How a sum of moments compares to a number; `APART` leaves open which comes first."""

    EQUAL = "="
    LESS = "<"
    MORE = ">"
    AT_LEAST = ">="
    AT_MOST = "<="
    APART = "|=|"


@dataclass(frozen=True)
class Claim:
    """``terms`` compared to ``value``, in years, or in days of a week that comes round again."""

    terms: tuple[tuple[str, int], ...]
    comparison: Comparison
    value: int

    @property
    def total(self) -> dict[str, int]:
        """The terms with those of one moment added up."""
        sums: dict[str, int] = {}
        for moment, factor in self.terms:
            sums[moment] = sums.get(moment, 0) + factor
        return sums


def after(later: str, earlier: str, by: int) -> Claim:
    """One moment lies so many units after another."""
    return Claim(((later, 1), (earlier, -1)), Comparison.EQUAL, by)


def claim_holds(claim: Claim, timeline: Timeline, *, week: bool) -> bool | None:
    """Whether a claim follows from a timeline; None when the timeline does not fix what it speaks of."""
    if week:
        return _holds_in_week(claim, timeline)
    value = timeline.value(claim.total)
    if value is None:
        return None
    return {
        Comparison.EQUAL: value == claim.value,
        Comparison.LESS: value < claim.value,
        Comparison.MORE: value > claim.value,
        Comparison.AT_LEAST: value >= claim.value,
        Comparison.AT_MOST: value <= claim.value,
        Comparison.APART: abs(value) == claim.value,
    }[claim.comparison]


def _holds_in_week(claim: Claim, timeline: Timeline) -> bool | None:
    """Days come round after seven: three days before is four days after. A gap is counted from Monday to Sunday."""
    value = timeline.value(claim.total)
    if claim.comparison is Comparison.EQUAL:
        return None if value is None else (value - claim.value) % 7 == 0
    days = [timeline.value({moment: 1}) for moment, _ in claim.terms]
    if claim.comparison is not Comparison.APART or len(days) != 2:
        return None
    first, second = days
    return None if first is None or second is None else abs(first % 7 - second % 7) == claim.value
