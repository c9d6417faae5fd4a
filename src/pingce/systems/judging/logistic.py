"""Logistic regression over named features, its weights a plain array."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from pingce.formats.write import atomic
from pingce.systems.stored import errors_as_damage, read_arrays

BITS = 20
"""Names are hashed to 2**BITS columns; with some hundred thousand names few meet."""

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Logistic:
    """Weights that give the log-odds of yes, as if yes and no were equally frequent."""

    weights: Floats
    bias: float

    def log_odds(self, rows: csr_matrix) -> Floats:
        found: Floats = np.asarray(rows @ self.weights) + self.bias
        return found

    def save(self, path: Path) -> None:
        """Most weights are nothing; only the others are stored."""
        places = np.flatnonzero(self.weights)
        with atomic(path) as file:
            np.savez_compressed(file, places=places.astype(np.int64), values=self.weights[places], bias=self.bias)


def load_logistic(path: Path) -> Logistic:
    places, values, bias = read_arrays(path, "places", "values", "bias")
    with errors_as_damage(path):
        weights = np.zeros(2**BITS)
        weights[places] = values
        return Logistic(weights, float(bias))


def hashed(rows: Iterable[Sequence[str]]) -> csr_matrix:
    """A row of ones per list of names."""
    from sklearn.feature_extraction import FeatureHasher

    hasher = FeatureHasher(2**BITS, input_type="string", alternate_sign=False)
    return csr_matrix(hasher.transform(rows))


def fit_logistic(rows: csr_matrix, yes: Sequence[bool], *, strength: float) -> Logistic:
    """Balanced: both classes weigh the same. A class that is missing leaves nothing to learn."""
    from sklearn.linear_model import LogisticRegression

    if len(set(yes)) < 2:
        return Logistic(np.zeros(rows.shape[1]), 0.0)
    # Columns nobody has cost time in every step; they are left out and get no weight.
    used = np.flatnonzero(np.asarray(rows.sum(axis=0)).ravel())
    model = LogisticRegression(C=strength, solver="liblinear", class_weight="balanced", tol=1e-3)
    model.fit(rows[:, used], np.asarray(yes))
    weights = np.zeros(rows.shape[1])
    weights[used] = model.coef_[0]
    return Logistic(weights, float(model.intercept_[0]))
