"""Who said what about which item, as tables that coefficients can count.

Coefficients need labels by item and person, measures need pairs; both are laid out once per field.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pingce.quality.annotations import Annotation, Field, Points
from pingce.quality.asked_fields import NOT_SPECIAL
from pingce.spec.shapes import Choice
from pingce.spec.values import Answer

from .coefficients import Array
from .content import label


class Patterns(NamedTuple):
    """Items that look alike, once each, and how many there are."""

    rows: Array
    times: NDArray[np.int64]
    of_items: NDArray[np.int64] | None = None
    """The place of every item among the rows, where clusters of items are drawn."""
    clusters: NDArray[np.int64] | None = None
    """The cluster of every item; None: items are drawn one by one."""


@dataclass(frozen=True)
class LabelTable:
    """Labels by item and person."""

    labels: tuple[str, ...]
    scale: tuple[int, ...]
    """Those labels that stand on an ordered scale, in order; empty where labels have no order."""
    cells: Mapping[str, Mapping[str, int]]
    """Item → person → place of the label."""
    clusters: Mapping[str, int] | None = None
    """Item → the cluster with which it is drawn; None: every item by itself."""

    @cached_property
    def people(self) -> list[str]:
        return list(dict.fromkeys(person for by_person in self.cells.values() for person in by_person))

    def only(self, items: Iterable[str]) -> "LabelTable":
        kept = {item: self.cells[item] for item in items if item in self.cells}
        return LabelTable(self.labels, self.scale, kept, self.clusters)

    def counts(self, *, on_scale: bool = False) -> Patterns:
        """How often each label was given to an item."""
        table = np.zeros((len(self.cells), len(self.labels)))
        for i, by_person in enumerate(self.cells.values()):
            for code in by_person.values():
                table[i, code] += 1
        table = table[:, list(self.scale)] if on_scale else table
        if not len(table):
            return Patterns(table, np.zeros(0, dtype=np.int64))
        rows, of_items, times = np.unique(table, axis=0, return_inverse=True, return_counts=True)
        return Patterns(rows, times, of_items.reshape(-1), self.clusters_of(self.cells))

    def clusters_of(self, items: Iterable[str]) -> NDArray[np.int64] | None:
        """The clusters of some of the items, numbered from 0."""
        if self.clusters is None:
            return None
        return np.unique([self.clusters[item] for item in items], return_inverse=True)[1].reshape(-1)

    @cached_property
    def pairs(self) -> dict[tuple[str, str], list[tuple[int, int]]]:
        """Places of both labels for every item two people share."""
        return {pair: list(codes.values()) for pair, codes in self._pair_items.items()}

    @cached_property
    def _pair_items(self) -> dict[tuple[str, str], dict[str, tuple[int, int]]]:
        order = {person: i for i, person in enumerate(self.people)}
        pairs: dict[tuple[str, str], dict[str, tuple[int, int]]] = {}
        for item, by_person in self.cells.items():
            for a, b in combinations(sorted(by_person, key=order.__getitem__), 2):
                pairs.setdefault((a, b), {})[item] = by_person[a], by_person[b]
        return pairs

    def _shared(self, pair: tuple[str, str]) -> dict[str, tuple[int, int]]:
        """What the two said of each item, the first of ``pair`` first, whichever of them this table met first."""
        turned = self._pair_items.get((pair[1], pair[0]), {})
        return self._pair_items.get(pair) or {item: (first, second) for item, (second, first) in turned.items()}

    def crossed(self, pair: tuple[str, str], *, on_scale: bool = False) -> Patterns:
        """The table of two people, cell by cell."""
        k, position = self._places(on_scale=on_scale)
        shared = self._shared(pair)
        codes = position[np.asarray(list(shared.values()), dtype=int).reshape(-1, 2)]
        counted = (codes >= 0).all(axis=1)
        cells = codes[counted, 0] * k + codes[counted, 1]
        clusters = self.clusters_of(item for item, kept in zip(shared, counted, strict=True) if kept)
        return Patterns(np.eye(k * k), np.bincount(cells, minlength=k * k), cells, clusters)

    def all_crossed(self, *, on_scale: bool = False) -> tuple[int, NDArray[np.int64]]:
        """The number of cells, and a line per item: the cell of every pair's table it falls into, or −1."""
        k, position = self._places(on_scale=on_scale)
        column = {pair: i for i, pair in enumerate(self.pairs)}
        cells = np.full((len(self.cells), len(column)), -1)
        for line, by_person in zip(cells, self.cells.values(), strict=True):
            for (a, first), (b, second) in combinations(by_person.items(), 2):
                (a, first), (b, second) = ((a, first), (b, second)) if (a, b) in column else ((b, second), (a, first))
                if position[first] >= 0 and position[second] >= 0:
                    line[column[a, b]] = position[first] * k + position[second]
        return k * k, cells

    def _places(self, *, on_scale: bool) -> tuple[int, NDArray[np.int64]]:
        """How many labels take part, and where each stands among them; −1 for one that is off the scale."""
        if not on_scale:
            return len(self.labels), np.arange(len(self.labels))
        position = np.full(len(self.labels), -1)
        position[list(self.scale)] = range(len(self.scale))
        return len(self.scale), position


def label_table(
    field: Field, annotations: Sequence[Annotation], clusters: Mapping[str, int] | None = None
) -> LabelTable:
    """The labels of one field by item and person; ``clusters``: with which others every item is drawn."""
    by_item: dict[str, dict[str, str]] = {}
    for annotation in annotations:
        name = counted_label(field, annotation.answer)
        if name is not None:
            by_item.setdefault(annotation.item, {})[annotation.annotator] = name
    used = {name for by in by_item.values() for name in by.values()}
    labels = _labels(field, used)
    position = {name: i for i, name in enumerate(labels)}
    cells = {item: {person: position[name] for person, name in by.items()} for item, by in by_item.items()}
    return LabelTable(labels, _scale(field, labels), cells, clusters)


def counted_label(field: Field, answer: Answer) -> str | None:
    """The label that counts for an answer: whoever names no special case has said that there is none."""
    name = label(field, answer)
    return NOT_SPECIAL if name is None and field.name == "special" else name


def _labels(field: Field, used: set[str]) -> tuple[str, ...]:
    """All labels one could choose, where the shape lists them; otherwise those that were used."""
    if isinstance(field.shape, Points):
        return tuple(sorted(used, key=float))
    in_order = field.shape.labels if isinstance(field.shape, Choice) else ()
    return (*in_order, *sorted(used - set(in_order)))


def _scale(field: Field, labels: tuple[str, ...]) -> tuple[int, ...]:
    if isinstance(field.shape, Points) or (field.ordered and len(labels) > 2):
        return tuple(range(len(labels)))
    if isinstance(field.shape, Choice) and field.shape.scale:
        return tuple(labels.index(label) for label in field.shape.scale)
    return ()
