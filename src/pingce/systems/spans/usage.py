"""Which spatial words stand in which surroundings, counted where nobody marked anything."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from pingce.formats.write import write_text
from pingce.language.text import TaggedText

EDGE = "|"
REACH = 6
"""Words to look for a verb or a preposition."""

Use = tuple[str, str]
"""A surrounding and the word that stood in it."""
NO_USES: frozenset[Use] = frozenset()


@dataclass(frozen=True)
class WordUsage:
    """How many originals have a word in a surrounding."""

    counts: Mapping[str, Mapping[str, int]]

    def odds(self, key: str, word: str, others: Sequence[str], own: frozenset[Use] = NO_USES) -> tuple[int, int]:
        """Originals with the word and with the commonest of the others, ``own`` (those of its own original) left out.

        Without leaving them out a model would learn that a word never seen elsewhere is odd, and find every word of a
        new text odd.
        """
        counts = self.counts.get(key)
        if counts is None:
            return 0, 0
        return (
            counts.get(word, 0) - ((key, word) in own),
            max((counts.get(other, 0) - ((key, other) in own) for other in others), default=0),
        )


def surroundings(reading: TaggedText, i: int) -> Iterator[str]:
    """Keys under which the use of a word is counted; what stands before the colon says which kind."""
    words = reading.words
    before = words[i - 1] if i else None
    after = words[i + 1] if i + 1 < len(words) else None
    left, right = before.text if before else EDGE, after.text if after else EDGE
    yield f"L:{left}"
    yield f"l:{left[-1]}"
    yield f"R:{right}"
    yield f"r:{right[0]}"
    yield f"T:{before.tag if before else EDGE}:{after.tag if after else EDGE}"
    yield f"LR:{left[-1]}_{right[0]}"
    yield f"O:{_opening(reading, i)}:{left[-1]}"
    yield f"V:{_verb(reading, i)}"


def _opening(reading: TaggedText, i: int) -> str:
    """The preposition or verb that a localizer closes."""
    for k in range(i - 1, max(-1, i - REACH - 1), -1):
        word = reading.words[k]
        if word.tag == "w":
            break
        if word.tag in ("p", "v", "dv"):
            return word.text
    return EDGE


def _verb(reading: TaggedText, i: int) -> str:
    """The nearest verb of the clause, what stands before first."""
    clause = reading.clauses[i]
    before, after = range(i - 1, max(-1, i - REACH), -1), range(i + 1, min(len(reading.words), i + REACH))
    for k in chain(before, after):
        if reading.clauses[k] == clause and reading.words[k].tag == "v":
            return reading.words[k].text
    return EDGE


def count_usage(
    readings: Sequence[TaggedText], marked: Sequence[frozenset[int]], groups: Sequence[int]
) -> tuple[WordUsage, dict[int, frozenset[Use]]]:
    """Counts over originals, each once however many variants it has, and what each original contributed.

    Marked words are left out: they are the odd ones.
    """
    seen: dict[int, set[Use]] = {}
    for reading, odd, group in zip(readings, marked, groups, strict=True):
        own = seen.setdefault(group, set())
        for i, cls in enumerate(reading.classes):
            if cls is not None and i not in odd:
                own.update((key, reading.words[i].text) for key in surroundings(reading, i))
    counts: dict[str, Counter[str]] = {}
    for own in seen.values():
        for key, word in sorted(own):
            counts.setdefault(key, Counter())[word] += 1
    return WordUsage(counts), {group: frozenset(own) for group, own in seen.items()}


def save_usage(path: Path, usage: WordUsage) -> None:
    """Counts as JSON."""
    write_text(path, json.dumps(usage.counts, ensure_ascii=False, separators=(",", ":"), sort_keys=True))


def load_usage(path: Path) -> WordUsage:
    """What ``save_usage`` wrote."""
    return WordUsage(json.loads(path.read_text(encoding="utf-8")))
