"""A page made of sections with tables and charts; the same blocks are printed by commands."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, assert_never

from pingce.spec.words import Lang, Words, same

from .charts import BarTable, Bin
from .items import ShownItem
from .page import render

MOST_COLUMNS = 24
"""Columns of a histogram."""
HEAT = 8
"""Steps of the heat tint."""
MOST_ROWS = 1000
"""Of a group of items behind a number."""
NEARLY_ALL, FAR = 0.995, 1.5
"""A histogram ends at the number that 99.5 % do not exceed if the largest is half as large again."""


class BehindRow(NamedTuple):
    """One item behind a number: its id, its text, and what else is said of it under the heads of its group."""

    item: str
    text: str
    cells: Sequence[Words] = ()


class CountedItems(NamedTuple):
    """The items that one number counts."""

    title: Words
    head: Sequence[Words]
    """Of the cells after item and text."""
    rows: Sequence[BehindRow]
    total: int
    """There may be more than the rows that are kept."""


class Drawn(NamedTuple):
    """The bar at the end of a row, on an axis from 0 to 1; what lies outside is cut off."""

    value: float
    interval: tuple[float, float] | None = None
    main: bool = False
    """In the full colour: the row the others are compared with."""


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
    drawn: Sequence[Drawn | None] = ()
    """For each row its bar, if it has one."""
    tints: Sequence[Sequence[int]] = ()
    """For each row the tints (0 to HEAT) of the cells after the first."""
    strong: frozenset[int] = frozenset()
    """Rows that stand out: a mean, a total."""
    folded: bool = False
    """Opened by a click on the page; commands do not print it."""
    behind: Sequence[Sequence[str]] = ()
    """For each row and each of its cells the group of items that is counted there (``Page.behind``); empty: none."""


class Chart(NamedTuple):
    """A histogram with its table."""

    title: Words
    unit: Words
    counted: Words
    bins: Sequence[Bin]
    note: Words | None = None
    beside: tuple[Words, Sequence[int]] | None = None
    """One more column of its table: a heading, and a number for each bin."""


class Curves(NamedTuple):
    """Lines over the same steps, such as the loss of every epoch."""

    title: Words
    unit: Words
    steps: Sequence[str]
    lines: Sequence[tuple[Words, Sequence[float | None]]]
    """Each with a value per step; None where there is none."""
    note: Words | None = None

    def as_table(self) -> Table:
        """For where nothing is drawn."""
        rows = [
            [same(step), *(decimal(values[i] if i < len(values) else None, 4) for _, values in self.lines)]
            for i, step in enumerate(self.steps)
        ]
        return Table(self.title, [self.unit, *(name for name, _ in self.lines)], rows, self.note)


class Lines(NamedTuple):
    """Sentences below each other."""

    lines: Sequence[Words]


class CodeLines(NamedTuple):
    """Lines to be copied whole, such as signatures."""

    lines: Sequence[str]


class ItemCards(NamedTuple):
    """Items with gold answer and prediction side by side; commands do not print them."""

    items: Sequence[ShownItem]


Block = Table | BarTable | Chart | Curves | Lines | CodeLines | ItemCards


class Section(NamedTuple):
    """A titled stretch of a page: tables, charts and notes, in the order they are shown."""

    title: Words
    blocks: Sequence[Block]
    note: Words | None = None
    page_only: bool = False
    """Too much for a terminal: commands leave it to the page."""


class Hero(NamedTuple):
    """The number a reader came for."""

    value: str
    title: Words
    note: Words


class Page(NamedTuple):
    """A result as people read it: made once, printed by the command and rendered as HTML."""

    title: Words
    lead: Words
    facts: Sequence[tuple[Words, Words]]
    sections: Sequence[Section]
    hero: Hero | None = None
    name: str = ""
    """Its anchor where it is a part of a larger page."""
    behind: Mapping[str, CountedItems] | None = None
    """The items that numbers of its tables count, by the names that ``Table.behind`` gives; commands leave them out."""


def item_group(
    title: Words, head: Sequence[Words], rows: Iterable[BehindRow], total: int | None = None
) -> CountedItems:
    """A group with at most ``MOST_ROWS`` rows; ``total`` where the rows are only a sample."""
    every = list(rows)
    return CountedItems(title, head, every[:MOST_ROWS], len(every) if total is None else total)


def sections_page(page: Page, *, lang: Lang = "zh") -> str:
    """One page as an HTML document."""
    return render("page.html", lang=lang, title=page.title, page=page, parts=[])


def composed_page(title: Words, facts: Sequence[tuple[Words, Words]], parts: Sequence[Page], *, lang: Lang) -> str:
    """Several pages below each other in one HTML document, with a table of contents."""
    page = Page(title, same(""), facts, ())
    return render("page.html", lang=lang, title=title, page=page, parts=parts)


def plain_table(block: Block) -> Table | None:
    """Numbers by group and histograms as tables of words too, for where nothing is drawn; None: no table at all."""
    match block:
        case Table():
            return block
        case BarTable():
            rows = [
                (bar.name, same("" if bar.n is None else f"{bar.n:,}"), *map(_shown, bar.numbers)) for bar in block.bars
            ]
            return Table(
                block.title, (block.title, block.n_title, *block.columns), rows, block.note, behind=block.behind
            )
        case Chart():
            head, beside = block.beside if block.beside is not None else (None, [])
            bins = [[same(each.name), count(each.n), same(f"{100 * each.share:.1f}")] for each in block.bins]
            for row, n in zip(bins, beside, strict=False):
                row.append(count(n))
            titles = (block.unit, block.counted, same("%"), *((head,) if head is not None else ()))
            return Table(block.title, titles, bins, block.note)
        case Curves():
            return block.as_table()
        case Lines() | CodeLines() | ItemCards():
            return None
        case _:
            assert_never(block)


def _shown(value: float) -> Words:
    return same(f"{value:.4f}" if abs(value) < 10 else f"{value:.2f}")


def code(words: Words, name: str) -> Words:
    """What something is called, with its name in files."""
    return Words(f"{words.zh}（{name}）", f"{words.en} ({name})")


def tint(share: float) -> int:
    """The step of the heat tint for a share from 0 to 1."""
    return round(HEAT * min(1.0, max(0.0, share)))


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
