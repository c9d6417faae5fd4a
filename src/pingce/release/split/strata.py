"""What the parts should have in the same proportion: items of a subtask, its labels, genres."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple, assert_never, cast

from pingce.spec.shapes import (
    Choice,
    FragmentSets,
    FreeText,
    Judged,
    ListOf,
    Options,
    RoleSpans,
    SenseChoice,
    Shape,
    SlotTuple,
    TypedSpans,
)
from pingce.spec.task import TaskSpec
from pingce.spec.values import Item, Letters, Reason, StepTuple, Value, Verdict

from ..inputs import Decided

LABEL = "label"
TUPLES = ((2, "1–2"), (5, "3–5"), (10, "6–10"))
"""Tuples have no label; texts that say much are spread like those that say little."""
MANY_TUPLES = ">10"
RARE = "…"
"""Values too rare to be shared out one by one are shared out together."""


class Stratum(NamedTuple):
    """Items of a subtask that have something in common; ``kind`` "" is all of them."""

    task: str
    kind: str = ""
    value: str = ""


def label(entry: Decided) -> str:
    """The label of an item for the tables: what its answer is, as far as that can be said in a word."""
    parts = (_label(field.shape, entry.answer[field.name], entry.item) for field in entry.task.public_answer)
    return "/".join(label for label in parts if label)


def _label(shape: Shape, value: Value, item: Item) -> str:
    match shape:
        case Choice():
            return cast("str", value)
        case Options():
            return "".join(sorted(cast("Letters", value)))
        case ListOf():
            return _list_label(shape, value)
        case SenseChoice():
            # Senses are too rare to be shared out; with its words a part has their senses by chance.
            return item.texts.get("word", "")
        case FragmentSets() | FreeText():
            return ""
        case _:
            assert_never(shape)


def _list_label(shape: ListOf, value: Value) -> str:
    each = shape.each
    match each:
        case TypedSpans():
            return "&".join(sorted({reason.type for reason in cast("tuple[Reason, ...]", value)}))
        case RoleSpans():
            reasons = cast("tuple[Reason, ...]", value)
            return "+".join(span.role for span in reasons[0].spans) if reasons else ""
        case SlotTuple():
            count = len(cast("tuple[StepTuple, ...]", value))
            return next((name for most, name in TUPLES if count <= most), MANY_TUPLES)
        case Judged():
            verdicts = cast("tuple[Verdict, ...]", value)
            return verdicts[0].judge if verdicts else ""
        case _:
            assert_never(each)


def closed_labels(task: TaskSpec) -> tuple[str, ...]:
    """The labels of a subtask that asks for one judgement of a closed list; such a test can be balanced."""
    if len(task.public_answer) != 1:
        return ()
    shape = task.public_answer[0].shape
    if isinstance(shape, ListOf) and isinstance(shape.each, Judged):
        shape = shape.each.judge
    return shape.labels if isinstance(shape, Choice) else ()


def strata_of(decided: Sequence[Decided], keys: Sequence[str]) -> list[tuple[Stratum, ...]]:
    """The strata of every item: its subtask, its label, and the ``keys`` of its file (genre …) it has."""
    strata = []
    for entry in decided:
        task = entry.task.id
        own = [Stratum(task), Stratum(task, LABEL, label(entry))]
        extra = entry.extra
        own += [Stratum(task, key, extra[key]) for key in keys if key in extra]
        strata.append(tuple(own))
    return strata


def without_rare(strata: Sequence[tuple[Stratum, ...]], least: float) -> list[tuple[Stratum, ...]]:
    """The same with values of fewer than ``least`` items put together."""
    counts: Mapping[Stratum, int] = Counter(stratum for own in strata for stratum in own)
    common = {s: s if counts[s] >= least or not s.kind else s._replace(value=RARE) for s in counts}
    return [tuple(common[stratum] for stratum in own) for own in strata]
