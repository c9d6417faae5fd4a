"""One scoring run: rows first, numbers from rows, a signature on every number.

The heart of scoring, without files: ``make_cases`` pairs gold with predictions, ``score`` lets the task's measures make
rows and numbers, and every number gets a signature others can quote.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from pingce import __version__
from pingce.scoring.measures.explanation import HUMAN, HUMAN_NUMBER
from pingce.spec.measure import Case, Measure, Row, column_sums
from pingce.spec.task import RuleSet, TaskSpec
from pingce.spec.values import Answer, Item

from .clusters import Clusters, Resample, find_clusters
from .interval import Interval, joint_intervals

Numbers = dict[str, float]


@dataclass(frozen=True)
class MeasureResult:
    """The rows of one measure and what they add up to."""

    name: str
    measure: Measure
    rows: Sequence[Row]
    numbers: Numbers
    counts: dict[str, float]
    signature: str


@dataclass(frozen=True)
class ScoreResult:
    """Everything one run gave."""

    task: TaskSpec
    rules: RuleSet
    cases: Sequence[Case]
    measures: Mapping[str, MeasureResult]
    ranked_by: tuple[str, str]
    answered: int = field(default=0)
    clusters: Clusters | None = None
    """Items that are drawn together in resamples; None: every item by itself."""

    @property
    def n(self) -> int:
        return len(self.cases)

    @property
    def main(self) -> float:
        """The number that ranks."""
        measure, name = self.ranked_by
        return self.measures[measure].numbers[name]

    @cached_property
    def intervals(self) -> dict[str, dict[str, Interval]]:
        """Of every number of every measure, from the same resamples; computed when asked for."""
        return joint_intervals(
            {name: (result.measure, result.rows) for name, result in self.measures.items()},
            clusters=None if self.clusters is None else self.clusters.numbers,
        )


def make_cases(
    items: Mapping[str, Item],
    gold: Mapping[str, Answer],
    predicted: Mapping[str, Answer],
    *,
    before: Mapping[str, Answer] | None = None,
) -> list[Case]:
    """A case per gold item; an item without prediction is scored, not skipped.

    ``before``: what was said about the last answered item before an unanswered one, for scripts that take it.
    """
    earlier = before or {}
    return [Case(items[key], answer, predicted.get(key), earlier.get(key)) for key, answer in gold.items()]


def said_before(order: Iterable[str], predicted: Mapping[str, Answer]) -> dict[str, Answer]:
    """For every unanswered item what was said about the last answered one before it; ``order`` is gold's."""
    last: Answer | None = None
    before: dict[str, Answer] = {}
    for key in order:
        if key in predicted:
            last = predicted[key]
        elif last is not None:
            before[key] = last
    return before


def score_answers(task: TaskSpec, examples: Sequence[tuple[Item, Answer]], answers: Sequence[Answer]) -> ScoreResult:
    """Score answers that come in the order of the examples: items with their gold answers."""
    return score(task, [Case(item, gold, answer) for (item, gold), answer in zip(examples, answers, strict=True)])


def score(
    task: TaskSpec,
    cases: Sequence[Case],
    *,
    rules: RuleSet = "official",
    data: str = "unnamed",
    extra: Mapping[str, Measure] | None = None,
    resample: Resample = "clusters",
) -> ScoreResult:
    """Score under the rules of the script or of the page; ``data`` names the gold in the signature.

    ``resample``: intervals draw whole clusters of items that share an original, or every item by itself.
    """
    clusters = find_clusters(task, cases) if resample == "clusters" else None
    measures = {**task.rules(rules), **(extra or {})}
    return ScoreResult(
        task=task,
        rules=rules,
        cases=cases,
        measures={name: _measure(task, name, measure, cases, data, clusters) for name, measure in measures.items()},
        ranked_by=(HUMAN, HUMAN_NUMBER) if HUMAN in measures else task.ranked_by(rules),
        answered=sum(case.predicted is not None for case in cases),
        clusters=clusters,
    )


def _measure(
    task: TaskSpec, name: str, measure: Measure, cases: Sequence[Case], data: str, clusters: Clusters | None
) -> MeasureResult:
    rows = measure.rows(cases)
    sums = column_sums(rows, len(measure.columns))
    return MeasureResult(
        name=name,
        measure=measure,
        rows=rows,
        numbers=measure.combine(sums, len(cases)),
        counts=dict(zip(measure.columns, sums, strict=True)),
        signature=signature(task, name, measure, data=data, n=len(cases), clusters=clusters),
    )


def signature(
    task: TaskSpec, name: str, measure: Measure, *, data: str, n: int, clusters: Clusters | None = None
) -> str:
    """What a reader needs to get the same number and interval again; without clusters items were drawn one by one.

    It names task, measure with its parameters, data, number of items and our version, separated by ``|``.
    """
    parameters = [f"{key}:{_plain(value)}" for key, value in measure.parameters().items()]
    drawn = [] if clusters is None else [f"drawn:{clusters.count} by {clusters.kind}"]
    return "|".join([task.id, name, *parameters, f"data:{data}", f"n:{n}", *drawn, f"v:{__version__}"])


def _plain(value: object) -> str:
    return "+".join(str(v) for v in value) if isinstance(value, tuple) else str(value)
