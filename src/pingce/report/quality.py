"""The quality report: one page made of sections, each from one part of the quality stage."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pingce.quality.agreement.numbers import Number
from pingce.spec.words import Lang, Words

from .page import render

HEAT = 8
"""Steps of the heat tint."""


class Section(NamedTuple):
    """One part of the page: its template and what the template shows as ``c``."""

    id: str
    title: Words
    template: str
    content: Mapping[str, object]


class Cell(NamedTuple):
    """A number ready for a table: with its bar, or with the reason why there is none."""

    text: str
    brief: str
    """To three digits, for matrices."""
    interval: str
    why: Words | None
    n: int
    share: float | None
    """Length of the bar, 0 to 1; None draws nothing."""
    whisker: tuple[float, float] | None
    heat: int


def cell(number: Number, *, drawn: bool = True) -> Cell:
    """Numbers below 0 (worse than chance) have no bar; the table says them."""
    if number.value is None:
        return Cell("–", "–", "", number.why, number.n, None, None, 0)
    interval, whisker = "", None
    if number.interval is not None:
        low, high = number.interval
        interval = f"{low:.3f} – {high:.3f}"
        whisker = (_within(low), _within(high))
    share = _within(number.value)
    return Cell(
        text=f"{number.value:.4f}",
        brief=f"{number.value:.3f}",
        interval=interval,
        why=None,
        n=number.n,
        share=share if drawn else None,
        whisker=whisker,
        heat=round(HEAT * share),
    )


def _within(value: float) -> float:
    return min(1.0, max(0.0, value))


def quality_page(
    title: Words, facts: Sequence[tuple[Words, str | Words]], sections: Sequence[Section], *, lang: Lang = "zh"
) -> str:
    """One HTML document; ``facts`` stand at its head."""
    return render("quality.html", lang=lang, title=title, facts=facts, sections=sections)
