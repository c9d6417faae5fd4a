"""Streaming JSON: one record at a time, from an array or from lines, with line numbers."""

import codecs
import json
import math
import re
from collections.abc import Callable, Iterator
from typing import IO, NoReturn, TypeVar

import orjson

from pingce.spec.problem import Violation, a_byte, shown
from pingce.spec.words import Words, same

from .findings import Findings, StopReading
from .source import Source

RECORD_LIMIT = 64 * 1024 * 1024
"""No record of any task comes near this many bytes; a longer one is not a record."""
HOPELESS = 20
"""So many bad lines before the first good one, and the file is something else."""
CHUNK = 1024 * 1024

JSON_RECORDS = Words(
    "每行一个 JSON 对象，或一个由对象组成的 JSON 数组", "one JSON object per line, or a JSON array of objects"
)
ONE_VALUE = Words("整个文件是一个 JSON 值", "one JSON value that takes up the whole file")
UTF8 = Words("UTF-8 编码的文本", "text in UTF-8")
COMPLETE = Words("完整的 JSON", "complete JSON")
END_OF_FILE = Words("文件结尾", "the end of the file")
NESTED = Words("层层嵌套的括号", "brackets in brackets")
SHALLOWER = Words("较浅的嵌套", "less nesting")
SHORTER = Words("较短的记录", "a shorter record")
NOT_BLANK = re.compile(r"[^ \t\r\n]")

Record = dict[str, object]
Located = tuple[int, Record]
T = TypeVar("T")


def json_records(source: Source, findings: Findings) -> Iterator[Located]:
    """Records of a JSON array or of a JSONL file (LF or CRLF, with or without BOM and final newline)."""
    return json_records_or(source, findings, _look_closer)


def _look_closer(_: bytes) -> Record | None:
    return None


def json_records_or(
    source: Source, findings: Findings, quick: Callable[[bytes], T | None]
) -> Iterator[tuple[int, Record | T]]:
    """The same, but a line that ``quick`` can make something of is not looked at any further."""
    with source.open() as file:
        start, first_line = _start(file, findings)
        if start[:1] == b"[":
            yield from _ArrayReader(start, file, findings, first_line).records()
        else:
            yield from _lines(start, file, findings, first_line, quick)


def whole_json(source: Source, findings: Findings) -> object:
    """A file that is one JSON value, such as an answer sheet or an inventory."""
    with source.open() as file:
        data = file.read(RECORD_LIMIT + 1)
    if len(data) > RECORD_LIMIT:
        _fail(
            findings,
            None,
            "too-long",
            _too_long(),
            Words("较小的文件", "a smaller file"),
        )
    if not data.strip():
        _fail(findings, None, "empty-file", "–", ONE_VALUE)
    data = data.removeprefix(codecs.BOM_UTF8)
    try:
        return orjson.loads(data)
    except orjson.JSONDecodeError as problem:
        # The position counts characters, not bytes.
        line = data.decode(errors="replace").count("\n", 0, problem.pos) + 1
        _note_syntax(findings, line, data, problem, ONE_VALUE, last=True)
        findings.stopped_at = line
        raise StopReading from None


def _start(file: IO[bytes], findings: Findings) -> tuple[bytes, int]:
    """The first bytes with anything in them, and the line they stand in."""
    line = 1
    data = file.read(CHUNK).removeprefix(codecs.BOM_UTF8)
    while data:
        content = data.lstrip()
        line += data.count(b"\n", 0, len(data) - len(content))
        if content:
            return content, line
        data = file.read(CHUNK)
    return _fail(findings, None, "empty-file", "–", JSON_RECORDS)


def _lines(
    start: bytes, file: IO[bytes], findings: Findings, line: int, quick: Callable[[bytes], T | None]
) -> Iterator[tuple[int, Record | T]]:
    good = bad = 0
    for number, (data, last) in enumerate(_split_lines(start, file, findings, line), start=line):
        text = data.strip()
        if not text:
            continue
        made = quick(text)
        if made is not None:
            good += 1
            yield number, made
            continue
        try:
            value = orjson.loads(text)
        except orjson.JSONDecodeError as problem:
            bad += 1
            _note_syntax(findings, number, text, problem, JSON_RECORDS, last=last)
            if not good and bad >= HOPELESS:
                findings.stopped_at = number
                raise StopReading from None
            continue
        if isinstance(value, dict):
            good += 1
            yield number, value
        else:
            bad += 1
            findings.add(Violation("not-object", "", shown(value), JSON_RECORDS), line=number)


def _split_lines(start: bytes, file: IO[bytes], findings: Findings, line: int) -> Iterator[tuple[bytes, bool]]:
    """Lines, and whether the file ends within them; never holds more than one chunk and one line."""
    held = start
    while True:
        *complete, rest = held.split(b"\n")
        for data in complete:
            yield data, False
        line += len(complete)
        if len(rest) > RECORD_LIMIT:
            _fail(findings, line, "too-long", _too_long(), SHORTER)
        more = file.read(max(CHUNK, len(rest)))
        if not more:
            yield rest, True
            return
        held = rest + more


class _ArrayReader:
    """Cuts a JSON array into its objects without reading it whole."""

    def __init__(self, start: bytes, file: IO[bytes], findings: Findings, line: int) -> None:
        self.file, self.findings, self.line = file, findings, line
        self.bytes_to_text = codecs.getincrementaldecoder("utf-8")()
        self.decode = json.JSONDecoder(parse_constant=_no_constant, parse_float=_finite).raw_decode
        self.buffer, self.at, self.ended = "", 0, False
        self._take(start)

    def records(self) -> Iterator[Located]:
        self._go_to(self.at + 1)
        mark = self._next_character()
        while mark != "]":
            value, end = self._value()
            if isinstance(value, dict):
                yield self.line, value
            else:
                self.findings.add(Violation("not-object", "", shown(value), JSON_RECORDS), line=self.line)
            self._go_to(end)
            mark = self._next_character()
            if mark == ",":
                # A comma promises a value: "]" right after it is refused there.
                self._go_to(self.at + 1)
                self._next_character()
            elif mark != "]":
                self._unexpected(Words("缺少逗号或 ]", "a comma or ] is missing"))
        self._go_to(self.at + 1)
        if self._find_character():
            self._unexpected(Words("数组之后还有内容", "more after the array"))

    def _go_to(self, position: int) -> None:
        self.line += self.buffer.count("\n", self.at, position)
        self.at = position

    def _next_character(self) -> str:
        found = self._find_character()
        if not found:
            expected = Words("数组的结尾 ]", "the closing ]")
            _fail(self.findings, self.line, "truncated", END_OF_FILE, expected)
        return found

    def _find_character(self) -> str:
        """The next character that is not blank; "" at the end of the file."""
        while True:
            found = NOT_BLANK.search(self.buffer, self.at)
            if found:
                self._go_to(found.start())
                return found[0]
            self._go_to(len(self.buffer))
            if not self._more():
                return ""

    def _unexpected(self, what: Words) -> NoReturn:
        found = _near(what, self.buffer[self.at : self.at + 20])
        _fail(self.findings, self.line, "json-syntax", found, JSON_RECORDS)

    def _value(self) -> tuple[object, int]:
        while True:
            try:
                value, end = self.decode(self.buffer, self.at)
            except RecursionError:
                _fail(self.findings, self.line, "too-deep", NESTED, SHALLOWER)
            except json.JSONDecodeError as problem:
                self._read_on_or_fail(problem)
            except ValueError as problem:
                _fail(self.findings, self.line, "json-syntax", str(problem).split(":")[0], JSON_RECORDS)
            else:
                if end == len(self.buffer) and self._more():
                    continue  # a number may go on in the next chunk
                self._refuse_half_characters(end)
                return value, end

    def _read_on_or_fail(self, problem: json.JSONDecodeError) -> None:
        """A record that stops where the buffer stops needs more of the file; any other is wrong."""
        cut = problem.pos >= len(self.buffer) - 16 or problem.msg.startswith("Unterminated")
        if cut and len(self.buffer) - self.at > RECORD_LIMIT:
            _fail(
                self.findings,
                self.line,
                "too-long",
                Words(f"超过 {RECORD_LIMIT} 个字符", f"more than {RECORD_LIMIT} characters"),
                SHORTER,
            )
        if cut and self._more():
            return
        line = self.line + self.buffer.count("\n", self.at, problem.pos)
        rest = self.buffer[self.at :].rstrip()
        if cut and (problem.pos >= self.at + len(rest) or not rest.endswith("]")):
            _fail(self.findings, line, "truncated", shown(self.buffer[-20:]), COMPLETE)
        found = _near(same(problem.msg), self.buffer[problem.pos : problem.pos + 20])
        _fail(self.findings, line, "json-syntax", found, JSON_RECORDS)

    def _refuse_half_characters(self, end: int) -> None:
        """An escape such as \\ud800 alone is no character; the lines reader refuses it, so do we."""
        if self.buffer.find("\\u", self.at, end) < 0:
            return
        try:
            orjson.loads(self.buffer[self.at : end])
        except orjson.JSONDecodeError as problem:
            line = self.line + self.buffer.count("\n", self.at, self.at + problem.pos)
            _fail(self.findings, line, "json-syntax", str(problem).split(": line")[0], JSON_RECORDS)

    def _more(self) -> bool:
        """Drop what is done with and read on, more each time a record does not end."""
        if self.ended:
            return False
        self.buffer, self.at = self.buffer[self.at :], 0
        self._take(self.file.read(max(CHUNK, len(self.buffer))))
        return True

    def _take(self, data: bytes) -> None:
        self.ended = not data
        try:
            self.buffer += self.bytes_to_text.decode(data, final=self.ended)
        except UnicodeDecodeError as problem:
            line = self.line + self.buffer.count("\n", self.at) + problem.object[: problem.start].count(b"\n")
            _fail(self.findings, line, "not-utf8", a_byte(problem.object[problem.start]), UTF8)


def _finite(number: str) -> float:
    value = float(number)
    if math.isinf(value):
        raise ValueError(f"{number} is too large for a number")
    return value


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON number")


def _note_syntax(
    findings: Findings, line: int, text: bytes, problem: orjson.JSONDecodeError, expected: Words, *, last: bool
) -> None:
    if b"\0" in text:
        _fail(findings, line + text.count(b"\n", 0, text.index(b"\0")), "not-utf8", a_byte(0), UTF8)
    try:
        readable = text.decode()
    except UnicodeDecodeError as wrong:
        line += text.count(b"\n", 0, wrong.start)
        _fail(findings, line, "not-utf8", a_byte(text[wrong.start]), UTF8)
    reason = str(problem).split(": line")[0]
    if "recursion" in reason.lower() or "depth" in reason.lower():
        _fail(findings, line, "too-deep", NESTED, SHALLOWER)
    if last and "end of" in reason.lower():
        findings.add(Violation("truncated", "", shown(readable[-20:]), COMPLETE), line=line)
    else:
        found = _near(same(reason), readable[problem.pos : problem.pos + 20])
        findings.add(Violation("json-syntax", "", found, expected), line=line)


def _near(what: Words, text: str) -> Words:
    return Words(f"{what.zh}，在 {shown(text)} 处", f"{what.en} at {shown(text)}")


def _too_long() -> Words:
    return Words(f"超过 {RECORD_LIMIT} 字节", f"more than {RECORD_LIMIT} bytes")


def _fail(findings: Findings, line: int | None, code: str, found: str | Words, expected: Words) -> NoReturn:
    findings.add(Violation(code, "", found, expected), line=line)
    findings.stopped_at = line
    raise StopReading
