"""The section about agreement."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from pingce.quality.agreement.run import FieldAgreement, Pair
from pingce.quality.agreement.slices import AFTER, BEFORE, MIXED, SliceName
from pingce.quality.annotations import Points
from pingce.spec.words import Words, same

from .charts import Bin, bins
from .quality import HEAT, Cell, Section, cell
from .titles import called, titles

MOST_PEOPLE = 30
"""A matrix of more people fits no page; row means are shown instead."""
PARTS: Mapping[SliceName, Words] = {
    "batch": Words("批次", "batch"),
    "genre": Words("体裁", "genre"),
    "day": Words("日期", "day"),
    "feedback": Words("收到反馈前后", "before and after feedback"),
}
PHASES = {
    BEFORE: Words("反馈之前", "before feedback"),
    AFTER: Words("反馈之后", "after feedback"),
    MIXED: Words("一人之前、一人之后", "one before, one after"),
}


class Matrix(NamedTuple):
    """A number of every pair, with the mean of each row."""

    title: Words
    people: Sequence[str]
    rows: Sequence[tuple[str, Sequence[Cell | None], Cell]]


class Part(NamedTuple):
    """The main number by group."""

    title: Words
    number: Words
    rows: Sequence[tuple[Words, Cell]]


class Confused(NamedTuple):
    """How often two labels met on one item."""

    labels: Sequence[Words]
    rows: Sequence[tuple[Words, Sequence[tuple[int, int]]]]


class Shown(NamedTuple):
    """One field."""

    title: Words
    name: str
    overall: Sequence[tuple[Words, str, Cell]]
    matrices: Sequence[Matrix]
    people: Sequence[tuple[str, Sequence[Cell]]]
    people_columns: Sequence[Words]
    parts: Sequence[Part]
    confused: Confused | None
    likeness: Words | None
    bins: Sequence[Bin]


def agreement_section(found: Sequence[FieldAgreement]) -> Section:
    content = {"fields": [show_field(one) for one in found]}
    return Section("agreement", Words("一致性", "Agreement"), "quality_agreement.html", content)


def show_field(one: FieldAgreement) -> Shown:
    people = list(one.people)
    columns = list(next(iter(one.people.values()), {}))
    values = list(one.of_items.values())
    likeness = next(iter(_likeness_names(one)), None)
    return Shown(
        title=one.asked.title,
        name=one.asked.name,
        overall=[(one.titles[name], name, cell(number, drawn=name != "apart")) for name, number in one.overall.items()],
        matrices=[_matrix(one, name) for name in columns] if 1 < len(people) <= MOST_PEOPLE else [],
        people=[(name, [cell(numbers[column]) for column in columns]) for name, numbers in one.people.items()],
        people_columns=[one.titles[name] for name in columns],
        parts=list(_parts(one)),
        confused=_confused(one),
        likeness=one.titles[likeness] if likeness else None,
        bins=bins(values) if values and likeness != "apart" else [],
    )


def _likeness_names(one: FieldAgreement) -> list[str]:
    """Numbers of pairs of answers, in the order of the field: the first is what items are compared by."""
    first = next(iter(one.people.values()), {})
    return [name for name in first if not name.startswith("cohen")]


def main_number(one: FieldAgreement) -> str:
    """What parts of the data are compared by: α where there are labels, else the first likeness."""
    for name in ("alpha_ordinal", "alpha_nominal", "alpha_interval"):
        if name in one.overall:
            return name
    return next(iter(one.overall))


def _matrix(one: FieldAgreement, name: str) -> Matrix:
    people = list(one.people)
    rows = []
    for a in people:
        cells = [None if a == b else _pair(one, (a, b), name) for b in people]
        rows.append((a, cells, cell(one.people[a][name])))
    return Matrix(one.titles[name], people, rows)


def _pair(one: FieldAgreement, pair: Pair, name: str) -> Cell | None:
    numbers = one.pairs.get(pair) or one.pairs.get((pair[1], pair[0]))
    return cell(numbers[name]) if numbers is not None else None


def _parts(one: FieldAgreement) -> Iterator[Part]:
    name = main_number(one)
    for part, groups in one.parts.items():
        rows = [(PHASES.get(group, same(group)), cell(numbers[name])) for group, numbers in groups.items()]
        yield Part(PARTS[part], one.titles[name], rows)


def _confused(one: FieldAgreement) -> Confused | None:
    shape = one.asked.shape
    if not one.confusion or len(one.labels) > MOST_PEOPLE or isinstance(shape, Points):
        return None
    names = {label: called(label, titles(shape).labels) for label in one.labels}
    most = max(one.confusion.values())
    rows = []
    for a in one.labels:
        counts = [one.confusion.get((a, b), one.confusion.get((b, a), 0)) for b in one.labels]
        rows.append((names[a], [(n, round(HEAT * n / most)) for n in counts]))
    return Confused(list(names.values()), rows)
