"""Senses that training never showed.

A trained network has met such a gloss only as a wrong one, if at all, and gives it less than its due. Their scores are
multiplied by one number; the other scores keep their order.
"""

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from pingce.score.frequency import SUBSETS, SenseCounts, Subset, subset
from pingce.spec.measure import ratio

from .questions import Lesson, Question, derive

LIFTS = tuple(0.25 * i for i in range(25))


@dataclass(frozen=True)
class Novelty:
    """``lift`` is the logarithm of the number; ``seen``: by word, the glosses that were right in training."""

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


def best_lift(taught: Sequence[Lesson], scored: Sequence[Sequence[float]], counts: SenseCounts) -> float:
    """The lift with which the four frequency subsets are answered best, each counting the same.

    By all questions alike it would be nearly 0: most of them ask for what is frequent, and a system that never gives
    a new sense looks best.
    """
    seen = {word: frozenset(found) for word, found in counts.items()}
    return max(LIFTS, key=lambda lift: (_balanced(taught, scored, counts, Novelty(lift, seen)), -lift))


def _balanced(
    taught: Sequence[Lesson], scored: Sequence[Sequence[float]], counts: SenseCounts, novelty: Novelty
) -> float:
    right: dict[Subset, int] = dict.fromkeys(SUBSETS, 0)
    total: dict[Subset, int] = dict.fromkeys(SUBSETS, 0)
    for (question, golds), scores in zip(taught, scored, strict=True):
        lifted = novelty.lifted(question, scores)
        for one in derive(range(len(lifted)), golds):
            name = subset(counts, question.word, question.glosses[one.gold])
            total[name] += 1
            right[name] += max(one.candidates, key=lifted.__getitem__) == one.gold
    return sum(ratio(right[name], total[name]) for name in SUBSETS)
