"""How the two made-up systems of the examples go wrong.

Their answers are the right ones with planned mistakes of the kinds real systems make, so that scores,
comparisons and error reports have something to show. Neither system exists.
"""

from collections.abc import Callable, Sequence

from pingce.spec.values import Fragment, Reason, RoleSpan, SlotFill, StepTuple

Steps = tuple[StepTuple, ...]
Reasons = tuple[Reason, ...]

TIME = ("时间文本", "参照事件", "时间标签")


def flipped(labels: Sequence[int], at: Sequence[int]) -> list[int]:
    """0 and 1 exchanged at the given numbers, counted from 1."""
    return [1 - label if number in at else label for number, label in enumerate(labels, start=1)]


def trimmed(span: RoleSpan, *, first: int = 0, last: int = 0) -> RoleSpan:
    """Boundaries drawn too tight; short fragments are left alone."""
    if len(span.idxes) < 3:
        return span
    kept = slice(first, len(span.idxes) - last)
    return RoleSpan(span.role, span.text[kept], span.idxes[kept])


def exchanged(spans: tuple[RoleSpan, ...]) -> tuple[RoleSpan, ...]:
    """The first two of three or more fragments in each other's role."""
    if len(spans) < 3:
        return spans
    one, two, *others = spans
    return (two._replace(role=one.role), one._replace(role=two.role), *others)


# reasons


def first_reason(number: int, reasons: Reasons) -> Reasons:
    """System a: one reason, never a conflict; places lose their preposition, every third text gets roles mixed up."""
    reason = _second_statement(reasons[0])
    spans = tuple(trimmed(s, first=1) if s.role.startswith(("P", "text2")) else s for s in reason.spans)
    return (Reason(reason.type, exchanged(spans) if number % 3 == 0 else spans),)


def _second_statement(reason: Reason) -> Reason:
    """Of two statements in conflict only the second, taken for an absurdity."""
    second = [s for s in reason.spans if s.role in ("S2", "P2", "E2")]
    if not second:
        return reason
    tail = "" if reason.type else "1"
    return Reason("C" if reason.type else "", tuple(s._replace(role=s.role[0] + tail) for s in second))


def one_of_each_type(number: int, reasons: Reasons) -> Reasons:
    """System b: one reason of each type; places lose their end, and beside a place events are seldom seen."""
    found = []
    for reason in {reason.type: reason for reason in reasons}.values():
        placed = any(s.role.startswith("P") for s in reason.spans)
        kept = [s for s in reason.spans if number % 3 == 0 or not (placed and s.role.startswith("E"))]
        spans = tuple(trimmed(s, last=1) if s.role.startswith(("P", "text")) else s for s in kept)
        found.append(Reason(reason.type, exchanged(spans) if number % 3 == 0 else spans))
    return tuple(found)


# tuples


def by_trigger(number: int, steps: Steps) -> Steps:
    """System a finds statements through their event: those without one are missed. It is blind to facticity too."""
    found = []
    for i, step in enumerate(step for step in steps if _has(step, "事件")):
        told = _keep(step, lambda slot: slot != "事实性")
        found.append(StepTuple(tuple(map(_late, told.fills))) if i % 2 else told)
    return tuple(found[:-1] if number % 3 == 0 else found)


def without_time(number: int, steps: Steps) -> Steps:
    """System b misses time, takes ends for places, starts places a character late, and stops after four."""
    found = []
    for step in steps[:4]:
        plain = _keep(step, lambda slot: slot not in TIME)
        found.append(StepTuple(tuple(_blurred(fill, has_place=_has(step, "处所")) for fill in plain.fills)))
    return tuple(dict.fromkeys(found)) if number % 2 else tuple(found[:3])


def _has(step: StepTuple, slot: str) -> bool:
    return any(fill.slot == slot for fill in step.fills)


def _keep(step: StepTuple, wanted: Callable[[str], bool]) -> StepTuple:
    return StepTuple(tuple(fill for fill in step.fills if wanted(fill.slot)))


def _blurred(fill: SlotFill, *, has_place: bool) -> SlotFill:
    if fill.slot == "终点" and not has_place:
        return SlotFill("处所", fill.fragment, fill.label)
    return _late(fill)


def _late(fill: SlotFill) -> SlotFill:
    """A place that begins one character late, usually after its preposition."""
    if fill.slot in ("处所", "起点", "终点") and fill.fragment is not None and len(fill.fragment.idxes) > 2:
        return SlotFill(fill.slot, Fragment(fill.fragment.text[1:], fill.fragment.idxes[1:]), None)
    return fill
