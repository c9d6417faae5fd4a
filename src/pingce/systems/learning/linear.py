"""All linear models of systems: logistic regression over features, trained by scikit-learn, kept as plain weights.

Three kinds, by what a row is:

- ``Loglinear``: named features, any number of classes or competing candidates; a readable JSON file, and answering
  needs no numpy. For spans and tuples, which ask some thousand times per text.
- ``HashedLogistic``: named features hashed to columns, yes or no, both classes weighing the same; an array on disk. For
  judgements with some hundred thousand features.
- ``Stack``: a few numbers per row, such as the opinions of several models.

The probes of :mod:`pingce.quality.bias.probes` stay apart: they measure data sets and answer nothing.
"""

import json
import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pingce.formats.write import atomic, write_text
from pingce.systems.stored import errors_as_damage, read_arrays

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from scipy.sparse import csr_matrix

    Floats = NDArray[np.float64]

Features = Sequence[str]
BITS = 20
"""Names of a hashed model go to 2**BITS columns; with some hundred thousand names few meet."""


@dataclass(frozen=True)
class Loglinear:
    """A score per class for a bag of features; with two classes only the second has weights."""

    classes: tuple[str, ...]
    bias: tuple[float, ...]
    weights: Mapping[str, tuple[float, ...]]

    def scores(self, features: Features) -> list[float]:
        """A number per class; with two classes only that of the second."""
        totals = list(self.bias)
        for feature in features:
            weights = self.weights.get(feature)
            if weights is not None:
                for i, weight in enumerate(weights):
                    totals[i] += weight
        return totals

    def logit(self, features: Features) -> float:
        """For two classes: the log-odds of the second."""
        total, weight_of = self.bias[0], self.weights.get
        for feature in features:
            weight = weight_of(feature)
            if weight is not None:
                total += weight[0]
        return total

    def probabilities(self, features: Features) -> dict[str, float]:
        """Shares of the classes, by name."""
        scores = self.scores(features)
        if len(self.classes) == 2:
            yes = 1 / (1 + math.exp(-max(-30.0, min(30.0, scores[0]))))
            return dict(zip(self.classes, (1 - yes, yes), strict=True))
        highest = max(scores)
        shares = [math.exp(score - highest) for score in scores]
        return {name: share / sum(shares) for name, share in zip(self.classes, shares, strict=True)}

    def best(self, features: Features) -> str:
        """The class with the highest score."""
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
    column_of = _names(rows, fewest)
    if len(classes) == 1:
        return Loglinear(("", classes[0]), (30.0,), {})
    model = LogisticRegression(C=strength, max_iter=300, tol=1e-4)
    model.fit(_matrix(rows, column_of), list(labels))
    columns = {
        name: tuple(round(float(weight), 5) for weight in model.coef_[:, i])
        for name, i in column_of.items()
        if np.abs(model.coef_[:, i]).max() >= 1e-5
    }
    return Loglinear(classes, tuple(float(bias) for bias in model.intercept_), columns)


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
    right = np.array([is_right for group in kept for _, is_right in group])

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

    columns = [[names[feature] for feature in row if feature in names] for row in rows]
    bounds = np.cumsum([0, *map(len, columns)])
    indices = np.array([i for row in columns for i in row], dtype=np.int32)
    return csr_matrix((np.ones(len(indices)), indices, bounds), shape=(len(rows), len(names)))


def log_shares(scores: Sequence[float]) -> list[float]:
    """Logarithms of the shares that the candidates of one text have in the whole."""
    highest = max(scores)
    total = highest + math.log(sum(math.exp(score - highest) for score in scores))
    return [score - total for score in scores]


def save_loglinear(path: Path, model: Loglinear) -> None:
    """As JSON that a person can read: a line of weights per feature."""
    table = {"classes": model.classes, "bias": model.bias, "weights": model.weights}
    write_text(path, json.dumps(table, ensure_ascii=False, separators=(",", ":")))


def load_loglinear(path: Path) -> Loglinear:
    """What ``save_loglinear`` wrote."""
    table = json.loads(path.read_text(encoding="utf-8"))
    weights = {name: tuple(row) for name, row in table["weights"].items()}
    return Loglinear(tuple(table["classes"]), tuple(table["bias"]), weights)


@dataclass(frozen=True)
class HashedLogistic:
    """Weights that give the log-odds of yes, as if yes and no were equally frequent."""

    weights: "Floats"
    bias: float

    def log_odds(self, rows: "csr_matrix") -> "Floats":
        """Of yes, for every row of :func:`hashed`."""
        import numpy as np

        odds: Floats = np.asarray(rows @ self.weights) + self.bias
        return odds

    def save(self, path: Path) -> None:
        """Most weights are nothing; only the others are stored."""
        import numpy as np

        places = np.flatnonzero(self.weights)
        with atomic(path) as file:
            np.savez_compressed(file, places=places.astype(np.int64), values=self.weights[places], bias=self.bias)


def load_hashed(path: Path) -> HashedLogistic:
    """What :meth:`HashedLogistic.save` wrote."""
    import numpy as np

    places, values, bias = read_arrays(path, "places", "values", "bias")
    with errors_as_damage(path):
        weights = np.zeros(2**BITS)
        weights[places] = values
        return HashedLogistic(weights, float(bias))


def hashed(rows: Iterable[Features]) -> "csr_matrix":
    """A row of ones per list of names."""
    from scipy.sparse import csr_matrix
    from sklearn.feature_extraction import FeatureHasher

    hasher = FeatureHasher(2**BITS, input_type="string", alternate_sign=False)
    return csr_matrix(hasher.transform(rows))


def fit_hashed(rows: "csr_matrix", yes: Sequence[bool], *, strength: float) -> HashedLogistic:
    """Balanced: both classes weigh the same. A class that is missing leaves nothing to learn."""
    import numpy as np

    if len(set(yes)) < 2:
        return HashedLogistic(np.zeros(rows.shape[1]), 0.0)
    # Columns nobody has cost time in every step; they are left out and get no weight.
    used = np.flatnonzero(np.asarray(rows.sum(axis=0)).ravel())
    fitted, bias = fit_balanced(rows[:, used], yes, C=strength, tol=1e-3)
    weights = np.zeros(rows.shape[1])
    weights[used] = fitted
    return HashedLogistic(weights, bias)


def fit_balanced(rows: Any, yes: Sequence[bool], **options: float) -> "tuple[Floats, float]":  # noqa: ANN401 (an array, dense or sparse)
    """Weights and bias of a logistic regression to which both classes weigh the same; there must be both."""
    import numpy as np
    from sklearn.linear_model import LogisticRegression

    model = LogisticRegression(class_weight="balanced", solver="liblinear", **options).fit(rows, np.asarray(yes))
    return model.coef_[0], float(model.intercept_[0])


@dataclass(frozen=True)
class Stack:
    """Weights for the opinions of several models: a logistic regression over their log-odds."""

    weights: list[float]
    bias: float

    def log_odds(self, opinions: Sequence[float], *, share: float) -> float:
        """Of yes, if ``share`` of all answers are yes."""
        weighed = sum(weight * opinion for weight, opinion in zip(self.weights, opinions, strict=True))
        return weighed + self.bias + math.log(share / (1 - share))


def fit_stack(rows: Sequence[Sequence[float]], yes: Sequence[bool]) -> Stack:
    """Class-balanced; without both answers all opinions weigh the same."""
    import numpy as np

    if len(set(yes)) < 2:
        return Stack([1 / len(rows[0])] * len(rows[0]), 0.0)
    weights, bias = fit_balanced(np.array(rows), yes)
    return Stack(weights.tolist(), bias)
