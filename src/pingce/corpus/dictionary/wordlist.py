"""Words to look up: one per line, or those of entries or an inventory."""

from collections.abc import Iterator
from pathlib import Path

from pingce.formats.check import BadFileError
from pingce.formats.findings import Findings, StopReading
from pingce.formats.source import find_source
from pingce.formats.textlines import text_lines

from ..entries import read_entries


def read_words(path: Path) -> Iterator[str]:
    if path.suffix in (".json", ".jsonl"):
        yield from (entry.word for entry in read_entries(path))
        return
    source = find_source(path)
    findings = Findings(source.name)
    try:
        for _, line in text_lines(source, findings):
            if word := line.split("\t")[0].strip():
                yield word
    except StopReading:
        raise BadFileError(findings) from None
