"""UTF-8 or GB18030, told apart by what cannot be decoded."""

import codecs
from typing import Literal

from pingce.spec.errors import UserError
from pingce.spec.words import Words

from .inputs import CorpusFile
from .unpack import unpack

Encoding = Literal["utf-8", "gb18030"]

BLOCK = 1024 * 1024
SAMPLE = 4 * 1024 * 1024
"""Bytes looked at from the first place that is not UTF-8; a file is in one encoding."""


def find_encoding(file: CorpusFile) -> Encoding:
    """UTF-8 if all of the file is; otherwise the encoding with fewer lines that cannot be decoded.

    A UTF-8 file with a few bad bytes stays UTF-8, a GB18030 file fails on nearly every line.
    """
    decoder = codecs.getincrementaldecoder("utf-8")()
    with unpack(file) as unpacked:
        block = unpacked.file.read(BLOCK)
        if block.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            raise UserError(
                Words(f"{file.path} 是 UTF-16。", f"{file.path} is UTF-16."),
                hint=Words("应为 UTF-8 或 GB18030。", "Expected UTF-8 or GB18030."),
                code="not-utf8",
            )
        while block:
            try:
                decoder.decode(block)
            except UnicodeDecodeError:
                return _fewer_bad_lines(block + unpacked.file.read(SAMPLE))
            block = unpacked.file.read(BLOCK)
    return "utf-8"


def _fewer_bad_lines(data: bytes) -> Encoding:
    lines = data.split(b"\n")
    return "gb18030" if _bad(lines, "gb18030") < _bad(lines, "utf-8") else "utf-8"


def _bad(lines: list[bytes], encoding: Encoding) -> int:
    return sum(not _decodes(line, encoding) for line in lines)


def _decodes(line: bytes, encoding: Encoding) -> bool:
    try:
        line.decode(encoding)
    except UnicodeDecodeError:
        return False
    return True
