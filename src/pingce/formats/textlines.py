"""Lines of a text file, streamed.

Lines with their numbers from UTF-8 bytes; what is no UTF-8 is noted with its line and ends the reading. CSV cells come
by the same way.
"""

import codecs
import csv
from collections.abc import Iterator

from pingce.spec.problem import Violation, a_byte
from pingce.spec.words import Words

from .findings import Findings, StopReading
from .source import Source

LONGEST = 1 << 24
"""Bytes in a line; no sentence comes near."""


def text_lines(source: Source, findings: Findings) -> Iterator[tuple[int, str]]:
    """Non-empty lines with their numbers; at least one, or reading stops."""
    seen = False
    with source.open() as file:
        # Bytes first, so that a line that is not UTF-8 is named by its own number.
        for number, raw in enumerate(iter(lambda: file.readline(LONGEST + 1), b""), start=1):
            if len(raw) > LONGEST:
                value = Words(f"超过 {LONGEST} 字节", f"more than {LONGEST} bytes")
                findings.add(Violation("too-long", "", value, Words("较短的行", "a shorter line")), line=number)
                raise StopReading
            try:
                line = (raw.removeprefix(codecs.BOM_UTF8) if number == 1 else raw).decode().rstrip("\r\n")
            except UnicodeDecodeError as problem:
                value = a_byte(problem.object[problem.start])
                findings.add(Violation("not-utf8", "", value, Words("UTF-8 编码的文本", "text in UTF-8")), line=number)
                raise StopReading from None
            if line:
                seen = True
                yield number, line
    if not seen:
        findings.add(Violation("empty-file", "", "–", Words("至少一行", "at least one line")))
        raise StopReading


def csv_cells(line: str, number: int, findings: Findings, expected: Words) -> list[str]:
    """The cells of one line; reading stops at a line that is no line of a table."""
    try:
        return next(csv.reader([line]))
    except csv.Error as problem:
        findings.add(Violation("wrong-field-count", "", str(problem), expected), line=number)
        raise StopReading from None
