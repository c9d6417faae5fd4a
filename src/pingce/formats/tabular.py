"""People's own files as tables: TXT, CSV, TSV, XLSX, JSON and JSONL, exports of Label Studio and doccano.

``read_table`` gives columns and rows whatever the file is, and says what it took it for. Texts of any usual encoding
are read (UTF-8, UTF-16 with a mark, GB18030); what cannot be read is noted in ``Findings`` and ends the reading.
"""

import codecs
import csv
import io
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Literal, NamedTuple

from pingce.spec.problem import Violation, a_byte
from pingce.spec.words import Words

from .findings import Findings, StopReading
from .jsonfile import json_records
from .source import Source

Layout = Literal["lines", "paragraphs", "table", "records", "label-studio", "doccano"]
"""What a file is: a sentence per line, paragraphs between blank lines, cells with columns, JSON records, an export."""
TEXT = "text"
"""The column of files that have none."""
DELIMITERS = "\t,;|"
CELL_LIMIT = 1_000_000
"""Characters in a cell of a CSV file; the library's own limit is shorter than a long chapter."""
UNPACKED_LIMIT = 1 << 28
"""Bytes of a workbook when it is unpacked: a small file must not fill the memory."""
ANSWER_KEYS = frozenset({"label", "labels", "entities", "relations", "annotations", "predictions", "Comments", "cats"})
"""What exports of annotation tools say beside the text."""
A_TEXT = Words("UTF-8、UTF-16 或 GB18030 编码的文本", "text in UTF-8, UTF-16 or GB18030")
A_WORKBOOK = Words("Excel 工作簿（.xlsx）", "an Excel workbook (.xlsx)")


class TabularRow(NamedTuple):
    """Where a row stands in its file, and its cells by column."""

    line: int
    cells: Mapping[str, object]


@dataclass(frozen=True)
class TabularFile:
    """A file as rows and columns."""

    layout: Layout
    columns: tuple[str, ...]
    rows: tuple[TabularRow, ...]
    header: bool = True
    """Whether the first row names the columns; where it did not, they are numbered."""


def read_table(
    source: Source,
    findings: Findings,
    *,
    paragraphs: bool = False,
    header: bool | None = None,
    is_column: Callable[[str], bool] = lambda _: False,
) -> TabularFile:
    """The file as a table. ``paragraphs``: of a text file, what stands between blank lines, not single lines.

    ``header``: whether the first row names columns; None: it does if one of its cells is a name that ``is_column``
    knows, or if it cannot be data.
    """
    ending = source.base_name.rpartition(".")[2].lower()
    if ending == "xlsx":
        return _cells(_workbook(source, findings), header, is_column)
    with source.open() as file:
        start = file.read(1 << 16)
    if ending in ("json", "jsonl", "ndjson") or start.removeprefix(codecs.BOM_UTF8).lstrip()[:1] in (b"{", b"["):
        return _records(source, findings)
    text = _decoded(source, findings)
    if ending in ("csv", "tsv", "tab"):
        return _cells(_separated(text, "\t" if ending != "csv" else None), header, is_column)
    return _text(text, paragraphs=paragraphs)


def _decoded(source: Source, findings: Findings) -> str:
    with source.open() as file:
        data = file.read()
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        encodings: tuple[str, ...] = ("utf-16",)
    else:
        encodings = ("utf-8-sig", "gb18030")
    broken = []
    for encoding in encodings:
        try:
            return data.decode(encoding)
        except UnicodeDecodeError as problem:
            broken.append(problem.start)
    at = broken[0]  # most texts are UTF-8, with a broken place
    findings.add(Violation("not-utf8", "", a_byte(data[at]), A_TEXT), line=data.count(b"\n", 0, at) + 1)
    raise StopReading


def _text(text: str, *, paragraphs: bool) -> TabularFile:
    lines = [TabularRow(number, {TEXT: line.strip()}) for number, line in enumerate(text.splitlines(), start=1)]
    if not paragraphs:
        return TabularFile("lines", (TEXT,), tuple(row for row in lines if row.cells[TEXT]))
    joined = []
    for filled, stretch in groupby(lines, key=lambda row: bool(row.cells[TEXT])):
        if filled:
            rows = list(stretch)
            joined.append(TabularRow(rows[0].line, {TEXT: "".join(str(row.cells[TEXT]) for row in rows)}))
    return TabularFile("paragraphs", (TEXT,), tuple(joined))


def _separated(text: str, delimiter: str | None) -> list[tuple[int, list[str]]]:
    first = text.partition("\n")[0]
    delimiter = delimiter or max(DELIMITERS, key=lambda mark: (first.count(mark), mark == ","))
    before = csv.field_size_limit(CELL_LIMIT)
    try:
        reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
        rows, line = [], 1
        for cells in reader:
            rows.append((line, cells))
            line = reader.line_num + 1
        return rows
    finally:
        csv.field_size_limit(before)  # of the whole process: others refuse longer cells as they did


def _workbook(source: Source, findings: Findings) -> Iterator[tuple[int, list[str]]]:
    """The rows of the first sheet that has any; formulas as what they came to."""
    from openpyxl import load_workbook
    from openpyxl.utils.exceptions import InvalidFileException

    try:
        with source.open() as file, zipfile.ZipFile(file) as packed:
            unpacked = sum(member.file_size for member in packed.infolist())
            if unpacked > UNPACKED_LIMIT:
                findings.add(Violation("too-long", "", f"{unpacked} B", Words("较小的文件", "a smaller file")))
                raise StopReading
            book = load_workbook(file, read_only=True, data_only=True)
            for sheet in book.worksheets:
                rows = [
                    (number, [_shown(value) for value in cells])
                    for number, cells in enumerate(sheet.iter_rows(values_only=True), start=1)
                ]
                if any(any(cells) for _, cells in rows):
                    yield from rows
                    return
    except (zipfile.BadZipFile, InvalidFileException, KeyError, ValueError, SyntaxError, OSError) as problem:
        # What the library lets out of a file that is no workbook; ParseError of the XML is a SyntaxError.
        findings.add(Violation("wrong-type", "", str(problem), A_WORKBOOK))
        raise StopReading from problem


def _shown(value: object) -> str:
    """A cell as people see it: 3.0 is the id 3."""
    if value is None:
        return ""
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value).strip()


def _cells(
    lines: Iterable[tuple[int, list[str]]], header: bool | None, is_column: Callable[[str], bool]
) -> TabularFile:
    filled = [(line, cells) for line, cells in lines if any(cell.strip() for cell in cells)]
    if not filled:
        return TabularFile("table", (), ())
    first = [cell.strip() for cell in filled[0][1]]
    if header is None:
        distinct = len({cell for cell in first if cell}) == len(first)
        header = distinct and any(is_column(cell) for cell in first)
    width = max(len(cells) for _, cells in filled)
    columns = _names(first if header else [], width)
    return TabularFile(
        "table",
        columns,
        tuple(
            TabularRow(line, {column: cell.strip() for column, cell in zip(columns, cells, strict=False)})
            for line, cells in filled[header:]
        ),
        header,
    )


def _names(first: list[str], width: int) -> tuple[str, ...]:
    """The columns by the names in the first row; a nameless or second one of a name by its number."""
    names: list[str] = []
    for number in range(1, width + 1):
        name = first[number - 1] if number <= len(first) else ""
        names.append(name if name and name not in names else f"{name}#{number}")
    return tuple(names)


def _records(source: Source, findings: Findings) -> TabularFile:
    layout: Layout = "records"
    rows = []
    for line, record in json_records(source, findings):
        cells: dict[str, Any] = record
        if isinstance(record.get("data"), dict) and ({"annotations", "predictions"} & record.keys() or "id" in record):
            layout, cells = "label-studio", {"id": record.get("id", line), **record["data"]}  # type: ignore[dict-item] # a dict
        elif TEXT in record and ANSWER_KEYS & record.keys():
            layout, cells = "doccano", {key: value for key, value in record.items() if key not in ANSWER_KEYS}
        rows.append(TabularRow(line, cells))
    columns = dict.fromkeys(
        column
        for row in rows
        for column, cell in row.cells.items()
        if isinstance(cell, str | int | float) and not isinstance(cell, bool)
    )
    return TabularFile(layout, tuple(columns), tuple(rows))
