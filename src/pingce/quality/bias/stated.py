"""Replacements that a file states."""

from pathlib import Path

from pingce.formats.check import BadFileError
from pingce.formats.findings import Findings, StopReading
from pingce.formats.jsonfile import json_records
from pingce.formats.source import find_source
from pingce.language.replacement import Change, read_changes
from pingce.spec.problem import Violation, shown
from pingce.spec.words import Words


def read_stated(path: Path) -> dict[str, tuple[Change, ...]]:
    """What was replaced, by text; a record without it is an error, all of them are reported at once."""
    source = find_source(path)
    findings = Findings(source.name)
    found: dict[str, tuple[Change, ...]] = {}
    expected = Words("有 text 和 replaced 的记录", "a record with text and replaced")
    try:
        for line, record in json_records(source, findings):
            text, changes = record.get("text"), read_changes(record.get("replaced"))
            if isinstance(text, str) and changes is not None:
                found[text] = changes
            else:
                violation = Violation("wrong-type", "replaced", shown(", ".join(record)), expected)
                findings.add(violation, line=line)
    except StopReading:
        raise BadFileError(findings) from None
    if findings.error_count:
        raise BadFileError(findings)
    return found
