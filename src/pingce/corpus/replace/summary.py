"""What replacement gave, in numbers, beside the published ones.

Counts by class, mode and relation beside those of the published data, for the page and ``--json``.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from operator import attrgetter
from typing import TypeVar

from pingce.formats.replacement import ARROW

from .lines import ReplacementCandidate

K = TypeVar("K", str, tuple[str, str, str, str])

PUBLISHED = {
    "space2022": {"per_original": 8.41, "per_word": 4.39},
    "space2021": {"per_original": 40.52, "per_word": 6.03},
}
"""From the reports: replaced sentences per original, and "mean uses per replacement word". The reports do not define
the latter; we read it as words tried per replaced word, since 下 alone was used more than a thousand times.
"""


@dataclass
class Summary:
    """Counts of a run; all of it can be recomputed from the output and the numbers of originals."""

    originals: int = 0
    without: int = 0
    """Originals nothing could be replaced in."""
    positions: int = 0
    """Words that could be replaced."""
    made: int = 0
    """Sentences before choosing by pair."""
    sentences: int = 0
    skipped: Counter[str] = field(default_factory=Counter)
    per_original: Counter[int] = field(default_factory=Counter)
    """Number of sentences → number of originals."""
    modes: Counter[str] = field(default_factory=Counter)
    relations: Counter[str] = field(default_factory=Counter)
    classes: Counter[str] = field(default_factory=Counter)
    words: Counter[str] = field(default_factory=Counter)
    """Uses of each new word."""
    pairs: Counter[tuple[str, str, str, str]] = field(default_factory=Counter)
    """Old word, new word, class, relation."""
    replaced_words: int = 0
    """Words of originals that a single replacement exchanged at least once."""

    def add_tally(self, tally: Mapping[str, int]) -> None:
        self.originals += tally.get("originals", 0)
        self.without += tally.get("without", 0)
        self.positions += tally.get("positions", 0)
        self.made += tally.get("made", 0)
        for key, n in tally.items():
            kind, _, reason = key.partition(":")
            if kind == "skipped":
                self.skipped[reason] += n

    def count(self, chosen: Iterable[ReplacementCandidate]) -> None:
        """The sentences that were chosen; those of one original follow each other."""
        kinds = Counter[tuple[bytes, bytes]]()
        for _, sentences in groupby(chosen, attrgetter("origin")):
            listed = [(pair, start, kind) for pair, start, kind, _ in sentences]
            kinds.update([(pair, kind) for pair, _, kind in listed])
            self.per_original[len(listed)] += 1
            self.sentences += len(listed)
            self.replaced_words += len({start for _, start, _ in listed if start})
        for (pair, kind), n in kinds.items():
            self._count(pair.decode().split(), kind.decode().split(), n)
        self.per_original[0] = self.originals - sum(n for size, n in self.per_original.items() if size)

    def _count(self, pairs: Sequence[str], kinds: Sequence[str], n: int) -> None:
        self.modes["single" if len(pairs) == 1 else "double"] += n
        for pair, kind in zip(pairs, kinds, strict=True):
            old, new = pair.split(ARROW)
            cls, relation = kind.split("/")
            self.words[new] += n
            self.relations[relation] += n
            self.classes[cls] += n
            self.pairs[old, new, cls, relation] += n

    @property
    def mean_per_original(self) -> float:
        return self.sentences / self.originals if self.originals else 0.0

    @property
    def mean_per_word(self) -> float:
        """Words tried for each word that a single replacement exchanged."""
        return self.modes["single"] / self.replaced_words if self.replaced_words else 0.0

    def as_json(self) -> dict[str, object]:
        return {
            "originals": self.originals,
            "originals_without": self.without,
            "positions": self.positions,
            "sentences_made": self.made,
            "sentences": self.sentences,
            "per_original": self.mean_per_original,
            "per_word": self.mean_per_word,
            "published": PUBLISHED,
            "modes": dict(sorted(self.modes.items())),
            "classes": dict(self.classes.most_common()),
            "relations": dict(self.relations.most_common()),
            "skipped": dict(self.skipped.most_common()),
            "histogram": {str(size): n for size, n in sorted(self.per_original.items())},
            "words": dict(ordered(self.words)),
            "pairs": [
                {"old": old, "new": new, "class": cls, "relation": relation, "n": n}
                for (old, new, cls, relation), n in ordered(self.pairs)
            ],
        }


def ordered(counter: Mapping[K, int]) -> list[tuple[K, int]]:
    """Frequent ones first, equal ones by name: the same for every run."""
    return sorted(counter.items(), key=lambda entry: (-entry[1], entry[0]))
