"""Streaming JSON: one record at a time, from an array or from lines, with line numbers.

Which of the two a file is, its first character tells. Records come out as mappings beside their line; what is no JSON
is noted with line and column and ends the reading.
"""

import codecs
from collections.abc import Callable, Iterator
from typing import IO, TypeVar

import orjson

from pingce.spec.problem import Violation, shown
from pingce.spec.words import Words

from . import jsonsyntax
from .findings import Findings, StopReading
from .jsonarray import ArrayReader
from .jsonsyntax import JSON_RECORDS, SHORTER, Located, Record, fail, note_syntax, too_long
from .repeatedkeys import note_repeated_keys
from .source import Source

HOPELESS = 20
"""So many bad lines before the first good one, and the file is something else."""
ONE_VALUE = Words("整个文件是一个 JSON 值", "one JSON value that takes up the whole file")
T = TypeVar("T")


def json_records(source: Source, findings: Findings, *, keys: bool = False) -> Iterator[Located]:
    """Records of a JSON array or of a JSONL file (LF or CRLF, with or without BOM and final newline).

    ``keys``: say where a key occurs twice in an object.
    """
    return json_records_or(source, findings, _look_closer, keys=keys)


def _look_closer(_: bytes) -> Record | None:
    return None


def json_records_or(
    source: Source, findings: Findings, quick: Callable[[bytes], T | None], *, keys: bool = False
) -> Iterator[tuple[int, Record | T]]:
    """The same, but a line that ``quick`` can make something of is not looked at any further."""
    with source.open() as file:
        start, first_line = _start(file, findings)
        if start[:1] == b"[":
            yield from ArrayReader(start, file, findings, first_line, keys=keys).records()
        else:
            yield from _lines(start, file, findings, first_line, quick, keys=keys)


def whole_json(source: Source, findings: Findings, *, keys: bool = False) -> object:
    """A file that is one JSON value, such as an answer sheet or an inventory; ``keys`` as above."""
    with source.open() as file:
        data = file.read(jsonsyntax.RECORD_LIMIT + 1)
    if len(data) > jsonsyntax.RECORD_LIMIT:
        fail(
            findings,
            None,
            "too-long",
            too_long(),
            Words("较小的文件", "a smaller file"),
        )
    if not data.strip():
        fail(findings, None, "empty-file", "–", ONE_VALUE)
    data = data.removeprefix(codecs.BOM_UTF8)
    try:
        value = orjson.loads(data)
    except orjson.JSONDecodeError as problem:
        # The position counts characters, not bytes.
        line = data.decode(errors="replace").count("\n", 0, problem.pos) + 1
        note_syntax(findings, line, data, problem, ONE_VALUE, last=True)
        findings.stopped_at = line
        raise StopReading from None
    if keys:
        note_repeated_keys(findings, None, data, value)
    return value


def _start(file: IO[bytes], findings: Findings) -> tuple[bytes, int]:
    """The first bytes with anything in them, and the line they stand in."""
    line = 1
    data = file.read(jsonsyntax.CHUNK).removeprefix(codecs.BOM_UTF8)
    while data:
        content = data.lstrip()
        line += data.count(b"\n", 0, len(data) - len(content))
        if content:
            return content, line
        data = file.read(jsonsyntax.CHUNK)
    return fail(findings, None, "empty-file", "–", JSON_RECORDS)


def _lines(
    start: bytes, file: IO[bytes], findings: Findings, line: int, quick: Callable[[bytes], T | None], *, keys: bool
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
            note_syntax(findings, number, text, problem, JSON_RECORDS, last=last)
            if not good and bad >= HOPELESS:
                findings.stopped_at = number
                raise StopReading from None
            continue
        if isinstance(value, dict):
            good += 1
            yield number, value
            if keys:
                note_repeated_keys(findings, number, text, value)
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
        if len(rest) > jsonsyntax.RECORD_LIMIT:
            fail(findings, line, "too-long", too_long(), SHORTER)
        more = file.read(max(jsonsyntax.CHUNK, len(rest)))
        if not more:
            yield rest, True
            return
        held = rest + more
