"""From what is thought of the sites of a text to a judgement of the whole.

One wrong word makes a text wrong, so the worst sites count. How strongly is learned on training texts judged by models
that had not seen their original. Judgements assume that a stated share of the texts to come is normal: official
training and test sets differ in it, so it is a setting and not what the training data show.
"""

import json
import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pingce.formats.write import write_text
from pingce.systems.learning.linear import fit_balanced

FILE = "decision.json"
LOWEST = -12.0
"""Log-odds of a site that is not there."""


@dataclass(frozen=True)
class TextDecision:
    """A small logistic regression over a summary of the sites."""

    mean: list[float]
    spread: list[float]
    weights: list[float]
    bias: float

    def log_odds(self, sites: Sequence[float], *, share: float) -> float:
        """That the text is normal, if ``share`` of all texts are."""
        total = self.bias + math.log(share / (1 - share))
        for value, mean, spread, weight in zip(summary(sites), self.mean, self.spread, self.weights, strict=True):
            total += weight * (value - mean) / spread
        return total

    def save(self, folder: Path) -> None:
        write_text(folder / FILE, json.dumps(asdict(self)))


def load_decision(folder: Path) -> TextDecision:
    """What :meth:`TextDecision.save` wrote into a model folder."""
    return TextDecision(**json.loads((folder / FILE).read_text(encoding="utf-8")))


def summary(sites: Sequence[float]) -> list[float]:
    """Of the log-odds that each site is wrong: the two worst, all together, the mean, and how many there are."""
    worst = sorted(sites, reverse=True)
    first, second = (*worst, LOWEST, LOWEST)[:2]
    none_wrong = sum(-math.log1p(math.exp(min(30.0, odds))) for odds in sites)
    any_wrong = math.log(max(1e-6, -math.expm1(none_wrong)))
    mean = sum(sites) / len(sites) if sites else LOWEST
    return [first, second, any_wrong, mean, math.log1p(len(sites))]


def fit_decision(texts: Sequence[Sequence[float]], normal: Sequence[bool]) -> TextDecision:
    """The decision that fits texts with known judgements best, both judgements weighing the same."""
    rows: NDArray[np.float64] = np.array([summary(sites) for sites in texts])
    mean, spread = rows.mean(axis=0), rows.std(axis=0) + 1e-9
    if len(set(normal)) < 2:
        nothing = [0.0] * rows.shape[1]
        return TextDecision(mean.tolist(), spread.tolist(), nothing, math.copysign(5.0, 0.5 - (not normal[0])))
    weights, bias = fit_balanced((rows - mean) / spread, normal)
    return TextDecision(mean.tolist(), spread.tolist(), weights.tolist(), bias)
