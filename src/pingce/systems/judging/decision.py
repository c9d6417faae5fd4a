"""From what is thought of the sites of a text to a judgement of the whole.

One wrong word makes a text wrong, so the worst sites count. How strongly is learned on training texts judged by models
that had not seen their original. Where one model says how odd a word is and another whether a word that was exchanged
fits, both opinions count. Judgements assume that a stated share of the texts to come is normal: official training and
test sets differ in it, so it is a setting and not what the training data show.
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

from .prediction import probability

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

    def log_odds(self, sites: Sequence[float], unfit: Sequence[float] | None = None, *, share: float) -> float:
        """That the text is normal, if ``share`` of all texts are."""
        total = self.bias + math.log(share / (1 - share))
        row = summary(sites, unfit)
        for value, mean, spread, weight in zip(row, self.mean, self.spread, self.weights, strict=True):
            total += weight * (value - mean) / spread
        return total

    def save(self, folder: Path) -> None:
        write_text(folder / FILE, json.dumps(asdict(self)))


def load_decision(folder: Path) -> TextDecision:
    """What :meth:`TextDecision.save` wrote into a model folder."""
    return TextDecision(**json.loads((folder / FILE).read_text(encoding="utf-8")))


def summary(sites: Sequence[float], unfit: Sequence[float] | None = None) -> list[float]:
    """Of the log-odds that each site is wrong: the two worst, all together, the mean, and how many there are.

    With a second opinion of each, :func:`second_opinion` follows.
    """
    worst = sorted(sites, reverse=True)
    first, second = (*worst, LOWEST, LOWEST)[:2]
    none_wrong = sum(-math.log1p(math.exp(min(30.0, odds))) for odds in sites)
    any_wrong = math.log(max(1e-6, -math.expm1(none_wrong)))
    mean = sum(sites) / len(sites) if sites else LOWEST
    own = [first, second, any_wrong, mean, math.log1p(len(sites))]
    return own if unfit is None else [*own, *second_opinion(sites, unfit)]


def second_opinion(sites: Sequence[float], unfit: Sequence[float]) -> list[float]:
    """What another model thinks of the worst site and of all by how odd they are; where both agree, and anywhere."""
    if not sites:
        return [LOWEST] * 4
    odd, not_fitting = ([probability(value) for value in values] for values in (sites, unfit))
    agreed = [a * b for a, b in zip(odd, not_fitting, strict=True)]
    none_agreed = sum(math.log1p(-min(1 - 1e-6, value)) for value in agreed)
    weighed = sum(a * value for a, value in zip(odd, unfit, strict=True)) / sum(odd)
    at = max(range(len(sites)), key=lambda i: sites[i])
    return [unfit[at], weighed, math.log(max(1e-6, *agreed)), none_agreed]


def fit_decision(
    texts: Sequence[Sequence[float]], normal: Sequence[bool], unfit: Sequence[Sequence[float]] | None = None
) -> TextDecision:
    """The decision that fits texts with known judgements best, both judgements weighing the same."""
    second: Sequence[Sequence[float] | None] = unfit if unfit is not None else [None] * len(texts)
    summaries = [summary(sites, opinions) for sites, opinions in zip(texts, second, strict=True)]
    rows: NDArray[np.float64] = np.array(summaries)
    mean, spread = rows.mean(axis=0), rows.std(axis=0) + 1e-9
    if len(set(normal)) < 2:
        nothing = [0.0] * rows.shape[1]
        return TextDecision(mean.tolist(), spread.tolist(), nothing, math.copysign(5.0, 0.5 - (not normal[0])))
    weights, bias = fit_balanced((rows - mean) / spread, normal)
    return TextDecision(mean.tolist(), spread.tolist(), weights.tolist(), bias)
