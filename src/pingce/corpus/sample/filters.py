"""Sentences that no annotator should have to look at.

Too short or long, unfinished, with unbalanced brackets, markup, or mostly foreign letters and digits: each is counted
under the first filter that takes it out.
"""

import re
from dataclasses import dataclass

from pingce.corpus.entries import HAN

CHINESE = re.compile(f"[{HAN}]")
LATIN = re.compile(r"[A-Za-zÀ-ɏ]")
DIGIT = re.compile(r"[0-9\uff10-\uff19]")
FOREIGN = re.compile(r"[\u0370-\u1fff\u3040-\u30ff\uac00-\ud7af]")
"""Greek to Ogham, kana, hangul."""
MARKUP = re.compile(r"https?:|www\.|</?[a-z]+|&[a-z]+;|[{}\\^]|[#*=_~]{2}|\w@\w", re.IGNORECASE)
ODD = re.compile("[\x00-\x1f\x7f-\x9f\ufffd\ue000-\uf8ff\U0001f000-\U0001ffff\u2500-\u27bf]")
"""Control characters, lost ones, private ones, pictures and boxes."""
STUTTER = re.compile(r"(.)\1{3}|(..+?)\2{3}")
"""The same four times: 哈哈哈哈, 顶顶顶顶. Not 哈哈哈."""
ENDS = tuple("。！？!?…”’」』）)")
PAIRS = ("“”", "‘’", "「」", "『』", "（）", "()", "《》", "【】")

FILTERS = (
    "short",
    "long",
    "spaces",
    "unfinished",
    "unbalanced",
    "garbage",
    "foreign",
    "latin",
    "digits",
    "few-chinese",
)
"""In the order they are asked; a sentence is counted under the first that takes it out."""


@dataclass(frozen=True)
class Limits:
    """What a sentence may be like; shares are of its characters."""

    shortest: int = 10
    longest: int = 120
    latin: float = 0.2
    digits: float = 0.2
    chinese: float = 0.6


def fault(text: str, limits: Limits, *, whole: bool = True) -> str | None:
    """Why a sentence is no good; ``whole`` asks for a sentence end, which examples in dictionaries often lack."""
    if len(text) < limits.shortest:
        return "short"
    if len(text) > limits.longest:
        return "long"
    if any(character.isspace() for character in text):
        return "spaces"  # files of sense data separate fields by spaces
    if whole and not text.endswith(ENDS):
        return "unfinished"
    if any(text.count(pair[0]) != text.count(pair[1]) for pair in PAIRS):
        return "unbalanced"
    if ODD.search(text) or MARKUP.search(text) or STUTTER.search(text):
        return "garbage"
    return _shares(text, limits)


def _shares(text: str, limits: Limits) -> str | None:
    if FOREIGN.search(text):
        return "foreign"
    for name, pattern, most in (("latin", LATIN, limits.latin), ("digits", DIGIT, limits.digits)):
        if len(pattern.findall(text)) > most * len(text):
            return name
    return "few-chinese" if len(CHINESE.findall(text)) < limits.chinese * len(text) else None
