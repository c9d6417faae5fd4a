"""Human ratings of explanations: one row per item and rater.

The file ``--ratings`` names: qid, rater, and points or four aspects from 0 to 100. Scoring explanations officially
needs them, because people and not a measure give those points.
"""

from collections.abc import Iterable, Iterator

from pingce.spec.problem import Violation, shown
from pingce.spec.words import Words
from pingce.tasks.ratings import ASPECTS

from .findings import Findings
from .jsonfile import json_records
from .load import collect_problems
from .source import Source, find_source
from .textlines import csv_cells, text_lines

COLUMNS = Words(
    "qid、rater，以及 points 或 fluency/accuracy/entities/relations（0–100）",
    "qid, rater, and points or fluency/accuracy/entities/relations (0–100)",
)


def read_ratings(name: str, findings: Findings | None = None) -> tuple[dict[str, list[float]], Findings]:
    """Points per item, one number per rater: ``points`` as given, or the mean of the four aspects."""
    source = find_source(name)
    findings = findings or Findings(source.name)
    ratings: dict[str, dict[str, float]] = {}
    with collect_problems():
        for line, row in _rows(source, findings):
            qid, rater = row.get("qid"), row.get("rater")
            if not isinstance(qid, str) or not qid or rater in (None, ""):
                findings.add(Violation("missing-key", "", shown(row), COLUMNS), line=line)
                continue
            points = _points(row, line, qid, findings)
            if points is None:
                continue
            given = ratings.setdefault(qid, {})
            if str(rater) in given:
                expected = Words("每人每题一次", "one rating per rater and item")
                findings.add(Violation("duplicate-qid", "rater", shown(rater), expected), line=line, qid=qid)
            given[str(rater)] = points
    return {qid: list(given.values()) for qid, given in ratings.items()}, findings


def _rows(source: Source, findings: Findings) -> Iterator[tuple[int, dict[str, object]]]:
    lines = text_lines(source, findings)
    number, first = next(lines)
    if first.startswith(("{", "[")):
        yield from json_records(source, findings)
        return
    header = csv_cells(first, number, findings, COLUMNS)
    for number, line in lines:
        yield number, dict(zip(header, csv_cells(line, number, findings, COLUMNS), strict=False))


def _points(row: dict[str, object], line: int, qid: str, findings: Findings) -> float | None:
    names: Iterable[str] = ("points",) if row.get("points") not in (None, "") else ASPECTS
    points = []
    for name in names:
        try:
            value = float(str(row[name]))
        except (KeyError, ValueError):
            findings.add(Violation("missing-key", name, shown(row.get(name)), COLUMNS), line=line, qid=qid)
            return None
        if not 0 <= value <= 100:
            expected = Words("0 到 100", "0 to 100")
            findings.add(Violation("rating-out-of-range", name, shown(row[name]), expected), line=line, qid=qid)
            return None
        points.append(value)
    return sum(points) / len(points)
