"""An export as the bytes of a file, the same from the server and from the command line.

Chunks come out one by one, so that a large campaign neither fills the memory nor makes the browser wait; the four
formats are official records, provenance, history and a CSV of answers.
"""

import csv
import io
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Literal

from sqlalchemy.orm import Session

from pingce.formats.provenance import encoded, sidecar_of
from pingce.formats.tiers import RELEASED, Kept, TierChoice
from pingce.formats.write import atomic
from pingce.store.people import Actor

from . import export

ExportFormat = Literal["official", "provenance", "history", "csv"]
ENDINGS: dict[ExportFormat, str] = {
    "official": "jsonl",
    "provenance": "provenance.jsonl",
    "history": "history.jsonl",
    "csv": "csv",
}
BOM = b"\xef\xbb\xbf"
"""Spreadsheets take a CSV file for UTF-8 only with it."""
FORMULA = ("=", "+", "-", "@", "\t", "\r")


def export_chunks(
    db: Session, actor: Actor, campaign: int, kind: ExportFormat, *, tiers: TierChoice = RELEASED
) -> Iterator[bytes]:
    """Read while it is written: a large campaign needs little memory."""
    if kind == "csv":
        yield BOM
        yield from csv_lines(export.table(db, actor, campaign))
    elif kind == "history":
        yield from map(encoded, export.history(db, actor, campaign))
    elif kind == "official":
        yield from map(encoded, export.official(db, actor, campaign, tiers=tiers))
    else:
        for exported in export.with_provenance(db, actor, campaign, tiers=tiers):
            yield encoded(exported.provenance)


def export_files(db: Session, actor: Actor, campaign: int, out: Path, *, tiers: TierChoice = RELEASED) -> Kept:
    """The official file and, beside it, its sidecar: where every one of its items comes from."""
    kept = Kept()
    with atomic(out) as official, atomic(sidecar_of(out)) as sidecar:
        for exported in export.with_provenance(db, actor, campaign, tiers=tiers, kept=kept):
            official.write(encoded(exported.record))
            sidecar.write(encoded(exported.provenance))
    return kept


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
