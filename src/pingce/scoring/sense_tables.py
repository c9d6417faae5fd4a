"""Where word-sense systems go wrong: by the number of senses a word has, and which gloss is taken for which."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pingce.scoring.measures.senses import derived_choices, derived_hits
from pingce.spec.measure import Case, ratio

from .breakdown import Breakdown, BreakdownGroup


class GlossConfusion(NamedTuple):
    """How often one gloss was answered where another was right; ``said`` is None for no answer."""

    word: str
    gold: str
    said: str | None
    times: int
    of: int
    """Questions that ask for the right one."""


def by_sense_count(cases: Sequence[Case], inventory: Mapping[str, Sequence[str]]) -> Breakdown:
    """Derived accuracy by how many senses the inventory has for the word; n counts derived instances."""
    right: Counter[int] = Counter()
    total: Counter[int] = Counter()
    for case in cases:
        size = len(inventory.get(case.item.texts.get("word", ""), ()))
        for _, hit in derived_hits(case):
            total[size] += 1
            right[size] += hit
    groups = [
        BreakdownGroup(str(size), total[size], {"accuracy": ratio(right[size], total[size])}) for size in sorted(total)
    ]
    return Breakdown("sense_count", "derived", groups)


def gloss_confusions(cases: Sequence[Case]) -> list[GlossConfusion]:
    """Wrong answers to derived questions, the commonest first."""
    asked: Counter[tuple[str, str]] = Counter()
    wrong: Counter[tuple[str, str, str | None]] = Counter()
    for case in cases:
        word = case.item.texts.get("word", "")
        for gold, predicted in derived_choices(case):
            asked[word, gold] += 1
            if predicted != gold:
                wrong[word, gold, predicted] += 1
    return [
        GlossConfusion(word, gold, predicted, count, asked[word, gold])
        for (word, gold, predicted), count in sorted(wrong.items(), key=lambda pair: (-pair[1], str(pair[0])))
    ]
