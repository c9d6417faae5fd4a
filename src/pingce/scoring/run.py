"""One scoring run: rows first, numbers from rows, a signature on every number."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from pingce import __version__
from pingce.spec.measure import Case, Measure, Row, column_sums
from pingce.spec.task import RuleSet, TaskSpec
from pingce.spec.values import Answer, Item

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
        return joint_intervals({name: (result.measure, result.rows) for name, result in self.measures.items()})


def make_cases(items: Mapping[str, Item], gold: Mapping[str, Answer], predicted: Mapping[str, Answer]) -> list[Case]:
    """A case per gold item; an item without prediction is scored, not skipped."""
    return [Case(items[key], answer, predicted.get(key)) for key, answer in gold.items()]


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
) -> ScoreResult:
    """Score under the rules of the script or of the page; ``data`` names the gold in the signature."""
    measures = {**task.rules(rules), **(extra or {})}
    return ScoreResult(
        task=task,
        rules=rules,
        cases=cases,
        measures={name: _measure(task, name, measure, cases, data) for name, measure in measures.items()},
        ranked_by=task.ranked_by(rules),
        answered=sum(case.predicted is not None for case in cases),
    )


def _measure(task: TaskSpec, name: str, measure: Measure, cases: Sequence[Case], data: str) -> MeasureResult:
    rows = measure.rows(cases)
    sums = column_sums(rows, len(measure.columns))
    return MeasureResult(
        name=name,
        measure=measure,
        rows=rows,
        numbers=measure.combine(sums, len(cases)),
        counts=dict(zip(measure.columns, sums, strict=True)),
        signature=signature(task, name, measure, data=data, n=len(cases)),
    )


def signature(task: TaskSpec, name: str, measure: Measure, *, data: str, n: int) -> str:
    """What a reader needs to get the same number again."""
    parameters = [f"{key}:{_plain(value)}" for key, value in measure.parameters().items()]
    return "|".join([task.id, name, *parameters, f"data:{data}", f"n:{n}", f"v:{__version__}"])


def _plain(value: object) -> str:
    return "+".join(str(v) for v in value) if isinstance(value, tuple) else str(value)
