"""What can be wrong with a JSON file as such, and how much of it is held at once.

A file that is no JSON is told with line, column and what stands there, in both languages, and the reading ends: what
follows cannot be trusted.
"""

from typing import NoReturn

import orjson

from pingce.spec.problem import Violation, a_byte, shown
from pingce.spec.words import Words

from .findings import Findings, StopReading

RECORD_LIMIT = 64 * 1024 * 1024
"""No record of any task comes near this many bytes; a longer one is not a record."""
CHUNK = 128 * 1024

JSON_RECORDS = Words(
    "每行一个 JSON 对象，或一个由对象组成的 JSON 数组", "one JSON object per line, or a JSON array of objects"
)
UTF8 = Words("UTF-8 编码的文本", "text in UTF-8")
COMPLETE = Words("完整的 JSON", "complete JSON")
NESTED = Words("层层嵌套的括号", "brackets in brackets")
SHALLOWER = Words("较浅的嵌套", "less nesting")
SHORTER = Words("较短的记录", "a shorter record")

COMPLAINTS = {
    "invalid literal, expected 'null'": "不认识的词，JSON 里只有 null、true、false",
    "invalid escaped sequence in string": "字符串里的转义写法不对",
    "invalid low surrogate in string": "字符串里的 \\u 代理对不成对",
    "no low surrogate in string": "字符串里的 \\u 代理对不成对",
    "no digit after decimal point": "小数点后没有数字",
    "no digit after sign": "正负号后没有数字",
    "number is infinity when parsed as double": "数太大",
    "number with leading zero is not allowed": "数的开头多了 0",
    "trailing comma is not allowed": "末尾多了逗号",
    "unexpected character, expected ',' or ']'": "此处应有 , 或 ]",
    "unexpected character, expected ',' or '}'": "此处应有 , 或 }",
    "unexpected character, expected ':' after key": "键后面应有冒号",
    "unexpected character, expected a JSON value": "此处应有一个值",
    "unexpected character, expected a string key": "键要写在双引号里",
    "unexpected content after document": "JSON 之后还有别的内容",
    "unexpected control character in string": "字符串里有控制字符",
    "unexpected end of data": "内容在中途断了",
    "Expecting value": "此处应有一个值",
    "Expecting property name enclosed in double quotes": "键要写在双引号里",
    "Expecting ':' delimiter": "键后面应有冒号",
    "Expecting ',' delimiter": "此处应有逗号",
    "Illegal trailing comma before end of array": "末尾多了逗号",
    "Illegal trailing comma before end of object": "末尾多了逗号",
    "Invalid control character at": "字符串里有控制字符",
    "Unterminated string starting at": "字符串没有结束",
    "Extra data": "JSON 之后还有别的内容",
}
"""What orjson and the standard library say, in Chinese; they themselves know English only."""

Record = dict[str, object]
Located = tuple[int, Record]


def note_syntax(
    findings: Findings, line: int, text: bytes, problem: orjson.JSONDecodeError, expected: Words, *, last: bool
) -> None:
    """Say what is wrong with a line that is no JSON: encoding, nesting, a missing end, or where the mistake is."""
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
        excerpt = near(complaint(reason), readable[problem.pos : problem.pos + 20])
        findings.add(Violation("json-syntax", "", excerpt, expected), line=line)


def complaint(reason: str) -> Words:
    """What a reader of JSON says; new versions of it may say it in words that we do not know yet."""
    return Words(COMPLAINTS.get(reason, "JSON 写法不对"), reason)


def near(what: Words, text: str) -> Words:
    return Words(f"{what.zh}，在 {shown(text)} 处", f"{what.en} at {shown(text)}")


def too_long() -> Words:
    return Words(f"超过 {RECORD_LIMIT} 字节", f"more than {RECORD_LIMIT} bytes")


def fail(findings: Findings, line: int | None, code: str, value: str | Words, expected: Words) -> NoReturn:
    """Note a problem of JSON syntax and stop reading: what follows cannot be trusted."""
    findings.add(Violation(code, "", value, expected), line=line)
    findings.stopped_at = line
    raise StopReading
