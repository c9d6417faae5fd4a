"""The classes an item belongs to, so that a rule that empties one is seen: labels, types, slots, how fragments end."""

from collections.abc import Iterator
from typing import assert_never, cast

from pingce.quality.agreement.content import chosen, label
from pingce.quality.annotations import Field, Points
from pingce.spec.shapes import Choice, FragmentSets, FreeText, Judged, RoleSpans, SenseChoice, SlotTuple, TypedSpans
from pingce.spec.values import Answer, Reason, StepTuple


def classes(fields: tuple[Field, ...], answer: Answer) -> frozenset[str]:
    """Every class, once."""
    return frozenset(name for field in fields for name in _of_field(field, answer))


def _of_field(field: Field, answer: Answer) -> Iterator[str]:
    kind, value = field.kind, answer.get(field.name)
    if value is None:
        return
    match kind:
        case Choice() | Judged():
            yield f"{field.name}={label(field, answer)}"
        case TypedSpans() | RoleSpans():
            for reason in cast("tuple[Reason, ...]", value):
                if reason.type:
                    yield f"type={reason.type}"
                for span in reason.spans:
                    yield f"role={reason.type}{'.' if reason.type else ''}{span.role}"
        case SlotTuple():
            for step in cast("tuple[StepTuple, ...]", value):
                yield from _slots(step)
        case SenseChoice():
            senses = chosen(field, answer)
            special = next((one for one in senses if one.startswith("〔")), None)
            yield f"senses={special or (len(senses) if len(senses) < 3 else '3+')}"
        case FragmentSets() | FreeText() | Points():
            return
        case _:
            assert_never(kind)


def _slots(step: StepTuple) -> Iterator[str]:
    """The slot, and how its text begins and ends: filters look at first and last characters."""
    for fill in step.fills:
        yield fill.slot
        if fill.label is not None:
            yield f"{fill.slot}={fill.label}"
        if fill.fragment is not None and fill.fragment.text:
            yield f"{fill.slot}：{fill.fragment.text[0]}…"
            yield f"{fill.slot}：…{fill.fragment.text[-1]}"
