"""What an answer says, in forms that can be compared: a label, a set of fragments, a set of boundaries.

The one place of this stage that knows the answer shapes.
"""

from collections.abc import Hashable, Iterator
from itertools import combinations
from typing import NamedTuple, assert_never, cast

from pingce.quality.annotations import Field, Points
from pingce.scoring.likeness import chosen_senses
from pingce.spec.shapes import (
    Choice,
    FragmentSets,
    FreeText,
    Judged,
    Options,
    RoleSpans,
    SenseChoice,
    SlotTuple,
    TypedSpans,
)
from pingce.spec.values import Answer, FragmentSet, Letters, Reason, Senses, StepTuple, Verdict

Unit = tuple[str, Hashable]


class MarkedContent(NamedTuple):
    """Characters somebody marked, and as what."""

    name: str
    idxes: tuple[int, ...]


def label(field: Field, answer: Answer) -> str | None:
    """The one label an answer comes down to, for shapes that have such a thing; None also where nothing was said."""
    kind, value = field.kind, answer.get(field.name)
    if value is None:
        return None
    match kind:
        case Choice() | Points():
            return cast("str", value)
        case Options():
            return "".join(sorted(cast("Letters", value))) or None
        case TypedSpans():
            return "&".join(sorted({reason.type for reason in cast("tuple[Reason, ...]", value)})) or None
        case Judged():
            verdicts = cast("tuple[Verdict, ...]", value)
            return verdicts[0].judge if verdicts else None
        case RoleSpans() | SlotTuple() | FragmentSets() | SenseChoice() | FreeText():
            return None
        case _:
            assert_never(kind)


def has_label(field: Field) -> bool:
    """Whether answers of this shape come down to one label."""
    kind = field.kind
    match kind:
        case Choice() | Options() | TypedSpans() | Judged():
            return True
        case Points() | RoleSpans() | SlotTuple() | FragmentSets() | SenseChoice() | FreeText():
            return False
        case _:
            assert_never(kind)


def identity(field: Field, answer: Answer) -> Hashable:
    """Equal for two answers that say exactly the same; order and repeats do not matter. None: nothing was said."""
    kind, value = field.kind, answer.get(field.name)
    match kind:
        case Choice() | Points() | FreeText():
            return cast("str | None", value)
        case Judged() | Options():
            return label(field, answer)
        case SenseChoice():
            return frozenset(chosen(field, answer)) or None
        case TypedSpans() | RoleSpans():
            reasons = cast("tuple[Reason, ...]", value or ())
            reasons_said = {
                (reason.type, frozenset((s.role, frozenset(s.idxes)) for s in reason.spans)) for reason in reasons
            }
            return frozenset(reasons_said) or None
        case SlotTuple():
            steps = cast("tuple[StepTuple, ...]", value or ())
            return frozenset(frozenset(_fills(step)) for step in steps) or None
        case FragmentSets():
            return frozenset(units(field, answer)) or None
        case _:
            assert_never(kind)


def units(field: Field, answer: Answer) -> frozenset[Unit]:
    """Fragments with their role or slot, labels with their slot, pairs of mentions: what can be right one by one."""
    kind, value = field.kind, answer.get(field.name)
    match kind:
        case SlotTuple():
            return frozenset(fill for step in cast("tuple[StepTuple, ...]", value or ()) for fill in _fills(step))
        case FragmentSets():
            sets = cast("tuple[FragmentSet, ...]", value or ())
            mentions = [sorted({tuple(sorted(set(fragment.idxes))) for fragment in group}) for group in sets]
            return frozenset(("", pair) for group in mentions for pair in combinations(group, 2))
        case TypedSpans() | RoleSpans():
            return frozenset((span.name, frozenset(span.idxes)) for span in marked(field, answer))
        case Options():
            return frozenset(("", letter) for letter in cast("Letters", value or frozenset()))
        case Choice() | Points() | FreeText() | SenseChoice() | Judged():
            return frozenset()
        case _:
            assert_never(kind)


def marked(field: Field, answer: Answer) -> Iterator[MarkedContent]:
    """Every stretch of the text an answer points to."""
    kind, value = field.kind, answer.get(field.name)
    match kind:
        case TypedSpans() | RoleSpans():
            for reason in cast("tuple[Reason, ...]", value or ()):
                for span in reason.spans:
                    yield MarkedContent(f"{reason.type}.{span.role}" if reason.type else span.role, span.idxes)
        case SlotTuple():
            for step in cast("tuple[StepTuple, ...]", value or ()):
                for fill in step.fills:
                    if fill.fragment is not None:
                        yield MarkedContent(fill.slot, fill.fragment.idxes)
        case FragmentSets():
            for group in cast("tuple[FragmentSet, ...]", value or ()):
                for fragment in group:
                    yield MarkedContent("", fragment.idxes)
        case Choice() | Options() | Points() | FreeText() | SenseChoice() | Judged():
            return
        case _:
            assert_never(kind)


def boundaries(field: Field, answer: Answer) -> frozenset[Unit]:
    """Where marked stretches begin and end, whatever they were marked as; a stretch in pieces has several of each."""
    edges: set[Unit] = set()
    for span in marked(field, answer):
        positions = set(span.idxes)
        edges |= {("begin", i) for i in positions if i - 1 not in positions}
        edges |= {("end", i) for i in positions if i + 1 not in positions}
    return frozenset(edges)


def chosen(field: Field, answer: Answer) -> frozenset[str]:
    """The senses somebody chose; of scored candidates those above one half."""
    senses = cast("Senses | None", answer.get(field.name))
    if senses is None:
        return frozenset()
    return chosen_senses(senses)


def _fills(step: StepTuple) -> Iterator[Unit]:
    for fill in step.fills:
        positions = frozenset(fill.fragment.idxes) if fill.fragment is not None else None
        yield fill.slot, (positions, fill.label)
