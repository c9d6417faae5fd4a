"""What a tool's users said → an answer of the task.

Comes in: what people said by control, and the shape of a field. Comes out: its value, or a violation that says what
does not fit; one branch per shape.
"""

from collections.abc import Iterator
from typing import assert_never, cast

from pingce.spec.problem import Violation, shown
from pingce.spec.shapes import Choice, FragmentSets, FreeText, ListOf, Options, SenseChoice, Shape, TypedSpans
from pingce.spec.task import TaskSpec
from pingce.spec.values import Answer, Fragment, Reason, RoleSpan, Senses, Value
from pingce.spec.words import Words, same

from .exported import ExchangedAnswer, Span, groups
from .mapping import FieldMap, Mapping, labels_of

ONE = Words("一个标签", "one label")
ONE_TYPE = Words("一组片段同属一种类型", "one type for the spans of a group")


class Taker:
    """Reads one field; what cannot be taken over is noted."""

    def __init__(self, name: str, shape: Shape, given: FieldMap, text: str) -> None:
        self.name, self.shape, self.given, self.text = name, shape, given, text
        self.known = labels_of(shape) or ()
        self.violations: list[Violation] = []

    def value(self, control: str, exchanged: ExchangedAnswer) -> Value | None:
        """The field's value as its shape wants it; None where nobody has said anything."""
        match self.shape:
            case Choice():
                return self._one(list(self._labels(exchanged.labels.get(control, ()))))
            case Options():
                return frozenset(self._labels(exchanged.labels.get(control, ()))) or None
            case SenseChoice():
                chosen = tuple(self._labels(exchanged.labels.get(control, ())))
                return Senses(chosen) if chosen else None
            case FreeText():
                written = exchanged.texts.get(control, ())
                return "\n".join(written) if written else None
            case FragmentSets():
                spans = exchanged.spans.get(control, ())
                return tuple(
                    tuple(self._fragment((span,)) for span in group) for group in groups(spans, exchanged.links)
                )
            case ListOf():
                spans = exchanged.spans.get(control, ())
                groups_of_spans = [spans] if self.given.group == "all" and spans else groups(spans, exchanged.links)
                return tuple(reason for group in groups_of_spans if (reason := self._reason(group)) is not None)
            case _:
                assert_never(self.shape)

    def _one(self, labels: list[str]) -> str | None:
        if len(labels) > 1:
            self.violations.append(Violation("several-answers", self.name, shown(labels), ONE))
        return labels[0] if labels else None

    def _labels(self, given: tuple[str, ...]) -> Iterator[str]:
        for label in given:
            meant = self.given.labels.get(label, label if not self.given.labels else None)
            if meant is None or (self.known and meant not in self.known):
                expected = same(", ".join(self.given.labels or self.known))
                self.violations.append(Violation("unknown-label", self.name, shown(label), expected))
            else:
                yield meant

    def _reason(self, spans: tuple[Span, ...]) -> Reason | None:
        """Pieces of one role are one fragment: no role occurs twice."""
        kinds: set[str] = set()
        roles: dict[str, list[Span]] = {}
        for span in spans:
            for meant in self._labels((span.label,)):
                kind, _, role = meant.rpartition("/") if self._is_typed else ("", "", meant)
                kinds.add(kind)
                roles.setdefault(role, []).append(span)
        if len(kinds) > 1:
            self.violations.append(Violation("several-answers", self.name, shown(sorted(kinds)), ONE_TYPE))
        if not roles:
            return None
        fragments = ((role, self._fragment(tuple(pieces))) for role, pieces in roles.items())
        return Reason(min(kinds), tuple(RoleSpan(role, fragment.text, fragment.idxes) for role, fragment in fragments))

    @property
    def _is_typed(self) -> bool:
        return isinstance(self.shape, ListOf) and isinstance(self.shape.each, TypedSpans)

    def _fragment(self, pieces: tuple[Span, ...]) -> Fragment:
        idxes = tuple(i for span in pieces for i in range(span.start, span.end))
        return Fragment("".join(self.text[i] for i in idxes), idxes)


def take_answer(
    task: TaskSpec, mapping: Mapping, exchanged: ExchangedAnswer, text: str
) -> tuple[Answer | None, list[Violation]]:
    """An answer; None where nothing was said."""
    values: dict[str, Value] = {}
    missing, violations = [], []
    for name, given in mapping.answers.items():
        taker = Taker(name, task.field(name).shape, given, text)
        value = taker.value(mapping.control(name), exchanged)
        violations += taker.violations
        if value is not None:
            values[name] = value
        elif not taker.violations:
            missing.append(name)
    empty = all(value == () for value in values.values())
    if empty and missing:
        return None, violations
    expected = Words("映射中的每个字段都有答案", "an answer for every field of the mapping")
    violations += [Violation("missing-key", name, "—", expected) for name in missing]
    return cast("Answer", values), violations
