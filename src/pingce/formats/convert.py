"""From one edition's layout to another's, and between file kinds.

SpaCE2023 task 2 is SpaCE2022 task 3 in named roles, tuple for tuple; 2023 task 1 is 2022 task 2 without
types. Only the latter loses something on the way, and only in one direction.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import cast

from pingce.spec.errors import UserError
from pingce.spec.task import TaskSpec
from pingce.spec.values import Answer, Fragment, Item, Reason, RoleSpan, SlotFill, StepTuple, Value
from pingce.spec.words import Words

from .entries import Entry

Pair = tuple[Item, Answer | None]

RENAMED = {"空间实体2": "参照实体"}
ONE_GROUP = {"S": "S1", "P": "P1", "E": "E1"}


def convert_entries(source: TaskSpec, target: TaskSpec, entries: Iterable[Entry]) -> Iterator[Pair]:
    """Items and answers in the target's terms."""
    convert = find_conversion(source, target)
    for entry in entries:
        item = entry.item
        if source.id != target.id:
            item = Item(_renumbered(item.id, target), item.texts, item.extra)
        yield item, None if entry.answer is None else convert(entry.answer)


def find_conversion(source: TaskSpec, target: TaskSpec) -> Callable[[Answer], Answer]:
    if source.id == target.id:
        return lambda answer: answer
    known = CONVERSIONS.get((source.id, target.id))
    if known is None:
        pairs = [f"{a} → {b}" for a, b in CONVERSIONS]
        raise UserError(
            Words(
                f"{source.id} 与 {target.id} 的标注不同，不能转换。",
                f"{source.id} and {target.id} are not the same annotation; no conversion exists.",
            ),
            hint=Words(f"可以转换：{'、'.join(pairs)}。", f"Possible: {', '.join(pairs)}."),
            code="no-conversion",
        )
    return known


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


def _tuples(answer: Answer, one: Callable[[StepTuple], StepTuple]) -> Answer:
    steps = cast("tuple[StepTuple, ...]", answer.get("tuples", ()))
    converted: dict[str, Value] = {**answer, "tuples": tuple(one(step) for step in steps)}
    return converted


def slots_to_roles(step: StepTuple) -> StepTuple:
    """Three time slots become one role, two distance slots another; the order of the roles is fixed."""
    slots = {fill.slot: fill for fill in step.fills}
    roles: dict[str, SlotFill] = {}
    for fill in step.fills:
        name = _role_of(fill.slot)
        if name in roles:
            continue
        if name == "时间":
            fragment = _fragment(slots, "时间文本") or _fragment(slots, "参照事件")
            roles[name] = SlotFill(name, fragment, _label(slots, "时间标签"))
        elif name == "距离":
            roles[name] = SlotFill(name, _fragment(slots, "距离文本"), _label(slots, "距离标签"))
        else:
            roles[name] = SlotFill(name, fill.fragment, fill.label)
    return StepTuple(tuple(roles.values()), step.well_formed)


def roles_to_slots(step: StepTuple) -> StepTuple:
    """The way back: a time fragment with a label is the reference event of that label."""
    fills: list[SlotFill] = []
    for role, fragment, label in step.fills:
        if role == "时间":
            if fragment is not None:
                fills.append(SlotFill("参照事件" if label is not None else "时间文本", fragment, None))
            if label is not None:
                fills.append(SlotFill("时间标签", None, label))
        elif role == "距离":
            fills += [SlotFill("距离文本", fragment, None)] if fragment is not None else []
            fills += [SlotFill("距离标签", None, label)] if label is not None else []
        else:
            back = {new: old for old, new in RENAMED.items()}
            fills.append(SlotFill(back.get(role, role), fragment, label))
    return StepTuple(tuple(fills), step.well_formed)


def _role_of(slot: str) -> str:
    if slot in ("时间文本", "参照事件", "时间标签"):
        return "时间"
    return "距离" if slot in ("距离文本", "距离标签") else RENAMED.get(slot, slot)


def _fragment(slots: dict[str, SlotFill], name: str) -> Fragment | None:
    return slots[name].fragment if name in slots else None


def _label(slots: dict[str, SlotFill], name: str) -> str | None:
    return slots[name].label if name in slots else None


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
