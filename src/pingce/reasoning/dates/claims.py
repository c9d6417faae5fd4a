"""What a sentence claims about moments: a sum of them equals, exceeds or falls short of a number."""

from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from .timeline import Timeline


class DateComparison(Enum):
    """How a sum of moments compares to a number; `APART` leaves open which comes first."""

    EQUAL = "="
    LESS = "<"
    MORE = ">"
    AT_LEAST = ">="
    AT_MOST = "<="
    APART = "|=|"


@dataclass(frozen=True)
class DateClaim:
    """``terms`` compared to ``value``, in years, or in days of a week that comes round again."""

    terms: tuple[tuple[str, int], ...]
    comparison: DateComparison
    value: int

    @property
    def total(self) -> dict[str, int]:
        """The terms with those of one moment added up."""
        sums: dict[str, int] = {}
        for moment, factor in self.terms:
            sums[moment] = sums.get(moment, 0) + factor
        return sums

    def true_of(self, total: Fraction | int) -> bool:
        """Whether the comparison holds when the terms add up to ``total``."""
        return {
            DateComparison.EQUAL: total == self.value,
            DateComparison.LESS: total < self.value,
            DateComparison.MORE: total > self.value,
            DateComparison.AT_LEAST: total >= self.value,
            DateComparison.AT_MOST: total <= self.value,
            DateComparison.APART: abs(total) == self.value,
        }[self.comparison]


def after(later: str, earlier: str, by: int) -> DateClaim:
    """One moment lies so many units after another."""
    return DateClaim(((later, 1), (earlier, -1)), DateComparison.EQUAL, by)


def claim_holds(claim: DateClaim, timeline: Timeline, *, week: bool) -> bool | None:
    """Whether a claim follows from a timeline; None when the timeline does not fix what it speaks of."""
    if week:
        return _holds_in_week(claim, timeline)
    value = timeline.value(claim.total)
    return None if value is None else claim.true_of(value)


def _holds_in_week(claim: DateClaim, timeline: Timeline) -> bool | None:
    """Days come round after seven: three days before is four days after. A gap is counted from Monday to Sunday."""
    value = timeline.value(claim.total)
    if claim.comparison is DateComparison.EQUAL:
        return None if value is None else (value - claim.value) % 7 == 0
    days = [timeline.value({moment: 1}) for moment, _ in claim.terms]
    if claim.comparison is not DateComparison.APART or len(days) != 2:
        return None
    first, second = days
    return None if first is None or second is None else abs(first % 7 - second % 7) == claim.value
