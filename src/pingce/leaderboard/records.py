"""A score table file (CSV or JSON) as records of unread cells, with their places."""

import codecs
import csv
import io
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from pingce.formats.findings import Findings
from pingce.formats.jsonfile import whole_json
from pingce.formats.load import collect_problems
from pingce.formats.source import Source, find_source
from pingce.spec.errors import UserError
from pingce.spec.problem import Problem, a_byte, shown
from pingce.spec.words import Lang, Words, same

LARGEST = 4 * 1024 * 1024
"""Bytes; a table with a row per team comes nowhere near."""
SHOWN = 100
"""Problems listed in one message; beyond that the file is something else."""
WORKBOOKS = (".xlsx", ".xls", ".ods", ".et")

TEXT = Words("UTF-8 文本（Excel：另存为“CSV UTF-8”）", "UTF-8 text (in Excel: save as “CSV UTF-8”)")
HEADER = Words("以逗号分隔的表头和每队一行", "a header line and a line per team, cells separated by commas")
JSON_TABLE = Words('对象的数组，或 {"rows": [对象, …]}', 'a list of objects, or {"rows": [object, …]}')


class Problems:
    """Everything wrong with one table, said at once."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.found: list[Problem] = []

    def add(
        self,
        code: str,
        value: str | Words,
        expected: Words,
        *,
        line: int | None = None,
        path: str = "",
        team: str | None = None,
    ) -> None:
        """One more problem of the table, with its place."""
        self.found.append(Problem(self.file, line, team, path, code, "error", value, expected))

    def raise_if_any(self) -> None:
        """One error with the first problems and how many there are in all."""
        if not self.found:
            return
        count, more = len(self.found), len(self.found) - SHOWN
        head = Words(
            f"{self.file} 不是可用的得分表（{count} 处问题）：",
            f"{self.file} is no usable score table ({count} problem{'s' * (count != 1)}):",
        )
        rest = Words(f"……另有 {more} 处", f"… and {more} more")
        raise UserError(Words(self._list(head, rest, "zh"), self._list(head, rest, "en")), code="bad-score-table")

    def _list(self, head: Words, rest: Words, lang: Lang) -> str:
        lines = [head.say(lang), *(problem.text(lang) for problem in self.found[:SHOWN])]
        if len(self.found) > SHOWN:
            lines.append(rest.say(lang))
        return "\n".join(lines)


@dataclass(frozen=True)
class TableRecord:
    """One team's cells by column name."""

    cells: Mapping[str, object]
    line: int | None = None
    prefix: str = ""
    """What stands before a column's name in a message: ``rows[2].`` in JSON."""


@dataclass(frozen=True)
class ScoreSheet:
    """The columns as they are named, repeated ones included, and the records."""

    columns: tuple[str, ...] = ()
    records: tuple[TableRecord, ...] = ()
    header_line: int | None = None
    edition: object = None
    """What a JSON table says it belongs to, if it says so."""
    extra: tuple[str, ...] = field(default=())
    """Keys beside ``rows`` that a table does not have."""


def read_sheet(name: str | Path, problems: Problems) -> ScoreSheet:
    """A CSV or JSON file as records of cells that nobody has looked at yet."""
    if Path(name).suffix.lower() in WORKBOOKS:
        raise UserError(
            Words(f"{name} 是工作簿；应为 CSV 或 JSON。", f"{name} is a workbook; expected CSV or JSON."),
            hint=Words("请另存为“CSV UTF-8”。", "Save it as “CSV UTF-8”."),
            code="workbook",
        )
    source = find_source(name)
    with source.open() as file:
        data = file.read(LARGEST + 1)
    start = data.removeprefix(codecs.BOM_UTF8).lstrip()[:1]
    if len(data) > LARGEST:
        size_found = Words(f"超过 {LARGEST} 字节", f"more than {LARGEST} bytes")
        problems.add("too-long", size_found, Words("较小的文件", "a smaller file"))
    elif b"\0" in data:
        problems.add("binary-file", Words("二进制数据", "binary data"), TEXT)
    elif not start:
        problems.add("empty-file", Words("空文件", "nothing"), HEADER)
    else:
        return _json_sheet(source, problems) if start in (b"[", b"{") else _csv_sheet(data, problems)
    return ScoreSheet()


def _csv_sheet(data: bytes, problems: Problems) -> ScoreSheet:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as wrong:
        line = data.count(b"\n", 0, wrong.start) + 1
        problems.add("not-utf8", a_byte(data[wrong.start]), TEXT, line=line)
        return ScoreSheet()
    lines = _csv_lines(text, problems)
    header_line, header = lines[0] if lines else (None, [])
    columns = tuple(cell.strip() for cell in header)
    records = []
    for line, cells in lines[1:]:
        if len(cells) == len(columns):
            records.append(TableRecord(dict(zip(columns, cells, strict=True)), line))
        else:
            expected = Words(f"{len(columns)} 个单元格，与表头一样", f"{len(columns)} cells, as in the header")
            cells_found = Words(f"{len(cells)} 个单元格", f"{len(cells)} cells")
            problems.add("wrong-field-count", cells_found, expected, line=line, team=cells[0].strip() or None)
    return ScoreSheet(columns, tuple(records), header_line)


def _csv_lines(text: str, problems: Problems) -> list[tuple[int, list[str]]]:
    """Lines that are not blank, with the number they start at: a quoted cell may hold a line break."""
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    lines: list[tuple[int, list[str]]] = []
    start = 1
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                lines.append((start, cells))
            start = reader.line_num + 1
    except csv.Error as wrong:
        problems.add("csv-syntax", str(wrong), HEADER, line=start)
    return lines


def _json_sheet(source: Source, problems: Problems) -> ScoreSheet:
    findings = Findings(source.name)
    value: object = None
    with collect_problems():
        value = whole_json(source, findings)
    if findings.errors:
        problems.found.extend(findings.errors)
        return ScoreSheet()
    prefix, outer = "", {}
    if isinstance(value, dict):
        prefix, outer, value = "rows", value, value.get("rows")
    if not isinstance(value, list):
        problems.add("not-a-table", shown(", ".join(outer)), JSON_TABLE)
        return ScoreSheet()
    records = []
    for number, cells in enumerate(value):
        if isinstance(cells, dict):
            records.append(TableRecord(cells, prefix=f"{prefix}[{number}]."))
        else:
            problems.add("not-object", shown(cells), same("{…}"), path=f"{prefix}[{number}]")
    columns = tuple(dict.fromkeys(name for record in records for name in record.cells))
    extra = tuple(key for key in outer if key not in ("rows", "edition"))
    return ScoreSheet(columns, tuple(records), edition=outer.get("edition"), extra=extra)
