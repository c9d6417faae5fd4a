"""What a κ is called in words: the bands of Landis and Koch (1977), and those of the SpaCE2022 report.

Both have the same limits, at two decimals; they differ in their words, and in what lies below zero. Of the report's
scale only the band of its own mean is printed there (footnote 3: 0.41–0.60, moderate); the words of the other bands
are those in which Chinese papers usually give the scale.
"""

from collections.abc import Mapping
from typing import NamedTuple

from pingce.spec.words import Words

from .numbers import AgreementNumber

KAPPAS = ("cohen", "fleiss")
"""Names of the numbers that are κ, weighted or not; bands were made for no other."""


class Band(NamedTuple):
    """Values up to ``most``, two decimals."""

    most: float
    words: Words


class Bands(NamedTuple):
    """A scale of bands, lowest first."""

    name: str
    title: Words
    bands: tuple[Band, ...]

    def of(self, value: float) -> Words:
        """What a value is called; 0.605 is read as 0.61, as it would be printed."""
        printed = round(value + 1e-12, 2)
        return next((band.words for band in self.bands if printed <= band.most), self.bands[-1].words)


LANDIS_KOCH = Bands(
    "landis-koch",
    Words("Landis 与 Koch（1977）", "Landis and Koch (1977)"),
    (
        Band(-0.01, Words("差", "poor")),
        Band(0.20, Words("轻微", "slight")),
        Band(0.40, Words("尚可", "fair")),
        Band(0.60, Words("中等", "moderate")),
        Band(0.80, Words("较高", "substantial")),
        Band(1.00, Words("几乎完全一致", "almost perfect")),
    ),
)
SPACE2022 = Bands(
    "space2022-report",
    Words("SpaCE2022 报告", "the SpaCE2022 report"),
    (
        Band(0.20, Words("极低的一致性", "slight")),
        Band(0.40, Words("一般的一致性", "fair")),
        Band(0.60, Words("中等的一致性", "moderate")),
        Band(0.80, Words("高度的一致性", "substantial")),
        Band(1.00, Words("几乎完全一致", "almost perfect")),
    ),
)
BANDS: Mapping[str, Bands] = {bands.name: bands for bands in (LANDIS_KOCH, SPACE2022)}


def is_kappa(name: str) -> bool:
    return name.split("_")[0] in KAPPAS


def band_words(numbers: Mapping[str, AgreementNumber], bands: Bands = LANDIS_KOCH) -> dict[str, Words]:
    """The κs among some numbers, in words."""
    return {
        name: bands.of(number.value) for name, number in numbers.items() if is_kappa(name) and number.value is not None
    }
