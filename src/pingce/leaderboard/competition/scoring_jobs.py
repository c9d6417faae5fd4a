"""Check and score one file of a submission, in a process of its own: bytes in, plain values out, no database.

The server gives files to a pool of processes and gets values back that it stores: ``check_answers`` before a submission
is accepted, ``score_submission`` afterwards, ``significance`` for two of them. A crash in here takes no page down.
The way of a submission: ``services/queue.py`` (claimed) → ``server/scoring_thread.py`` (given to a process) → here →
``evaluation/files.py`` (files read) → ``scoring/run.py`` (numbers).
"""

import time
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from types import MappingProxyType
from typing import NamedTuple

import orjson

from pingce import __version__
from pingce.evaluation.files import score_loaded, signature_name
from pingce.formats.checksum import bytes_sha256
from pingce.formats.encode import encode_record
from pingce.formats.entries import checked_entries
from pingce.formats.findings import Findings
from pingce.formats.load import (
    BadFileError,
    collect_problems,
    load_gold,
    load_inventory,
    load_predictions,
    load_questions,
)
from pingce.formats.source import find_source
from pingce.scoring.breakdown import item_scores
from pingce.scoring.differences import differences, labels
from pingce.scoring.measures.explanation import HUMAN, HUMAN_NUMBER, HumanRating, verdict
from pingce.scoring.run import ScoreResult
from pingce.scoring.significance import mcnemar, paired_bootstrap
from pingce.spec.errors import PlacedProblem, UserError
from pingce.spec.measure import Case, Measure, Row, column_sums
from pingce.spec.problem import CODES, Level, Problem
from pingce.spec.task import TaskSpec
from pingce.spec.values import Item
from pingce.spec.words import Words
from pingce.tasks.catalog import find_task

from .files import StoredFile, kept, on_disk, pack, unpack, unpacked
from .scorer_version import fingerprint, pin

LEVEL = 0.05
"""Below this p two systems differ."""
TOLD = 200
"""Problems of a file that are told one by one."""


@dataclass(frozen=True, slots=True)
class ProblemKindView:
    """All problems of one kind: how many, what the official script makes of them, and the first."""

    code: str
    level: Level
    count: int
    title: Words
    official: Words
    example: PlacedProblem


@dataclass(frozen=True, slots=True)
class CheckedAnswers:
    """A file of answers that was looked at, and what to keep of it."""

    file: StoredFile
    size: int
    records: int
    errors: int
    warnings: int
    problems: tuple[PlacedProblem, ...]
    kinds: tuple[ProblemKindView, ...]
    """Errors first, then by number."""


@dataclass(frozen=True, slots=True)
class ScoredAnswers:
    """What an entry scored, ready to be stored."""

    pin: str
    version: str
    fingerprint: str
    data_sha256: str
    ratings_sha256: str
    value: float | None
    numbers: dict[str, dict[str, float]]
    intervals: dict[str, dict[str, list[float]]]
    signature: str
    items: int
    answered: int
    seconds: float
    rows: bytes
    errors: bytes | None


def check_answers(
    task_id: str, name: str, data: bytes, questions: StoredFile, inventory: StoredFile | None
) -> CheckedAnswers:
    """Everything that is wrong with a file of answers, as ``pingce check`` would say it.

    Needs no database, so that it can run in a process of its own: ``data`` is the file as it came, ``questions`` and
    ``inventory`` are the competition's files. Parsed questions are kept for the next submission.
    """
    task = find_task(task_id)
    asked = kept(f"q:{task_id}:{questions.sha256}", questions, lambda path: load_questions(task, path))
    glosses = None
    if inventory is not None:
        glosses = kept(f"i:{inventory.sha256}", inventory, load_inventory)
    records = 0
    with on_disk(name, data) as path:
        source = find_source(path)
        findings = Findings(source.name)
        with collect_problems():
            for _ in checked_entries(task, source, findings, "submission", asked, glosses):
                records += 1
    packed = b"" if findings.error_count else zlib.compress(data, 6)
    return CheckedAnswers(
        StoredFile(name, bytes_sha256(data), packed),
        len(data),
        records,
        findings.error_count,
        findings.warning_count,
        tuple(_told(problem) for problem in findings.problems[:TOLD]),
        tuple(_kinds(findings)),
    )


def _told(problem: Problem) -> PlacedProblem:
    shown = problem._replace(file=problem.file.rpartition("/")[2])
    where = shown.file if shown.line is None else f"{shown.file}:{shown.line}"
    return PlacedProblem(where, Words(shown.text("zh"), shown.text("en")))


def _kinds(findings: Findings) -> Iterator[ProblemKindView]:
    for (level, code), count in findings.by_kind():
        kind = CODES[code]
        example = _told(findings.first[level, code])
        yield ProblemKindView(code, level, count, kind.title, kind.official_words(level), example)


def score_submission(
    task_id: str,
    answers: StoredFile,
    gold_file: StoredFile,
    ratings: Mapping[str, Sequence[float]] | None = None,
    *,
    with_errors: bool = False,
) -> ScoredAnswers:
    """Score with this version of the package; ``with_errors``: item by item for the error explorer.

    Needs no database, so that it can run in a process of its own. ``ratings`` are the points that people gave, by
    item, where the task is rated by people.
    """
    started = time.process_time()
    task = find_task(task_id)
    result = _result(task, answers, gold_file, ratings)
    measure, number = _ranked_by(task, result)
    measured = result.measures[measure]
    waiting = task.human_rated and ratings is None
    ratings_sha256 = ratings_digest(ratings)
    return ScoredAnswers(
        pin=pin(task_id, gold_file.sha256, ratings_sha256),
        version=__version__,
        fingerprint=fingerprint(task_id),
        data_sha256=gold_file.sha256,
        ratings_sha256=ratings_sha256,
        value=None if waiting else measured.numbers[number],
        numbers={name: dict(measured.numbers) for name, measured in result.measures.items()},
        intervals={
            name: {key: list(pair) for key, pair in interval.items()} for name, interval in result.intervals.items()
        },
        signature=measured.signature,
        items=result.n,
        answered=result.answered,
        seconds=time.process_time() - started,
        rows=pack({"measure": measure, "number": number, "rows": measured.rows, "clusters": _numbers(result)}),
        errors=pack(list(_explored(task, result))) if with_errors else None,
    )


def _numbers(result: ScoreResult) -> list[int] | None:
    return None if result.clusters is None else list(result.clusters.numbers)


def ratings_digest(ratings: Mapping[str, Sequence[float]] | None) -> str:
    """Which ratings a score rests on; empty: none. A score is old when this changes."""
    if ratings is None:
        return ""
    return bytes_sha256(orjson.dumps({key: list(ratings[key]) for key in sorted(ratings)}))


def _result(
    task: TaskSpec, answers: StoredFile, gold_file: StoredFile, ratings: Mapping[str, Sequence[float]] | None
) -> ScoreResult:
    gold = kept(f"g:{task.id}:{gold_file.sha256}", gold_file, lambda path: load_gold(task, path))
    with on_disk(answers.name, answers.data) as path:
        predicted = load_predictions(task, path, gold)
    extra: dict[str, Measure] = {} if ratings is None else {HUMAN: HumanRating(ratings)}
    data = signature_name(gold_file.name, gold_file.sha256)
    return score_loaded(task, gold, predicted, data=data, extra=extra).result


def _ranked_by(task: TaskSpec, result: ScoreResult) -> tuple[str, str]:
    return (HUMAN, HUMAN_NUMBER) if task.human_rated and HUMAN in result.measures else result.ranked_by


def _explored(task: TaskSpec, result: ScoreResult) -> Iterator[dict[str, object]]:
    for case, points in zip(result.cases, item_scores(result), strict=True):
        yield {
            "id": case.item.id,
            "texts": dict(case.item.texts),
            "score": points,
            "answered": case.predicted is not None,
            "labels": labels(task, case.gold),
            "gold": _answer(task, case, gold=True),
            "said": _answer(task, case, gold=False),
            "errors": [asdict(difference) for difference in differences(task, case)],
        }


def _answer(task: TaskSpec, case: Case, *, gold: bool) -> dict[str, object] | None:
    """In the form of the task's files, without id and texts."""
    answer = case.gold if gold else case.predicted
    if answer is None:
        return None
    record = encode_record(task, case.item, answer, with_texts=False, gold=gold)
    return {key: value for key, value in record.items() if key != task.id_key}


def right_items(task_id: str, answers: StoredFile, gold_file: StoredFile) -> list[tuple[str, dict[str, str], str, str]]:
    """Id, texts, judgement and explanation of every item whose judgement is right: those that people rate."""
    listed = []
    for case in _result(find_task(task_id), answers, gold_file, None).cases:
        predicted, true = verdict(case.predicted), verdict(case.gold)
        if predicted is not None and true is not None and predicted.judge == true.judge:
            listed.append((case.item.id, dict(case.item.texts), predicted.judge, predicted.explanation))
    return listed


@dataclass(frozen=True, slots=True)
class Significance:
    """Whether two submissions differ in the number that ranks."""

    number: str
    first: float
    second: float
    low: float
    high: float
    """The difference, first minus second, lies between the two in 95 of 100 samples of such items."""
    p_bootstrap: float
    p_mcnemar: float | None
    """None where answers are not simply right or wrong."""


def significance(task_id: str, first: bytes, second: bytes) -> Significance:
    """Of the rows of two scores for the same items."""
    measure, number, rows_first, clusters = _rows(task_id, first)
    _, _, rows_second, _ = _rows(task_id, second)
    interval, p = paired_bootstrap(measure, number, rows_first, rows_second, clusters=clusters)
    values = [
        measure.combine(column_sums(rows, len(measure.columns)), len(rows))[number]
        for rows in (rows_first, rows_second)
    ]
    return Significance(number, values[0], values[1], *interval, p, mcnemar(measure, rows_first, rows_second))


def _rows(task_id: str, packed: bytes) -> tuple[Measure, str, list[Row], list[int] | None]:
    """Measure, number, rows and the clusters of the items; scores stored before there were clusters have none."""
    record = unpack(packed)
    assert isinstance(record, dict), "written by score_submission"
    measure = find_task(task_id).measures.get(record["measure"]) or HumanRating({})
    return measure, record["number"], [tuple(row) for row in record["rows"]], record.get("clusters")


class ItemScore(NamedTuple):
    """The number that ranks, for one item alone."""

    number: str
    value: float


def item_score(task_id: str, packed: bytes, position: int) -> ItemScore | None:
    """Of the item at a place of the answer file; None if the score has no such item."""
    measure, number, rows, _ = _rows(task_id, packed)
    return ItemScore(number, measure.combine(rows[position], 1)[number]) if position < len(rows) else None


def record_of(task_id: str, file: StoredFile, qid: str) -> dict[str, object] | None:
    """What a file of answers has under an id, without id and texts; the file is not read as a whole."""
    task = find_task(task_id)
    record = _record_in(unpacked(file), task.id_key, qid)
    return None if record is None else _said(task, record)


def records_by_id(task_id: str, data: bytes) -> dict[str, dict[str, object]]:
    """What ``record_of`` gives, for every id of a file; nothing of plain lines, whose records have no keys."""
    task = find_task(task_id)
    records: dict[str, dict[str, object]] = {}
    for record in _all_records(data):
        key = record.get(task.id_key)
        if isinstance(key, str | int):
            records[str(key)] = _said(task, record)
        elif task.id_key not in record:  # a sheet: ids with their answers
            records |= {name: {"answer": answer} for name, answer in record.items()}
    return records


def _said(task: TaskSpec, record: Mapping[str, object]) -> dict[str, object]:
    asked = {task.id_key, *(text.key for text in task.texts)}
    return {key: value for key, value in record.items() if key not in asked}


def _all_records(data: bytes) -> Iterator[dict[str, object]]:
    try:
        whole = orjson.loads(data)
    except orjson.JSONDecodeError:
        try:
            whole = [orjson.loads(line) for line in data.splitlines() if line.strip()]
        except orjson.JSONDecodeError:
            return
    for record in whole if isinstance(whole, list) else [whole]:
        if isinstance(record, dict):
            yield record


def _record_in(data: bytes, id_key: str, qid: str) -> dict[str, object] | None:
    try:
        records = orjson.loads(data) if data[:64].lstrip()[:1] == b"[" else _lines_with(data, orjson.dumps(qid))
        records = list(records)
    except orjson.JSONDecodeError:
        return None  # plain lines, whose records have no keys
    for record in records:
        if not isinstance(record, dict):
            continue
        if record.get(id_key) == qid:
            return record
        if qid in record:  # a sheet: ids with their answers
            return {"answer": record[qid]}
    return None


def _lines_with(data: bytes, quoted: bytes) -> Iterator[object]:
    """The records of JSON lines in which something stands; the others are not even cut apart."""
    at = data.find(quoted)
    while at >= 0:
        end = data.find(b"\n", at)
        end = len(data) if end < 0 else end
        yield orjson.loads(data[data.rfind(b"\n", 0, at) + 1 : end])
        at = data.find(quoted, end)


def significance_groups(task_id: str, boards: Sequence[tuple[int, bytes]]) -> dict[int, int]:
    """Groups of scores that cannot be told apart, 1 the best: each is compared with the first of its group."""
    groups: dict[int, int] = {}
    leader: list[Row] | None = None
    group = 0
    for score_id, packed in boards:
        measure, number, rows, clusters = _rows(task_id, packed)
        if leader is None or paired_bootstrap(measure, number, leader, rows, clusters=clusters)[1] < LEVEL:
            leader, group = rows, group + 1
        groups[score_id] = group
    return groups


class FileRecords(NamedTuple):
    """What an organiser's file has: how many records, and the items, which an inventory has none of."""

    records: int
    items: Sequence[Item] = ()
    answers: Mapping[str, dict[str, object]] = MappingProxyType({})
    """By id; of answer files alone."""


def read_records(task_id: str, content: str, file: StoredFile, shown: str) -> FileRecords:
    """The records of an organiser's file; one that cannot be used is an error with everything about it.

    ``shown``: what the organiser calls the file.
    """
    task = find_task(task_id)
    with on_disk(file.name, file.data) as path, _told_as(path, shown):
        if content == "inventory":
            return FileRecords(len(load_inventory(path)))
        if content == "questions":
            questions = load_questions(task, path)
            return FileRecords(len(questions), list(questions.values()))
        gold = load_gold(task, path)
        answers = records_by_id(task_id, file.data)
        return FileRecords(len(gold.answers), [gold.items[key] for key in gold.answers], answers)


@contextmanager
def _told_as(path: str, shown: str) -> Iterator[None]:
    """Where our copy of a file lay for a moment helps nobody."""
    try:
        yield
    except UserError as problem:
        problem.words = Words(*(text.replace(path, shown) for text in problem.words))
        if isinstance(problem, BadFileError):
            problem.findings.rename(path, shown)
        raise
