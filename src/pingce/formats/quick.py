"""Reading well-formed records of tuple tasks without looking at every slot in Python.

msgspec decodes a line straight into fragments and arrays and refuses whatever is not exactly in shape: a wrong
length, a label where a fragment belongs, an empty fragment, an unknown key. A refused line goes the ordinary
way, which says what is wrong. Scoring a data set spends most of its time reading, so this pays.
"""

from collections.abc import Callable
from dataclasses import dataclass
from types import GenericAlias
from typing import Annotated, Any, Literal

import msgspec

from pingce.spec.shapes import FragmentSets, ListOf, Slot, SlotTuple
from pingce.spec.task import AnswerField, TaskSpec
from pingce.spec.values import Answer, Fragment, Item, StepTuple, Value

QuickRecord = tuple[Item, Answer]
NOT_EMPTY = msgspec.Meta(min_length=1)


@dataclass(frozen=True, slots=True, eq=False)
class QuickFragment(Fragment):
    """A fragment that cannot be empty."""

    text: Annotated[str, NOT_EMPTY]
    idxes: Annotated[tuple[int, ...], NOT_EMPTY]


def quick_reader(task: TaskSpec, *, with_texts: bool) -> Callable[[bytes], QuickRecord | None] | None:
    """A function from a line to item and answer, or to None if the line needs a closer look.

    All lines of a file have texts or none has; one that differs from the first needs a closer look too.
    """
    shape = task.tuple_shape
    if shape is None or shape.layout != "array":
        return None
    fields: list[tuple[str, Any, Any]] = [(task.id_key, Annotated[str, NOT_EMPTY], msgspec.NODEFAULT)]
    fields += [(text.key, str, msgspec.NODEFAULT) for text in task.texts if with_texts]
    types = [_type(answer) for answer in task.answer]
    if None in types:
        return None
    fields += [
        (answer.key, kind, () if answer.gold_only else msgspec.NODEFAULT)
        for answer, kind in zip(task.answer, types, strict=True)
    ]
    record = msgspec.defstruct("Record", fields, forbid_unknown_fields=True, kw_only=True)
    return _Reader(task, shape, msgspec.json.Decoder(record), with_texts=with_texts)


def _type(answer: AnswerField) -> Any:  # noqa: ANN401 (a type built at run time)
    """None where there is no quick way."""
    shape = answer.shape
    match shape:
        case ListOf(each=SlotTuple() as step):
            array = GenericAlias(tuple, tuple(_element(slot) for slot in step.slots))
            limits = msgspec.Meta(min_length=shape.at_least, max_length=shape.at_most)
            return Annotated[tuple[array, ...], limits]  # type: ignore[valid-type]  # known at run time only
        case FragmentSets():
            return tuple[tuple[QuickFragment, ...], ...]
        case _:
            return None


def _element(slot: Slot) -> Any:  # noqa: ANN401
    return (Literal[slot.labels] if slot.takes == "label" else QuickFragment) | None


class _Reader:
    def __init__(
        self, task: TaskSpec, shape: SlotTuple, decoder: msgspec.json.Decoder[Any], *, with_texts: bool
    ) -> None:
        self.id_key, self.names, self.decoder = task.id_key, shape.names, decoder
        self.texts = [(text.name, text.key) for text in task.texts if with_texts]
        self.answers = [(answer.name, answer.key, isinstance(answer.shape, ListOf)) for answer in task.answer]

    def __call__(self, line: bytes) -> QuickRecord | None:
        try:
            record = self.decoder.decode(line)
        except (msgspec.MsgspecError, UnicodeDecodeError):
            return None
        texts = {name: getattr(record, key) for name, key in self.texts}
        answer: dict[str, Value] = {}
        names = self.names
        for name, key, tuples in self.answers:
            value = getattr(record, key)
            answer[name] = tuple([StepTuple(None, True, slots, names) for slots in value]) if tuples else value
        return Item(getattr(record, self.id_key), texts), answer
