"""Values → JSON in the official layout: same keys, same order.

The way back from :mod:`.decode`: an item and an answer become the record a task's official file would hold.
``encode_value`` does it for one field, also for forms and prompts.
"""

from typing import assert_never, cast

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
from pingce.spec.values import (
    Answer,
    Fragment,
    FragmentSet,
    Item,
    Letters,
    Reason,
    RoleSpan,
    Senses,
    SlotFill,
    StepTuple,
    Value,
    Verdict,
)

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]


def encode_record(
    task: TaskSpec, item: Item, answer: Answer | None, *, with_texts: bool = True, gold: bool = True
) -> dict[str, Json]:
    """A record as published: id, texts, answer; a submission leaves out texts and what only gold has."""
    record: dict[str, Json] = {task.id_key: item.id}
    if with_texts:
        record |= {field.key: item.texts[field.name] for field in task.texts if field.name in item.texts}
        attributes = (*task.attributes, *(task.gold_attributes if answer is not None else ()))
        record |= {key: item.extra[key] for key in attributes if key in item.extra}
        if task.options is not None and item.options:
            record[task.options.key] = dict(item.options)
    if answer is not None:
        fields = sorted(task.answer, key=lambda f: not f.gold_only) if gold else task.public_answer
        record |= {f.key: encode_value(f.shape, answer[f.name]) for f in fields if f.name in answer}
    return {key: record[key] for key in dict.fromkeys((*task.key_order, *record)) if key in record}


def encode_value(shape: Shape, value: Value) -> Json:
    """An answer's value as the JSON of its shape, the reverse of ``decode``."""
    match shape:
        case Choice():
            return _label(shape, cast("str", value))
        case Options():
            return [*sorted(cast("Letters", value))]
        case FreeText():
            return cast("str", value)
        case ListOf():
            return [_element(shape, element) for element in cast("tuple[Reason | StepTuple | Verdict, ...]", value)]
        case FragmentSets():
            return [[_fragment(fragment) for fragment in group] for group in cast("tuple[FragmentSet, ...]", value)]
        case SenseChoice():
            return _senses(cast("Senses", value))
        case _:
            assert_never(shape)


def _element(shape: ListOf, value: Reason | StepTuple | Verdict) -> Json:
    each = shape.each
    match each:
        case RoleSpans():
            return [_role_span(span) for span in cast("Reason", value).spans]
        case TypedSpans():
            reason = cast("Reason", value)
            return {"fragments": [_role_span(span) for span in reason.spans], "type": reason.type}
        case SlotTuple():
            return _tuple(each, cast("StepTuple", value))
        case Judged():
            verdict = cast("Verdict", value)
            return {
                each.judge_key: _label(each.judge, verdict.judge),
                each.explanation_key: verdict.explanation,
            }
        case _:
            assert_never(each)


def _label(shape: Choice, label: str) -> Json:
    match shape.encoding:
        case "bool":
            return label == "1"
        case "int":
            return int(label)
        case "str":
            return label
        case _:
            assert_never(shape.encoding)


def _fragment(fragment: Fragment) -> Json:
    return {"text": fragment.text, "idxes": list(fragment.idxes)}


def _role_span(span: RoleSpan) -> Json:
    return {"role": span.role, "text": span.text, "idxes": list(span.idxes)}


def _tuple(shape: SlotTuple, step: StepTuple) -> Json:
    if shape.layout == "objects":
        return [_role_object(fill) for fill in step.fills]
    filled = {fill.slot: fill for fill in step.fills}
    array: list[Json] = []
    for slot in shape.slots:
        fill = filled.get(slot.name)
        array.append(None if fill is None else _fragment(fill.fragment) if fill.fragment else fill.label)
    return array


def _role_object(fill: SlotFill) -> Json:
    record: dict[str, Json] = {"role": fill.slot}
    if fill.fragment is not None:
        record["fragment"] = _fragment(fill.fragment)
    if fill.label is not None:
        record["label"] = fill.label
    return record


def _senses(senses: Senses) -> Json:
    if senses.picks:
        return {"picks": list(senses.picks)}
    scored: list[Json] = [{"gloss": gloss, "score": score} for gloss, score in senses.scores]
    return [*senses.chosen, *scored]
