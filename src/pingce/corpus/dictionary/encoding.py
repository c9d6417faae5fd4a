"""Bytes of a page → text, whatever the page says its encoding is.

Chinese text in GBK is practically never valid UTF-8, so UTF-8 is tried first; pages that declare gb2312 and are
UTF-8, or the other way round, are common. Pages put together from pieces in both are read line by line.
"""

import codecs
import re
from typing import NamedTuple

DECLARED = re.compile(rb"""<meta[^>]{0,200}charset\s*=\s*["']?\s*([\w-]{2,20})""", re.IGNORECASE)
HEAD = 4096
"""Bytes in which a declaration must stand."""
WIDER = {
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "gb_2312-80": "gb18030",
    "x-gbk": "gb18030",
    "big5": "big5hkscs",
    "utf8": "utf-8",
}
"""What is read instead: the standards that contain the declared ones."""


class Decoded(NamedTuple):
    """A page's text."""

    text: str
    encoding: str
    """``mixed`` where no single encoding fits."""
    declared: str | None
    lost: int = 0
    """Characters that could not be read."""


def decode(page: bytes, *, header: str | None = None) -> Decoded:
    """``header`` is the charset of the HTTP header, which goes before the page's own declaration."""
    for mark, name in ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16")):
        if page.startswith(mark):
            text = page.decode(name, "replace").removeprefix("\ufeff")
            return Decoded(text, name, name, text.count("\ufffd"))
    match = DECLARED.search(page[:HEAD])
    declared = (header or (match[1].decode("ascii") if match else "")).lower() or None
    for name in dict.fromkeys(("utf-8", _known(declared), "gb18030")):
        try:
            return Decoded(page.decode(name), name, declared)
        except UnicodeDecodeError:
            continue
    text = "\n".join(_line(line) for line in page.split(b"\n"))
    return Decoded(text, "mixed", declared, text.count("\ufffd"))


def agrees(decoded: Decoded) -> bool:
    """Whether the page is in the encoding it declares; plain ASCII is in all of them."""
    return decoded.declared is None or _known(decoded.declared) == decoded.encoding or decoded.text.isascii()


def _known(declared: str | None) -> str:
    if declared is None:
        return "utf-8"
    wider = WIDER.get(declared, declared)
    try:
        return codecs.lookup(wider).name
    except LookupError:
        return "utf-8"


def _line(line: bytes) -> str:
    """UTF-8 with a few broken bytes keeps most of its characters, GBK read as UTF-8 hardly any."""
    text = line.decode("utf-8", "replace")
    lost = text.count("\ufffd")
    kept = sum(character > "\x7f" for character in text) - lost
    return text if lost <= kept else line.decode("gb18030", "replace")
