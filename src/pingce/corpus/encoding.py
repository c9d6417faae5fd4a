"""UTF-8 or GB18030, told apart by what cannot be decoded.

Chinese corpora come in both. A file is tried as UTF-8 first; what is invalid there and valid as GB18030 is read as
that, UTF-16 is refused with a hint.
"""

import codecs
from collections.abc import Iterable
from typing import Literal

from pingce.spec.errors import UserError
from pingce.spec.words import Words

from .inputs import CorpusFile
from .unpack import unpack

Encoding = Literal["utf-8", "gb18030"]

BLOCK = 1024 * 1024
SAMPLE = 4 * 1024 * 1024
"""Bytes looked at from the first place that is not UTF-8; a file is in one encoding."""


def refuse_utf16(files: Iterable[CorpusFile]) -> None:
    """By the mark at the beginning; all files that have it are named, before hours go into those before them."""
    utf16 = [file for file in files if _begins_as_utf16(file)]
    if utf16:
        names = [str(file.path) for file in utf16]
        verb = "is" if len(names) == 1 else "are"
        raise UserError(
            Words(f"{'、'.join(names)} 是 UTF-16。", f"{', '.join(names)} {verb} UTF-16."),
            hint=Words("应为 UTF-8 或 GB18030。", "Expected UTF-8 or GB18030."),
            code="not-utf8",
        )


def _begins_as_utf16(file: CorpusFile) -> bool:
    with unpack(file) as unpacked:
        return unpacked.file.read(len(codecs.BOM_UTF16)) in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def find_encoding(file: CorpusFile) -> Encoding:
    """UTF-8 if all of the file is; otherwise the encoding with fewer lines that cannot be decoded.

    A UTF-8 file with a few bad bytes stays UTF-8, a GB18030 file fails on nearly every line.
    """
    decoder = codecs.getincrementaldecoder("utf-8")()
    with unpack(file) as unpacked:
        block = unpacked.file.read(BLOCK)
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
