"""The line of a raw file that a text was taken from."""

from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO, cast

import orjson

from pingce.corpus.inputs import CorpusFile, find_files
from pingce.corpus.reading import KEYS
from pingce.corpus.unpack import unpack
from pingce.formats.provenance import SourcePlace, is_inside
from pingce.spec.errors import UserError

from .model import RawLine

AROUND = 4096
"""Bytes before and after a text in which its line is looked for; of longer lines a piece is shown."""
LONGEST_RECORD = 2**22
"""Bytes of a record of JSON lines."""
SHOWN = 200
"""Characters of the line on either side."""
ENCODINGS = ("utf-8", "gb18030")


def raw_line(roots: Sequence[Path], place: SourcePlace, text: str | None) -> RawLine:
    """The line under the first folder that has the file; no name leads out of a folder."""
    if place.file is None or not is_inside(place.file):
        return RawLine("missing")
    for root in roots:
        path = root / place.file
        if path.is_file() and path.resolve().is_relative_to(root.resolve()):
            try:
                return _line(find_files([path])[0], place, text)
            except UserError:
                return RawLine("missing")  # no file of texts any more
    return RawLine("missing")


def _line(file: CorpusFile, place: SourcePlace, text: str | None) -> RawLine:
    byte = place.more.get("byte")
    if not isinstance(byte, int):
        return _by_line(file, place, text)
    with unpack(file) as unpacked:
        reader = cast("BinaryIO", unpacked.file)
        begin = max(0, byte - AROUND) if file.kind == "text" else byte
        _skip(reader, begin)
        if file.kind != "text":
            return _record(reader.read(LONGEST_RECORD).partition(b"\n")[0], place, text)
        head = reader.read(byte - begin)
        tail = reader.read(_most(text) + AROUND)
    before = head.rpartition(b"\n")[2]
    return _marked(_decoded(before, "end"), _decoded(tail, "start"), text)


def _most(text: str | None) -> int:
    return 4 * len(text or "")


def _skip(reader: BinaryIO, begin: int) -> None:
    try:
        reader.seek(begin)
    except (OSError, AttributeError):  # packed files are read from their beginning
        while begin > 0 and (piece := reader.read(min(begin, 2**20))):
            begin -= len(piece)


def _decoded(data: bytes, whole_at: str) -> str:
    """A piece of a file, cut anywhere at one end; the encoding with fewer characters that cannot be read."""
    texts = [data.decode(encoding, "replace") for encoding in ENCODINGS]
    shown = min(texts, key=lambda text: text.count("\N{REPLACEMENT CHARACTER}"))
    return shown.lstrip("\N{REPLACEMENT CHARACTER}") if whole_at == "end" else shown


def _marked(before: str, rest: str, text: str | None) -> RawLine:
    if text is None:
        return RawLine("found", before[-SHOWN:], rest.partition("\n")[0].rstrip("\r"), "")
    if not rest.startswith(text):
        return RawLine("changed", before[-SHOWN:], rest.partition("\n")[0].rstrip("\r")[:SHOWN], "")
    after = rest[len(text) :].partition("\n")[0].rstrip("\r")
    return RawLine("found", before[-SHOWN:], text, after[:SHOWN])


def _record(line: bytes, place: SourcePlace, text: str | None) -> RawLine:
    try:
        record = orjson.loads(line)
    except orjson.JSONDecodeError:
        record = None
    whole = next((record[key] for key in KEYS if key in record), None) if isinstance(record, dict) else None
    if not isinstance(whole, str):
        return RawLine("changed", "", line.decode("utf-8", "replace")[:SHOWN], "")
    at = place.offset or 0
    return _marked(whole[:at], whole[at:], text)


def _by_line(file: CorpusFile, place: SourcePlace, text: str | None) -> RawLine:
    """Of items that came in without their place in bytes: the line by its number."""
    if place.line is None:
        return RawLine("missing")
    with unpack(file) as unpacked:
        lines = unpacked.file.read(2**26).split(b"\n")
    if place.line > len(lines):
        return RawLine("changed")
    line = lines[place.line - 1]
    if file.kind != "text":
        return _record(line, place, text)
    shown = _decoded(line, "start")
    at = shown.find(text) if text is not None else 0
    return _marked(shown[: max(at, 0)], shown[max(at, 0) :], text)
