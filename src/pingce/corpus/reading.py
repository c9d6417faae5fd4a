"""Raw text in bounded pieces, with the place of every character.

Nothing is normalised and no byte is replaced: what cannot be decoded is left out and reported with its place.
Offsets of text files count characters of the decoded file without its byte order mark; those of JSON lines count
characters of the record's text. ``byte`` is a position in the unpacked file.
"""

import codecs
import re
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

import orjson

from pingce.spec.errors import UserError
from pingce.spec.words import Words

from .encoding import Encoding, find_encoding, refuse_utf16
from .inputs import CorpusFile, CorpusFileKind
from .unpack import ByteReader, Unpacked, unpack

BATCH = 256 * 1024
"""Bytes given to a worker at once: a fraction of a second of tagging, so that little is lost when a run is killed."""
LONGEST_LINE = 64 * 1024 * 1024
KEYS = ("text", "content", "context")
"""Where a JSON line has its text; the first key that is there counts."""
SENTENCE_END = re.compile(r"[。！？!?\r]")

TroubleCode = Literal["bad-bytes", "bad-record"]


class Chunk(NamedTuple):
    """Whole lines of one file, not yet decoded, and where they begin."""

    file: str
    genre: str | None
    kind: CorpusFileKind
    encoding: Encoding
    line: int
    byte: int
    offset: int
    """In characters; only text files have a position for the whole file."""
    data: bytes
    read: int
    """Bytes taken from the disk for this chunk, for showing progress."""


Batch = tuple[Chunk, ...]


class TextPiece(NamedTuple):
    """A stretch of text whose place is known: a line of a text file or the text of a record."""

    text: str
    line: int
    offset: int
    byte: int


class Trouble(NamedTuple):
    """A line that could not be used."""

    code: TroubleCode
    line: int
    byte: int
    found: str


def read_batches(files: Sequence[CorpusFile], *, size: int = BATCH) -> Iterator[Batch]:
    """The corpus in batches of about ``size`` bytes; small files share one, large ones are cut after a line."""
    refuse_utf16(files)
    batch: list[Chunk] = []
    held = 0
    for file in files:
        for chunk in read_chunks(file, size=size):
            batch.append(chunk)
            held += len(chunk.data)
            if held >= size // 2:  # a chunk of a large file ends a little before ``size``
                yield tuple(batch)
                batch, held = [], 0
    if batch:
        yield tuple(batch)


def read_chunks(file: CorpusFile, *, size: int = BATCH) -> Iterator[Chunk]:
    """A file of the corpus in pieces of whole lines, each with its encoding and its place in the file."""
    encoding = find_encoding(file)
    line, offset, byte, before = 1, 0, 0, 0
    with unpack(file) as unpacked:
        for data in _whole_lines(unpacked, file, encoding, size):
            read = unpacked.position() - before
            before += read
            shown = data
            if byte == 0 and data.startswith(codecs.BOM_UTF8):
                byte, shown = len(codecs.BOM_UTF8), data[len(codecs.BOM_UTF8) :]
            yield Chunk(file.name, file.genre, file.kind, encoding, line, byte, offset, shown, read)
            line += shown.count(b"\n")
            byte += len(shown)
            if file.kind == "text":
                # As a reader would count who opens the file with errors="replace": one character per bad byte.
                offset += len(shown.decode(encoding, "replace"))


def _whole_lines(unpacked: Unpacked, file: CorpusFile, encoding: Encoding, size: int) -> Iterator[bytes]:
    """Neither encoding uses the byte of a line feed for anything else, so lines can be cut before decoding."""
    held = b""
    while block := _read(unpacked.file, size):
        held += block
        cut = held.rfind(b"\n") + 1 or (_inside_line(held, encoding) if file.kind == "text" else 0)
        if cut:
            yield held[:cut]
            held = held[cut:]
        elif len(held) > LONGEST_LINE:
            message = Words(
                f"{file.name}：有一行超过 {LONGEST_LINE} 字节。",
                f"{file.name}: a line of more than {LONGEST_LINE} bytes.",
            )
            raise UserError(message, hint=Words("应为每行一条记录。", "Expected one record per line."), code="too-long")
    if held:
        yield held


def _read(file: ByteReader, size: int) -> bytes:
    """Exactly ``size`` bytes unless the file ends: packed files give what they have, which must not move a cut."""
    parts: list[bytes] = []
    remaining = size
    while remaining and (block := file.read(remaining)):
        parts.append(block)
        remaining -= len(block)
    return b"".join(parts)


def _inside_line(held: bytes, encoding: Encoding) -> int:
    """Where to cut a text without line breaks: after its last sentence, counted in bytes; 0 if it must go on."""
    decoder = codecs.getincrementaldecoder(encoding)("replace")
    text = decoder.decode(held)
    ends = [match.end() for match in SENTENCE_END.finditer(text)]
    if ends and "\ufffd" not in text:
        return len(text[: ends[-1]].encode(encoding))
    return len(held) if len(held) > LONGEST_LINE // 16 else 0


def pieces(chunk: Chunk) -> Iterator[TextPiece | Trouble]:
    """What a chunk says, line by line."""
    return _texts(chunk) if chunk.kind == "text" else _records(chunk)


def _texts(chunk: Chunk) -> Iterator[TextPiece | Trouble]:
    byte, offset, line = chunk.byte, chunk.offset, chunk.line
    encoding = chunk.encoding
    for raw in chunk.data.split(b"\n"):
        try:
            text = raw.decode(encoding)
        except UnicodeDecodeError as problem:
            yield _bad_bytes(problem, line, byte)
            text = raw.decode(encoding, "replace")
        else:
            if text:
                yield TextPiece(text, line, offset, byte)
        byte += len(raw) + 1
        offset += len(text) + 1
        line += 1


def _bad_bytes(problem: UnicodeDecodeError, line: int, byte: int) -> Trouble:
    byte_shown = f"byte 0x{problem.object[problem.start]:02x}"
    return Trouble("bad-bytes", line, byte + problem.start, byte_shown)


def _records(chunk: Chunk) -> Iterator[TextPiece | Trouble]:
    byte = chunk.byte
    for line, raw in enumerate(chunk.data.split(b"\n"), start=chunk.line):
        if raw and not raw.isspace():
            yield _record(raw, chunk.encoding, line, byte)
        byte += len(raw) + 1


def _record(raw: bytes, encoding: Encoding, line: int, byte: int) -> TextPiece | Trouble:
    try:
        value = orjson.loads(raw if encoding == "utf-8" else raw.decode(encoding))
    except UnicodeDecodeError as problem:
        return _bad_bytes(problem, line, byte)
    except orjson.JSONDecodeError as problem:
        try:
            raw.decode(encoding)
        except UnicodeDecodeError as undecodable:
            return _bad_bytes(undecodable, line, byte)
        return Trouble("bad-record", line, byte, problem.msg)
    if not isinstance(value, dict):
        return Trouble("bad-record", line, byte, f"found {type(value).__name__}; expected an object")
    text = next((value[key] for key in KEYS if key in value), None)
    if not isinstance(text, str):
        return Trouble("bad-record", line, byte, f"no text under any of {', '.join(KEYS)}")
    return TextPiece(text, line, 0, byte)
