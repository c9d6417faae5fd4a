"""Chance-corrected agreement of labels.

Every coefficient is a function of sums over items, vectorised over resamples, so one formula gives the number and,
by one matrix product, its bootstrap interval. Tests hold them to the libraries and textbooks (1e-9).

Several raters, not always the same number: as in Gwet, *Handbook of Inter-Rater Reliability*. Items with at least two
labels count for agreement, all labelled items for how often a label is used. With equally many labels per item this
is Fleiss (1971).
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from pingce.spec.words import Words

from .numbers import NOTHING_SHARED, ONE_CATEGORY, ONE_LABEL, ONE_ON_SCALE

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Coefficient(ABC):
    """``counts`` has a line per item and a column per label: how many people gave it."""

    name: str
    title: Words

    @abstractmethod
    def rows(self, counts: Array) -> Array:
        """What every item adds to the sums."""

    @abstractmethod
    def value(self, sums: Array) -> Array:
        """From sums (their last axis) to the coefficient; nan where it is undefined."""

    @abstractmethod
    def why_undefined(self, sums: Array) -> Words: ...


def _agreeing(counts: Array) -> tuple[Array, Array]:
    """Share of agreeing pairs of each item, and whether it has a pair at all."""
    m = counts.sum(axis=1)
    paired = m >= 2
    pairs = np.where(paired, m * (m - 1), 1)
    return np.where(paired, (counts * (counts - 1)).sum(axis=1) / pairs, 0.0), paired.astype(float)


def _ratio(above: Array, below: Array) -> Array:
    """Nan instead of a warning where nothing can be divided by."""
    defined = np.abs(below) > 1e-12
    return np.where(defined, above / np.where(defined, below, 1.0), np.nan)


class Percent(Coefficient):
    """Share of pairs of answers that are the same, averaged over items."""

    def rows(self, counts: Array) -> Array:
        return np.stack(_agreeing(counts), axis=1)

    def value(self, sums: Array) -> Array:
        return _ratio(sums[..., 0], sums[..., 1])

    def why_undefined(self, sums: Array) -> Words:  # noqa: ARG002 (there is one reason)
        return NOTHING_SHARED


class _Corrected(Coefficient):
    """(observed − by chance) / (1 − by chance), with chance from how often labels are used."""

    def rows(self, counts: Array) -> Array:
        m = counts.sum(axis=1, keepdims=True)
        shares = counts / np.where(m, m, 1)
        return np.column_stack([*_agreeing(counts), (m[:, 0] > 0).astype(float), shares])

    def value(self, sums: Array) -> Array:
        observed = _ratio(sums[..., 0], sums[..., 1])
        used = sums[..., 3:] / np.where(sums[..., 2:3], sums[..., 2:3], 1)
        chance = self.chance(used)
        return _ratio(observed - chance, 1 - chance)

    @abstractmethod
    def chance(self, used: Array) -> Array:
        """Agreement by chance, from the share of every label."""

    def why_undefined(self, sums: Array) -> Words:
        return ONE_LABEL if sums[..., 1].all() else NOTHING_SHARED


class Fleiss(_Corrected):
    """Fleiss' κ."""

    def chance(self, used: Array) -> Array:
        return np.asarray((used**2).sum(axis=-1))


class AC1(_Corrected):
    """Gwet's AC1: steady where one label is much more frequent than the others."""

    def chance(self, used: Array) -> Array:
        labels = used.shape[-1]
        return np.asarray((used * (1 - used)).sum(axis=-1) / (labels - 1)) if labels > 1 else np.ones(used.shape[:-1])

    def why_undefined(self, sums: Array) -> Words:
        return ONE_CATEGORY if sums.shape[-1] == 4 else super().why_undefined(sums)


@dataclass(frozen=True)
class Alpha(Coefficient):
    """Krippendorff's α over the coincidences of labels."""

    level: Literal["nominal", "ordinal", "interval"] = "nominal"
    positions: tuple[float, ...] = ()
    """Where the labels stand on the scale (interval)."""

    def rows(self, counts: Array) -> Array:
        m = counts.sum(axis=1)
        pairs = counts[:, :, None] * counts[:, None, :]
        labels = np.arange(counts.shape[1])
        pairs[:, labels, labels] -= counts
        coincidences = pairs * np.where(m >= 2, 1 / np.maximum(m - 1, 1), 0.0)[:, None, None]
        return coincidences.reshape(len(counts), counts.shape[1] ** 2)

    def value(self, sums: Array) -> Array:
        k = round(sums.shape[-1] ** 0.5)
        observed = sums.reshape(*sums.shape[:-1], k, k)
        used = observed.sum(axis=-1)
        n = used.sum(axis=-1)
        distance = self._distance(used)
        seen = (observed * distance).sum(axis=(-2, -1))
        expected = (used[..., :, None] * used[..., None, :] * distance).sum(axis=(-2, -1))
        return 1 - _ratio((n - 1) * seen, expected)

    def _distance(self, used: Array) -> Array:
        k = used.shape[-1]
        match self.level:
            case "nominal":
                return 1 - np.eye(k)
            case "interval":
                places = np.asarray(self.positions or range(k), dtype=float)
                return np.asarray((places[:, None] - places[None, :]) ** 2)
            case "ordinal":
                # The labels between two, each counted as often as it was used, the two ends by half.
                middle = np.cumsum(used, axis=-1) - used / 2
                return np.asarray((middle[..., :, None] - middle[..., None, :]) ** 2)

    def why_undefined(self, sums: Array) -> Words:
        if not sums.any():
            return NOTHING_SHARED
        return ONE_LABEL if self.level == "nominal" else ONE_ON_SCALE


@dataclass(frozen=True)
class Cohen(Coefficient):
    """Cohen's κ of two people; ``rows`` here takes the cells of their table instead of counts of labels."""

    weights: Literal["", "linear", "quadratic"] = ""

    def rows(self, counts: Array) -> Array:
        """``counts``: a line per item, one-hot over the cells (first label × second label)."""
        return counts

    def value(self, sums: Array) -> Array:
        k = round(sums.shape[-1] ** 0.5)
        table = sums.reshape(*sums.shape[:-1], k, k)
        n = table.sum(axis=(-2, -1))
        by_chance = table.sum(axis=-1)[..., :, None] * table.sum(axis=-2)[..., None, :]
        distance = self._distance(k)
        return 1 - _ratio(n * (table * distance).sum(axis=(-2, -1)), (by_chance * distance).sum(axis=(-2, -1)))

    def _distance(self, k: int) -> Array:
        places = np.arange(k, dtype=float)
        apart: Array = np.abs(places[:, None] - places[None, :])
        match self.weights:
            case "":
                return (apart > 0).astype(float)
            case "linear":
                return apart
            case "quadratic":
                return np.asarray(apart**2)

    def why_undefined(self, sums: Array) -> Words:
        if not sums.any():
            return NOTHING_SHARED
        return ONE_ON_SCALE if self.weights else ONE_LABEL


PERCENT = Percent("percent", Words("一致率", "agreement"))
FLEISS = Fleiss("fleiss", Words("Fleiss κ", "Fleiss' κ"))
GWET = AC1("ac1", Words("Gwet AC1", "Gwet's AC1"))
ALPHA = Alpha("alpha_nominal", Words("Krippendorff α（称名）", "Krippendorff's α (nominal)"))
ALPHA_ORDINAL = Alpha("alpha_ordinal", Words("Krippendorff α（次序）", "Krippendorff's α (ordinal)"), "ordinal")
ALPHA_INTERVAL = Alpha("alpha_interval", Words("Krippendorff α（等距）", "Krippendorff's α (interval)"), "interval")
COHEN = Cohen("cohen", Words("Cohen κ", "Cohen's κ"))
COHEN_LINEAR = Cohen("cohen_linear", Words("Cohen κ（线性加权）", "Cohen's κ (linear weights)"), "linear")
COHEN_QUADRATIC = Cohen("cohen_quadratic", Words("Cohen κ（平方加权）", "Cohen's κ (quadratic weights)"), "quadratic")

NOMINAL = (PERCENT, FLEISS, ALPHA, GWET)
ORDINAL = (ALPHA_ORDINAL, ALPHA_INTERVAL)
OF_TWO_ORDINAL = (COHEN_LINEAR, COHEN_QUADRATIC)
