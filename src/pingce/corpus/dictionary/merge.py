"""Base + additions: new words, and new glosses of known words unless they say what is already there.

The published rule leaves the measure of similarity open (>85 %); ours is named in the result. Widths of punctuation and
blanks count for nothing unless one asks for the text as it is written. Where people decided about two glosses, their
word counts and not the rule's.
"""

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Literal, NamedTuple

import msgspec

from ..entries import DictionaryEntry, Gloss
from .decisions import Decisions, pair_key

Measure = Literal["ratio", "levenshtein", "partial", "jaro-winkler"]
Compared = Literal["text", "whole"]

ONE_FORM = str.maketrans("。、“”‘’「」『』—–", ".,\"\"''\"\"''--")
"""Marks that Unicode does not fold, as half-width texts write them."""
Similarity = Callable[[str, str], float]
"""From 0 to 100; may give 0 for anything below the threshold."""


@dataclass(frozen=True)
class MergeRule:
    """When a gloss counts as known."""

    measure: Measure = "ratio"
    threshold: float = 85.0
    """Per cent; more than this is the same sense. Identical glosses always are."""
    compare: Compared = "text"
    """Glosses without (``text``) or with (``whole``) their examples."""
    as_written: bool = False
    """Compare glosses character by character; else without blanks and with punctuation in one width."""
    within_new: bool = True
    """Also compare the glosses of a new word with each other; the published rule adds new words as they are."""


class SkippedGloss(NamedTuple):
    """A gloss that was not added, and the one it is like."""

    word: str
    gloss: str
    like: str
    similarity: float


@dataclass
class MergeCounts:
    """What a merge did; words and glosses of the result are the sums."""

    base_words: int = 0
    base_glosses: int = 0
    new_words: int = 0
    new_word_glosses: int = 0
    words_with_added_glosses: int = 0
    added_glosses: int = 0
    """Of words that the base had."""
    skipped_glosses: int = 0
    words: int = 0
    glosses: int = 0

    def as_dict(self) -> dict[str, int]:
        return asdict(self)


@dataclass
class Merged:
    """The result in order: the base as it was, then new words as they came."""

    entries: dict[str, DictionaryEntry] = field(default_factory=dict)
    skipped: list[SkippedGloss] = field(default_factory=list)
    counts: MergeCounts = field(default_factory=MergeCounts)


class ProposedPair(NamedTuple):
    """Two glosses of a word so alike that somebody should say whether they are one sense."""

    word: str
    gloss: str
    """Of the additions."""
    like: str
    """Of the base, or an earlier one of the additions."""
    similarity: float
    same: bool
    """What the rule says."""
    decided: bool | None
    """What people said."""
    gloss_examples: tuple[str, ...] = ()
    like_examples: tuple[str, ...] = ()


def merge(
    base: Mapping[str, DictionaryEntry],
    additions: Iterable[DictionaryEntry],
    rule: MergeRule | None = None,
    decisions: Decisions | None = None,
) -> Merged:
    """Add what is new, in order. Glosses of the base are never compared with each other."""
    known = _KnownGlosses(rule or MergeRule(), decisions or {})
    merged = Merged(dict(base))
    counts = merged.counts
    counts.base_words = len(base)
    counts.base_glosses = sum(len(entry.glosses) for entry in base.values())
    for entry in additions:
        present = merged.entries.get(entry.word)
        if present is None and not known.rule.within_new:
            fresh = list(entry.glosses)
        else:
            fresh = _fresh(entry, present, known, merged.skipped)
        if present is None:
            merged.entries[entry.word] = msgspec.structs.replace(entry, glosses=tuple(fresh))
            counts.new_words += 1
            counts.new_word_glosses += len(fresh)
        elif fresh:
            merged.entries[entry.word] = msgspec.structs.replace(present, glosses=(*present.glosses, *fresh))
            counts.words_with_added_glosses += 1
            counts.added_glosses += len(fresh)
    counts.skipped_glosses = len(merged.skipped)
    counts.words = len(merged.entries)
    counts.glosses = counts.base_glosses + counts.new_word_glosses + counts.added_glosses
    return merged


def proposed_pairs(
    base: Mapping[str, DictionaryEntry],
    additions: Iterable[DictionaryEntry],
    rule: MergeRule | None = None,
    decisions: Decisions | None = None,
    *,
    near: float = 60.0,
) -> Iterator[ProposedPair]:
    """What people should decide before a merge: pairs it compares that are more than ``near`` per cent similar.

    In the order of the additions, of each gloss the most similar first. A gloss that is there already is no question.
    """
    known = _KnownGlosses(rule or MergeRule(), decisions or {})
    similarity = similarity_of(replace(known.rule, threshold=near))
    for entry in additions:
        present = base.get(entry.word)
        if present is None and not known.rule.within_new:
            continue
        there = [known.compared(gloss) for gloss in present.glosses] if present is not None else []
        for gloss in map(known.compared, entry.glosses):
            if any(gloss.text == other.text for other in there):
                continue
            pairs = []
            for other in there:
                score = round(similarity(gloss.text, other.text), 2)
                if score > near:
                    pairs.append(_proposed(entry.word, gloss, other, score, known))
            yield from sorted(pairs, key=lambda pair: -pair.similarity)
            there.append(gloss)


def _proposed(
    word: str, gloss: "_ComparedGloss", other: "_ComparedGloss", score: float, known: "_KnownGlosses"
) -> ProposedPair:
    return ProposedPair(
        word=word,
        gloss=gloss.gloss.text,
        like=other.gloss.text,
        similarity=score,
        same=known.by_rule(gloss, other),
        decided=known.decided(word, gloss, other),
        gloss_examples=gloss.gloss.examples,
        like_examples=other.gloss.examples,
    )


def _fresh(
    entry: DictionaryEntry, earlier: DictionaryEntry | None, known: "_KnownGlosses", skipped: list[SkippedGloss]
) -> list[Gloss]:
    there = [known.compared(gloss) for gloss in earlier.glosses] if earlier is not None else []
    fresh: list[Gloss] = []
    for gloss in map(known.compared, entry.glosses):
        like = next((other for other in there if known.same(entry.word, gloss, other)), None)
        if like is not None:
            skipped.append(SkippedGloss(entry.word, gloss.written, like.written, known.score(gloss, like)))
            continue
        there.append(gloss)
        source = gloss.gloss.source or (entry.source if earlier is not None else "")
        unchanged = source == gloss.gloss.source
        fresh.append(gloss.gloss if unchanged else msgspec.structs.replace(gloss.gloss, source=source))
    return fresh


class _ComparedGloss(NamedTuple):
    text: str
    written: str
    gloss: Gloss


class _KnownGlosses:
    """Whether two glosses are one sense: by what people decided, else by the rule."""

    def __init__(self, rule: MergeRule, decisions: Decisions) -> None:
        self.rule = rule
        self._decisions = {
            pair_key(word, levelled(one), levelled(other)): same for (word, one, other), same in decisions.items()
        }
        self._similarity = similarity_of(rule)
        self._whole_similarity = similarity_of(replace(rule, threshold=0))

    def compared(self, gloss: Gloss) -> _ComparedGloss:
        written = gloss.text if self.rule.compare == "text" else gloss.line
        return _ComparedGloss(written if self.rule.as_written else levelled(written), written, gloss)

    def same(self, word: str, gloss: _ComparedGloss, other: _ComparedGloss) -> bool:
        if gloss.text == other.text:
            return True
        decided = self.decided(word, gloss, other)
        return self.by_rule(gloss, other) if decided is None else decided

    def decided(self, word: str, gloss: _ComparedGloss, other: _ComparedGloss) -> bool | None:
        if not self._decisions:
            return None
        return self._decisions.get(pair_key(word, levelled(gloss.gloss.text), levelled(other.gloss.text)))

    def by_rule(self, gloss: _ComparedGloss, other: _ComparedGloss) -> bool:
        """Rounded, so that exactly 85 % is not more than 85 % because of its binary digits."""
        return gloss.text == other.text or round(self._similarity(gloss.text, other.text), 6) > self.rule.threshold

    def score(self, gloss: _ComparedGloss, other: _ComparedGloss) -> float:
        if gloss.text == other.text:
            return 100.0
        return round(self._whole_similarity(gloss.text, other.text), 2)


def levelled(text: str) -> str:
    """A gloss without blanks, with letters, digits and punctuation in one width.

    Dictionaries set 有矛盾；争斗 and 有矛盾; 争斗 for the same sense: that is no difference to whoever compares them.
    """
    return "".join(unicodedata.normalize("NFKC", text).translate(ONE_FORM).split())


def similarity_of(rule: MergeRule) -> Similarity:
    """The measure, free to stop early where the threshold cannot be reached."""
    from rapidfuzz import fuzz
    from rapidfuzz.distance import JaroWinkler, Levenshtein

    cutoff = rule.threshold
    match rule.measure:
        case "ratio":
            return lambda a, b: fuzz.ratio(a, b, score_cutoff=cutoff)
        case "levenshtein":
            return lambda a, b: 100 * Levenshtein.normalized_similarity(a, b, score_cutoff=cutoff / 100)
        case "partial":
            return lambda a, b: fuzz.partial_ratio(a, b, score_cutoff=cutoff)
        case "jaro-winkler":
            return lambda a, b: 100 * JaroWinkler.normalized_similarity(a, b, score_cutoff=cutoff / 100)
