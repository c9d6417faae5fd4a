"""Scores of answers, and comparisons of systems."""

import gc
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from pingce.evaluation.files import (
    Compared,
    Scored,
    breakdowns,
    compare_loaded,
    load_gold_with_origins,
    score_loaded,
    signature_name,
)
from pingce.formats.checksum import source_sha256
from pingce.formats.encode import encode_record
from pingce.formats.load import Loaded, load_predictions
from pingce.formats.source import find_source
from pingce.scoring.breakdown import worst
from pingce.scoring.clusters import Resample
from pingce.scoring.interval import Interval
from pingce.scoring.significance import Comparison
from pingce.spec.errors import UserError
from pingce.spec.measure import Case
from pingce.spec.problem import Problem
from pingce.spec.task import RuleSet, TaskSpec
from pingce.spec.values import Answer, Item
from pingce.spec.words import Words, spoken_language

from .arguments import checked
from .data import name_as_known
from .frames import frame_of
from .sources import DataSource, as_file
from .tasks import as_task

if TYPE_CHECKING:
    import pandas as pd


class WorstItem(NamedTuple):
    """An item that costs much, with what was right and what was said, as the official files write answers."""

    id: str
    score: float
    gold: dict[str, Any]
    predicted: dict[str, Any] | None


class WorstItems(list[WorstItem]):
    """The items that cost most; a notebook shows them with both answers side by side."""

    def __init__(self, task: TaskSpec, cases: Sequence[tuple[Case, float]]) -> None:
        def written(item: Item, answer: Answer) -> dict[str, Any]:
            return dict(encode_record(task, item, answer))

        super().__init__(
            WorstItem(
                case.item.id,
                value,
                written(case.item, case.gold),
                None if case.predicted is None else written(case.item, case.predicted),
            )
            for case, value in cases
        )
        self._task, self._cases = task, cases

    def __repr__(self) -> str:
        return f"WorstItems({', '.join(f'{item.id} {item.score:.4f}' for item in self)})"

    def _repr_html_(self) -> str:
        from .html import worst_html

        return worst_html(self._task, self._cases, spoken_language())


@dataclass(frozen=True)
class Score:
    """Answers scored against gold: the numbers, where they come from, and what was wrong with the answers."""

    scored: Scored

    @property
    def task(self) -> TaskSpec:
        return self.scored.result.task

    @property
    def value(self) -> float:
        """The number that ranks."""
        return self.scored.result.main

    @property
    def ranked_by(self) -> str:
        """Which number ranks: measure and number with a dot between."""
        return ".".join(self.scored.result.ranked_by)

    @property
    def measures(self) -> dict[str, float]:
        """All numbers by name, such as ``accuracy.accuracy``."""
        return {
            f"{name}.{number}": value
            for name, measured in self.scored.result.measures.items()
            for number, value in measured.numbers.items()
        }

    @property
    def rows(self) -> list[dict[str, Any]]:
        """A record per item: was it answered, and what every measure counts of it."""
        return list(self.scored.row_records())

    @property
    def problems(self) -> Sequence[Problem]:
        """What was wrong with the answers; it earned nothing."""
        return self.scored.findings.problems

    @property
    def signature(self) -> str:
        """What a reader needs to get the number that ranks again."""
        return self.scored.result.measures[self.scored.result.ranked_by[0]].signature

    def interval(self, number: str | None = None) -> Interval:
        """The 95 % interval of a number, by default of the one that ranks."""
        name = number or self.ranked_by
        if name not in self.measures:
            raise UserError(
                Words(f"没有数“{name}”。", f"There is no number '{name}'."),
                hint=Words(f"有：{'、'.join(self.measures)}。", f"There are: {', '.join(self.measures)}."),
                code="unknown-number",
            )
        measure, _, column = name.partition(".")
        return self.scored.result.intervals[measure][column]

    def by(self, field: str) -> dict[str, dict[str, float]]:
        """The ranking measure for parts of the items: by length, label, genre, or any key of gold.

        For each part the numbers and ``n``, how many items it has.
        """
        [table] = breakdowns(Scored(self.scored.result, self.scored.findings, self.scored.data), [field])
        return {group.name: {"n": float(group.n), **group.numbers} for group in table.groups}

    def worst(self, count: int = 10) -> WorstItems:
        """The items without which the number that ranks would be highest."""
        return WorstItems(self.task, worst(self.scored.result, count))

    def to_pandas(self) -> "pd.DataFrame":
        """A row per item; the columns of a measure are named ``measure.column``."""
        return frame_of(self.rows, nested=True)

    def __repr__(self) -> str:
        result = self.scored.result
        return f"Score({self.task.id}, {self.ranked_by} = {self.value:.4f}, n = {result.n}, answered {result.answered})"

    def _repr_html_(self) -> str:
        from .html import score_html

        return score_html(self, spoken_language())


@dataclass(frozen=True)
class Comparisons:
    """Several systems on one task: the number that ranks, and every pair of them tested."""

    compared: Compared

    @property
    def values(self) -> dict[str, float]:
        """The number that ranks, by system."""
        return dict(self.compared.values)

    @property
    def pairs(self) -> Sequence[Comparison]:
        """Difference, interval and p of every two systems."""
        return self.compared.comparisons

    def to_pandas(self) -> "pd.DataFrame":
        """A row per pair."""
        rows = [vars(pair) | {"low": pair.interval.low, "high": pair.interval.high} for pair in self.pairs]
        return frame_of([{name: value for name, value in row.items() if name != "interval"} for row in rows])

    def __repr__(self) -> str:
        values = ", ".join(f"{name} = {value:.4f}" for name, value in self.values.items())
        return f"Comparisons({self.compared.task.id}, {'.'.join(self.compared.ranked_by)}: {values})"

    def _repr_html_(self) -> str:
        from .html import comparisons_html

        return comparisons_html(self, spoken_language())


@checked
def score(
    task: str | TaskSpec,
    predictions: DataSource,
    gold: DataSource,
    *,
    rules: RuleSet = "official",
    resample: Resample = "clusters",
) -> Score:
    """How good answers are: the numbers of the official script, or of the rules page (``rules="page"``).

    SpaCE2022 task 2 also has ``rules="page-task2"``, an older wording of its page.

    Unanswered items are scored, not skipped; what is wrong with the answers earns nothing and is in ``problems``.
    Intervals draw items of one original, word or text together; ``resample="items"`` draws every item by itself.

    >>> import pingce
    >>> texts = ["猫跳下桌子。", "他跳进山洞外。"]
    >>> gold = [{"qid": str(i), "context": text, "judge": 1 - i} for i, text in enumerate(texts)]
    >>> score = pingce.score("space2022/task1", [{"qid": "0", "judge": 1}, {"qid": "1", "judge": 1}], gold)
    >>> score.value
    0.5
    """
    spec = as_task(task)
    with _uncollected(), _gold(spec, gold) as (right, data):
        return Score(
            score_loaded(spec, right, _predictions(spec, predictions, right), data=data, rules=rules, resample=resample)
        )


@checked
def compare(
    task: str | TaskSpec,
    systems: Mapping[str, DataSource],
    gold: DataSource,
    *,
    rules: RuleSet = "official",
    resample: Resample = "clusters",
) -> Comparisons:
    """Whether systems really differ: paired bootstrap, and McNemar's test where answers are right or wrong.

    >>> import pingce
    >>> gold = [{"qid": str(i), "context": "猫从桌子上跳下来。", "judge": i % 2} for i in range(20)]
    >>> ones = [{"qid": str(i), "judge": 1} for i in range(20)]
    >>> right = [{"qid": str(i), "judge": i % 2} for i in range(20)]
    >>> pingce.compare("space2022/task1", {"ones": ones, "right": right}, gold).values
    {'ones': 0.5, 'right': 1.0}
    """
    spec = as_task(task)
    with _uncollected(), _gold(spec, gold) as (right, data):
        loaded = {name: _predictions(spec, source, right, name) for name, source in systems.items()}
        return Comparisons(compare_loaded(spec, loaded, right, data=data, rules=rules, resample=resample))


@contextmanager
def _uncollected() -> Iterator[None]:
    """Reading makes many small values and no cycles; looking for cycles would take a third of the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


@contextmanager
def _gold(task: TaskSpec, source: DataSource) -> Iterator[tuple[Loaded, str]]:
    """The right answers and how signatures name them."""
    with as_file(source, "gold") as opened:
        loaded = load_gold_with_origins(task, opened.path)
        file = find_source(opened.path)
        yield loaded, signature_name(file.base_name, source_sha256(file))


def _predictions(task: TaskSpec, source: DataSource, gold: Loaded, name: str = "predictions") -> Loaded:
    with as_file(source, name) as opened:
        loaded = load_predictions(task, opened.path, gold)
        name_as_known(loaded.findings, opened)
        return loaded
