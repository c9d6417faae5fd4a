"""How a score falls apart: by label, type, length, number of tuples, role, slot, or any key of the gold file.

Rows of a finished run are grouped and combined again, so a breakdown costs no second look at the answers. Labels by
gold, confusions between them and the worst items come from here too.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from pingce.spec.errors import UserError
from pingce.spec.measure import Case, Share, column_sums
from pingce.spec.shapes import Choice, ListOf, RoleSpans, SlotTuple, TypedSpans
from pingce.spec.task import TaskSpec
from pingce.spec.values import Reason, StepTuple, Verdict
from pingce.spec.words import Words

from .run import MeasureResult, ScoreResult

LENGTHS = (
    (0, 64, "≤64"),
    (65, 128, "65–128"),
    (129, 192, "129–192"),
    (193, 256, "193–256"),
    (257, None, ">256"),
)
TUPLE_COUNTS = ((0, 2, "≤2"), (3, 5, "3–5"), (6, 10, "6–10"), (11, None, ">10"))


@dataclass(frozen=True)
class BreakdownGroup:
    """Some of the items and how they did."""

    name: str
    n: int
    numbers: Mapping[str, float]


@dataclass(frozen=True)
class Breakdown:
    """One measure by one field."""

    field: str
    measure: str
    groups: Sequence[BreakdownGroup]


@dataclass(frozen=True)
class Confusion:
    """Gold labels against predicted labels."""

    field: str
    labels: Sequence[str]
    counts: Mapping[tuple[str, str], int]

    @property
    def rows(self) -> list[list[int]]:
        """For each gold label how often each label was predicted."""
        return [[self.counts.get((gold, predicted), 0) for predicted in self.labels] for gold in self.labels]


UNANSWERED = "—"


def fields(result: ScoreResult) -> list[str]:
    """What this task and these items can be broken down by."""
    names = [name for name, grouping in _groupings(result.task).items() if grouping is not None]
    names += list(part_fields(result.task))
    extra = dict.fromkeys(key for case in result.cases for key in case.item.extra)
    return names + [key for key in extra if key not in names]


def part_fields(task: TaskSpec) -> tuple[str, ...]:
    """By what parts of an answer a score can be broken down: slots or roles; nothing for other shapes."""
    for answer in task.answer:
        if isinstance(answer.shape, ListOf):
            match answer.shape.each:
                case SlotTuple(layout="array"):
                    return ("slot",)
                case SlotTuple() | RoleSpans() | TypedSpans():
                    return ("role",)
                case _:
                    pass
    return ()


def breakdown(result: ScoreResult, field_name: str, measure_name: str | None = None) -> Breakdown:
    """The ranking measure (or another) by one field."""
    measured = result.measures[measure_name or result.ranked_by[0]]
    if field_name in part_fields(result.task):
        return Breakdown(field_name, measured.name, _by_part(measured, result.cases))
    grouping = _groupings(result.task).get(field_name)
    if grouping is None:
        names = fields(result)
        if field_name not in names:
            raise UserError(
                Words(
                    f"{result.task.id} 不能按“{field_name}”细分。",
                    f"{result.task.id} cannot be broken down by '{field_name}'.",
                ),
                hint=Words(f"这里可用：{'、'.join(names)}。", f"Possible here: {', '.join(names)}."),
                code="unknown-field",
            )
        return Breakdown(
            field_name,
            measured.name,
            _by_item(measured, result.cases, lambda case: case.item.extra.get(field_name, UNANSWERED)),
        )
    return Breakdown(field_name, measured.name, _by_item(measured, result.cases, grouping))


def confusions(result: ScoreResult) -> list[Confusion]:
    """Confusion tables of every judgement, and of the type sets of reasons."""
    tables = []
    for answer in result.task.public_answer:
        label = label_of(answer.shape)
        if label is None:
            continue
        pairs = Counter(
            (label(case.gold.get(answer.name)), label((case.predicted or {}).get(answer.name))) for case in result.cases
        )
        labels = sorted({name for pair in pairs for name in pair}, key=lambda name: (name == UNANSWERED, name))
        tables.append(Confusion(answer.name, labels, dict(pairs)))
    return tables


def item_scores(result: ScoreResult) -> list[float | None]:
    """The ranking number of every item taken alone; None where the item enters no count (nothing of nothing)."""
    measured, number = result.measures[result.ranked_by[0]], result.ranked_by[1]
    without = _without_each(result)
    return [
        None if not alone and left_out == result.main else alone
        for alone, left_out in zip(
            (measured.measure.combine(row, 1)[number] for row in measured.rows), without, strict=True
        )
    ]


def worst(result: ScoreResult, count: int = 10) -> list[tuple[Case, float]]:
    """The items without which the ranking number would be highest, with their own score.

    Among equals those that were answered come first, since there is more to see, then the longest.
    """
    ranked = sorted(
        (
            (-left_out, case.predicted is None, -len(case.item.text), i)
            for i, (case, left_out) in enumerate(zip(result.cases, _without_each(result), strict=True))
        ),
    )
    scores = item_scores(result)
    return [(result.cases[i], scores[i] or 0.0) for *_, i in ranked[:count]]


def _without_each(result: ScoreResult) -> list[float]:
    """The ranking number of all items but one, for each of them."""
    measured, number = result.measures[result.ranked_by[0]], result.ranked_by[1]
    measure, sums = measured.measure, list(measured.counts.values())
    return [
        measure.combine([total - own for total, own in zip(sums, row, strict=True)], max(1, result.n - 1))[number]
        for row in measured.rows
    ]


def _by_item(measured: MeasureResult, cases: Sequence[Case], key: Callable[[Case], str]) -> list[BreakdownGroup]:
    members: dict[str, list[int]] = {}
    for i, case in enumerate(cases):
        members.setdefault(key(case), []).append(i)
    measure = measured.measure
    groups = []
    for name in sorted(members, key=_natural):
        rows = (
            measure.rows([cases[i] for i in members[name]])
            if measure.whole_set
            else [measured.rows[i] for i in members[name]]
        )
        sums = column_sums(rows, len(measure.columns))
        groups.append(BreakdownGroup(name, len(rows), measure.combine(sums, len(rows))))
    return groups


def _natural(name: str) -> tuple[int, str]:
    """Bins in their own order, everything else by name."""
    bins = [label for _, _, label in (*LENGTHS, *TUPLE_COUNTS)]
    return (bins.index(name) if name in bins else len(bins), name)


def _by_part(measured: MeasureResult, cases: Sequence[Case]) -> list[BreakdownGroup]:
    totals: dict[str, Share] = {}
    for case in cases:
        for element, share in measured.measure.parts(case).items():
            old = totals.get(element, Share(0, 0, 0))
            totals[element] = Share(old.points + share.points, old.predicted + share.predicted, old.gold + share.gold)
    return [
        BreakdownGroup(element, int(share.gold), share.numbers())
        for element, share in sorted(totals.items(), key=lambda pair: -pair[1].gold)
    ]


def _groupings(task: TaskSpec) -> dict[str, Callable[[Case], str] | None]:
    groupings: dict[str, Callable[[Case], str] | None] = {
        "length": lambda case: _bin(len(case.item.text), LENGTHS),
        "label": None,
        "type": None,
        "tuples": None,
        "word": (lambda case: case.item.texts.get("word", UNANSWERED))
        if any(t.name == "word" for t in task.texts)
        else None,
    }
    for answer in task.public_answer:
        name, label = answer.name, label_of(answer.shape)
        if label is not None and groupings["label"] is None and groupings["type"] is None:
            kind = "type" if isinstance(answer.shape, ListOf) and isinstance(answer.shape.each, TypedSpans) else "label"
            groupings[kind] = lambda case, name=name, label=label: label(case.gold.get(name))  # type: ignore[misc]
        if task.tuple_shape is not None:
            groupings["tuples"] = lambda case: _bin(
                len(cast("tuple[StepTuple, ...]", case.gold.get("tuples", ()))), TUPLE_COUNTS
            )
    return groupings


def label_of(shape: object) -> Callable[[object], str] | None:
    """How to read a label off an answer of this shape, where it has one."""
    if isinstance(shape, Choice):
        return lambda value: value if isinstance(value, str) else UNANSWERED
    if isinstance(shape, ListOf) and isinstance(shape.each, TypedSpans):
        return lambda value: "&".join(sorted({r.type for r in cast("tuple[Reason, ...]", value or ())})) or UNANSWERED
    if isinstance(shape, ListOf) and not isinstance(shape.each, SlotTuple | RoleSpans):
        return lambda value: cast("tuple[Verdict, ...]", value)[0].judge if value else UNANSWERED
    return None


def _bin(size: int, bins: Sequence[tuple[int, int | None, str]]) -> str:
    return next(name for low, high, name in bins if size >= low and (high is None or size <= high))
