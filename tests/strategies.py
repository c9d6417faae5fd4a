"""Random questions and answers for every answer shape, over texts that test positions."""

from typing import assert_never

from hypothesis import strategies as st

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
    Slot,
    SlotTuple,
    TypedSpans,
)
from pingce.spec.task import TaskSpec
from pingce.spec.values import (
    Answer,
    Fragment,
    Item,
    Reason,
    RoleSpan,
    Senses,
    SlotFill,
    StepTuple,
    Value,
    Verdict,
)

CHARACTERS = "小明把书放在桌子上下𠮷Ｓ1aé，。"
"""A character beyond the first plane, full-width, digit, Latin, accent and punctuation among the usual ones."""
OPTION_LETTERS = ("A", "B", "C")
GLOSSES = ("张开", "使松开", "推动", "开始工作")

texts = st.text(CHARACTERS, min_size=4, max_size=24)


@st.composite
def fragments(draw: st.DrawFn, text: str) -> Fragment:
    """Mostly neighbours, sometimes scattered and out of order."""
    if draw(st.booleans()):
        start = draw(st.integers(0, len(text) - 1))
        idxes = tuple(range(start, draw(st.integers(start, min(len(text) - 1, start + 4))) + 1))
    else:
        idxes = tuple(draw(st.lists(st.integers(0, len(text) - 1), min_size=1, max_size=4, unique=True)))
    return Fragment("".join(text[i] for i in idxes), idxes)


@st.composite
def spans(draw: st.DrawFn, shape: RoleSpans, text: str) -> tuple[RoleSpan, ...]:
    roles = draw(st.lists(st.sampled_from(sorted(shape.roles)), min_size=1, unique=True))
    return tuple(RoleSpan(role, *draw(fragments(text))) for role in roles)


@st.composite
def reasons(draw: st.DrawFn, shape: RoleSpans | TypedSpans, text: str) -> Reason:
    if isinstance(shape, RoleSpans):
        return Reason("", draw(spans(shape, text)))
    kind = draw(st.sampled_from(sorted(shape.cases)))
    return Reason(kind, draw(spans(shape.cases[kind], text)))


@st.composite
def fills(draw: st.DrawFn, slot: Slot, text: str, *, one_kind: bool) -> SlotFill:
    kinds = {"fragment": ["fragment"], "label": ["label"], "either": ["fragment", "label", "both"]}[slot.takes]
    kind = draw(st.sampled_from([k for k in kinds if k != "both" or not one_kind]))
    return SlotFill(
        slot.name,
        None if kind == "label" else draw(fragments(text)),
        None if kind == "fragment" else draw(st.sampled_from(slot.labels)),
    )


@st.composite
def steps(draw: st.DrawFn, shape: SlotTuple, text: str) -> StepTuple:
    """In the order of the slots, as files have them; nearly always with an entity."""
    first, *others = shape.slots
    chosen = draw(st.sets(st.sampled_from(range(len(others))), max_size=5))
    with_entity = not chosen or draw(st.integers(0, 3))
    slots = [first] * bool(with_entity) + [others[i] for i in sorted(chosen)]
    return StepTuple(tuple(draw(fills(slot, text, one_kind=shape.layout == "array")) for slot in slots))


def elements(shape: ListOf, text: str) -> st.SearchStrategy[Reason | StepTuple | Verdict]:
    each = shape.each
    match each:
        case RoleSpans() | TypedSpans():
            return reasons(each, text)
        case SlotTuple():
            return steps(each, text)
        case Judged():
            return st.builds(Verdict, st.sampled_from(each.judge.labels), st.text("“空间实体”可以描述。同", min_size=1))
        case _:
            assert_never(each)


def values(shape: Shape, text: str) -> st.SearchStrategy[Value]:
    match shape:
        case Choice():
            return st.sampled_from(shape.labels)
        case Options():
            return st.frozensets(st.sampled_from(OPTION_LETTERS), min_size=1)
        case ListOf():
            return st.lists(elements(shape, text), min_size=1, max_size=4).map(tuple)  # type: ignore[arg-type]
        case FragmentSets():
            members = st.lists(fragments(text), min_size=2, max_size=3).map(tuple)
            return st.lists(members, max_size=2).map(tuple)
        case SenseChoice():
            return senses()
        case FreeText():
            return st.text(CHARACTERS)
        case _:
            assert_never(shape)


def senses(*, gold: bool = False) -> st.SearchStrategy[Senses]:
    glosses = st.lists(st.sampled_from(GLOSSES), min_size=1, unique=True)
    chosen = glosses.map(lambda g: Senses(tuple(g)))
    if gold:
        return chosen
    scores = glosses.flatmap(
        lambda g: st.lists(st.floats(0, 1), min_size=len(g), max_size=len(g)).map(
            lambda numbers: Senses((), tuple(zip(g, numbers, strict=True)))
        )
    )
    picks = st.lists(st.none() | st.sampled_from(GLOSSES), min_size=1, max_size=3).map(
        lambda p: Senses((), picks=tuple(p))
    )
    return chosen | scores | picks


@st.composite
def items(draw: st.DrawFn, task: TaskSpec, qid: str = "1") -> Item:
    """For senses the word is part of the sentence; otherwise texts are free."""
    found = {field.name: draw(texts) for field in task.texts}
    if "word" in found:
        found["word"] = found["sentence"][:2]
    options = {} if task.options is None else {letter: f"{letter}项" for letter in OPTION_LETTERS}
    return Item(qid, found, {}, options)


@st.composite
def answers(draw: st.DrawFn, task: TaskSpec, text: str, *, gold: bool) -> Answer:
    return {
        field.name: draw(senses(gold=gold) if isinstance(field.shape, SenseChoice) else values(field.shape, text))
        for field in (task.answer if gold else task.public_answer)
    }
