"""Answers as a language model reads and writes them: fragments are quoted strings, senses are numbers.

``quoted_answer`` writes an answer for a prompt, :mod:`.reading` takes one apart again; both in the task's own keys,
with quotations in place of positions.
"""

from collections.abc import Mapping, Sequence
from typing import assert_never, cast

from pingce.formats.encode import Json, encode_value
from pingce.formats.senses import Inventory
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
from pingce.spec.values import Answer, Fragment, Item, Reason, Senses, StepTuple, Value, Verdict

from .locating import Quote, candidates, locate

FRAMES = (2, 4, 8, 16, 32)
"""Characters shown on both sides of a repeated string, as few as single it out."""


def quoted_answer(task: TaskSpec, item: Item, answer: Answer, inventory: Inventory) -> dict[str, Json]:
    """What a model should have written for this answer."""
    glosses = inventory.get(item.texts.get("word", ""), ())
    return {
        field.key: _value(field.shape, answer[field.name], item.text, glosses)
        for field in task.public_answer
        if field.name in answer
    }


def _value(shape: Shape, value: Value, text: str, glosses: Sequence[str]) -> Json:
    match shape:
        case Choice() | Options() | FreeText() | FragmentSets():
            return encode_value(shape, value)
        case SenseChoice():
            return [glosses.index(gloss) + 1 for gloss in cast("Senses", value).chosen if gloss in glosses]
        case ListOf():
            return _list(shape, value, text)
        case _:
            assert_never(shape)


def _list(shape: ListOf, value: Value, text: str) -> Json:
    each = shape.each
    match each:
        case RoleSpans():
            reasons = cast("tuple[Reason, ...]", value)[: shape.at_most]
            return [_fragments(text, reason) for reason in reasons]
        case TypedSpans():
            by_type = {reason.type: reason for reason in reversed(cast("tuple[Reason, ...]", value))}
            return [{"type": kind, "fragments": _fragments(text, by_type[kind])} for kind in sorted(by_type)]
        case SlotTuple():
            return [_tuple(text, step) for step in cast("tuple[StepTuple, ...]", value)]
        case Judged():
            return [
                {each.judge_key: verdict.judge, each.explanation_key: verdict.explanation}
                for verdict in cast("tuple[Verdict, ...]", value)[: shape.at_most]
            ]
        case _:
            assert_never(each)


def _fragments(text: str, reason: Reason) -> dict[str, Json]:
    quotes = quote_all(text, {span.role: Fragment(span.text, span.idxes) for span in reason.spans})
    return {role: written(quote) for role, quote in quotes.items()}


def _tuple(text: str, step: StepTuple) -> Json:
    quotes = quote_all(text, {fill.slot: fill.fragment for fill in step.fills if fill.fragment is not None})
    record: dict[str, Json] = {}
    for fill in step.fills:
        if fill.slot not in quotes:
            record[fill.slot] = fill.label
        elif fill.label is None:
            record[fill.slot] = written(quotes[fill.slot])
        else:
            record[fill.slot] = {**_object(quotes[fill.slot]), "label": fill.label}
    return record


def written(quote: Quote) -> Json:
    """A quote as a string, or as an object where the string alone would be ambiguous."""
    return _object(quote) if quote.near else _text(quote)


def _object(quote: Quote) -> dict[str, Json]:
    return {"text": _text(quote)} | ({"near": quote.near} if quote.near else {})


def _text(quote: Quote) -> Json:
    return quote.pieces[0] if len(quote.pieces) == 1 else list(quote.pieces)


def quote_all(text: str, fragments: Mapping[str, Fragment]) -> dict[str, Quote]:
    """Quotes that lead back to the fragments; with their surroundings only where they need them."""
    quotes = {role: Quote(_pieces(text, fragment)) for role, fragment in fragments.items()}
    located = locate(text, quotes)
    for role, fragment in fragments.items():
        place = located[role]
        if place is None or set(place.idxes) != set(fragment.idxes):
            quotes[role] = _framed(text, quotes[role], fragment)
    return quotes


def _pieces(text: str, fragment: Fragment) -> tuple[str, ...]:
    pieces: list[str] = []
    last = -2
    for i in fragment.idxes:
        if i == last + 1:
            pieces[-1] += text[i]
        else:
            pieces.append(text[i])
        last = i
    return tuple(pieces)


def _framed(text: str, quote: Quote, fragment: Fragment) -> Quote:
    first, last = min(fragment.idxes), max(fragment.idxes)
    framed = quote
    for reach in FRAMES:
        framed = Quote(quote.pieces, text[max(0, first - reach) : last + 1 + reach])
        if len(list(candidates(text, framed))) == 1:
            break
    return framed


def quote_of(raw: object) -> Quote | None:
    """What a model wrote as a quote; None if it is none."""
    near = ""
    if isinstance(raw, dict):
        near = raw["near"] if isinstance(raw.get("near"), str) else ""
        raw = raw.get("text")
    listed = raw if isinstance(raw, list) else [raw]
    pieces = tuple(piece for piece in listed if isinstance(piece, str) and piece)
    return Quote(pieces, near) if pieces and len(pieces) == len(listed) else None
