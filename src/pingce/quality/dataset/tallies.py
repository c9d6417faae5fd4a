"""Countable properties of answers, by shape: labels, type sets, roles, slots, how many of each."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple, assert_never, cast

from pingce.spec.shapes import (
    Choice,
    Element,
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
from pingce.spec.values import FragmentSet, Letters, Reason, Senses, StepTuple, Value, Verdict
from pingce.spec.words import Words

Sorting = Literal["given", "frequency", "number"]
LABELS = "labels"
POSITIVE = ("1", "true")
"""Labels that say that all is well; their number stands over that of the others in a ratio."""


class AnswerTally(NamedTuple):
    """How often each value of one property occurs."""

    key: str
    title: Words
    head: Words
    counts: Counter[str]
    sorting: Sorting = "frequency"
    order: Sequence[str] = ()
    """With sorting ``given``: the values in the order of the task."""
    distribution: bool = False
    """Whole numbers that belong on an axis."""


class Fact(NamedTuple):
    """One number about the answers of a part."""

    key: str
    title: Words
    value: float


PER_ITEM = Words("每题的答案数", "Answers per item")
NUMBER = Words("个数", "number")
ROLES = Words("角色", "role")
ROLE_SETS = Words("角色组合", "Role sets")


def tallies(shape: Shape, values: Sequence[Value]) -> list[AnswerTally]:
    """Every table of a field's answers."""
    match shape:
        case Choice():
            counts = Counter(cast("str", value) for value in values)
            return [AnswerTally(LABELS, Words("标签", "Labels"), Words("标签", "label"), counts, "given", shape.labels)]
        case Options():
            chosen_letters = [cast("Letters", value) for value in values]
            letters = Counter(letter for value in chosen_letters for letter in value)
            together = Counter("".join(sorted(value)) for value in chosen_letters)
            head, where = Words("选项", "option"), Words("正确选项的位置", "Where the right options stand")
            how_many = Words("每题的正确选项数", "Right options per item")
            return [
                AnswerTally("letters", where, head, letters, "given", shape.letters),
                AnswerTally("letter-sets", Words("答案", "Answers"), head, together),
                _numbers("letters-per-item", how_many, map(len, chosen_letters)),
            ]
        case FragmentSets():
            sets = [group for value in values for group in cast("tuple[FragmentSet, ...]", value)]
            return [
                _numbers("set-sizes", Words("集合的大小", "Size of the sets"), map(len, sets)),
                _numbers("sets-per-item", Words("每题的集合数", "Sets per item"), map(len, values)),
            ]
        case SenseChoice():
            chosen = [len(cast("Senses", value).chosen) for value in values]
            return [_numbers("senses-per-item", Words("每句的义项数", "Senses per sentence"), chosen)]
        case FreeText():
            return []
        case ListOf(each=each):
            per_item = _numbers("answers-per-item", PER_ITEM, map(len, values))
            return [*_element(each, [element for value in values for element in value], values), per_item]
        case _:
            assert_never(shape)


def _element(each: Element, parts: Sequence[object], values: Sequence[Value]) -> Iterator[AnswerTally]:
    match each:
        case TypedSpans():
            reasons = cast("Sequence[Reason]", parts)
            sets = Counter("&".join(sorted({reason.type for reason in cast("tuple[Reason, ...]", v)})) for v in values)
            yield AnswerTally("type-sets", Words("类型组合", "Type sets"), Words("类型", "types"), sets)
            types = Counter(reason.type for reason in reasons)
            yield AnswerTally(
                "types", Words("各类原因", "Reasons by type"), Words("类型", "type"), types, "given", [*each.cases]
            )
            typed = Counter(f"{r.type}: {'+'.join(span.role for span in r.spans)}" for r in reasons)
            yield AnswerTally("role-sets", ROLE_SETS, ROLES, typed)
        case RoleSpans():
            reasons = cast("Sequence[Reason]", parts)
            roles = Counter(span.role for reason in reasons for span in reason.spans)
            yield AnswerTally("roles", Words("角色", "Roles"), ROLES, roles, "given", [*each.roles])
            plain = Counter("+".join(span.role for span in reason.spans) for reason in reasons)
            yield AnswerTally("role-sets", ROLE_SETS, ROLES, plain)
        case SlotTuple():
            yield from _slots(each, cast("Sequence[StepTuple]", parts))
        case Judged():
            judged = Counter(verdict.judge for verdict in cast("Sequence[Verdict]", parts))
            yield AnswerTally(
                LABELS, Words("判断", "Judgements"), Words("标签", "label"), judged, "given", each.judge.labels
            )
        case _:
            assert_never(each)


def _slots(shape: SlotTuple, tuples: Sequence[StepTuple]) -> Iterator[AnswerTally]:
    """Elements of the tuples, and the labels of those slots that take labels."""
    slots, labels, together = Counter[str](), Counter[str](), Counter[str]()
    for step in tuples:
        fills = step.fills
        slots.update(fill.slot for fill in fills)
        labels.update(f"{fill.slot}: {fill.label}" for fill in fills if fill.label is not None)
        together[str(len(fills))] += 1
    yield AnswerTally("slots", Words("要素", "Elements"), Words("槽位", "slot"), slots, "given", shape.names)
    named = [f"{slot.name}: {label}" for slot in shape.slots for label in slot.labels]
    yield AnswerTally(
        "slot-labels", Words("要素的标签", "Labels of elements"), Words("标签", "label"), labels, "given", named
    )
    title = Words("每个元组的要素数", "Elements per tuple")
    yield AnswerTally("elements-per-tuple", title, NUMBER, together, "number", distribution=True)


def _numbers(key: str, title: Words, numbers: Iterable[int]) -> AnswerTally:
    return AnswerTally(key, title, NUMBER, Counter(map(str, numbers)), "number", distribution=True)


def facts(shape: Shape, values: Sequence[Value]) -> Iterator[Fact]:
    """Numbers that belong to no table: ratio of labels, totals, fragments that are not in one piece."""
    match shape:
        case Choice():
            yield from _ratio(Counter(cast("str", value) for value in values))
        case FragmentSets():
            sets = [group for value in values for group in cast("tuple[FragmentSet, ...]", value)]
            yield Fact("items-with-sets", Words("有集合的题", "items with sets"), sum(bool(value) for value in values))
            yield Fact("sets", Words("集合", "sets"), len(sets))
        case ListOf(each=Judged()):
            verdicts = [verdict for value in values for verdict in cast("tuple[Verdict, ...]", value)]
            yield from _ratio(Counter(verdict.judge for verdict in verdicts))
            length = sum(len(verdict.explanation) for verdict in verdicts) / len(verdicts) if verdicts else 0.0
            yield Fact("explanation-length", Words("解释的平均字数", "mean length of explanations"), length)
        case ListOf(each=SlotTuple()):
            tuples = [step for value in values for step in cast("tuple[StepTuple, ...]", value)]
            yield Fact("tuples", Words("元组", "tuples"), len(tuples))
            yield Fact("elements", Words("要素", "elements"), sum(len(step.fills) for step in tuples))
            yield from _pieces([fill.fragment.idxes for step in tuples for fill in step.fills if fill.fragment])
        case ListOf():
            reasons = [reason for value in values for reason in cast("tuple[Reason, ...]", value)]
            yield Fact("answers", Words("答案", "answers"), len(reasons))
            yield from _pieces([span.idxes for reason in reasons for span in reason.spans])
        case Options():
            several = sum(len(cast("Letters", value)) > 1 for value in values)
            yield Fact("several-right", Words("多选题", "items with several right options"), several)
        case SenseChoice() | FreeText():
            pass
        case _:
            assert_never(shape)


def _ratio(counts: Counter[str]) -> Iterator[Fact]:
    positive = sum(counts[label] for label in POSITIVE)
    negative = counts.total() - positive
    if negative:
        yield Fact("ratio", Words("正 / 负", "positive / negative"), positive / negative)


def _pieces(fragments: Sequence[tuple[int, ...]]) -> Iterator[Fact]:
    yield Fact("fragments", Words("片段", "fragments"), len(fragments))
    broken = sum(max(idxes) - min(idxes) >= len(idxes) for idxes in fragments if idxes)
    yield Fact("broken-fragments", Words("不连续的片段", "fragments in several pieces"), broken)
    unsorted = sum(list(idxes) != sorted(idxes) for idxes in fragments)
    yield Fact("unordered-fragments", Words("次序不同于原文的片段", "fragments not in text order"), unsorted)


def fragment_positions(value: Value | None) -> frozenset[int]:
    """All characters an answer points at, whatever its shape."""
    if isinstance(value, str | frozenset | Senses) or value is None:
        return frozenset()
    return frozenset(i for element in value for idxes in _idxes(element) for i in idxes)


def _idxes(element: Reason | StepTuple | FragmentSet | Verdict) -> Iterator[tuple[int, ...]]:
    if isinstance(element, Reason):
        yield from (span.idxes for span in element.spans)
    elif isinstance(element, StepTuple):
        yield from (fill.fragment.idxes for fill in element.fills if fill.fragment is not None)
    elif not isinstance(element, Verdict):
        yield from (fragment.idxes for fragment in element)
