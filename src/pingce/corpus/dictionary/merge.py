"""Base + additions: new words, and new glosses of known words unless they say what is already there.

The published rule leaves the measure of similarity open (>85 %); ours is named in the result. Widths of punctuation and
blanks count for nothing unless one asks for the text as it is written.
"""

import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Literal, NamedTuple

import msgspec

from ..entries import DictionaryEntry, Gloss

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


def merge(
    base: Mapping[str, DictionaryEntry], additions: Iterable[DictionaryEntry], rule: MergeRule | None = None
) -> Merged:
    """Add what is new, in order. Glosses of the base are never compared with each other."""
    rule = rule or MergeRule()
    similarity = similarity_of(rule)
    merged = Merged(dict(base))
    counts = merged.counts
    counts.base_words = len(base)
    counts.base_glosses = sum(len(entry.glosses) for entry in base.values())
    for entry in additions:
        present = merged.entries.get(entry.word)
        if present is None and not rule.within_new:
            fresh = list(entry.glosses)
        else:
            fresh = _fresh(entry, present, rule, similarity, merged.skipped)
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


def _fresh(
    entry: DictionaryEntry,
    earlier: DictionaryEntry | None,
    rule: MergeRule,
    similarity: Similarity,
    skipped: list[SkippedGloss],
) -> list[Gloss]:
    there = [_compared(gloss, rule) for gloss in earlier.glosses] if earlier is not None else []
    fresh: list[Gloss] = []
    for gloss in entry.glosses:
        text, written = _compared(gloss, rule)
        like = next((other for other in there if _same(text, other[0], rule, similarity)), None)
        if like is not None:
            score = 100.0 if like[0] == text else similarity(text, like[0])
            skipped.append(SkippedGloss(entry.word, written, like[1], round(score, 2)))
            continue
        there.append((text, written))
        source = gloss.source or (entry.source if earlier is not None else "")
        fresh.append(gloss if source == gloss.source else msgspec.structs.replace(gloss, source=source))
    return fresh


def _same(text: str, other: str, rule: MergeRule, similarity: Similarity) -> bool:
    """Rounded, so that exactly 85 % is not more than 85 % because of its binary digits."""
    return text == other or round(similarity(text, other), 6) > rule.threshold


def _compared(gloss: Gloss, rule: MergeRule) -> tuple[str, str]:
    text = gloss.text if rule.compare == "text" else gloss.line
    return text if rule.as_written else levelled(text), text


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
