"""The tags of the libraries, in ours.

Ours are those of the Peking University corpus without its finer divisions: n nr ns nt nz t s f v dv a b z d r m q p
c u y e o i l j h k g w x. ``dv`` (directional verb) is ours; only the rules layer gives it.
"""

import unicodedata
from collections.abc import Mapping

TAGS = frozenset(["n", "nr", "ns", "nt", "nz", "t", "s", "f", "v", "dv", "a", "b", "z", "d", "r", "m", "q", "p", "c"])
TAGS |= frozenset(["u", "y", "e", "o", "i", "l", "j", "h", "k", "g", "w", "x"])

JIEBA: Mapping[str, str] = {
    **dict.fromkeys(("uj", "ul", "uz", "uv", "ud", "ug"), "u"),
    **dict.fromkeys(("ad", "vd", "df", "dg"), "d"),
    # A verb used as a noun stays a verb: what follows it may be a directional complement.
    **dict.fromkeys(("vn", "vg", "vi", "vq"), "v"),
    **dict.fromkeys(("an", "ng"), "n"),
    **dict.fromkeys(("nrt", "nrfg"), "nr"),
    **dict.fromkeys(("rz", "rr", "rg"), "r"),
    **dict.fromkeys(("mq", "mg"), "m"),
    "ag": "a",
    "tg": "t",
    "zg": "n",
    "eng": "x",
    "yg": "y",
}

LAC: Mapping[str, str] = {
    "PER": "nr",
    "LOC": "ns",
    "ORG": "nt",
    "TIME": "t",
    "nw": "nz",
    "xc": "u",
    "vd": "d",
    "ad": "d",
    "vn": "v",
    "an": "n",
}

THULAC: Mapping[str, str] = {"np": "nr", "ni": "nt", "id": "i", "mq": "m", "vm": "v", "vd": "d", "": "w"}

PKUSEG: Mapping[str, str] = {
    "vd": "d",
    "ad": "d",
    "vn": "v",
    "vx": "v",
    "an": "n",
    "nx": "x",
}


def in_ours(word: str, tag: str, table: Mapping[str, str]) -> str:
    """The tag in ours; what a library does not know, or has no name for, goes by its characters."""
    tag = table.get(tag, tag)
    if tag in TAGS and tag != "x" and not word.isspace():
        return tag
    if not any(character.isalnum() for character in word):
        return "w"
    if word.isdecimal():
        return "m"
    return "x" if is_latin(word) else "n"


def is_latin(text: str) -> bool:
    """Letters and digits, also full-width ones."""
    return unicodedata.normalize("NFKC", text).isascii()
