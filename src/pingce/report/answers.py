"""Answers of every shape as blocks that one template can show."""

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
from pingce.spec.values import FragmentSet, Letters, Reason, Senses, SlotFill, StepTuple, Value, Verdict
from pingce.spec.words import Words, same

from .marks import MarkedPiece, TextMark, pieces, positions, role_colour
from .titles import Titles, called, titles

NO_PICK = "—"


class AnswerEntry(NamedTuple):
    """One line of a small table: what, its text, and where it stands."""

    name: Words
    text: str
    where: str = ""
    colour: str = ""


class Block(NamedTuple):
    """One statement of an answer; parts that are empty are not shown."""

    head: Words | None = None
    text: str = ""
    pieces: Sequence[MarkedPiece] = ()
    entries: Sequence[AnswerEntry] = ()


def blocks(shape: Shape, value: Value, text: str, options: Mapping[str, str] | None = None) -> list[Block]:
    """What an answer says, one statement after the other; positions refer to ``text``, letters to ``options``."""
    match shape:
        case Choice():
            return [Block(called(cast("str", value), titles(shape).labels))]
        case Options():
            chosen = sorted(cast("Letters", value))
            return [Block(entries=[AnswerEntry(same(letter), (options or {}).get(letter, "")) for letter in chosen])]
        case FreeText():
            return [Block(text=cast("str", value))]
        case FragmentSets():
            return [Block(text=" = ".join(f.text for f in group)) for group in cast("tuple[FragmentSet, ...]", value)]
        case SenseChoice():
            entries = _senses(cast("Senses", value))
            return [Block(entries=entries)] if entries else []
        case ListOf():
            return _elements(shape, value, text)
        case _:
            assert_never(shape)


def _elements(shape: ListOf, value: Value, text: str) -> list[Block]:
    each, names = shape.each, titles(shape)
    match each:
        case RoleSpans() | TypedSpans():
            return [_reason(reason, text, names) for reason in cast("tuple[Reason, ...]", value)]
        case SlotTuple():
            steps = enumerate(cast("tuple[StepTuple, ...]", value), start=1)
            return [_tuple(i, step, names.parts) for i, step in steps]
        case Judged():
            verdicts = cast("tuple[Verdict, ...]", value)
            return [Block(called(verdict.judge, names.labels), text=verdict.explanation) for verdict in verdicts]
        case _:
            assert_never(each)


def _reason(reason: Reason, text: str, names: Titles) -> Block:
    roles = list(names.parts)
    marks = [
        TextMark(span.role, called(span.role, names.parts), role_colour(span.role, roles), span.idxes)
        for span in reason.spans
    ]
    entries = [
        AnswerEntry(mark.title, span.text, positions(span.idxes), mark.colour)
        for span, mark in zip(reason.spans, marks, strict=True)
    ]
    head = called(reason.type, names.labels) if reason.type else None
    return Block(head, pieces=pieces(text, marks), entries=entries)


def _tuple(number: int, step: StepTuple, slots: Mapping[str, Words]) -> Block:
    head = same(f"#{number}") if step.well_formed else Words(f"#{number}（长度不对）", f"#{number} (wrong length)")
    return Block(head, entries=[_fill(fill, slots) for fill in step.fills])


def _fill(fill: SlotFill, slots: Mapping[str, Words]) -> AnswerEntry:
    texts = [*([fill.fragment.text] if fill.fragment else []), *([f"[{fill.label}]"] if fill.label is not None else [])]
    where = positions(fill.fragment.idxes) if fill.fragment else ""
    return AnswerEntry(called(fill.slot, slots), " ".join(texts), where)


def _senses(value: Senses) -> list[AnswerEntry]:
    if value.picks:
        return [AnswerEntry(same(str(i)), pick or NO_PICK) for i, pick in enumerate(value.picks, start=1)]
    scored = [
        AnswerEntry(same(f"{score:.3f}"), gloss) for gloss, score in sorted(value.scores, key=lambda pair: -pair[1])
    ]
    return [AnswerEntry(same(str(i)), gloss) for i, gloss in enumerate(value.chosen, start=1)] + scored
