"""The four frequency subsets of word-sense data: how often was the right sense seen in training?"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from pingce.scoring.measures.senses import derived_hits, senses
from pingce.spec.measure import Case, ratio
from pingce.spec.values import Answer, Item

from .breakdown import Breakdown, BreakdownGroup

Subset = Literal["mfs", "frequent", "few", "zero"]
SUBSETS: tuple[Subset, ...] = ("mfs", "frequent", "few", "zero")
FREQUENT = 5
"""Above this many training occurrences a sense that is not the word's most frequent one counts as frequent."""

SenseCounts = Mapping[str, Counter[str]]


def count_senses(train: Iterable[tuple[Item, Answer]]) -> dict[str, Counter[str]]:
    """Occurrences of each gloss by word; the first seen wins among equals, as ``most_common`` keeps order."""
    counts: dict[str, Counter[str]] = {}
    for item, answer in train:
        counts.setdefault(item.texts.get("word", ""), Counter()).update(senses(answer).chosen)
    return counts


def subset(counts: SenseCounts, word: str, gloss: str) -> Subset:
    """How familiar training has made a sense: the word's commonest, frequent, seen a few times, or never."""
    seen = counts.get(word, Counter())
    if not seen[gloss]:
        return "zero"
    if seen.most_common(1)[0][0] == gloss:
        return "mfs"
    return "frequent" if seen[gloss] > FREQUENT else "few"


def by_frequency(cases: Sequence[Case], counts: SenseCounts) -> Breakdown:
    """Derived accuracy in each subset; n counts derived instances, not sentences; a subset without any is left out."""
    right: Counter[Subset] = Counter()
    total: Counter[Subset] = Counter()
    for case in cases:
        word = case.item.texts.get("word", "")
        for gloss, hit in derived_hits(case):
            name = subset(counts, word, gloss)
            total[name] += 1
            right[name] += hit
    groups = [
        BreakdownGroup(name, total[name], {"accuracy": ratio(right[name], total[name])})
        for name in SUBSETS
        if total[name]
    ]
    return Breakdown("frequency", "derived", groups)
