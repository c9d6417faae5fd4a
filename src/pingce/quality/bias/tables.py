"""Labels by everything that should not decide them.

A table per property: how often each label goes with each value, against what chance would give, and Cramér's V as its
strength.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from pingce.quality.dataset.sizes import genre
from pingce.scoring.breakdown import LENGTHS
from pingce.spec.words import Words

from .items import LabelledItem

LEAST = 8
"""Words and pairs with fewer items are left out of a table."""

Keys = Callable[[LabelledItem], Iterable[str]]


class BiasRow(NamedTuple):
    """Items with one value; how many have each label, and the share of the drawn label with its interval."""

    name: str
    n: int
    counts: tuple[int, ...]
    share: float
    low: float
    high: float


class BiasTable(NamedTuple):
    """How labels are spread over the values of one property of the items, such as the replaced word."""

    key: str
    title: Words
    head: Words
    labels: tuple[str, ...]
    drawn: str
    """The label whose share the rows give."""
    rows: Sequence[BiasRow]
    left_out: int
    """Values with too few items."""
    strength: float | None
    """Cramér's V between value and label: 0 nothing, 1 everything; ``None`` if there is one value only, or values
    overlap."""

    def as_json(self) -> dict[str, object]:
        return {
            "label": self.drawn,
            "cramers_v": self.strength,
            "left_out": self.left_out,
            "rows": [
                {
                    "name": row.name,
                    "n": row.n,
                    "counts": dict(zip(self.labels, row.counts, strict=True)),
                    "share": row.share,
                    "interval": [row.low, row.high],
                }
                for row in self.rows
            ],
        }


class BiasBreakdown(NamedTuple):
    """One way to sort items."""

    key: str
    title: Words
    head: Words
    keys: Keys
    least: int = 1
    frequent: bool = True
    """The most frequent values first; otherwise as they come."""
    overlapping: bool = False
    """An item may have several values, so nothing can be said about the strength of the table."""


NEAR_SYNONYMS = (frozenset("里中内"), frozenset("旁边"))
ASPECT = frozenset({"出来→出去", "下来→下去"})
OPPOSITE_ENDS = (frozenset("上下"), frozenset("里外"), frozenset("前后"), frozenset("进出"))
"""Our reading of the antonyms that the SpaCE2022 figures name with an ellipsis; all opposites of the lexicon (also
内/外, 左/右, 东/西, 来/去) stand in the table of relations."""


def _mode(labelled: LabelledItem) -> Iterator[str]:
    if labelled.changes:
        yield "single" if len(labelled.changes) == 1 else "double"


def _of_change(name: str) -> Keys:
    """A property of the one word that was replaced: with two, it is not known which of them decided."""

    def keys(labelled: LabelledItem) -> Iterator[str]:
        if labelled.changes is not None and len(labelled.changes) == 1:
            yield getattr(labelled.changes[0], name) or "?"

    return keys


def _slices(labelled: LabelledItem) -> Iterator[str]:
    """Slices of single replacements that reports name; they overlap."""
    if not labelled.changes or len(labelled.changes) > 1:
        return
    change = labelled.changes[0]
    old, new = change.old, change.new
    if any({old, new} <= pair for pair in NEAR_SYNONYMS) or change.pair in ASPECT:
        yield "near-synonyms"
    if _opposite_ends(old, new):
        yield "antonyms"
    if old in ("里", "中", "内") and new in ("旁", "边", "外"):
        yield "centre→periphery"
    if len(old) == 1:
        yield "one character"
    elif len(old) == 2 and change.cls != "dv":
        yield "two characters, no verb"


def _opposite_ends(old: str, new: str) -> bool:
    """前面 and 后面, 进来 and 出来, 上 and 下: but for one end of an axis the same word."""
    differing = [{before, other} for before, other in zip(old, new, strict=False) if before != other]
    return len(old) == len(new) and len(differing) == 1 and differing[0] in OPPOSITE_ENDS


def _length(labelled: LabelledItem) -> Iterator[str]:
    size = len(labelled.item.text)
    yield next(name for low, high, name in LENGTHS if size >= low and (high is None or size <= high))


def _genre(labelled: LabelledItem) -> Iterator[str]:
    name = genre(labelled.item)
    if name is not None:
        yield name


WORD = Words("词", "word")
BREAKDOWNS: tuple[BiasBreakdown, ...] = (
    BiasBreakdown(
        "split", Words("各部分", "By split"), Words("部分", "split"), lambda labelled: (labelled.split,), frequent=False
    ),
    BiasBreakdown("mode", Words("替换一词或两词", "One word or two replaced"), Words("方式", "mode"), _mode),
    BiasBreakdown(
        "slice", Words("替换一词：几种情形", "One word: some kinds"), Words("情形", "kind"), _slices, overlapping=True
    ),
    BiasBreakdown(
        "relation", Words("新旧词的关系", "Relation of old and new"), Words("关系", "relation"), _of_change("relation")
    ),
    BiasBreakdown("class", Words("词类", "Class"), Words("词类", "class"), _of_change("cls")),
    BiasBreakdown("group", Words("词组", "Group"), Words("词组", "group"), _of_change("group"), LEAST),
    BiasBreakdown("new", Words("换上的词", "New word"), WORD, _of_change("new"), LEAST),
    BiasBreakdown("old", Words("换下的词", "Old word"), WORD, _of_change("old"), LEAST),
    BiasBreakdown("pair", Words("词对", "Pair"), Words("词对", "pair"), _of_change("pair"), LEAST),
    BiasBreakdown(
        "length", Words("文本长度（字）", "Length in characters"), Words("字数", "characters"), _length, frequent=False
    ),
    BiasBreakdown("genre", Words("体裁", "Genre"), Words("体裁", "genre"), _genre),
)


def items_by_value(key: str, items: Iterable[LabelledItem]) -> dict[str, list[LabelledItem]]:
    """The items that the rows of the table of that key count, by the names of the rows."""
    look = next(look for look in BREAKDOWNS if look.key == key)
    rows: dict[str, list[LabelledItem]] = {}
    for labelled in items:
        for value in look.keys(labelled):
            rows.setdefault(value, []).append(labelled)
    return rows


def label_tables(items: Sequence[LabelledItem], labels: tuple[str, ...], drawn: str) -> list[BiasTable]:
    """Every table that has anything in it."""
    made = (label_table(look, items, labels, drawn) for look in BREAKDOWNS)
    return [table for table in made if table.rows]


def label_table(look: BiasBreakdown, items: Sequence[LabelledItem], labels: tuple[str, ...], drawn: str) -> BiasTable:
    """How labels are distributed over one property of the items, such as the replaced word or the length."""
    totals, counts = Counter[str](), Counter[tuple[str, str]]()
    for labelled in items:
        for key in look.keys(labelled):
            totals[key] += 1
            counts.update((key, label) for label in labelled.labels)
    kept = [key for key, n in totals.items() if n >= look.least]
    if look.frequent:
        kept.sort(key=lambda key: (-totals[key], key))
    elif look.key == "length":
        kept.sort(key=[name for _, _, name in LENGTHS].index)
    rows = [_row(key, totals[key], tuple(counts[key, label] for label in labels), labels.index(drawn)) for key in kept]
    together = None if look.overlapping else strength(rows, labels)
    return BiasTable(look.key, look.title, look.head, labels, drawn, rows, len(totals) - len(kept), together)


def _row(name: str, n: int, counts: tuple[int, ...], drawn: int) -> BiasRow:
    low, high = wilson_interval(counts[drawn], n)
    return BiasRow(name, n, counts, counts[drawn] / n, low, high)


Z95 = 1.959963984540054
"""Nineteen of twenty draws of a normal distribution are nearer to the middle than so many deviations."""


def wilson_interval(hits: int, n: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share."""
    share, squared = hits / n, Z95**2
    centre = (hits + squared / 2) / (n + squared)
    half = Z95 / (n + squared) * math.sqrt(n * share * (1 - share) + squared / 4)
    return (0.0 if hits == 0 else centre - half), (1.0 if hits == n else centre + half)


def cramers_v(table: Sequence[Sequence[int]]) -> float:
    """How strongly rows and columns of a table of counts hang together, 0 to 1; no row or column may be empty."""
    rows, columns = [sum(row) for row in table], [sum(column) for column in zip(*table, strict=True)]
    n = sum(rows)
    chi2 = sum(
        (count - expected) ** 2 / expected
        for row, total in zip(table, rows, strict=True)
        for count, column in zip(row, columns, strict=True)
        for expected in [total * column / n]
    )
    return math.sqrt(chi2 / n / (min(len(rows), len(columns)) - 1))


def strength(rows: Sequence[BiasRow], labels: Sequence[str]) -> float | None:
    """Cramér's V; where items have several labels, of the drawn label against the rest."""
    exclusive = all(sum(row.counts) == row.n for row in rows)
    table = [row.counts if exclusive else (round(row.share * row.n), row.n - round(row.share * row.n)) for row in rows]
    used = [i for i in range(len(labels) if exclusive else 2) if any(counts[i] for counts in table)]
    if len(table) < 2 or len(used) < 2:
        return None
    return cramers_v([[counts[i] for i in used] for counts in table])
