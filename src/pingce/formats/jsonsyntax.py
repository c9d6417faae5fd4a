"""What can be wrong with a JSON file as such, and how much of it is held at once."""

from typing import NoReturn

import orjson

from pingce.spec.problem import Violation, a_byte, shown
from pingce.spec.words import Words, same

from .findings import Findings, StopReading

RECORD_LIMIT = 64 * 1024 * 1024
"""No record of any task comes near this many bytes; a longer one is not a record."""
CHUNK = 1024 * 1024

JSON_RECORDS = Words(
    "每行一个 JSON 对象，或一个由对象组成的 JSON 数组", "one JSON object per line, or a JSON array of objects"
)
UTF8 = Words("UTF-8 编码的文本", "text in UTF-8")
COMPLETE = Words("完整的 JSON", "complete JSON")
NESTED = Words("层层嵌套的括号", "brackets in brackets")
SHALLOWER = Words("较浅的嵌套", "less nesting")
SHORTER = Words("较短的记录", "a shorter record")

Record = dict[str, object]
Located = tuple[int, Record]


def note_syntax(
    findings: Findings, line: int, text: bytes, problem: orjson.JSONDecodeError, expected: Words, *, last: bool
) -> None:
    if b"\0" in text:
        fail(findings, line + text.count(b"\n", 0, text.index(b"\0")), "not-utf8", a_byte(0), UTF8)
    try:
        readable = text.decode()
    except UnicodeDecodeError as wrong:
        line += text.count(b"\n", 0, wrong.start)
        fail(findings, line, "not-utf8", a_byte(text[wrong.start]), UTF8)
    reason = str(problem).split(": line")[0]
    if "recursion" in reason.lower() or "depth" in reason.lower():
        fail(findings, line, "too-deep", NESTED, SHALLOWER)
    if last and "end of" in reason.lower():
        findings.add(Violation("truncated", "", shown(readable[-20:]), COMPLETE), line=line)
    else:
        found = near(same(reason), readable[problem.pos : problem.pos + 20])
        findings.add(Violation("json-syntax", "", found, expected), line=line)


def near(what: Words, text: str) -> Words:
    return Words(f"{what.zh}，在 {shown(text)} 处", f"{what.en} at {shown(text)}")


def too_long() -> Words:
    return Words(f"超过 {RECORD_LIMIT} 字节", f"more than {RECORD_LIMIT} bytes")


def fail(findings: Findings, line: int | None, code: str, found: str | Words, expected: Words) -> NoReturn:
    findings.add(Violation(code, "", found, expected), line=line)
    findings.stopped_at = line
    raise StopReading
