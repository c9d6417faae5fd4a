"""Senses that training never showed.

A trained network has met such a gloss only as a wrong one, if at all, and gives it less than its due. Their scores are
multiplied by one number; the other scores keep their order.
"""

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from .questions import Question


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
