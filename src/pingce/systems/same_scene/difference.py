"""Where two texts differ: whole words, and the smallest unit around them that can stand alone."""

from collections.abc import Sequence
from dataclasses import dataclass

from pingce.language.lexicon.load import load_lexicon
from pingce.language.tagging.words import Tagger, Word
from pingce.scoring.measures.explanation import difference

NOUNS = frozenset({"n", "nr", "ns", "nt", "nz", "s", "r", "x"})
BREAKS = frozenset("，。；！？：,;!?…")
DIRECTIONS = frozenset({"向", "往", "朝", "从", "由", "在", "到", "朝着", "向着"})
"""Stand before a localizer without a noun: 向左."""


@dataclass(frozen=True)
class SceneSide:
    """One of the two texts, cut into words; ``core`` differs, ``unit`` is the phrase it belongs to."""

    text: str
    words: tuple[Word, ...]
    core: range
    unit: range

    def said(self, words: range) -> str:
        return "".join(self.words[i].text for i in words)

    @property
    def clause(self) -> range:
        """Between two breaks, around the core."""
        start, end = self.unit.start, self.unit.stop
        while start and self.words[start - 1].text not in BREAKS:
            start -= 1
        while end < len(self.words) and self.words[end].text not in BREAKS:
            end += 1
        return range(start, end)


def find_difference(tagger: Tagger, first: str, second: str) -> tuple[SceneSide, SceneSide]:
    """Both sides of the difference; empty cores where the texts are the same."""
    (begin, end), other = difference(first, second)
    words = _alike(tuple(tagger.tag(first)), tuple(tagger.tag(second)), (begin, end), other)
    start = _boundary_before(words, begin)
    tail = _boundary_after(words, (first, second), len(first) - end)
    cores = [_range(side, start, len(text) - tail) for side, text in zip(words, (first, second), strict=True)]
    sides = [
        SceneSide(text, side, core, _unit(side, core))
        for text, side, core in zip((first, second), words, cores, strict=True)
    ]
    left = max(core.start - side.unit.start for core, side in zip(cores, sides, strict=True))
    right = max(side.unit.stop - core.stop for core, side in zip(cores, sides, strict=True))
    # Around the cores both texts are the same, so what one unit takes in the other takes in too.
    widened = [SceneSide(side.text, side.words, side.core, _widened(side, left, right)) for side in sides]
    return widened[0], widened[1]


def _widened(side: SceneSide, left: int, right: int) -> range:
    return range(max(0, side.core.start - left), min(len(side.words), side.core.stop + right))


def _alike(
    first: tuple[Word, ...], second: tuple[Word, ...], place_in_first: tuple[int, int], other: tuple[int, int]
) -> tuple[tuple[Word, ...], tuple[Word, ...]]:
    """Where a tagger cuts only one text at the exchanged word, the other is cut in the same way."""
    if _cut_at(first, place_in_first) and not _cut_at(second, other):
        return first, _mirrored(first, place_in_first, second, other)
    if _cut_at(second, other) and not _cut_at(first, place_in_first):
        return _mirrored(second, other, first, place_in_first), second
    return first, second


def _cut_at(words: Sequence[Word], stretch: tuple[int, int]) -> bool:
    return any((word.start, word.end) == stretch for word in words)


def _mirrored(
    good: Sequence[Word], stretch: tuple[int, int], bad: tuple[Word, ...], other: tuple[int, int]
) -> tuple[Word, ...]:
    """The words of ``good`` with the other text's word in the place; as they are if that is no spatial word."""
    text = "".join(word.text for word in bad)[other[0] : other[1]]
    if not any(text in listed for listed in load_lexicon().classes.values()):
        return bad
    shift = other[1] - stretch[1]
    return tuple(
        Word(text, word.tag, other[0])
        if (word.start, word.end) == stretch
        else word._replace(start=word.start + shift * (word.start >= stretch[1]))
        for word in good
    )


def _boundary_before(words: tuple[tuple[Word, ...], tuple[Word, ...]], at: int) -> int:
    """The last place up to ``at`` where a word begins, or a text ends, in both."""
    starts = [{word.start for word in side} | {side[-1].end if side else 0} for side in words]
    return max(boundary for boundary in starts[0] & starts[1] if boundary <= at)


def _boundary_after(words: tuple[tuple[Word, ...], tuple[Word, ...]], texts: tuple[str, str], left: int) -> int:
    """How many characters from the end the words are the same again in both."""
    ends = [{len(text) - word.end for word in side} | {len(text)} for side, text in zip(words, texts, strict=True)]
    return max((boundary for boundary in ends[0] & ends[1] if boundary <= left), default=0)


def _range(words: Sequence[Word], start: int, end: int) -> range:
    inside = [i for i, word in enumerate(words) if start <= word.start and word.end <= end]
    at = next((i for i, word in enumerate(words) if word.start >= start), len(words))
    return range(inside[0], inside[-1] + 1) if inside else range(at, at)


def _unit(words: Sequence[Word], core: range) -> range:
    """A localizer with its noun, a directional verb with its verb, a preposition with its place."""
    start, end = core.start, core.stop
    if not core:
        return core
    if not is_phrase(words, core):
        return _whole_clause(words, core)
    if words[start].tag == "dv":
        start = _verb_before(words, start)
    elif words[end - 1].tag == "f" or words[end - 1].text in load_lexicon().classes["f"]:
        start = _noun_before(words, start)
    elif words[start].tag in NOUNS and end < len(words) and words[end].tag == "f":
        start, end = _noun_before(words, start), end + 1
    elif words[start].tag == "p":
        while end < len(words) and words[end].tag in NOUNS | {"f", "m", "q", "a", "b"}:
            end += 1
    return range(start, end)


def is_phrase(words: Sequence[Word], core: range) -> bool:
    """One word, or nouns with a localizer, which taggers cut now in one, now in two."""
    return len(core) <= 1 or all(words[i].tag in NOUNS | {"f"} for i in core)


def _noun_before(words: Sequence[Word], at: int) -> int:
    """Where the nouns before a localizer begin; without any, a pronoun or a preposition of direction."""
    start = at
    while start and words[start - 1].tag in NOUNS - {"r"}:
        start -= 1
    if start == at and start and (words[start - 1].tag == "r" or words[start - 1].text in DIRECTIONS):
        start -= 1
    return start


def _verb_before(words: Sequence[Word], at: int) -> int:
    """The verb of a directional complement, with its object between them if there is one."""
    start = at
    while start and words[start - 1].text not in BREAKS:
        start -= 1
        if words[start].tag == "v":
            return start
    return at


def _whole_clause(words: Sequence[Word], core: range) -> range:
    """A change in several places, such as an order turned round, is told as a whole, with what a colon announces."""
    breaks = BREAKS - {"：", ":"}
    start, end = core.start, core.stop
    while start and words[start - 1].text not in breaks:
        start -= 1
    while end < len(words) and words[end].text not in breaks:
        end += 1
    return range(start, end)
