"""Linear equations between moments: what follows from them, exactly.

Every condition of these items is an equation such as «a is three years after b» or «this took two years longer than
that». Elimination over fractions says of any difference whether the equations fix it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

Terms = Mapping[str, int]
"""A sum of moments with whole coefficients: ``{"b": 1, "a": -1}`` is the time from a to b."""


class Timeline:
    """Equations reduced as they are added; what contradicts the others is counted in ``gaps``."""

    def __init__(self) -> None:
        self.gaps: list[Fraction] = []
        """By how much each contradicting equation misses what the others say."""
        self._rows: dict[str, tuple[dict[str, Fraction], Fraction]] = {}
        self.moments: set[str] = set()

    def consistent(self, *, week: bool = False) -> bool:
        """Whether all equations hold together, in a week up to seven days."""
        return all(gap % 7 == 0 if week else gap == 0 for gap in self.gaps)

    def copy(self) -> "Timeline":
        """A timeline with the same equations, to which others can be added."""
        twin = Timeline()
        twin.gaps = list(self.gaps)
        twin.moments = set(self.moments)
        twin._rows = {moment: (dict(others), at) for moment, (others, at) in self._rows.items()}
        return twin

    def add(self, terms: Terms, value: int) -> None:
        """State that a sum of moments has a value."""
        self.moments.update(terms)
        left, constant = self._reduced(terms)
        rest = Fraction(value) - constant
        if not left:
            self.gaps += [rest] if rest else []
            return
        pivot = min(left)
        scale = left.pop(pivot)
        row = {moment: -factor / scale for moment, factor in left.items()}
        fixed = rest / scale
        for known, (others, at) in list(self._rows.items()):
            if pivot in others:
                factor = others.pop(pivot)
                for moment, by in row.items():
                    others[moment] = others.get(moment, Fraction(0)) + factor * by
                self._rows[known] = ({m: f for m, f in others.items() if f}, at + factor * fixed)
        self._rows[pivot] = (row, fixed)

    def value(self, terms: Terms) -> Fraction | None:
        """The value of a sum of moments where the equations fix it."""
        left, constant = self._reduced(terms)
        return None if left else constant

    def free(self, moments: Iterable[str]) -> list[str]:
        """The moments on which the values of these depend and which nothing fixes."""
        return sorted({free for moment in moments for free in self._reduced({moment: 1})[0]})

    def solutions(
        self, moments: Sequence[str], years: range, admits: Callable[[Mapping[str, int]], bool]
    ) -> Iterator[dict[str, int]]:
        """Every way to give these moments whole years among ``years`` that the equations and ``admits`` allow.

        Free moments are fixed one after the other; ``admits`` sees what is known so far and must not turn true by
        knowing more.
        """
        reduced = {moment: self._reduced({moment: 1}) for moment in moments}
        steps: list[list[str]] = [[moment for moment, (left, _) in reduced.items() if not left]]
        free = self.free(moments)
        for at in range(len(free)):
            known, before = {*free[: at + 1]}, {*free[:at]}
            steps.append([m for m, (left, _) in reduced.items() if left.keys() <= known and not left.keys() <= before])

        def fill(at: int, chosen: dict[str, int], values: dict[str, int]) -> Iterator[dict[str, int]]:
            more = dict(values)
            for moment in steps[at]:
                left, constant = reduced[moment]
                value = constant + sum((factor * chosen[other] for other, factor in left.items()), Fraction(0))
                if value.denominator != 1 or value not in years:
                    return
                more[moment] = int(value)
            if not admits(more):
                return
            if at == len(free):
                yield more
                return
            for year in years:
                yield from fill(at + 1, {**chosen, free[at]: year}, more)

        yield from fill(0, {}, {})

    def _reduced(self, terms: Terms) -> tuple[dict[str, Fraction], Fraction]:
        """The sum in moments that are still free, and the part that is fixed."""
        left: dict[str, Fraction] = {}
        constant = Fraction(0)
        for moment, factor in terms.items():
            others, at = self._rows.get(moment, ({moment: Fraction(1)}, Fraction(0)))
            constant += factor * at
            for other, by in others.items():
                left[other] = left.get(other, Fraction(0)) + factor * by
        return {moment: factor for moment, factor in left.items() if factor}, constant
