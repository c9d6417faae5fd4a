"""Files in, scores out: answers in a file against gold in a file, and several systems against each other.

The commands, the competitions and programs come here; measures and numbers are :mod:`pingce.scoring`.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from pingce.formats.checksum import source_sha256
from pingce.formats.encode import Json
from pingce.formats.findings import Findings
from pingce.formats.load import BadFileError, Loaded, load_gold, load_predictions
from pingce.formats.parts import with_origin
from pingce.formats.provenance import load_sidecar
from pingce.formats.ratings import read_ratings
from pingce.formats.source import find_source
from pingce.scoring.breakdown import Breakdown, breakdown, confusions, fields
from pingce.scoring.clusters import Resample
from pingce.scoring.frequency import by_frequency, count_senses
from pingce.scoring.measures.explanation import HUMAN, HumanRating
from pingce.scoring.measures.judging import label
from pingce.scoring.run import ScoreResult, make_cases, said_before, score
from pingce.scoring.significance import Comparison, compare_systems
from pingce.spec.errors import UserError
from pingce.spec.measure import Measure
from pingce.spec.problem import Violation
from pingce.spec.task import RuleSet, TaskSpec
from pingce.spec.words import Words


@dataclass(frozen=True)
class Scored:
    """A scored file: the numbers, and what was wrong with the file."""

    result: ScoreResult
    findings: Findings
    data: str
    """The gold file as signatures name it."""
    subsets: Breakdown | None = None
    """The four frequency subsets, where training data were given."""

    def row_records(self) -> Iterator[dict[str, Json]]:
        """A record per item, as ``--rows`` writes them: was it answered, and its row of every measure."""
        for i, case in enumerate(self.result.cases):
            record: dict[str, Json] = {"qid": case.item.id, "answered": case.predicted is not None}
            for name, measured in self.result.measures.items():
                record[name] = dict(zip(measured.measure.columns, measured.rows[i], strict=True))
            yield record

    def as_json(self, tables: Sequence[Breakdown] = ()) -> dict[str, Json]:
        """What ``--json`` prints, with the breakdowns asked for."""
        result = self.result
        measure, number = result.ranked_by
        return {
            "task": result.task.id,
            "rules": result.rules,
            "data": self.data,
            "n": result.n,
            "answered": result.answered,
            "ranked_by": f"{measure}.{number}",
            "value": result.main,
            "measures": {name: dict(m.numbers) for name, m in result.measures.items()},
            "intervals": {
                name: {number: list(interval) for number, interval in numbers.items()}
                for name, numbers in result.intervals.items()
            },
            "counts": {name: dict(m.counts) for name, m in result.measures.items()},
            "signatures": {name: m.signature for name, m in result.measures.items()},
            "confusions": [
                {"field": table.field, "labels": list(table.labels), "counts": [list(row) for row in table.rows]}
                for table in confusions(result)
            ],
            "breakdown": {
                table.field: [{"name": group.name, "n": group.n, **group.numbers} for group in table.groups]
                for table in tables
            },
            "warnings": self.findings.kinds_json(),
        }


@dataclass(frozen=True)
class Compared:
    """Several systems on one task: the number that ranks, and every pair of them tested."""

    task: TaskSpec
    ranked_by: tuple[str, str]
    values: dict[str, float]
    comparisons: Sequence[Comparison]
    signatures: Sequence[str]
    findings: Sequence[Findings]

    def as_json(self) -> dict[str, Json]:
        """The systems and all pairs of them, as ``pingce score compare --json`` prints them."""
        return {
            "task": self.task.id,
            "number": ".".join(self.ranked_by),
            "systems": dict(self.values),
            "signatures": list(self.signatures),
            "comparisons": [{**asdict(pair), "interval": list(pair.interval)} for pair in self.comparisons],
        }


def score_files(
    task: TaskSpec,
    predictions: str,
    gold_file: str,
    *,
    rules: RuleSet = "official",
    train: str | None = None,
    ratings: str | None = None,
    resample: Resample = "clusters",
) -> Scored:
    """Score a file of answers; ``train`` gives the frequency subsets, ``ratings`` the score that people give.

    ``predictions`` and ``gold_file`` are names of files, also inside packs. ``rules`` choose the official script or
    the rules page; ``resample`` whether intervals draw items or whole originals. What is wrong with the predictions
    is in the result and costs points, as the scripts have it; wrong gold is refused.
    """
    gold = load_gold_with_origins(task, gold_file)
    predicted = load_predictions(task, predictions, gold)
    extra: dict[str, Measure] = {}
    if ratings is not None:
        extra[HUMAN] = _human_rating(task, ratings, gold, predicted)
    scored = score_loaded(
        task, gold, predicted, data=_data_name(gold_file), rules=rules, extra=extra, resample=resample
    )
    return scored if train is None else replace(scored, subsets=_frequency_subsets(task, scored.result, train))


def load_gold_with_origins(task: TaskSpec, gold_file: str) -> Loaded:
    """The right answers; where a sidecar lies beside them, each item knows its original, genre and kind of source."""
    gold = load_gold(task, gold_file)
    sidecar = load_sidecar(Path(gold_file))
    if sidecar is not None:
        gold.items.update((key, with_origin(item, sidecar)) for key, item in gold.items.items())
    return gold


def score_loaded(
    task: TaskSpec,
    gold: Loaded,
    predicted: Loaded,
    *,
    data: str,
    rules: RuleSet = "official",
    extra: Mapping[str, Measure] | None = None,
    resample: Resample = "clusters",
) -> Scored:
    """The same for files that were read already: gold is read once for all the files that are scored against it.

    ``data`` is the gold's name and checksum for the signature; ``extra`` are measures beside the task's own.
    """
    before = said_before(gold.order, {**predicted.foreign, **predicted.answers})
    cases = make_cases(gold.items, gold.answers, predicted.answers, before=before)
    result = score(task, cases, rules=rules, data=data, extra=extra, resample=resample)
    return Scored(result, predicted.findings, data)


def signature_name(base_name: str, sha256: str) -> str:
    """How signatures name a gold file: its name without endings, and the start of its checksum."""
    return f"{base_name.split('.')[0]}@{sha256[:8]}"


def _data_name(gold_file: str) -> str:
    source = find_source(gold_file)
    return signature_name(source.base_name, source_sha256(source))


def compare_files(
    task: TaskSpec,
    predictions: Sequence[str],
    gold_file: str,
    *,
    rules: RuleSet = "official",
    resample: Resample = "clusters",
) -> Compared:
    """Score several files against one gold file and test every pair of them on the number that ranks.

    Each pair gets the difference, its interval and a p-value from resampling the same items for both. ``rules`` and
    ``resample`` as in ``score_files``.
    """
    gold = load_gold_with_origins(task, gold_file)
    loaded: dict[str, Loaded] = {}
    for name in predictions:
        if name in loaded:
            raise UserError(
                Words(f"{name} 给了两次。", f"{name} is named twice."),
                hint=Words("请比较不同的文件。", "Compare different files."),
                code="same-file",
            )
        loaded[name] = load_predictions(task, name, gold)
    return compare_loaded(task, loaded, gold, data=_data_name(gold_file), rules=rules, resample=resample)


def compare_loaded(
    task: TaskSpec,
    predicted: Mapping[str, Loaded],
    gold: Loaded,
    *,
    data: str,
    rules: RuleSet = "official",
    resample: Resample = "clusters",
) -> Compared:
    """The same for answers that were read already, by the name of their system."""
    if len(predicted) < 2:
        raise UserError(
            Words("比较至少需要两个系统。", "A comparison needs at least two systems."), code="nothing-to-compare"
        )
    scored = {
        name: score_loaded(task, gold, answers, data=data, rules=rules, resample=resample)
        for name, answers in predicted.items()
    }
    results = {name: file.result for name, file in scored.items()}
    first = next(iter(results.values()))
    return Compared(
        task=task,
        ranked_by=first.ranked_by,
        values={name: result.main for name, result in results.items()},
        comparisons=compare_systems(results),
        signatures=[first.measures[first.ranked_by[0]].signature],
        findings=[file.findings for file in scored.values()],
    )


def breakdowns(scored: Scored, names: Sequence[str]) -> list[Breakdown]:
    """The breakdowns asked for; ``all`` stands for every field there is."""
    every = fields(scored.result)
    asked = dict.fromkeys(field for name in names for field in (every if name == "all" else [name]))
    tables = [scored.subsets] if scored.subsets is not None else []
    return tables + [breakdown(scored.result, field) for field in asked]


def _human_rating(task: TaskSpec, ratings: str, gold: Loaded, predicted: Loaded) -> Measure:
    """The official score from ratings of these very items; right judgements without rating are told."""
    if not task.human_rated:
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


def _frequency_subsets(task: TaskSpec, result: ScoreResult, train: str) -> Breakdown:
    if not task.has_senses:
        raise UserError(
            Words(f"{task.id} 没有频次分组。", f"{task.id} has no frequency subsets."),
            hint=Words("请去掉 --train。", "Leave out --train."),
            code="no-subsets",
        )
    seen = load_gold(task, train)
    return by_frequency(result.cases, count_senses((seen.items[key], answer) for key, answer in seen.answers.items()))
