"""A score table: one row per team, one column per subtask, from CSV or JSON.

Columns: ``team``, the ranked subtasks of the edition (``task1`` or ``space2022/task1``), and where wanted
``baseline``, ``jury`` and ``finalist``. A board that was published may carry its figures as printed: ``z_task1``,
``z_mean`` (or ``mean_language``, ``total`` where means rank) and further numbers of a subtask
(``task2.strict.type_accuracy``). Every problem of a file is reported
at once.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import TypeVar

from pingce.spec.problem import shown
from pingce.spec.task import EditionSpec
from pingce.spec.words import Words, same
from pingce.tasks.catalog import find_task

from .cells import DECIMAL, CellError, flag_cell, jury_cell, printed_cell, score_cell, team_cell
from .records import Problems, ScoreSheet, TableRecord, read_sheet

TEAM, BASELINE, JURY, FINALIST = "team", "baseline", "jury", "finalist"
Z_MEAN = "z_mean"
TOTAL = "total"

T = TypeVar("T")


@dataclass(frozen=True)
class TeamScores:
    """What one team, or a baseline, reached."""

    team: str
    scores: Mapping[str, Fraction | None]
    """By subtask id; None where the team handed in nothing."""
    baseline: bool = False
    jury: Fraction | None = None
    finalist: bool = False
    printed: Mapping[str, str] = field(default_factory=dict, compare=False)
    """Figures of a published board as they were printed, by column; a subtask's own score by its id. 0.50 and 1/2 are
    printed differently but are the same score."""


def read_table(name: str | Path, edition: EditionSpec) -> tuple[TeamScores, ...]:
    """The rows of the file ``name``, or a UserError with everything that is wrong with it."""
    problems = Problems(str(name))
    sheet = read_sheet(name, problems)
    if sheet.columns or not problems.found:
        _check_sheet(sheet, edition, problems)
    rows = tuple(_rows(sheet, edition, problems))
    problems.raise_if_any()
    return rows


def short_name(task_id: str) -> str:
    """``task1`` of ``space2022/task1``: within an edition that is enough."""
    return task_id.rsplit("/", 1)[-1]


def known_columns(edition: EditionSpec) -> dict[str, str]:
    """Every accepted column name, and what it stands for."""
    tasks = {name: task for task in edition.ranked for name in (short_name(task), task)}
    return {TEAM: TEAM, **tasks, BASELINE: BASELINE, JURY: JURY, FINALIST: FINALIST}


def mean_column(group: str) -> str:
    """The column of a group's mean as it was printed."""
    return f"mean_{group}"


def printed_columns(edition: EditionSpec) -> dict[str, str]:
    """Columns for figures as they were published; the names stand for themselves."""
    if edition.means:
        names = [*(mean_column(group.id) for group in edition.means), TOTAL]
    else:
        names = [f"z_{short_name(task)}" for task in edition.ranked] + [Z_MEAN]
    names += [
        f"{short_name(task)}.{measure}.{number}"
        for task in edition.ranked
        for measure, definition in find_task(task).measures.items()
        for number in definition.combine([0.0] * len(definition.columns), 0)
    ]
    return {name: name for name in names}


def _check_sheet(sheet: ScoreSheet, edition: EditionSpec, problems: Problems) -> None:
    if sheet.edition not in (None, edition.id):
        problems.add("other-edition", shown(sheet.edition), same(edition.id), path="edition")
    for key in sheet.extra:
        problems.add("unknown-key", shown(key), same("rows, edition"))
    if not sheet.records and not problems.found:
        problems.add("no-rows", Words("没有队伍", "no teams"), Words("至少一队", "at least one team"))
    _check_columns(sheet, edition, problems)


def _check_columns(sheet: ScoreSheet, edition: EditionSpec, problems: Problems) -> None:
    columns, printed = known_columns(edition), printed_columns(edition)
    seen: dict[str, str] = {}
    for name in sheet.columns:
        if name in printed:
            continue
        if name not in columns:
            owner, slash, _ = name.partition("/")
            code = "other-edition" if slash and owner != edition.id else "unknown-column"
            expected = same(", ".join(columns))
            problems.add(
                code, shown(name), Words(f"以下之一：{expected.zh}", f"one of {expected.en}"), line=sheet.header_line
            )
        elif columns[name] in seen:
            expected = Words(f"只用一列（{seen[columns[name]]}）", f"one column for it ({seen[columns[name]]})")
            problems.add("repeated-column", shown(name), expected, line=sheet.header_line)
        else:
            seen[columns[name]] = name
    if not sheet.columns:
        return
    for needed in (TEAM, *edition.ranked):
        if needed not in seen:
            listed = shown(", ".join(sheet.columns), 200)
            expected = Words(f"名为 {short_name(needed)} 的列", f"a column {short_name(needed)}")
            problems.add("missing-column", listed, expected, line=sheet.header_line)


def _rows(sheet: ScoreSheet, edition: EditionSpec, problems: Problems) -> Iterator[TeamScores]:
    columns = known_columns(edition)
    first: dict[str, Words] = {}
    for record in sheet.records:
        reader = _RowReader(record, {columns[name]: name for name in record.cells if name in columns}, problems)
        # Without the column there is nothing to say about each row that has not been said about the table.
        team = (reader.cell(TEAM, team_cell) or "") if TEAM in map(columns.get, sheet.columns) else ""
        if team and team in first:
            reader.say(
                TEAM,
                "duplicate-team",
                Words(f"不重复的队名（{first[team].zh}已有）", f"a new name ({first[team].en} has it)"),
            )
        first.setdefault(team, _place(record))
        reader.team = team or None
        yield _row(reader, team, edition)


def _place(record: TableRecord) -> Words:
    if record.line:
        return Words(f"第 {record.line} 行", f"line {record.line}")
    return same(record.prefix.rstrip("."))


def _row(reader: "_RowReader", team: str, edition: EditionSpec) -> TeamScores:
    row = TeamScores(
        team=team,
        scores={task: reader.cell(task, score_cell) for task in edition.ranked},
        baseline=reader.cell(BASELINE, flag_cell) or False,
        jury=reader.cell(JURY, jury_cell),
        finalist=reader.cell(FINALIST, flag_cell) or False,
        printed=_printed(reader, edition),
    )
    if row.baseline and row.finalist:
        reader.say(FINALIST, "baseline-finalist", Words("空：基线不参加评奖", "nothing: a baseline wins no prize"))
    return row


def _printed(reader: "_RowReader", edition: EditionSpec) -> dict[str, str]:
    """Figures as written; a score given as a fraction was not printed like that."""
    texts: dict[str, str] = {}
    for column in printed_columns(edition):
        if column in reader.record.cells and (text := reader.cell(column, printed_cell)):
            texts[column] = text
    for task in edition.ranked:
        text = reader.text(task)
        if DECIMAL.fullmatch(text):
            texts[task] = text
    return texts


class _RowReader:
    """Reads the cells of one record and notes where one is wrong."""

    def __init__(self, record: TableRecord, names: Mapping[str, str], problems: Problems) -> None:
        self.record, self.names, self.problems = record, names, problems
        self.team: str | None = None

    def cell(self, column: str, parse: Callable[[object], T]) -> T | None:
        try:
            return parse(self._value(column))
        except CellError as wrong:
            self.say(column, wrong.code, wrong.expected)
            return None

    def say(self, column: str, code: str, expected: Words) -> None:
        path = self.record.prefix + self.names.get(column, column)
        value = shown(self._value(column))
        self.problems.add(code, value, expected, line=self.record.line, path=path, team=self.team)

    def text(self, column: str) -> str:
        value = self._value(column)
        return "" if value is None else str(value).strip()

    def _value(self, column: str) -> object:
        return self.record.cells.get(self.names.get(column, column))
