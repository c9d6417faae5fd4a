"""The user dictionary: words that are always one word."""

import codecs
import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from pingce.formats.source import read_bytes
from pingce.spec.errors import UserError
from pingce.spec.words import Words

from .cover import Pair
from .dictionary import shared_dictionary
from .tags import TAGS

SHOWN = 20
"""Bad lines written out; the rest is counted."""


def read_user_dictionary(path: Path) -> dict[str, str]:
    """``word`` or ``word tag`` per line, UTF-8; the tag is empty where none is given. All bad lines at once."""
    lines = read_bytes(path).removeprefix(codecs.BOM_UTF8).splitlines()
    words: dict[str, str] = {}
    bad: list[str] = []
    for number, raw in enumerate(lines, start=1):
        try:
            _take(raw.decode().split(), words)
        except UnicodeDecodeError as problem:
            bad.append(f"{path}:{number}: found byte 0x{raw[problem.start]:02x}; expected text in UTF-8")
        except ValueError as problem:
            bad.append(f"{path}:{number}: {problem}")
    if bad:
        count, listing = len(bad), "\n".join(bad[:SHOWN])
        more = count - SHOWN
        raise UserError(
            Words(
                f"{path} 有 {count} 行有误。\n{listing}" + f"\n……另有 {more} 行" * (more > 0),
                f"{path} has {count} bad line{'s' * (count != 1)}.\n{listing}" + f"\n… and {more} more" * (more > 0),
            ),
            hint=Words(
                "\n每行是一个词，或词、空格、词性，如 船尾巴 n。",
                "\nA line is a word, or a word, a blank and a tag, e.g. 船尾巴 n.",
            ),
            code="bad-user-dictionary",
        )
    return words


def _take(fields: Sequence[str], words: dict[str, str]) -> None:
    if not fields:
        return
    if len(fields) > 2:
        raise ValueError(f"found {len(fields)} fields; expected a word and at most a tag")
    word, tag = fields[0], fields[1] if len(fields) == 2 else ""
    if tag and tag not in TAGS:
        raise ValueError(f"found the tag {tag!r}; expected one of {' '.join(sorted(TAGS))}")
    if words.setdefault(word, tag) != tag:
        raise ValueError(f"{word} stands here with the tag {tag or 'none'}, before with {words[word] or 'none'}")


def digest(words: Mapping[str, str]) -> str:
    """Names the contents, in any order."""
    listing = "\n".join(f"{word} {tag}" for word, tag in sorted(words.items()))
    return hashlib.sha256(listing.encode()).hexdigest()[:12]


class UserWords:
    """Makes every occurrence one word; from the left, the longest first.

    It works on the result of any library, so all of them treat a user's words alike. A word of one character only
    sets the tag where it is a word already: 边 must not cut 旁边.
    """

    def __init__(self, words: Mapping[str, str]) -> None:
        self._words = words
        self._lengths: dict[str, list[int]] = {}
        for word in words:
            if len(word) > 1:
                self._lengths.setdefault(word[0], []).append(len(word))
        for lengths in self._lengths.values():
            lengths.sort(reverse=True)
        firsts = "".join(map(re.escape, self._lengths))
        self._first = re.compile(f"[{firsts}]") if firsts else None
        self._dictionary = shared_dictionary()

    def apply(self, text: str, pairs: Sequence[Pair]) -> list[Pair]:
        lengths = dict(self._find(text))
        out: list[Pair] = []
        at = reached = 0
        for word, tag in pairs:
            end = at + len(word)
            start = max(at, reached)
            for start_of_word in range(start, end):
                length = lengths.get(start_of_word)
                if length is not None and start_of_word >= reached:
                    out += self._left_over(text[start:start_of_word], word, tag)
                    out.append(self._named(text[start_of_word : start_of_word + length], ""))
                    start = reached = start_of_word + length
            if start < end:
                out += self._left_over(text[start:end], word, tag)
            at = end
        return out

    def _find(self, text: str) -> Iterable[tuple[int, int]]:
        """Places and lengths, none inside another."""
        at = 0
        while self._first is not None and (match := self._first.search(text, at)):
            at = match.start()
            length = next((n for n in self._lengths[match[0]] if text[at : at + n] in self._words), 0)
            if length:
                yield at, length
            at += length or 1

    def _left_over(self, piece: str, word: str, tag: str) -> list[Pair]:
        """What a user's word leaves of a library's word."""
        if not piece:
            return []
        if piece == word:
            return [self._named(piece, tag)]
        return self._dictionary.words(piece)

    def _named(self, word: str, tag: str) -> Pair:
        return word, self._words.get(word) or tag or self._dictionary.tag(word) or "n"
