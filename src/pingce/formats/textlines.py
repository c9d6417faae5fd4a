"""Lines of a text file, streamed."""

import io
from collections.abc import Iterator

from pingce.spec.problem import Violation
from pingce.spec.words import Words

from .findings import Findings, StopReading
from .source import Source

LONGEST = 1 << 24
"""Characters in a line; no sentence comes near."""


def text_lines(source: Source, findings: Findings) -> Iterator[tuple[int, str]]:
    """Non-empty lines with their numbers; at least one, or reading stops."""
    number, seen = 0, False
    with source.open() as file, io.TextIOWrapper(file, encoding="utf-8-sig", newline="\n") as text:
        try:
            for number, line in enumerate(iter(lambda: text.readline(LONGEST + 1), ""), start=1):
                if len(line) > LONGEST:
                    found, expected = f"more than {LONGEST} characters", Words("较短的行", "a shorter line")
                    findings.add(Violation("too-long", "", found, expected), line=number)
                    raise StopReading
                line = line.rstrip("\r\n")
                if line:
                    seen = True
                    yield number, line
        except UnicodeDecodeError as problem:
            found = f"byte 0x{problem.object[problem.start]:02x}"
            findings.add(Violation("not-utf8", "", found, Words("UTF-8 编码的文本", "text in UTF-8")), line=number + 1)
            raise StopReading from None
    if not seen:
        findings.add(Violation("empty-file", "", "nothing", Words("至少一行", "at least one line")))
        raise StopReading
