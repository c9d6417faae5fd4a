"""The closed set of answer shapes. A stage matches on them and ends in ``assert_never``.

Forms, decoders, measures, prompts and pages are written for shapes and not for tasks; a new task of a known shape needs
no code in any of them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from .rules import SlotRule, SpanRule
from .values import Item
from .words import Words

Encoding = Literal["bool", "int", "str"]


@dataclass(frozen=True)
class Choice:
    """One label of a closed list."""

    labels: tuple[str, ...]
    titles: Mapping[str, Words] = field(default_factory=dict)
    encoding: Encoding = "str"
    """How files write the labels: 1 as ``true``, ``1`` or ``"1"``."""
    scale: tuple[str, ...] = ()
    """Labels in order from one end to the other, where they are a rating; the other labels are off the scale."""
    strip: bool = False
    """Spaces around a label are no part of it; SpaCE2025's script takes them off."""


OptionKind = Literal["single", "multiple"]


@dataclass(frozen=True)
class KindMark:
    """Where an item says whether one or several of its options are right; files say so on test sets, too."""

    single: tuple[str, ...]
    """Words of which one stands there where one option is right."""
    multiple: tuple[str, ...]
    key: str | None = None
    """The key of the record they stand in; None: the id."""

    def of(self, item: Item) -> OptionKind | None:
        """What the item says; None where it says nothing."""
        mark = item.id if self.key is None else item.extra.get(self.key, "")
        if any(word in mark for word in self.multiple):
            return "multiple"
        return "single" if any(word in mark for word in self.single) else None


@dataclass(frozen=True)
class Options:
    """Letters of the choices that an item brings along; one or several are right, and exactly these must be named."""

    key: str = "options"
    """Where a record has its choices: an object from letters to texts."""
    letters: tuple[str, ...] = ("A", "B", "C", "D")
    mark: KindMark | None = None
    fewest: int = 2
    """An item has at least so many options and at most one for every letter."""

    def kind(self, item: Item) -> OptionKind | None:
        """Whether one or several options are right, as far as the item says so."""
        return self.mark.of(item) if self.mark is not None else None


@dataclass(frozen=True)
class RoleSpans:
    """Fragments in roles, each role at most once."""

    roles: Mapping[str, Words]
    rules: tuple[SpanRule, ...] = ()


@dataclass(frozen=True)
class TypedSpans:
    """Fragments whose roles depend on a type: an anomaly of type A has other roles than one of type C."""

    cases: Mapping[str, RoleSpans]
    titles: Mapping[str, Words]


@dataclass(frozen=True)
class Slot:
    """One place of a tuple."""

    name: str
    title: Words
    takes: Literal["fragment", "label", "either"]
    labels: tuple[str, ...] = ()
    by_position: bool = False
    """Compared by position in the text (entities) rather than by its characters."""


@dataclass(frozen=True)
class SlotTuple:
    """Fragments and labels in slots, with rules between the slots."""

    slots: tuple[Slot, ...]
    layout: Literal["array", "objects"]
    """``array``: one element per slot, null where empty; ``objects``: a list of filled roles."""
    rules: tuple[SlotRule, ...] = ()

    def slot(self, name: str) -> Slot | None:
        return self.by_name.get(name)

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(slot.name for slot in self.slots)

    @cached_property
    def entities(self) -> tuple[str, ...]:
        """Slots compared by position."""
        return tuple(slot.name for slot in self.slots if slot.by_position)

    @cached_property
    def by_name(self) -> Mapping[str, Slot]:
        return {slot.name: slot for slot in self.slots}

    @cached_property
    def rules_about(self) -> Mapping[str | None, tuple[SlotRule, ...]]:
        """Rules by the slot that brings them into play; None holds those that always apply."""
        about: dict[str | None, tuple[SlotRule, ...]] = {}
        for rule in self.rules:
            about[rule.slot] = (*about.get(rule.slot, ()), rule)
        return about


@dataclass(frozen=True)
class FragmentSets:
    """Sets of fragments, such as mentions of one entity."""

    at_least: int = 2


@dataclass(frozen=True)
class SenseChoice:
    """Glosses of the target word, one or several."""


@dataclass(frozen=True)
class FreeText:
    """Words of one's own."""


@dataclass(frozen=True)
class Judged:
    """A judgement together with its explanation."""

    judge: Choice
    explanation: FreeText
    judge_key: str
    explanation_key: str


Element = RoleSpans | TypedSpans | SlotTuple | Judged


@dataclass(frozen=True)
class ListOf:
    """Several answers to one question."""

    each: Element
    at_least: int = 1
    at_most: int | None = None
    """What a submission may contain; gold may list more alternatives."""
    one_per_type: bool = False
    """Only the first answer of a type counts in a submission."""


Shape = Choice | Options | FragmentSets | SenseChoice | FreeText | ListOf
