"""A page made of sections with tables and charts; the same blocks are printed by commands."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pingce.spec.words import Lang, Words, same

from .charts import BarTable, Bin
from .page import render

MOST_COLUMNS = 24
"""Columns of a histogram."""
NEARLY_ALL, FAR = 0.995, 1.5
"""A histogram ends at the number that 99.5 % do not exceed if the largest is half as large again."""


class Table(NamedTuple):
    """Names in the first column, numbers or words in the others."""

    title: Words
    head: Sequence[Words]
    rows: Sequence[Sequence[Words]]
    note: Words | None = None
    words: frozenset[int] = frozenset()
    """Columns that hold words and stand to the left."""
    long: frozenset[int] = frozenset()
    """Columns that hold texts, which need room and may break anywhere."""


class Chart(NamedTuple):
    """A histogram with its table."""

    title: Words
    unit: Words
    counted: Words
    bins: Sequence[Bin]
    note: Words | None = None


Block = Table | BarTable | Chart


class Section(NamedTuple):
    title: Words
    blocks: Sequence[Block]
    note: Words | None = None


class Page(NamedTuple):
    title: Words
    lead: Words
    facts: Sequence[tuple[Words, Words]]
    sections: Sequence[Section]


def sections_page(page: Page, *, lang: Lang = "zh") -> str:
    return render("sections.html", lang=lang, title=page.title, **shown(page))


def shown(page: Page) -> dict[str, object]:
    """What templates show a page from; they know blocks by the names of their types."""
    kinds = [[(type(block).__name__, block) for block in section.blocks] for section in page.sections]
    return {"page": page, "kinds": kinds}


def count(n: int) -> Words:
    return same(f"{n:,}")


def decimal(value: float | None, places: int = 2) -> Words:
    return same("–" if value is None else f"{value:,.{places}f}")


def percent(value: float | None) -> Words:
    return same("–" if value is None else f"{100 * value:.1f} %")


def histogram(counts: Mapping[int, int], *, step: int | None = None) -> list[Bin]:
    """Whole numbers in columns of one width; the last column takes the few that are far larger than the rest."""
    if not counts:
        return []
    low, high = min(counts), max(counts)
    if (high - low) // (step or 1) >= MOST_COLUMNS:
        high = _nearly_all(counts)
    step = step or -(-(high - low + 1) // MOST_COLUMNS)
    first, last = low // step, high // step
    columns = [0] * (last - first + 1)
    for value, n in counts.items():
        columns[min(value // step, last) - first] += n
    names = [f"{(first + i) * step}{'–' * (step > 1)}" for i in range(len(columns))]
    if max(counts) // step > last:
        names[-1] = f"≥{last * step}"
    total, most = sum(columns), max(columns)
    return [Bin(name, n, n / total, n / most) for name, n in zip(names, columns, strict=True)]


def _nearly_all(counts: Mapping[int, int]) -> int:
    """The largest number, or, where that lies far out, the one that few exceed."""
    total, seen = sum(counts.values()), 0
    for value in sorted(counts):
        seen += counts[value]
        if seen >= NEARLY_ALL * total:
            return value if max(counts) > FAR * value else max(counts)
    return max(counts)
