"""Annotations with who, when and what became of them: what the quality stage calculates from.

The same values whether they come from an export of a campaign, JSON lines of another tool or files per person;
:mod:`.reading` and :mod:`.answer_files` make them.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Literal, NamedTuple

from pingce.scoring.clusters import ClusterKind, item_clusters
from pingce.spec.shapes import Choice, Element, FragmentSets, FreeText, ListOf, Options, SenseChoice, Shape
from pingce.spec.task import TaskSpec
from pingce.spec.values import Answer, Item
from pingce.spec.words import Words

DecisionKind = Literal["agreed", "review", "appeal", "audit", "control"]
KINDS: tuple[DecisionKind, ...] = ("agreed", "review", "appeal", "audit", "control")
FEEDBACK: frozenset[DecisionKind] = frozenset({"review", "appeal", "audit"})
"""Decisions that tell an annotator something; an agreement tells nobody anything new."""


@dataclass(frozen=True)
class Points:
    """A number on a scale, such as a rating of an explanation."""


Asked = Shape | Points
Kind = Choice | Options | FragmentSets | SenseChoice | FreeText | Points | Element
"""What an answer is made of: its shape, or that of the elements of a list."""


@dataclass(frozen=True)
class Field:
    """One thing people say about an item."""

    name: str
    title: Words
    shape: Asked
    ordered: bool = False
    """The labels are a scale, from first to last; the rating's scale is known anyway."""

    @property
    def kind(self) -> Kind:
        return self.shape.each if isinstance(self.shape, ListOf) else self.shape


class RuleHit(NamedTuple):
    """A rule of the annotation form that had something to say about an answer."""

    rule: str
    level: str


@dataclass(frozen=True, slots=True)
class Annotation:
    """One version of one person's answer to one item."""

    item: str
    annotator: str
    answer: Answer
    at: datetime | None = None
    seconds: float | None = None
    batch: str = ""
    genre: str = ""
    group: str = ""
    version: int = 1
    control: bool = False
    hits: tuple[RuleHit, ...] = ()


@dataclass(frozen=True, slots=True)
class ItemDecision:
    """What an item's answer came to be, and how."""

    item: str
    answer: Answer
    kind: DecisionKind
    by: str = ""
    at: datetime | None = None
    reason: str = ""
    hits: tuple[RuleHit, ...] | None = None
    """What the rules say about the decided answer; None where nobody asked them."""
    upheld: bool | None = None
    """Of an appeal: whether it was right; None where the file does not say."""


class ItemClusters(NamedTuple):
    """Which items are drawn together for an interval, and what they have in common."""

    kind: ClusterKind
    numbers: Mapping[str, int]
    """The cluster of every item, by its id."""

    @property
    def drawn(self) -> str:
        """As signatures of scores say it: ``12 by original``."""
        return f"{len(set(self.numbers.values()))} by {self.kind}"


@dataclass(frozen=True)
class Annotations:
    """A file of annotations, or several files of answers, read."""

    source: str
    task: TaskSpec | None
    """None for a table of labels that belongs to no task."""
    fields: tuple[Field, ...]
    items: Mapping[str, Item]
    versions: Sequence[Annotation]
    """Every version of every answer, in the order of the file."""
    decisions: Sequence[ItemDecision] = ()
    """Every decision, in the order of the file."""
    gold: Mapping[str, Answer] = field(default_factory=dict)
    """Right answers from elsewhere: a gold file, a column of a table."""
    left_out: Mapping[str, int] = field(default_factory=dict)
    """Lines that are no finished answers, by their state."""

    @property
    def annotators(self) -> list[str]:
        return list(dict.fromkeys(annotation.annotator for annotation in self.versions))

    @cached_property
    def clusters(self) -> ItemClusters | None:
        """Items of one original, word or text, which people tend to get right or wrong together; None: none share."""
        has_senses = self.task is not None and self.task.has_senses
        shared = item_clusters(list(self.items.values()), has_senses=has_senses)
        return None if shared is None else ItemClusters(shared.kind, dict(zip(self.items, shared.numbers, strict=True)))

    def first(self) -> list[Annotation]:
        """Everybody's first answer to each item: what they said before anybody told them anything."""
        return self._pick(latest=False)

    def last(self) -> list[Annotation]:
        """Everybody's latest answer to each item."""
        return self._pick(latest=True)

    def _pick(self, *, latest: bool) -> list[Annotation]:
        picked: dict[tuple[str, str], Annotation] = {}
        for annotation in self.versions:
            key = (annotation.item, annotation.annotator)
            if key not in picked or (annotation.version > picked[key].version) == latest:
                picked[key] = annotation
        return list(picked.values())

    @property
    def final(self) -> dict[str, ItemDecision]:
        """The decision that holds for each item: the last one; right answers of control items are none."""
        return {decision.item: decision for decision in self.decisions if decision.kind != "control"}

    @property
    def known(self) -> dict[str, Answer]:
        """Right answers that were there before anybody answered: control items and gold."""
        return {
            **{decision.item: decision.answer for decision in self.decisions if decision.kind == "control"},
            **self.gold,
        }


def by_item(annotations: Iterable[Annotation]) -> dict[str, list[Annotation]]:
    """The answers to each item, in the order of the file."""
    answers: dict[str, list[Annotation]] = {}
    for annotation in annotations:
        answers.setdefault(annotation.item, []).append(annotation)
    return answers
