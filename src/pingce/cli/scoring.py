"""Scoring files, for the commands that do."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pingce.formats.check import BadFileError, Loaded, load_gold, load_predictions
from pingce.formats.checksum import source_sha256
from pingce.formats.encode import Json
from pingce.formats.findings import Findings
from pingce.formats.ratings import read_ratings
from pingce.formats.source import find_source
from pingce.scoring.breakdown import Breakdown, breakdown, confusions, fields
from pingce.scoring.compare import Comparison, compare
from pingce.scoring.frequency import by_frequency, count_senses
from pingce.scoring.interval import Interval, joint_intervals
from pingce.scoring.measures.explanation import HumanRating
from pingce.scoring.measures.judging import label
from pingce.scoring.run import ScoreResult, make_cases, score
from pingce.spec.errors import UserError
from pingce.spec.measure import Measure
from pingce.spec.problem import Violation
from pingce.spec.task import RuleSet, TaskSpec
from pingce.spec.words import Words


@dataclass(frozen=True)
class Scored:
    """A scored file with everything the outputs need."""

    result: ScoreResult
    intervals: dict[str, dict[str, Interval]]
    findings: Findings
    data: str
    subsets: Breakdown | None

    def row_records(self) -> Iterator[dict[str, Json]]:
        for i, case in enumerate(self.result.cases):
            record: dict[str, Json] = {"qid": case.item.id, "answered": case.predicted is not None}
            for name, measured in self.result.measures.items():
                record[name] = dict(zip(measured.measure.columns, measured.rows[i], strict=True))
            yield record


@dataclass(frozen=True)
class Compared:
    """Several systems on one task."""

    task: TaskSpec
    ranked_by: tuple[str, str]
    values: dict[str, float]
    comparisons: Sequence[Comparison]
    signatures: Sequence[str]
    findings: Sequence[Findings]

    def as_json(self) -> dict[str, Json]:
        return {
            "task": self.task.id,
            "number": ".".join(self.ranked_by),
            "systems": dict(self.values),
            "signatures": list(self.signatures),
            "comparisons": [
                {
                    "first": c.first,
                    "second": c.second,
                    "difference": c.difference,
                    "interval": list(c.interval),
                    "p_bootstrap": c.p_bootstrap,
                    "p_mcnemar": c.p_mcnemar,
                }
                for c in self.comparisons
            ],
        }


def data_name(name: str) -> str:
    """The gold file in a signature: its name and the start of its checksum."""
    source = find_source(name)
    return f"{source.base_name.split('.')[0]}@{source_sha256(source)[:8]}"


def score_files(
    task: TaskSpec,
    predictions: str,
    gold_file: str,
    *,
    rules: RuleSet = "official",
    train: str | None = None,
    ratings: str | None = None,
) -> Scored:
    gold = load_gold(task, gold_file)
    predicted = load_predictions(task, predictions, gold)
    data = data_name(gold_file)
    extra: dict[str, Measure] = {}
    if ratings is not None:
        extra["human"] = _human(task, ratings, gold, predicted)
    cases = make_cases(gold.items, gold.answers, predicted.answers)
    result = score(task, cases, rules=rules, data=data, extra=extra)
    return Scored(
        result=result,
        intervals=joint_intervals({name: (m.measure, m.rows) for name, m in result.measures.items()}),
        findings=predicted.findings,
        data=data,
        subsets=_subsets(task, result, train) if train is not None else None,
    )


def compare_files(
    task: TaskSpec, predictions: Sequence[str], gold_file: str, *, rules: RuleSet = "official"
) -> Compared:
    gold = load_gold(task, gold_file)
    data = data_name(gold_file)
    results: dict[str, ScoreResult] = {}
    findings = []
    for name in predictions:
        if name in results:
            raise UserError(
                Words(f"{name} 给了两次。", f"{name} is named twice."),
                hint=Words("请比较不同的文件。", "Compare different files."),
                code="same-file",
            )
        predicted = load_predictions(task, name, gold)
        findings.append(predicted.findings)
        results[name] = score(task, make_cases(gold.items, gold.answers, predicted.answers), rules=rules, data=data)
    first = next(iter(results.values()))
    return Compared(
        task=task,
        ranked_by=first.ranked_by,
        values={name: result.main for name, result in results.items()},
        comparisons=compare(results),
        signatures=[first.measures[first.ranked_by[0]].signature],
        findings=findings,
    )


def breakdowns(scored: Scored, names: Sequence[str]) -> list[Breakdown]:
    """The breakdowns asked for; ``all`` stands for every field there is."""
    known = fields(scored.result)
    wanted = dict.fromkeys(field for name in names for field in (known if name == "all" else [name]))
    tables = [scored.subsets] if scored.subsets is not None else []
    return tables + [breakdown(scored.result, name) for name in wanted]


def score_json(scored: Scored, tables: Sequence[Breakdown]) -> dict[str, Json]:
    from pingce.cli.terminal import counted

    result = scored.result
    measure, number = result.ranked_by
    warnings: list[Json] = [dict(entry) for entry in counted(scored.findings)]
    return {
        "task": result.task.id,
        "rules": result.rules,
        "data": scored.data,
        "n": result.n,
        "answered": result.answered,
        "ranked_by": f"{measure}.{number}",
        "value": result.main,
        "measures": {name: dict(m.numbers) for name, m in result.measures.items()},
        "intervals": {
            name: {number: list(interval) for number, interval in found.items()}
            for name, found in scored.intervals.items()
        },
        "counts": {name: dict(m.counts) for name, m in result.measures.items()},
        "signatures": {name: m.signature for name, m in result.measures.items()},
        "confusions": [
            {
                "field": table.field,
                "labels": list(table.labels),
                "counts": [[table.counts.get((gold, said), 0) for said in table.labels] for gold in table.labels],
            }
            for table in confusions(result)
        ],
        "breakdown": {table.field: [{"name": g.name, "n": g.n, **g.numbers} for g in table.groups] for table in tables},
        "warnings": warnings,
    }


def _human(task: TaskSpec, ratings: str, gold: Loaded, predicted: Loaded) -> Measure:
    """The official score from ratings of these very items; right judgements without rating are told."""
    if not any(field.name == "verdicts" for field in task.answer):
        raise UserError(
            Words(f"{task.id} 没有人工评分。", f"{task.id} has no human ratings."),
            hint=Words("请去掉 --ratings。", "Leave out --ratings."),
            code="no-ratings",
        )
    points, findings = read_ratings(ratings)
    for qid in points:
        if qid not in gold.items:
            expected = Words("标准答案中的题号", "a qid of the gold file")
            findings.add(Violation("unknown-qid", "", qid, expected), qid=qid)
    if findings.error_count:
        raise BadFileError(findings)
    for qid, answer in gold.answers.items():
        right = label(predicted.answers.get(qid), "verdicts", None) == label(answer, "verdicts", "")
        if right and qid not in points:
            expected = Words("评分", "a rating")
            predicted.findings.add(Violation("unrated", "", "–", expected), qid=qid)
    return HumanRating(points)


def _subsets(task: TaskSpec, result: ScoreResult, train: str) -> Breakdown:
    if not any(field.name == "senses" for field in task.answer):
        raise UserError(
            Words(f"{task.id} 没有频次分组。", f"{task.id} has no frequency subsets."),
            hint=Words("请去掉 --train。", "Leave out --train."),
            code="no-subsets",
        )
    seen = load_gold(task, train)
    return by_frequency(result.cases, count_senses((seen.items[key], answer) for key, answer in seen.answers.items()))
