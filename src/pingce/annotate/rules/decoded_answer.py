"""An answer as rules see it: records of spans, each with its words.

Rules do not care whether a fragment came from slots of 2022, roles of 2023 or a list of reasons; they walk over records
of spans, each with its text, its place and the words and tags under it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import cast

from pingce.annotate.decode import Values
from pingce.annotate.forms import Form
from pingce.annotate.items import AnnotationItem
from pingce.language.tagging.words import Word
from pingce.spec.shapes import ListOf, SlotTuple, TypedSpans
from pingce.spec.values import FragmentSet, Reason, SlotFill, StepTuple
from pingce.tasks.slots_and_roles import roles_to_slots, slot_fills

from .tagged import Piece, pieces, spatial_places, tagged


@dataclass(frozen=True)
class AnswerSpan:
    """A fragment in its slot; slots have the names of 2022, roles of reasons are S, P, E or text."""

    path: str
    slot: str
    role: str
    """As the answer calls it."""
    text: str
    idxes: tuple[int, ...]
    source: str
    """The text it is taken from."""

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        return pieces(self.source, self.idxes)

    @property
    def in_pieces(self) -> bool:
        return any(b != a + 1 for a, b in zip(self.idxes, self.idxes[1:], strict=False))


@dataclass(frozen=True)
class AnswerRecord:
    """A tuple, or one reason."""

    path: str
    type: str
    spans: tuple[AnswerSpan, ...]
    labels: Mapping[str, str]

    def of(self, *slots: str) -> list[AnswerSpan]:
        return [span for span in self.spans if span.slot in slots]


class DecodedAnswer:
    """One answer as rules see it: its values by field, its records of spans, the words of its text.

    Words are tagged only if a rule asks for them.
    """

    def __init__(self, form: Form, item: AnnotationItem, raw: Mapping[str, object], values: Values) -> None:
        self.form, self.item, self.raw, self.values = form, item, raw, values
        self.text = item.texts.get(form.task.texts[0].name, "")

    @property
    def words(self) -> tuple[Word, ...]:
        return tagged(self.text)

    @property
    def highlighted(self) -> frozenset[int]:
        return spatial_places(self.text)

    @cached_property
    def replaced(self) -> frozenset[int]:
        """Positions of the replaced word; empty where it is not known."""
        places = self.item.extra.get("replaced")
        return frozenset(i for i in places if isinstance(i, int)) if isinstance(places, list | tuple) else frozenset()

    @cached_property
    def spans(self) -> tuple[AnswerSpan, ...]:
        return tuple(span for record in self.records for span in record.spans)

    @cached_property
    def records(self) -> tuple[AnswerRecord, ...]:
        """The tuples or reasons of the answer."""
        tuples = self.form.by_name.get("tuples")
        if tuples is not None:
            steps = cast("tuple[StepTuple, ...]", self.values.get("tuples", ()))
            shape = cast("SlotTuple", cast("ListOf", tuples.shape).each)
            return tuple(self._step(shape, step, f"{tuples.key}[{i}]") for i, step in enumerate(steps))
        reasons = self.form.by_name.get("reasons")
        if reasons is None:
            return ()
        typed = isinstance(cast("ListOf", reasons.shape).each, TypedSpans)
        stored_reasons = cast("tuple[Reason, ...]", self.values.get("reasons", ()))
        return tuple(self._reason(reason, f"{reasons.key}[{i}]", typed) for i, reason in enumerate(stored_reasons))

    @cached_property
    def corefs(self) -> tuple[AnswerRecord, ...]:
        return self._sets("corefs")

    @cached_property
    def non_corefs(self) -> tuple[AnswerRecord, ...]:
        return self._sets("non_corefs")

    def _step(self, shape: SlotTuple, step: StepTuple, path: str) -> AnswerRecord:
        labels = {fill.slot: fill.label for fill in roles_to_slots(step).fills if fill.label is not None}
        return AnswerRecord(path, "", tuple(self._step_spans(shape, step, path)), labels)

    def _step_spans(self, shape: SlotTuple, step: StepTuple, path: str) -> Iterator[AnswerSpan]:
        for i, fill in enumerate(step.fills):
            if fill.fragment is None or not self._readable(fill.fragment.idxes):
                continue
            in_array = shape.layout == "array"
            position = f"[{shape.names.index(fill.slot)}]" if in_array else f"[{i}].fragment"
            yield self._span(path + position, _slot(fill), fill.slot, fill.fragment.idxes)

    def _reason(self, reason: Reason, path: str, typed: bool) -> AnswerRecord:
        inner = f"{path}.fragments" if typed else path
        spans = (
            self._span(f"{inner}[{i}]", span.role.rstrip("12"), span.role, span.idxes)
            for i, span in enumerate(reason.spans)
            if self._readable(span.idxes)
        )
        return AnswerRecord(path, reason.type, tuple(spans), {})

    def _sets(self, name: str) -> tuple[AnswerRecord, ...]:
        field = self.form.by_name.get(name)
        groups = cast("tuple[FragmentSet, ...]", self.values.get(name, ()))
        key = field.key if field is not None else name
        return tuple(
            AnswerRecord(
                f"{key}[{i}]",
                "",
                tuple(
                    self._span(f"{key}[{i}][{j}]", "R", "R", member.idxes)
                    for j, member in enumerate(group)
                    if self._readable(member.idxes)
                ),
                {},
            )
            for i, group in enumerate(groups)
        )

    def _readable(self, idxes: tuple[int, ...]) -> bool:
        """Fragments that are empty or beyond the text are reported as such; they have no words to look at."""
        return bool(idxes) and all(0 <= i < len(self.text) for i in idxes)

    def _span(self, path: str, slot: str, role: str, idxes: tuple[int, ...]) -> AnswerSpan:
        return AnswerSpan(path, slot, role, "".join(self.text[i] for i in idxes), idxes, self.text)


def _slot(fill: SlotFill) -> str:
    """The slot of 2022 that holds the fragment."""
    return next(slot.slot for slot in slot_fills(fill) if slot.fragment is not None)
