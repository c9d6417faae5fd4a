"""An inventory in numbers, as its paper gives them.

Words, senses, senses per word and lengths of glosses, in the distributions published dictionaries report; for ``pingce
corpus dictionary stats`` and its page.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from ..entries import DictionaryEntry


@dataclass(frozen=True)
class Distribution:
    """How many have each value."""

    counts: dict[int, int]

    @property
    def n(self) -> int:
        return sum(self.counts.values())

    @property
    def mean(self) -> float:
        return sum(value * times for value, times in self.counts.items()) / self.n if self.n else 0.0

    @property
    def most(self) -> int:
        return max(self.counts, default=0)


@dataclass(frozen=True)
class InventoryStatistics:
    """Words, senses, lengths."""

    words: int
    polysemous: int
    glosses: int
    senses: Distribution
    """Glosses per word, over all words."""
    senses_of_polysemous: Distribution
    length: Distribution
    """Characters per gloss without its examples."""
    length_with_examples: Distribution
    characters: Distribution
    """Characters per word."""
    glosses_with_examples: int
    shared_glosses: int
    """Texts that stand for a sense of several words; why a sense is known by word and gloss."""

    def as_dict(self) -> dict[str, object]:
        return {
            "words": self.words,
            "polysemous_words": self.polysemous,
            "glosses": self.glosses,
            "senses_per_word": round(self.senses.mean, 4),
            "senses_per_polysemous_word": round(self.senses_of_polysemous.mean, 4),
            "most_senses": self.senses.most,
            "gloss_length": round(self.length.mean, 4),
            "gloss_length_with_examples": round(self.length_with_examples.mean, 4),
            "glosses_with_examples": self.glosses_with_examples,
            "shared_glosses": self.shared_glosses,
            "words_by_senses": {str(value): times for value, times in self.senses.counts.items()},
            "words_by_characters": {str(value): times for value, times in self.characters.counts.items()},
        }


def inventory_statistics(entries: Iterable[DictionaryEntry]) -> InventoryStatistics:
    """Counts and lengths of the words and glosses of a sense inventory."""
    senses: Counter[int] = Counter()
    lengths: Counter[int] = Counter()
    whole: Counter[int] = Counter()
    characters: Counter[int] = Counter()
    words_of: dict[str, set[str]] = {}
    with_examples = 0
    for entry in entries:
        senses[len(entry.glosses)] += 1
        characters[len(entry.word)] += 1
        for gloss in entry.glosses:
            lengths[len(gloss.text)] += 1
            whole[len(gloss.line)] += 1
            with_examples += bool(gloss.examples)
            words_of.setdefault(gloss.text, set()).add(entry.word)
    several = Counter({value: times for value, times in senses.items() if value > 1})
    return InventoryStatistics(
        words=sum(senses.values()),
        polysemous=sum(several.values()),
        glosses=sum(lengths.values()),
        senses=_ordered(senses),
        senses_of_polysemous=_ordered(several),
        length=_ordered(lengths),
        length_with_examples=_ordered(whole),
        characters=_ordered(characters),
        glosses_with_examples=with_examples,
        shared_glosses=sum(len(words) > 1 for words in words_of.values()),
    )


def _ordered(counts: Counter[int]) -> Distribution:
    return Distribution(dict(sorted(counts.items())))
