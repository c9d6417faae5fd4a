"""An export as the bytes of a file, the same from the server and from the command line."""

import csv
import io
from collections.abc import Iterable, Iterator
from typing import Literal

import orjson
from sqlalchemy.orm import Session

from pingce.store.people import Actor

from . import export

ExportFormat = Literal["official", "history", "csv"]
ENDINGS: dict[ExportFormat, str] = {"official": "jsonl", "history": "history.jsonl", "csv": "csv"}
BOM = b"\xef\xbb\xbf"
"""Spreadsheets take a CSV file for UTF-8 only with it."""
FORMULA = ("=", "+", "-", "@", "\t", "\r")


def export_chunks(db: Session, actor: Actor, campaign: int, kind: ExportFormat) -> Iterator[bytes]:
    """Read while it is written: a large campaign needs little memory."""
    if kind == "csv":
        yield BOM
        yield from csv_lines(export.table(db, actor, campaign))
        return
    records = (export.official if kind == "official" else export.history)(db, actor, campaign)
    for record in records:
        yield orjson.dumps(record, option=orjson.OPT_APPEND_NEWLINE)


def csv_lines(rows: Iterable[list[str]]) -> Iterator[bytes]:
    """Cells a spreadsheet would run as a formula get an apostrophe in front; JSONL has them as they are."""
    for row in rows:
        line = io.StringIO()
        csv.writer(line, lineterminator="\r\n").writerow([_harmless(cell) for cell in row])
        yield line.getvalue().encode()


def _harmless(cell: str) -> str:
    return f"'{cell}" if cell.startswith(FORMULA) and not _is_number(cell) else cell


def _is_number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True
