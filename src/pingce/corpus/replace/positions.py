"""Which words of a text can be replaced, and why others cannot.

A word can be replaced if the lexicon has it in a group and nothing around it says that it means something else here (a
name, a fixed phrase, a homograph). What is skipped says why, for the summary.
"""

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from pingce.language.lexicon.model import Lexicon, ReplacementGroup, SpatialClass
from pingce.language.tagging.words import Word

Reason = Literal["homograph", "part-of-word", "abstract-noun", "false-localizer", "no-group"]


class Position(NamedTuple):
    """A word that may be replaced by the others of its group."""

    start: int
    old: str
    cls: SpatialClass
    group: ReplacementGroup

    @property
    def end(self) -> int:
        return self.start + len(self.old)


class SkippedWord(NamedTuple):
    """A spatial word, or one that looks like it, that stays as it is."""

    start: int
    old: str
    reason: Reason


Judged = Position | SkippedWord


def judged(lexicon: Lexicon, text: str, words: Sequence[Word]) -> Iterator[Judged]:
    """Every spatial word of the text in order, to be replaced or with the reason why not.

    水里 and its 里 may both be there: they overlap.
    """
    known, localizer_tags = lexicon.spatial_words, lexicon.tags["f"]
    for i, word in enumerate(words):
        if word[0] not in known and word[1] not in localizer_tags:
            continue  # most words: there is nothing to ask
        cls = lexicon.class_in(words, i)
        if cls is None and lexicon.spatial_class(word) is not None:
            yield SkippedWord(word.start, word.text, "homograph")
        elif cls == "f":
            yield from _localizer(lexicon, text, words, i)
        elif cls == "s" or (cls is None and word.tag in localizer_tags):
            yield from _place(lexicon, text, words, i)
        elif cls is not None:
            yield _position(lexicon, word.start, word.text, cls)


def _position(lexicon: Lexicon, start: int, old: str, cls: SpatialClass) -> Judged:
    group = lexicon.group_of(old, cls)
    return SkippedWord(start, old, "no-group") if group is None else Position(start, old, cls, group)


def _localizer(lexicon: Lexicon, text: str, words: Sequence[Word], i: int) -> Iterator[Judged]:
    word = words[i]
    whole = _grown_together(lexicon, text, words, i)
    if whole is None:
        before = words[i - 1].text if i else ""
        yield _in_space(lexicon, text, word, before)
        return
    # A tagger may cut 水里 or 最前 in two; they are what they are.
    start = word.end - len(whole)
    cls: SpatialClass = "f" if lexicon.group_of(whole, "f") is not None else "s"
    if lexicon.group_of(whole, cls) is not None:
        yield _position(lexicon, start, whole, cls)
    if whole in lexicon.whole:
        yield SkippedWord(word.start, word.text, "part-of-word")
    elif cls == "s":
        yield _in_space(lexicon, text, word, text[start : word.start])


def _place(lexicon: Lexicon, text: str, words: Sequence[Word], i: int) -> Iterator[Judged]:
    """A place word as a whole, and at its localizer unless they have grown together for good."""
    word = words[i]
    group = lexicon.group_of(word.text, "s")
    if group is not None:
        yield Position(word.start, word.text, "s", group)
    noun, last = word.text[:-1], word.text[-1]
    if word.text in lexicon.whole:
        yield SkippedWord(word.end - 1, last, "part-of-word")
    elif noun and lexicon.group_of(last, "f") is not None:
        yield _in_space(lexicon, text, Word(last, "f", word.end - 1), noun)
    elif group is None:
        yield SkippedWord(word.start, word.text, "no-group")


def _in_space(lexicon: Lexicon, text: str, word: Word, before: str) -> Judged:
    """A localizer, if it is about physical space; 里面 after a noun need not belong to it, 里 does."""
    if len(word.text) == 1 and lexicon.is_abstract(before):
        return SkippedWord(word.start, word.text, "abstract-noun")
    if lexicon.false_localizer(text, word) is not None:
        return SkippedWord(word.start, word.text, "false-localizer")
    return _position(lexicon, word.start, word.text, "f")


def _grown_together(lexicon: Lexicon, text: str, words: Sequence[Word], i: int) -> str | None:
    """The fixed word that ends here and begins where a word begins: 床上, but not in 河床|上."""
    end = words[i].end
    for first in range(i - 1, -1, -1):
        candidate = text[words[first].start : end]
        if len(candidate) > lexicon.longest:
            return None
        if candidate in lexicon.fixed:
            return candidate
    return None
