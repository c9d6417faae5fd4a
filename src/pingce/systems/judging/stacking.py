"""Weights for the opinions of several models."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Stack:
    """A logistic regression over log-odds."""

    weights: list[float]
    bias: float

    def log_odds(self, opinions: Sequence[float], *, share: float) -> float:
        """If ``share`` of all answers are yes."""
        weighed = sum(weight * opinion for weight, opinion in zip(self.weights, opinions, strict=True))
        return weighed + self.bias + math.log(share / (1 - share))


def fit_stack(rows: Sequence[Sequence[float]], yes: Sequence[bool]) -> Stack:
    """Class-balanced; without both answers all opinions weigh the same."""
    from sklearn.linear_model import LogisticRegression

    if len(set(yes)) < 2:
        return Stack([1 / len(rows[0])] * len(rows[0]), 0.0)
    model = LogisticRegression(class_weight="balanced", solver="liblinear").fit(np.array(rows), np.array(yes))
    return Stack(model.coef_[0].tolist(), float(model.intercept_[0]))
