"""A JSON array cut into its objects without reading it whole.

The official training files are one array of a hundred megabytes; objects come out one by one with the line they begin
in.
"""

import codecs
import json
import math
import re
from collections.abc import Iterator
from typing import IO, NoReturn

import orjson

from pingce.spec.problem import Violation, a_byte, shown
from pingce.spec.words import Words

from . import jsonsyntax
from .findings import Findings
from .jsonsyntax import COMPLETE, JSON_RECORDS, NESTED, SHALLOWER, SHORTER, UTF8, Located, complaint, fail, near
from .repeatedkeys import note_repeated_keys

END_OF_FILE = Words("文件结尾", "the end of the file")
NOT_BLANK = re.compile(r"[^ \t\r\n]")


class ArrayReader:
    """Cuts a JSON array into its objects without reading it whole."""

    def __init__(self, start: bytes, file: IO[bytes], findings: Findings, line: int, *, keys: bool) -> None:
        self.file, self.findings, self.line, self.keys = file, findings, line, keys
        self.bytes_to_text = codecs.getincrementaldecoder("utf-8")()
        self.decode = json.JSONDecoder(parse_constant=_no_constant, parse_float=_finite).raw_decode
        self.buffer, self.at, self.ended = "", 0, False
        self._take(start)

    def records(self) -> Iterator[Located]:
        """The objects of the array with their lines, each as soon as it is read; anything else is a finding."""
        self._go_to(self.at + 1)
        mark = self._next_character()
        while mark != "]":
            value, end = self._value()
            if isinstance(value, dict):
                yield self.line, value
                if self.keys:
                    note_repeated_keys(self.findings, self.line, self.buffer[self.at : end].encode(), value)
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
        character = self._find_character()
        if not character:
            expected = Words("数组的结尾 ]", "the closing ]")
            fail(self.findings, self.line, "truncated", END_OF_FILE, expected)
        return character

    def _find_character(self) -> str:
        """The next character that is not blank; "" at the end of the file."""
        while True:
            match = NOT_BLANK.search(self.buffer, self.at)
            if match:
                self._go_to(match.start())
                return match[0]
            self._go_to(len(self.buffer))
            if not self._more():
                return ""

    def _unexpected(self, what: Words) -> NoReturn:
        excerpt = near(what, self.buffer[self.at : self.at + 20])
        fail(self.findings, self.line, "json-syntax", excerpt, JSON_RECORDS)

    def _value(self) -> tuple[object, int]:
        while True:
            try:
                value, end = self.decode(self.buffer, self.at)
            except RecursionError:
                fail(self.findings, self.line, "too-deep", NESTED, SHALLOWER)
            except json.JSONDecodeError as problem:
                self._read_on_or_fail(problem)
            except ValueError as problem:
                fail(self.findings, self.line, "json-syntax", str(problem).split(":")[0], JSON_RECORDS)
            else:
                if end == len(self.buffer) and self._more():
                    continue  # a number may go on in the next chunk
                self._refuse_half_characters(end)
                return value, end

    def _read_on_or_fail(self, problem: json.JSONDecodeError) -> None:
        """A record that stops where the buffer stops needs more of the file; any other is wrong."""
        cut = problem.pos >= len(self.buffer) - 16 or problem.msg.startswith("Unterminated")
        if cut and len(self.buffer) - self.at > jsonsyntax.RECORD_LIMIT:
            fail(
                self.findings,
                self.line,
                "too-long",
                Words(f"超过 {jsonsyntax.RECORD_LIMIT} 个字符", f"more than {jsonsyntax.RECORD_LIMIT} characters"),
                SHORTER,
            )
        if cut and self._more():
            return
        line = self.line + self.buffer.count("\n", self.at, problem.pos)
        rest = self.buffer[self.at :].rstrip()
        if cut and (problem.pos >= self.at + len(rest) or not rest.endswith("]")):
            fail(self.findings, line, "truncated", shown(self.buffer[-20:]), COMPLETE)
        excerpt = near(complaint(problem.msg), self.buffer[problem.pos : problem.pos + 20])
        fail(self.findings, line, "json-syntax", excerpt, JSON_RECORDS)

    def _refuse_half_characters(self, end: int) -> None:
        """An escape such as \\ud800 alone is no character; the lines reader refuses it, so do we."""
        if self.buffer.find("\\u", self.at, end) < 0:
            return
        try:
            orjson.loads(self.buffer[self.at : end])
        except orjson.JSONDecodeError as problem:
            line = self.line + self.buffer.count("\n", self.at, self.at + problem.pos)
            fail(self.findings, line, "json-syntax", str(problem).split(": line")[0], JSON_RECORDS)

    def _more(self) -> bool:
        """Drop what is done with and read on, more each time a record does not end."""
        if self.ended:
            return False
        self.buffer, self.at = self.buffer[self.at :], 0
        self._take(self.file.read(max(jsonsyntax.CHUNK, len(self.buffer))))
        return True

    def _take(self, data: bytes) -> None:
        self.ended = not data
        try:
            self.buffer += self.bytes_to_text.decode(data, final=self.ended)
        except UnicodeDecodeError as problem:
            line = self.line + self.buffer.count("\n", self.at) + problem.object[: problem.start].count(b"\n")
            fail(self.findings, line, "not-utf8", a_byte(problem.object[problem.start]), UTF8)


def _finite(number: str) -> float:
    value = float(number)
    if math.isinf(value):
        raise ValueError(f"{number} is too large for a number")
    return value


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON number")
