"""Logistic regression over named features; weights are a readable JSON file, and answering needs no numpy."""

import json
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pingce.formats.write import write_text

Features = Sequence[str]


@dataclass(frozen=True)
class Loglinear:
    """A score per class for a bag of features; with two classes only the second has weights."""

    classes: tuple[str, ...]
    bias: tuple[float, ...]
    weights: Mapping[str, tuple[float, ...]]

    def scores(self, features: Features) -> list[float]:
        totals = list(self.bias)
        for feature in features:
            found = self.weights.get(feature)
            if found is not None:
                for i, weight in enumerate(found):
                    totals[i] += weight
        return totals

    def logit(self, features: Features) -> float:
        """For two classes: the log-odds of the second."""
        total, found = self.bias[0], self.weights.get
        for feature in features:
            weight = found(feature)
            if weight is not None:
                total += weight[0]
        return total

    def probabilities(self, features: Features) -> dict[str, float]:
        scores = self.scores(features)
        if len(self.classes) == 2:
            yes = 1 / (1 + math.exp(-max(-30.0, min(30.0, scores[0]))))
            return dict(zip(self.classes, (1 - yes, yes), strict=True))
        highest = max(scores)
        shares = [math.exp(score - highest) for score in scores]
        return {name: share / sum(shares) for name, share in zip(self.classes, shares, strict=True)}

    def best(self, features: Features) -> str:
        if len(self.classes) == 2:
            return self.classes[self.logit(features) > 0]
        scores = self.scores(features)
        return self.classes[scores.index(max(scores))]


def fit_loglinear(
    rows: Sequence[Features],
    labels: Sequence[str],
    *,
    strength: float = 1.0,
    fewest: int = 2,
) -> Loglinear:
    """``strength`` is the inverse of the penalty; features seen less than ``fewest`` times are left out."""
    import numpy as np
    from sklearn.linear_model import LogisticRegression

    classes = tuple(sorted(set(labels)))
    place = _names(rows, fewest)
    if len(classes) == 1:
        return Loglinear(("", classes[0]), (30.0,), {})
    model = LogisticRegression(C=strength, max_iter=300, tol=1e-4)
    model.fit(_matrix(rows, place), list(labels))
    columns = {
        name: tuple(round(float(weight), 5) for weight in model.coef_[:, i])
        for name, i in place.items()
        if np.abs(model.coef_[:, i]).max() >= 1e-5
    }
    return Loglinear(classes, tuple(float(one) for one in model.intercept_), columns)


def fit_choice(
    groups: Sequence[Sequence[tuple[Features, bool]]], *, strength: float = 1.0, fewest: int = 2
) -> Loglinear:
    """Candidates of a group compete: the right ones together get as much of the group's share as possible.

    Groups without a right candidate say nothing and are left out.
    """
    import numpy as np
    from scipy.optimize import minimize

    kept = [group for group in groups if any(right for _, right in group)]
    rows = [features for group in kept for features, _ in group]
    names = _names(rows, fewest)
    matrix = _matrix(rows, names)
    starts = np.cumsum([0, *(len(group) for group in kept)])[:-1]
    sizes = np.array([len(group) for group in kept])
    right = np.array([one for group in kept for _, one in group])

    def cost(weights: Any) -> tuple[float, Any]:  # noqa: ANN401 (numpy has no part in our types)
        scores = matrix @ weights
        scores -= np.repeat(np.maximum.reduceat(scores, starts), sizes)
        shares = np.exp(scores)
        whole = np.add.reduceat(shares, starts)
        hit = np.add.reduceat(np.where(right, shares, 0.0), starts)
        slope = matrix.T @ (shares / np.repeat(whole, sizes) - np.where(right, shares / np.repeat(hit, sizes), 0.0))
        penalty = weights / strength
        return float(np.log(whole / hit).sum() + weights @ penalty / 2), slope + penalty

    if not kept:
        return Loglinear(("", "right"), (0.0,), {})
    best = minimize(cost, np.zeros(len(names)), jac=True, method="L-BFGS-B", options={"maxiter": 200}).x
    weights = {name: (round(float(best[i]), 5),) for name, i in names.items() if abs(best[i]) >= 1e-5}
    return Loglinear(("", "right"), (0.0,), weights)


def _names(rows: Sequence[Features], fewest: int) -> dict[str, int]:
    counts = Counter(feature for row in rows for feature in row)
    return {name: i for i, name in enumerate(sorted(name for name, count in counts.items() if count >= fewest))}


def _matrix(rows: Sequence[Features], names: Mapping[str, int]) -> Any:  # noqa: ANN401
    import numpy as np
    from scipy.sparse import csr_matrix

    found = [[names[feature] for feature in row if feature in names] for row in rows]
    bounds = np.cumsum([0, *map(len, found)])
    indices = np.array([i for row in found for i in row], dtype=np.int32)
    return csr_matrix((np.ones(len(indices)), indices, bounds), shape=(len(rows), len(names)))


def log_shares(scores: Sequence[float]) -> list[float]:
    """Logarithms of the shares that the candidates of one text have in the whole."""
    highest = max(scores)
    total = highest + math.log(sum(math.exp(score - highest) for score in scores))
    return [score - total for score in scores]


def save_loglinear(path: Path, model: Loglinear) -> None:
    table = {"classes": model.classes, "bias": model.bias, "weights": model.weights}
    write_text(path, json.dumps(table, ensure_ascii=False, separators=(",", ":")))


def load_loglinear(path: Path) -> Loglinear:
    table = json.loads(path.read_text(encoding="utf-8"))
    weights = {name: tuple(row) for name, row in table["weights"].items()}
    return Loglinear(tuple(table["classes"]), tuple(table["bias"]), weights)
