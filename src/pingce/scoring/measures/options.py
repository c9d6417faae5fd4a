"""Measures of choices among the options an item brings along: exactly the right letters, or nothing."""

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal, get_args

from pingce.spec.measure import Case, Measure, Row, ratio
from pingce.spec.values import Answer, Item

from .judging import Accuracy

GROUP, DISTURBANCE = "group", "disturbance"
"""Keys by which a gold file may say which items belong together, and how an item was made of another."""
Disturbance = Literal["copy", "question", "option"]
DISTURBANCES: tuple[Disturbance, ...] = get_args(Disturbance)
"""The same item again, with its question reworded, with its options in another order."""


def letters(answer: Answer | None, field: str) -> frozenset[str] | None:
    """The letters chosen; None where nothing usable was said."""
    value = answer.get(field) if answer is not None else None
    return value if isinstance(value, frozenset) else None


def prediction_or_before(case: Case) -> Case:
    """The case as SpaCE2025's script sees it: an unanswered item takes what was said about the item before it."""
    return case._replace(predicted=case.before) if case.predicted is None else case


@dataclass(frozen=True)
class ChosenOptions(Measure):
    """Share of items whose letters are exactly those of gold."""

    field: str
    skip_disturbances: bool = False
    """SpaCE2024 ranks without the items made of others to test stability; its script counts all items."""

    columns: ClassVar[tuple[str, ...]] = ("correct", "counted")
    right: ClassVar[str | None] = "correct"

    def row(self, case: Case) -> Row:
        if self.skip_disturbances and case.item.extra.get(DISTURBANCE) in DISTURBANCES:
            return (0.0, 0.0)
        gold = letters(case.gold, self.field)
        return (float(gold is not None and gold == letters(case.predicted, self.field)), 1.0)

    def combine(self, sums: Sequence[float], n: int) -> dict[str, float]:  # noqa: ARG002 (rows count themselves)
        return {"accuracy": ratio(sums[0], sums[1])}


@dataclass(frozen=True)
class ChosenOptionsOrBefore(ChosenOptions):
    """The same where an unanswered item takes the letters of the item before it, as SpaCE2025's script has it."""

    def row(self, case: Case) -> Row:
        return super().row(prediction_or_before(case))


@dataclass(frozen=True)
class AccuracyOrBefore(Accuracy):
    """Share of items judged as in gold; an unanswered one takes the judgement of the item before it (SpaCE2025)."""

    def row(self, case: Case) -> Row:
        return super().row(prediction_or_before(case))


@dataclass(frozen=True)
class ChosenOptionsByPart(ChosenOptions):
    """The same for every group of items apart, told by a part of the id; a group without items has 0."""

    id_part: ClassVar[int]
    names: ClassVar[tuple[str, ...]]

    def row(self, case: Case) -> Row:
        own = super().row(case)
        parts = case.item.id.split("-")
        group = parts[self.id_part] if self.id_part < len(parts) else ""
        return tuple(value if name == group else 0.0 for name in self.names for value in own)

    def combine(self, sums: Sequence[float], n: int) -> dict[str, float]:  # noqa: ARG002 (rows count themselves)
        return {name: ratio(sums[2 * i], sums[2 * i + 1]) for i, name in enumerate(self.names)}


@dataclass(frozen=True)
class AbilityAccuracy(ChosenOptionsByPart):
    """Exactly the right letters, for every ability of SpaCE2024 apart."""

    id_part: ClassVar[int] = 0
    names: ClassVar[tuple[str, ...]] = ("1", "2", "3", "4", "5")
    columns: ClassVar[tuple[str, ...]] = (
        *("correct_1", "counted_1", "correct_2", "counted_2", "correct_3", "counted_3"),
        *("correct_4", "counted_4", "correct_5", "counted_5"),
    )
    right: ClassVar[str | None] = None


@dataclass(frozen=True)
class KindAccuracy(ChosenOptionsByPart):
    """Exactly the right letters, for items with one right option and with several apart (SpaCE2024)."""

    id_part: ClassVar[int] = 2
    names: ClassVar[tuple[str, ...]] = ("s", "m")
    columns: ClassVar[tuple[str, ...]] = ("correct_s", "counted_s", "correct_m", "counted_m")
    right: ClassVar[str | None] = None


@dataclass(frozen=True)
class Stability(Measure):
    """Share of groups of disturbed items all of whose members are answered alike, right or wrong.

    A gold file may say which items belong together (``group``); otherwise those do that have the same text and the
    same set of options. Answers are alike if they choose the same option texts, in whatever order these stand.
    Of a copy, a reworded question and re-ordered options each is also counted apart.
    """

    field: str
    columns: ClassVar[tuple[str, ...]] = (
        *("stable", "groups", "stable_copy", "groups_copy"),
        *("stable_question", "groups_question", "stable_option", "groups_option"),
    )
    whole_set: ClassVar[bool] = True

    def row(self, case: Case) -> Row:
        return self.rows([case])[0]

    def rows(self, cases: Sequence[Case]) -> list[Row]:
        keys = disturbance_groups([case.item for case in cases])
        members: dict[Hashable, list[int]] = {}
        for i, key in enumerate(keys):
            if key is not None:
                members.setdefault(key, []).append(i)
        rows: list[Row] = [(0.0,) * len(self.columns)] * len(cases)
        for numbers in members.values():
            shares = [
                share
                for sort in (None, *DISTURBANCES)
                for share in self._shares([cases[i] for i in numbers], sort, len(numbers))
            ]
            for i in numbers:
                rows[i] = tuple(shares)
        return rows

    def _shares(self, group: Sequence[Case], sort: Disturbance | None, size: int) -> tuple[float, float]:
        """A group's own share of stable groups and of groups, for each of its members."""
        predicted = [_said(case, self.field) for case in group]
        if sort is None:
            return (float(len(set(predicted)) == 1) / size, 1.0 / size)
        pairs = [
            (i, j) for j in range(len(group)) for i in range(j) if difference(group[i].item, group[j].item) == sort
        ]
        if not pairs:
            return (0.0, 0.0)
        return (float(all(predicted[i] == predicted[j] for i, j in pairs)) / size, 1.0 / size)

    def combine(self, sums: Sequence[float], n: int) -> dict[str, float]:  # noqa: ARG002 (rows carry the weights)
        names = ("stability", *DISTURBANCES)
        return {name: ratio(sums[2 * i], sums[2 * i + 1]) for i, name in enumerate(names)}


def disturbance_groups(items: Sequence[Item]) -> list[Hashable]:
    """The group of every item that was made of another, or that others were made of; None for all other items."""
    given = any(GROUP in item.extra for item in items)
    keys: list[Hashable] = [_given_group(item) if given else _found_group(item) for item in items]
    sizes = Counter(keys)
    return [key if key is not None and sizes[key] > 1 else None for key in keys]


def _given_group(item: Item) -> Hashable:
    return item.extra.get(GROUP) or None


def _found_group(item: Item) -> Hashable:
    return (item.text, frozenset(item.options.values())) if item.text and item.options else None


def difference(one: Item, other: Item) -> Disturbance | None:
    """How two items of a group differ: not at all, in the question, or in the order of their options."""
    same_question = one.texts.get("question") == other.texts.get("question")
    same_order = list(one.options.values()) == list(other.options.values())
    if same_question:
        return "copy" if same_order else "option"
    return "question" if same_order else None


def _said(case: Case, field: str) -> Hashable:
    """Which option texts were chosen, since letters stand for others where options are re-ordered."""
    chosen = letters(case.predicted, field)
    return None if chosen is None else frozenset(case.item.options.get(letter, letter) for letter in chosen)
