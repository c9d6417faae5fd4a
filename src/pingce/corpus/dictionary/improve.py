"""An inventory made better: reviewed changes to its glosses, and lists for the expert who reviews.

``improve`` applies merges, splits, rewordings, deletions and additions of a reviewed file and says what became of every
gloss, so that data annotated with the old inventory can be mapped. ``overlaps`` finds glosses of one word that say
nearly the same; ``side_by_side`` puts the glosses of several dictionaries for one word next to each other.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import msgspec

from pingce.formats.gloss_edits import GlossEdit, bad_edits, edit_glosses, edit_problem
from pingce.spec.words import Words

from ..entries import DictionaryEntry, Gloss
from .merge import MergeRule, levelled, similarity_of

NO_WORD = Words("词典里没有这个词", "the inventory does not have this word")


@dataclass(frozen=True, slots=True)
class OverlappingGlosses:
    """Two glosses of a word that are alike, or of which one contains the other."""

    word: str
    first: str
    second: str
    similarity: float
    contained: bool


@dataclass(frozen=True)
class ImprovedInventory:
    """The entries in order, and per word what became of its glosses, edit by edit."""

    entries: dict[str, DictionaryEntry]
    became: list[tuple[GlossEdit, dict[str, list[str]]]]


def improve(base: Mapping[str, DictionaryEntry], edits: Sequence[GlossEdit]) -> ImprovedInventory:
    """Apply all edits in order, or none: every problem is told."""
    entries, became, problems = dict(base), [], []
    used: dict[str, set[str]] = {}
    for number, edit in enumerate(edits, start=1):
        entry = entries.get(edit.word)
        if entry is None:
            problems.append(
                (f"{number} ({edit.word})", Words("词典里没有这个词", "the inventory does not have this word"))
            )
            continue
        texts = [gloss.text for gloss in entry.glosses]
        wrong = edit_problem(texts, edit, used.get(edit.word, ()))
        if wrong is not None:
            problems.append((f"{number} ({edit.word})", wrong))
            continue
        used.setdefault(edit.word, set()).update(texts)
        result = edit_glosses(texts, edit)
        entries[edit.word] = msgspec.structs.replace(entry, glosses=tuple(_glosses(entry, edit, result.after)))
        became.append((edit, result.became))
    if problems:
        raise bad_edits(problems)
    return ImprovedInventory(entries, became)


def _glosses(entry: DictionaryEntry, edit: GlossEdit, after: Sequence[str]) -> Iterator[Gloss]:
    """Examples stay with a gloss that is reworded, and come together where glosses are merged."""
    kept = {gloss.text: gloss for gloss in entry.glosses}
    examples = tuple(dict.fromkeys(e for text in edit.glosses for e in kept[text].examples))
    for text in after:
        if text in edit.into:
            yield Gloss(text, examples if edit.kind in ("merge", "reword") else ())
        else:
            yield kept[text]


def overlaps(entries: Mapping[str, DictionaryEntry], *, threshold: float = 60.0) -> list[OverlappingGlosses]:
    """Pairs of glosses of one word an expert should look at, the most alike first."""
    similarity = similarity_of(MergeRule(threshold=0))
    pairs = []
    for entry in entries.values():
        for a, b in combinations(entry.glosses, 2):
            first, second = levelled(a.text), levelled(b.text)
            score = round(similarity(first, second), 2)
            contained = first in second or second in first
            if score > threshold or contained:
                pairs.append(OverlappingGlosses(entry.word, a.text, b.text, score, contained))
    return sorted(pairs, key=lambda pair: (-pair.similarity, pair.word))


def side_by_side(dictionaries: Mapping[str, Mapping[str, DictionaryEntry]], word: str) -> dict[str, list[str]]:
    """The glosses of a word by dictionary; one without it has none."""
    return {
        name: [gloss.line for gloss in entries[word].glosses] if word in entries else []
        for name, entries in dictionaries.items()
    }
