"""From one edition's layout to another's, and between file kinds.

SpaCE2023 task 2 is SpaCE2022 task 3 in named roles, tuple for tuple; 2023 task 1 is 2022 task 2 without
types. Only the latter loses something on the way, and only in one direction.
Which slot becomes which role stands in :mod:`pingce.tasks.slots_and_roles`.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import cast

from pingce.spec.errors import UserError
from pingce.spec.task import TaskSpec
from pingce.spec.values import Answer, Item, Reason, RoleSpan, StepTuple, Value
from pingce.spec.words import Words
from pingce.tasks.slots_and_roles import roles_to_slots, slots_to_roles

from .entries import TaskRecord

Pair = tuple[Item, Answer | None]

ONE_GROUP = {"S": "S1", "P": "P1", "E": "E1"}


def convert_entries(source: TaskSpec, target: TaskSpec, entries: Iterable[TaskRecord]) -> Iterator[Pair]:
    """Items and answers in the target's terms."""
    convert = find_conversion(source, target)
    for entry in entries:
        item = entry.item
        if source.id != target.id:
            item = replace(item, id=_renumbered(item.id, target))
        yield item, None if entry.answer is None else convert(entry.answer)


def find_conversion(source: TaskSpec, target: TaskSpec) -> Callable[[Answer], Answer]:
    """How answers of one task become answers of another; refuses pairs that no conversion is known for."""
    if source.id == target.id:
        return lambda answer: answer
    conversion = CONVERSIONS.get((source.id, target.id))
    if conversion is None:
        pairs = [f"{a} → {b}" for a, b in CONVERSIONS]
        raise UserError(
            Words(
                f"{source.id} 与 {target.id} 的标注不同，不能转换。",
                f"{source.id} and {target.id} are not the same annotation; no conversion exists.",
            ),
            hint=Words(f"可以转换：{'、'.join(pairs)}。", f"Possible: {', '.join(pairs)}."),
            code="no-conversion",
        )
    return conversion


def left_behind(source: TaskSpec, target: TaskSpec) -> frozenset[str]:
    """Codes of problems whose values the target's layout cannot hold: written out, they would be something else."""
    if source.id == target.id or source.tuple_shape is None:
        return frozenset(("wrong-length",))
    if source.tuple_shape.layout == "array":
        # Three time slots and two distance slots share a role, so what excludes each other has no place there.
        return frozenset(("wrong-length", "slot-kind", "slot-conflict"))
    return frozenset(("unknown-role", "repeated-role", "slot-kind"))


def _renumbered(item_id: str, target: TaskSpec) -> str:
    """2-train-7 of one edition is 1-train-7 of the next: the first part names the subtask."""
    first, dash, rest = item_id.partition("-")
    return f"{target.id[-1]}{dash}{rest}" if first.isdigit() and dash else item_id


def _tuples(answer: Answer, convert: Callable[[StepTuple], StepTuple]) -> Answer:
    steps = cast("tuple[StepTuple, ...]", answer.get("tuples", ()))
    converted: dict[str, Value] = {**answer, "tuples": tuple(convert(step) for step in steps)}
    return converted


def without_types(answer: Answer) -> Answer:
    """Reasons as candidate answers.

    A single group becomes the first of two. For a collocation (type A) the organisers re-cut the pieces by
    hand; most often the two pieces became one P1, which is what we do.
    """
    converted: dict[str, Value] = {
        **answer,
        "reasons": tuple(_untyped(reason) for reason in cast("tuple[Reason, ...]", answer.get("reasons", ()))),
    }
    return converted


def _untyped(reason: Reason) -> Reason:
    if reason.type != "A":
        return Reason("", tuple(span._replace(role=ONE_GROUP.get(span.role, span.role)) for span in reason.spans))
    pieces = sorted(reason.spans, key=lambda span: span.idxes)
    text = "".join(piece.text for piece in pieces)
    return Reason("", (RoleSpan("P1", text, tuple(i for piece in pieces for i in piece.idxes)),))


CONVERSIONS: dict[tuple[str, str], Callable[[Answer], Answer]] = {
    ("space2022/task3", "space2023/task2"): lambda answer: _tuples(answer, slots_to_roles),
    ("space2023/task2", "space2022/task3"): lambda answer: _tuples(answer, roles_to_slots),
    ("space2022/task2", "space2023/task1"): without_types,
}
