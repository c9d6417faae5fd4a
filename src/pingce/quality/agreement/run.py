"""Agreement of a whole file: every field, every number; overall, by pair, by person, by part of the data.

What ``pingce quality agreement`` shows: for every field the coefficients of :mod:`.coefficients` and the likeness of
answers, each with an interval, then the same by pair, person and slice.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Literal

from pingce.formats.encode import Json
from pingce.quality.annotations import Annotation, Annotations, Field, ItemClusters, Points
from pingce.scoring.clusters import Resample
from pingce.spec.measure import Row
from pingce.spec.shapes import SenseChoice
from pingce.spec.words import Words

from .coefficients import ALPHA_INTERVAL, COHEN, NOMINAL, OF_TWO_ORDINAL, ORDINAL, Coefficient, Cohen
from .content import chosen, has_label
from .numbers import AgreementNumber, mean, numbers_json
from .pairwise import Likeness, likenesses
from .resample import mean_of_pairs, measured, pooled
from .sense_sets import alpha_within_words
from .slices import SliceName, slices
from .tables import LabelTable, label_table

MOST_PAIRS = 60
"""With more pairs than this nobody reads their intervals, and drawing them would take long."""
ALPHA_MASI = Words("Krippendorff α（MASI，按词）", "Krippendorff's α (MASI, within words)")
Numbers = dict[str, AgreementNumber]
Pair = tuple[str, str]


@dataclass(frozen=True)
class FieldAgreement:
    """All about one field."""

    asked: Field
    titles: Mapping[str, Words]
    overall: Numbers
    pairs: Mapping[Pair, Numbers]
    people: Mapping[str, Numbers]
    """The mean over everybody's pairs: the row means of the matrix."""
    parts: Mapping[SliceName, Mapping[str, Numbers]]
    confusion: Mapping[Pair, int] = field(default_factory=dict)
    """How often two answers to one item had these two labels, whoever gave which."""
    labels: tuple[str, ...] = ()
    of_items: Mapping[str, float] = field(default_factory=dict)
    """The first likeness of each item alone, over its pairs."""
    clusters: ItemClusters | None = None
    """Which items were drawn together for the intervals; None: each by itself."""

    @property
    def shared(self) -> int:
        return len(self.of_items) or max((number.n for number in self.overall.values()), default=0)

    def as_json(self) -> dict[str, Json]:
        return {
            "field": self.asked.name,
            "overall": numbers_json(self.overall),
            "pairs": self.pairs_json(),
            "people": {name: numbers_json(numbers) for name, numbers in self.people.items()},
            "parts": {
                slice_name: {group: numbers_json(numbers) for group, numbers in groups.items()}
                for slice_name, groups in self.parts.items()
            },
            "labels": [{"labels": list(pair), "n": n} for pair, n in self.confusion.items()],
            "drawn": "items" if self.clusters is None else self.clusters.drawn,
        }

    def pairs_json(self) -> list[Json]:
        return [{"people": list(pair), **numbers_json(numbers)} for pair, numbers in self.pairs.items()]


def agreement(
    data: Annotations, *, which: Literal["first", "last"] = "first", resample: Resample = "clusters"
) -> list[FieldAgreement]:
    """Every field of the file; ``first``: answers as they were before anybody saw another's.

    ``resample``: intervals draw whole clusters of items (see :attr:`Annotations.clusters`), or every item by itself.
    """
    answers = data.first() if which == "first" else data.last()
    clusters = data.clusters if resample == "clusters" else None
    return [_Field(data, field, answers, clusters).agreement() for field in data.fields]


class _Field:
    """One field: who said what, compared in every way its shape allows."""

    def __init__(
        self, data: Annotations, asked: Field, answers: Sequence[Annotation], clusters: ItemClusters | None
    ) -> None:
        self.data, self.asked, self.answers, self.clusters = data, asked, answers, clusters
        numbers = None if clusters is None else clusters.numbers
        labelled = has_label(asked) or isinstance(asked.shape, Points)
        self.table = label_table(asked, answers, numbers) if labelled else None
        self.likenesses = likenesses(data.task, asked)
        self.by_item: dict[str, dict[str, Annotation]] = {}
        for annotation in answers:
            self.by_item.setdefault(annotation.item, {})[annotation.annotator] = annotation
        people = {name: i for i, name in enumerate(data.annotators)}
        self.compared = {
            item: list(combinations(sorted(by_person, key=people.__getitem__), 2))
            for item, by_person in self.by_item.items()
        }
        self.rows = {likeness.name: self._rows(likeness) for likeness in self.likenesses}

    def _rows(self, likeness: Likeness) -> dict[str, dict[Pair, Row]]:
        by_item: dict[str, dict[Pair, Row]] = {}
        for item, pairs in self.compared.items():
            answers, question = self.by_item[item], self.data.items[item]
            rows = ((pair, likeness.row(question, answers[pair[0]].answer, answers[pair[1]].answer)) for pair in pairs)
            by_item[item] = {pair: row for pair, row in rows if row is not None}
        return by_item

    def agreement(self) -> FieldAgreement:
        pairs = self._pairs()
        titles = {coefficient.name: coefficient.title for coefficient in (*self._coefficients(), *self._of_two())}
        titles |= {likeness.name: likeness.title for likeness in self.likenesses}
        return FieldAgreement(
            asked=self.asked,
            titles={**titles, "alpha_masi": ALPHA_MASI} if isinstance(self.asked.shape, SenseChoice) else titles,
            overall={**self._numbers(list(self.by_item), with_interval=True), **self._means(pairs)},
            pairs=pairs,
            people=self._people(pairs),
            parts=self._parts(),
            confusion=_confusion(self.table) if self.table is not None else {},
            labels=self.table.labels if self.table is not None else (),
            of_items=self._of_items(),
            clusters=self.clusters,
        )

    def _coefficients(self) -> list[Coefficient]:
        """Those for any number of people."""
        if self.table is None:
            return []
        if isinstance(self.asked.shape, Points):
            return [replace(ALPHA_INTERVAL, positions=tuple(map(float, self.table.labels)))]
        return [*NOMINAL, *(ORDINAL if self.table.scale else ())]

    def _of_two(self) -> list[Cohen]:
        if self.table is None or isinstance(self.asked.shape, Points):
            return []
        return [COHEN, *(OF_TWO_ORDINAL if self.table.scale else ())]

    def _numbers(self, items: Sequence[str], *, with_interval: bool) -> Numbers:
        """Everything that is not said pair by pair, for some of the items."""
        numbers: Numbers = {}
        if self.table is not None:
            table = self.table.only(items)
            for coefficient in self._coefficients():
                counts = table.counts(on_scale=coefficient in ORDINAL)
                numbers[coefficient.name] = measured(coefficient, counts, with_interval=with_interval)
        for likeness in self.likenesses:
            compared = [item for item in items if self.compared[item]]
            rows = [list(self.rows[likeness.name][item].values()) for item in compared]
            numbers[likeness.name] = pooled(
                likeness, rows, with_interval=with_interval, clusters=self._clusters_of(compared)
            )
        if isinstance(self.asked.shape, SenseChoice):
            sets = [(self._word(item), self._sets(item)) for item in items]
            by_word = self.clusters is not None and self.clusters.kind == "word"
            numbers["alpha_masi"] = alpha_within_words(sets, with_interval=with_interval, by_word=by_word)
        return numbers

    def _clusters_of(self, items: Sequence[str]) -> list[int] | None:
        return None if self.clusters is None else [self.clusters.numbers[item] for item in items]

    def _word(self, item: str) -> str:
        group = next((annotation.group for annotation in self.by_item[item].values() if annotation.group), "")
        return self.data.items[item].texts.get("word", group)

    def _sets(self, item: str) -> list[frozenset[str]]:
        return [
            senses for annotation in self.by_item[item].values() if (senses := chosen(self.asked, annotation.answer))
        ]

    def _pairs(self) -> dict[Pair, Numbers]:
        pairs = dict.fromkeys(pair for compared in self.compared.values() for pair in compared)
        with_interval = len(pairs) <= MOST_PAIRS
        rows: dict[str, dict[Pair, dict[str, list[Row]]]] = {}
        for name, by_item in self.rows.items():
            for item, pair_rows in by_item.items():
                for pair, row in pair_rows.items():
                    rows.setdefault(name, {}).setdefault(pair, {})[item] = [row]
        return {pair: self._pair(pair, rows, with_interval=with_interval) for pair in pairs}

    def _pair(
        self, pair: Pair, rows: Mapping[str, Mapping[Pair, Mapping[str, list[Row]]]], *, with_interval: bool
    ) -> Numbers:
        numbers: Numbers = {}
        if self.table is not None:
            for cohen in self._of_two():
                cells = self.table.crossed(pair, on_scale=bool(cohen.weights))
                numbers[cohen.name] = measured(cohen, cells, with_interval=with_interval)
        for likeness in self.likenesses:
            shared = rows.get(likeness.name, {}).get(pair, {})
            numbers[likeness.name] = pooled(
                likeness, list(shared.values()), with_interval=with_interval, clusters=self._clusters_of(list(shared))
            )
        return numbers

    def _means(self, pairs: Mapping[Pair, Numbers]) -> Numbers:
        """Cohen's κ is a matter of two; of more people there is the mean over pairs."""
        means = {}
        for coefficient in self._of_two():
            cells = [numbers[coefficient.name] for numbers in pairs.values()]
            if len(cells) == 1:
                means[coefficient.name] = cells[0]
            elif self.table is not None:
                means[coefficient.name] = mean_of_pairs(
                    coefficient, self.table, cells, with_interval=len(cells) <= MOST_PAIRS
                )
        return means

    def _people(self, pairs: Mapping[Pair, Numbers]) -> dict[str, Numbers]:
        names = [
            *(coefficient.name for coefficient in self._of_two()),
            *(likeness.name for likeness in self.likenesses),
        ]
        mine: dict[str, list[Numbers]] = {}
        for pair, numbers in pairs.items():
            for person in pair:
                mine.setdefault(person, []).append(numbers)
        order = [person for person in self.data.annotators if person in mine]
        return {person: {name: mean([numbers[name] for numbers in mine[person]]) for name in names} for person in order}

    def _parts(self) -> dict[SliceName, dict[str, Numbers]]:
        return {
            name: {group: self._numbers(items, with_interval=True) for group, items in groups.items()}
            for name, groups in slices(self.data, self.answers).items()
        }

    def _of_items(self) -> dict[str, float]:
        if not self.likenesses:
            return {}
        first = self.likenesses[0]
        alone = {
            item: pooled(first, [list(rows.values())], with_interval=False).value
            for item, rows in self.rows[first.name].items()
        }
        return {item: value for item, value in alone.items() if value is not None}


def _confusion(table: LabelTable) -> dict[Pair, int]:
    counts: Counter[Pair] = Counter()
    for codes in table.pairs.values():
        for a, b in codes:
            counts[table.labels[min(a, b)], table.labels[max(a, b)]] += 1
    return dict(counts)
