"""Sentences for every word: so many for each sense, shared between the sources, none twice and none nearly twice.

Senses too rare for any corpus have at least the examples of the dictionary.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from pingce.corpus.entries import DictionaryEntry

from .candidates import SentenceCandidate
from .filters import Limits, fault
from .pool import ORIGINS, Origin

ALIKE = 80.0
"""Per cent of similarity from which two sentences of a word teach the same."""


class DrawnSentences(NamedTuple):
    """A sentence that was taken."""

    origin: Origin
    candidate: SentenceCandidate


class SourceShares(NamedTuple):
    """Parts of web and professional texts."""

    web: int = 6
    professional: int = 4

    def quota(self, total: int) -> dict[Origin, int]:
        """Whole sentences; a half goes to the web."""
        parts = self.web + self.professional
        web = (2 * total * self.web + parts) // (2 * parts)
        return {"web": web, "professional": total - web}


class Shortfall(NamedTuple):
    """A source that had too little for a word."""

    word: str
    origin: Origin
    wanted: int
    taken: int
    filled: int
    """Taken from the other source instead."""


@dataclass
class Draw:
    """Sentences by word, and what was missing."""

    sentences: dict[str, list[DrawnSentences]] = field(default_factory=dict)
    shortfalls: list[Shortfall] = field(default_factory=list)
    alike: int = 0
    """Candidates left out because a sentence like them had been taken."""
    used_before: int = 0
    """Candidates left out because another word has the sentence."""


def draw(
    quotas: Mapping[str, int],
    candidates: Callable[[Origin, str], Sequence[SentenceCandidate]],
    *,
    share: SourceShares,
    fill: bool,
) -> Draw:
    """Words with few candidates choose first, since a sentence is used once."""
    result = Draw({word: [] for word in quotas})
    offers = {(origin, word): candidates(origin, word) for word in quotas for origin in ORIGINS}
    rank = {word: i for i, word in enumerate(quotas)}
    scarce = sorted(quotas, key=lambda w: (sum(len(offers[origin, w]) for origin in ORIGINS), rank[w]))
    used: set[str] = set()
    short: list[Shortfall] = []
    for word in scarce:
        quota = share.quota(quotas[word])
        left = {origin: list(offers[origin, word]) for origin in ORIGINS}
        taken = {origin: _take(result, word, origin, left[origin], quota[origin], used) for origin in ORIGINS}
        for origin, other in (ORIGINS, ORIGINS[::-1]):
            missing = quota[origin] - taken[origin]
            if missing:
                filled = _take(result, word, other, left[other], missing, used) if fill else 0
                short.append(Shortfall(word, origin, quota[origin], taken[origin], filled))
        result.sentences[word].sort(key=lambda drawn: (ORIGINS.index(drawn.origin), drawn.candidate.order))
    result.shortfalls = sorted(short, key=lambda shortfall: rank[shortfall.word])
    return result


def _take(result: Draw, word: str, origin: Origin, left: list[SentenceCandidate], quota: int, used: set[str]) -> int:
    """Move up to ``wanted`` candidates from ``left`` to the result."""
    taken = 0
    while left and taken < quota:
        candidate = left.pop(0)
        if candidate.text in used:
            result.used_before += 1
        elif is_like_any(candidate.text, (other.candidate.text for other in result.sentences[word])):
            result.alike += 1
        else:
            used.add(candidate.text)
            result.sentences[word].append(DrawnSentences(origin, candidate))
            taken += 1
    return taken


def is_like_any(text: str, others: Iterable[str]) -> bool:
    """Whether a sentence is a near duplicate of one that was drawn already."""
    from rapidfuzz import fuzz

    return any(fuzz.ratio(text, other, score_cutoff=ALIKE) >= ALIKE for other in others)


SHORTEST = 5
"""Characters; examples in dictionaries are short."""


class Illustration(NamedTuple):
    """An example and the gloss it stands under, which is the likely answer but not the gold one."""

    text: str
    gloss: str


def illustrations(
    entries: Iterable[DictionaryEntry],
    taken: Mapping[str, Sequence[str]],
    limits: Limits,
    *,
    per_sense: int,
) -> dict[str, list[Illustration]]:
    """Up to ``per_sense`` usable examples of every sense, on top of the sentences ``taken`` for the words."""
    shorter = replace(limits, shortest=min(SHORTEST, limits.shortest))
    used = {text for texts in taken.values() for text in texts}
    chosen_for: dict[str, list[Illustration]] = {}
    for entry in entries:
        if entry.word not in taken:
            continue
        chosen = chosen_for.setdefault(entry.word, [])
        for gloss in entry.glosses:
            left = per_sense
            for text in gloss.examples:
                similar_to = [*taken[entry.word], *(illustration.text for illustration in chosen)]
                usable = text.count(entry.word) == 1 and fault(text, shorter, whole=False) is None
                if left and usable and text not in used and not is_like_any(text, similar_to):
                    chosen.append(Illustration(text, gloss.text))
                    used.add(text)
                    left -= 1
    return chosen_for
