"""Where a prediction differs from gold, by kind: missed, spurious, wrong role, boundary, wrong coreference, label.

For people who read errors, not for numbers: a prediction is lined up with gold much as the measures do it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal, assert_never, cast, get_args

from pingce.spec.measure import Case
from pingce.spec.shapes import (
    Choice,
    FragmentSets,
    FreeText,
    Judged,
    ListOf,
    Options,
    RoleSpans,
    SenseChoice,
    SlotTuple,
    TypedSpans,
)
from pingce.spec.task import AnswerField, TaskSpec
from pingce.spec.values import Answer, Fragment, Letters, Reason, RoleSpan, Senses, SlotFill, StepTuple, Verdict

from .assignment import best_pairs
from .measures.tuples import Mentions, jaccard, mention_sets, variants

ErrorKind = Literal["missed", "spurious", "role", "boundary", "coreference", "label"]
KINDS: tuple[ErrorKind, ...] = get_args(ErrorKind)
WHOLE_TUPLE = "tuple"
"""The role of a tuple that gold has and the answer has not, or the other way round."""
ENTITY_SHARE = 0.01
"""What an entity without overlap still weighs in lining up tuples, so that the rest of the tuple can decide."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that is wrong: in which role or field, what gold has there and what was said."""

    kind: ErrorKind
    role: str
    gold: str = ""
    said: str = ""
    gold_at: tuple[int, ...] = ()
    said_at: tuple[int, ...] = ()

    __pydantic_config__: ClassVar = {"json_schema_serialization_defaults_required": True}
    """In the API every field is always there."""


def differences(task: TaskSpec, case: Case) -> list[Difference]:
    """Everything in which the answer to one item differs from gold."""
    return [difference for field in task.public_answer for difference in _field(field, case)]


def labels(task: TaskSpec, answer: Answer | None) -> list[str]:
    """Labels and types of an answer, to filter by."""
    names: list[str] = []
    for field in task.public_answer:
        value = (answer or {}).get(field.name)
        if value is None:
            continue
        match field.shape:
            case Choice():
                names.append(str(value))
            case Options():
                names.append("".join(sorted(cast("Letters", value))))
            case ListOf(each=TypedSpans()):
                names += [reason.type for reason in cast("tuple[Reason, ...]", value)]
            case ListOf(each=Judged()):
                names += [verdict.judge for verdict in cast("tuple[Verdict, ...]", value)]
            case _:
                pass
    return list(dict.fromkeys(names))


def _field(field: AnswerField, case: Case) -> Iterator[Difference]:
    gold, predicted = case.gold.get(field.name), (case.predicted or {}).get(field.name)
    match field.shape:
        case Choice():
            yield from _label(field.name, cast("str | None", gold), cast("str | None", predicted))
        case Options():
            yield from _letters(field.name, case, cast("Letters | None", gold), cast("Letters | None", predicted))
        case ListOf(each=each):
            match each:
                case RoleSpans() | TypedSpans():
                    yield from _reasons(
                        cast("tuple[Reason, ...]", gold or ()), cast("tuple[Reason, ...]", predicted or ())
                    )
                case SlotTuple():
                    ours, theirs = (
                        cast("tuple[StepTuple, ...]", gold or ()),
                        cast("tuple[StepTuple, ...]", predicted or ()),
                    )
                    yield from _tuples(each, ours, theirs, mention_sets(case.gold))
                case Judged():
                    ours_, theirs_ = (
                        cast("tuple[Verdict, ...]", gold or ()),
                        cast("tuple[Verdict, ...]", predicted or ()),
                    )
                    yield from _label(
                        field.name, ours_[0].judge if ours_ else None, theirs_[0].judge if theirs_ else None
                    )
                case _:
                    assert_never(each)
        case SenseChoice():
            yield from _senses(field.name, cast("Senses | None", gold), cast("Senses | None", predicted))
        case FragmentSets() | FreeText():
            return
        case _:
            assert_never(field.shape)


def _label(role: str, gold: str | None, predicted: str | None) -> Iterator[Difference]:
    if gold is None or gold == predicted:
        return
    yield Difference("missed", role, gold) if predicted is None else Difference("label", role, gold, predicted)


def _letters(role: str, case: Case, gold: Letters | None, predicted: Letters | None) -> Iterator[Difference]:
    """Letter by letter: which right options were not chosen, and which wrong ones were."""
    ours, theirs = gold or frozenset(), predicted or frozenset()
    for letter in sorted(ours - theirs):
        yield Difference("missed", role, gold=_lettered(case, letter))
    for letter in sorted(theirs - ours):
        yield Difference("spurious", role, said=_lettered(case, letter))


def _lettered(case: Case, letter: str) -> str:
    text = case.item.options.get(letter)
    return letter if text is None else f"{letter} {text}"


def _senses(role: str, gold: Senses | None, predicted: Senses | None) -> Iterator[Difference]:
    ours = gold.chosen if gold is not None else ()
    theirs = _chosen(predicted)
    for gloss in ours:
        if gloss not in theirs:
            yield Difference("missed", role, gold=gloss)
    for gloss in theirs:
        if gloss not in ours:
            yield Difference("spurious", role, said=gloss)


def _chosen(senses: Senses | None) -> tuple[str, ...]:
    """What was chosen; where only scores are given, the best one."""
    if senses is None:
        return ()
    if senses.chosen:
        return senses.chosen
    if senses.scores:
        return (max(senses.scores, key=lambda pair: pair[1])[0],)
    return tuple(pick for pick in senses.picks if pick is not None)


def _reasons(golds: Sequence[Reason], predicted: Sequence[Reason]) -> Iterator[Difference]:
    """The best pair is compared: gold lists alternatives, and a system may answer with several."""
    if not golds:
        return
    if not predicted:
        for span in golds[0].spans:
            yield Difference("missed", span.role, gold=span.text, gold_at=span.idxes)
        return
    gold, best = max(
        ((g, s) for s in predicted for g in golds), key=lambda pair: (_shared(*pair), pair[0].type == pair[1].type)
    )
    if gold.type != best.type:
        yield Difference("label", "type", gold.type, best.type)
    yield from _spans(gold.spans, best.spans)


def _shared(gold: Reason, predicted: Reason) -> float:
    ours = {(span.role, i) for span in gold.spans for i in span.idxes}
    theirs = {(span.role, i) for span in predicted.spans for i in span.idxes}
    return len(ours & theirs) / (len(ours | theirs) or 1)


def _spans(gold: Sequence[RoleSpan], predicted: Sequence[RoleSpan]) -> Iterator[Difference]:
    theirs = {span.role: span for span in predicted}
    ours = {span.role: span for span in gold}
    lost = [span for role, span in ours.items() if not _meet(span, theirs.get(role))]
    extra = [span for role, span in theirs.items() if not _meet(span, ours.get(role))]
    for role, span in ours.items():
        other = theirs.get(role)
        if other is not None and _meet(span, other) and set(span.idxes) != set(other.idxes):
            yield Difference("boundary", role, span.text, other.text, span.idxes, other.idxes)
    for span in lost:
        other = next((span_there for span_there in extra if _meet(span, span_there)), None)
        if other is None:
            yield Difference("missed", span.role, gold=span.text, gold_at=span.idxes)
        else:
            extra.remove(other)
            yield Difference("role", span.role, span.text, f"{other.role}：{other.text}", span.idxes, other.idxes)
    for span in extra:
        yield Difference("spurious", span.role, said=span.text, said_at=span.idxes)


def _meet(span: RoleSpan, other: RoleSpan | None) -> bool:
    return other is not None and not set(span.idxes).isdisjoint(other.idxes)


def _tuples(
    shape: SlotTuple, golds: Sequence[StepTuple], predicted: Sequence[StepTuple], corefs: Mentions
) -> Iterator[Difference]:
    pairs = paired_tuples(shape, golds, predicted, corefs)
    for i, j in sorted(pairs):
        yield from _slots(shape, golds[i], predicted[j], corefs)
    matched_gold, matched_said = {i for i, _ in pairs}, {j for _, j in pairs}
    for i, gold in enumerate(golds):
        if i not in matched_gold:
            yield Difference("missed", WHOLE_TUPLE, gold=summary(gold), gold_at=_entity_at(gold))
    for j, other in enumerate(predicted):
        if j not in matched_said:
            yield Difference("spurious", WHOLE_TUPLE, said=summary(other), said_at=_entity_at(other))


def paired_tuples(
    shape: SlotTuple, golds: Sequence[StepTuple], predicted: Sequence[StepTuple], corefs: Mentions
) -> list[tuple[int, int]]:
    """Which tuples of two lists are about the same, a wrong entity allowed; those without a partner are in no pair."""
    weights = {
        (i, j): weight
        for i, gold in enumerate(golds)
        for j, other in enumerate(predicted)
        if (weight := _likeness(shape, gold, other, corefs)) > 0
    }
    return best_pairs(weights)


def paired_reasons(golds: Sequence[Reason], predicted: Sequence[Reason]) -> list[tuple[int, int]]:
    """The same of reasons: those that mark some of the same characters, of one type rather than another."""
    weights = {
        (i, j): len(_characters(gold) & _characters(other)) + (0.5 if gold.type == other.type else 0.0)
        for i, gold in enumerate(golds)
        for j, other in enumerate(predicted)
        if _characters(gold) & _characters(other)
    }
    return best_pairs(weights)


def _characters(reason: Reason) -> set[int]:
    return {i for span in reason.spans for i in span.idxes}


def _likeness(shape: SlotTuple, gold: StepTuple, predicted: StepTuple, corefs: Mentions) -> float:
    """How much two tuples say the same, a wrong entity allowed; nothing if not even half is shared."""
    ours, theirs = _fills(gold), _fills(predicted)
    points = 0.0
    entity_met = False
    for slot in ours.keys() & theirs.keys():
        entity = slot in shape.entities
        likeness = _alike(ours[slot], theirs[slot], corefs if entity else (), by_position=entity)
        entity_met = entity_met or (entity and likeness > 0)
        points += likeness or (ENTITY_SHARE if entity else 0.0)
    share = points / (len(ours.keys() | theirs.keys()) or 1)
    return share if entity_met or share >= 0.5 else 0.0


def _fills(step: StepTuple) -> dict[str, SlotFill]:
    return {fill.slot: fill for fill in step.fills}


def _alike(gold: SlotFill, predicted: SlotFill, corefs: Mentions, *, by_position: bool) -> float:
    if gold.fragment is None or predicted.fragment is None:
        return float(gold.label is not None and gold.label == predicted.label)
    if by_position:
        theirs = frozenset(predicted.fragment.idxes)
        return max(jaccard(variant, theirs) for variant in variants(frozenset(gold.fragment.idxes), corefs))
    return jaccard(frozenset(gold.fragment.text), frozenset(predicted.fragment.text))


def _slots(shape: SlotTuple, gold: StepTuple, predicted: StepTuple, corefs: Mentions) -> Iterator[Difference]:
    ours, theirs = _fills(gold), _fills(predicted)
    lost = {slot: fill for slot, fill in ours.items() if slot not in theirs}
    extra = {slot: fill for slot, fill in theirs.items() if slot not in ours}
    for slot, fill in lost.items():
        moved = next((name for name, other in extra.items() if _same_fragment(fill, other)), None)
        if moved is None:
            yield _difference("missed", slot, fill, None)
        else:
            other = extra.pop(moved)
            yield Difference("role", slot, _text(fill), f"{moved}：{_text(other)}", _at(fill), _at(other))
    for slot, fill in extra.items():
        yield _difference("spurious", slot, None, fill)
    for slot in shape.names:
        if slot in ours and slot in theirs:
            yield from _slot(shape, slot, ours[slot], theirs[slot], corefs)


def _slot(shape: SlotTuple, slot: str, gold: SlotFill, predicted: SlotFill, corefs: Mentions) -> Iterator[Difference]:
    entity = slot in shape.entities
    if gold.label != predicted.label:
        yield Difference("label", slot, gold.label or "–", predicted.label or "–")
    if (gold.fragment is None) != (predicted.fragment is None):
        yield _difference("missed" if predicted.fragment is None else "spurious", slot, gold, predicted)
    elif gold.fragment is not None and predicted.fragment is not None:
        likeness = _alike(gold, predicted, corefs if entity else (), by_position=entity)
        if likeness < 1.0:
            kind: ErrorKind = "coreference" if entity and not likeness else "boundary" if likeness else "missed"
            yield _difference(kind, slot, gold, predicted)


def _same_fragment(fill: SlotFill, other: SlotFill) -> bool:
    if fill.fragment is None or other.fragment is None:
        return False
    return not set(fill.fragment.idxes).isdisjoint(other.fragment.idxes)


def _difference(kind: ErrorKind, slot: str, gold: SlotFill | None, predicted: SlotFill | None) -> Difference:
    return Difference(
        kind,
        slot,
        _text(gold) if gold is not None else "",
        _text(predicted) if predicted is not None else "",
        _at(gold) if gold is not None else (),
        _at(predicted) if predicted is not None else (),
    )


def _text(fill: SlotFill) -> str:
    parts = [fill.fragment.text if fill.fragment is not None else "", fill.label or ""]
    return " / ".join(text for text in parts if text)


def _at(fill: SlotFill) -> tuple[int, ...]:
    return fill.fragment.idxes if fill.fragment is not None else ()


def summary(step: StepTuple) -> str:
    return "；".join(f"{fill.slot} {_text(fill)}" for fill in step.fills)


def _entity_at(step: StepTuple) -> tuple[int, ...]:
    first: Fragment | None = next((fill.fragment for fill in step.fills if fill.fragment is not None), None)
    return first.idxes if first is not None else ()
