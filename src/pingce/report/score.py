"""The page of one scoring run."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from pingce.formats.findings import Findings
from pingce.scoring.breakdown import Breakdown, breakdown, confusions, fields, item_scores, part_fields, worst
from pingce.scoring.interval import Interval
from pingce.scoring.run import ScoreResult
from pingce.spec.problem import CODES
from pingce.spec.words import Lang, Words

from .charts import Bar, BarTable, bins
from .items import show_item
from .page import render
from .titles import called, titles
from .words import FIELDS, MEASURES, NUMBERS, SUBSETS

MOST_GROUPS = 20
"""A field such as the target word has hundreds of values; the frequent ones tell enough."""
WORST = 10
HEAT = 8
"""Steps of the heat tint."""
NUMBER_OF_ITEMS = Words("题数", "items")


def score_page(
    result: ScoreResult,
    *,
    gold: str,
    predicted: str,
    findings: Findings | None = None,
    subsets: Breakdown | None = None,
    lang: Lang = "zh",
) -> str:
    """One HTML document about a run; ``gold`` and ``predicted`` are the names of the files."""
    measured = {name: _measure_table(result, name, result.intervals[name]) for name in result.measures}
    measure, number = result.ranked_by
    return render(
        "score.html",
        lang=lang,
        result=result,
        gold=gold,
        predicted=predicted,
        main=next(bar for bar in measured[measure].bars if bar.code == number),
        main_measure=measured[measure].title,
        measured=measured,
        bins=bins([value for value in item_scores(result) if value is not None]),
        tables=list(_breakdowns(result, subsets)),
        confusions=list(_heat_tables(result)),
        worst=[show_item(result.task, case, value) for case, value in worst(result, WORST)],
        problems=list(_problems(findings, predicted)) if findings is not None else [],
    )


def _measure_table(result: ScoreResult, name: str, around: Mapping[str, Interval]) -> BarTable:
    measured = result.measures[name]
    bars = [
        Bar(
            called(key, NUMBERS),
            [value],
            interval=around.get(key),
            code=key,
            main=(name, key) == result.ranked_by,
            drawn=0 <= value <= 1,
        )
        for key, value in measured.numbers.items()
    ]
    return BarTable(called(name, MEASURES), (), bars, NUMBER_OF_ITEMS)


def _breakdowns(result: ScoreResult, subsets: Breakdown | None) -> Iterator[BarTable]:
    by_field = {field: breakdown(result, field) for field in fields(result)}
    for field, falls in by_field.items():
        if falls.groups:
            in_gold = Words("标准答案中的数量", "in gold")
            n_title = in_gold if field in part_fields(result.task) else NUMBER_OF_ITEMS
            yield _bar_table(result, falls, called(field, FIELDS), _group_titles(result, field), n_title)
    if subsets is not None:
        title = Words("训练集中的义项频次", "how often training has the sense")
        yield _bar_table(result, subsets, title, SUBSETS, Words("派生单选题数", "derived questions"))


def _bar_table(
    result: ScoreResult, falls: Breakdown, title: Words, names: Mapping[str, Words], n_title: Words
) -> BarTable:
    number = result.ranked_by[1]
    ranked = all(number in group.numbers for group in falls.groups)
    columns = [number] if ranked else list(falls.groups[0].numbers)
    groups, note = falls.groups, None
    if len(groups) > MOST_GROUPS:
        groups = sorted(groups, key=lambda group: -group.n)[:MOST_GROUPS]
        total = len(falls.groups)
        note = Words(f"最多的 {MOST_GROUPS} 个，共 {total} 个", f"the {MOST_GROUPS} most frequent of {total}")
    bars = [
        Bar(called(group.name, names), [group.numbers[column] for column in columns], n=group.n) for group in groups
    ]
    return BarTable(title, [called(column, NUMBERS) for column in columns], bars, n_title, note)


def _group_titles(result: ScoreResult, field: str) -> Mapping[str, Words]:
    """What the groups of a field are called: by the titles of its labels, roles or slots."""
    titled = [titles(answer.shape) for answer in result.task.public_answer]
    if field in part_fields(result.task):
        return next((title.parts for title in titled if title.parts), {})
    return next((title.labels for title in titled if title.labels), {}) if field in ("label", "type") else {}


class HeatTable(NamedTuple):
    """Counts of gold against predicted labels with a tint by share of the gold label."""

    title: Words
    labels: Sequence[Words]
    rows: Sequence[tuple[Words, Sequence[tuple[int, int]], int]]
    """Gold label; count and tint per predicted label; sum."""


def _heat_tables(result: ScoreResult) -> Iterator[HeatTable]:
    for table in confusions(result):
        answer = result.task.field(table.field)
        names = {label: called(label, titles(answer.shape).labels) for label in table.labels}
        rows = []
        for gold in table.labels:
            counts = [table.counts.get((gold, predicted), 0) for predicted in table.labels]
            if total := sum(counts):
                rows.append((names[gold], [(n, round(HEAT * n / total)) for n in counts], total))
        yield HeatTable(answer.title, list(names.values()), rows)


class ProblemRow(NamedTuple):
    """All problems of one code."""

    code: str
    title: Words
    level: Words
    n: int
    example: Words


LEVELS = {"error": Words("错误", "error"), "warning": Words("提醒", "warning")}


def _problems(findings: Findings, file: str) -> Iterator[ProblemRow]:
    """Errors first, frequent ones first."""
    for (level, code), n in findings.by_kind():
        # The page is for others: the file by its name, not by where it lies on this machine.
        first = findings.first[level, code]._replace(file=file)
        example = Words(first.text("zh"), first.text("en"))
        yield ProblemRow(code, CODES[code].title, LEVELS[level], n, example)
