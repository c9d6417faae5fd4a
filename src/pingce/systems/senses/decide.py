"""From scores to a set of senses: several glosses may be right.

A threshold on shares, learned on dev or set, says how many glosses are taken beside the best; kept as JSON in the model
folder.
"""

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Literal

import msgspec

from .questions import Question

Way = Literal["top", "threshold", "groups"]
SHARES = tuple(round(0.05 * i, 2) for i in range(1, 21))


@dataclass(frozen=True)
class SenseDecision:
    """Which of the scored glosses are chosen. The best always is.

    ``threshold``: also those with at least ``share`` of the best one's score. ``groups``: also those that overlap
    with the best, and those that include a chosen one. Disjoint glosses are never chosen together.
    """

    way: Way = "top"
    share: float = 1.0
    overlaps: Mapping[str, Sequence[tuple[str, str]]] = field(default_factory=dict)
    """By word: pairs of glosses that hold together."""
    includes: Mapping[str, Sequence[tuple[str, str]]] = field(default_factory=dict)
    """By word: the wider gloss and the narrower one inside it."""
    disjoint: Mapping[str, Sequence[tuple[str, str]]] = field(default_factory=dict)

    def choose(self, word: str, ranked: Sequence[tuple[str, float]]) -> tuple[str, ...]:
        """Of glosses with scores from 0 to 1, best first; the chosen ones keep this order."""
        if not ranked:
            return ()
        best, score = ranked[0]
        chosen = {best}
        if self.way == "threshold":
            chosen |= {gloss for gloss, own in ranked if own >= self.share * score}
        elif self.way == "groups":
            chosen |= _partners(self.overlaps.get(word, ()), best)
        if self.way != "top":
            chosen |= {wide for wide, narrow in self.includes.get(word, ()) if narrow in chosen}
        apart = self.disjoint.get(word, ())
        kept: list[str] = []
        for gloss, _ in ranked:
            if gloss in chosen and not _partners(apart, gloss) & set(kept):
                kept.append(gloss)
        return tuple(kept)

    def as_json(self) -> str:
        return msgspec.json.encode(asdict(self)).decode()


def read_decision(text: str) -> SenseDecision:
    """What ``as_json`` wrote."""
    return msgspec.json.decode(text, type=SenseDecision)


def _partners(pairs: Sequence[tuple[str, str]], gloss: str) -> set[str]:
    return {b if a == gloss else a for a, b in pairs if gloss in (a, b)}


def best_share(scored: Sequence[Sequence[float]], golds: Sequence[Sequence[int]]) -> float:
    """The share of the best score that gives the best F1 of chosen glosses, counted over all questions."""
    scored_shares = []
    for share in SHARES:
        common = chosen_count = 0
        for scores, right in zip(scored, golds, strict=True):
            chosen = [i for i, score in enumerate(scores) if score >= share * max(scores)]
            common += len(set(chosen) & set(right))
            chosen_count += len(chosen)
        scored_shares.append((2 * common / max(1, chosen_count + sum(map(len, golds))), share))
    return max(scored_shares)[1]


@dataclass(frozen=True)
class Novelty:
    """Gives senses that training never showed their due, before one decides.

    A trained network has met such a gloss only as a wrong one, if at all, and gives it less than its due. Their scores
    are multiplied by one number, of which ``lift`` is the logarithm; the other scores keep their order. ``seen``: by
    word, the glosses that were right in training.
    """

    lift: float = 0.0
    seen: Mapping[str, Collection[str]] = field(default_factory=dict)

    def lifted(self, question: Question, scores: Sequence[float]) -> list[float]:
        """Scores from 0 to 1 that add up to what they did before."""
        seen = self.seen.get(question.word, ())
        if not self.lift or not seen:
            return list(scores)
        factor = math.exp(self.lift)
        raised = [
            score if gloss in seen else score * factor for gloss, score in zip(question.glosses, scores, strict=True)
        ]
        whole = sum(raised)
        return [score * sum(scores) / whole for score in raised] if whole else raised
