"""Coefficients against textbook examples, libraries, and their definitions written out as fractions."""

import math
from collections.abc import Sequence
from fractions import Fraction
from importlib import import_module
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pingce.quality.agreement.coefficients import (
    ALPHA,
    ALPHA_INTERVAL,
    ALPHA_ORDINAL,
    COHEN,
    COHEN_LINEAR,
    COHEN_QUADRATIC,
    FLEISS,
    GWET,
    NOMINAL,
    PERCENT,
    Coefficient,
)
from pingce.quality.agreement.numbers import NOTHING_SHARED, ONE_CATEGORY, ONE_LABEL, ONE_ON_SCALE
from pingce.quality.agreement.resample import measured
from pingce.quality.agreement.tables import LabelTable, Patterns, label_table

from .builders import table

# Krippendorff, "Computing Krippendorff's alpha-reliability" (2011): four observers, twelve units, missing values.
UNITS = [  # by unit, as printed: who said what
    {"A": 1, "B": 1, "D": 1},
    {"A": 2, "B": 2, "C": 3, "D": 2},
    {"A": 3, "B": 3, "C": 3, "D": 3},
    {"A": 3, "B": 3, "C": 3, "D": 3},
    {"A": 2, "B": 2, "C": 2, "D": 2},
    {"A": 1, "B": 2, "C": 3, "D": 4},
    {"A": 4, "B": 4, "C": 4, "D": 4},
    {"A": 1, "B": 1, "C": 2, "D": 1},
    {"A": 2, "B": 2, "C": 2, "D": 2},
    {"B": 5, "C": 5, "D": 5},
    {"C": 1, "D": 1},
    {"C": 3},
]
# Fleiss, "Measuring nominal scale agreement among many raters" (1971) as worked in textbooks: 14 raters, 10 subjects.
FOURTEEN = [
    (0, 0, 0, 0, 14), (0, 2, 6, 4, 2), (0, 0, 3, 5, 6), (0, 3, 9, 2, 0), (2, 2, 8, 1, 1),
    (7, 7, 0, 0, 0), (3, 2, 6, 3, 0), (2, 5, 3, 2, 2), (6, 5, 2, 1, 0), (0, 2, 2, 3, 7),
]  # fmt: skip


def counted(units: Sequence[dict[str, int]], labels: int = 5) -> Patterns:
    rows = np.array([[sum(v == k for v in unit.values()) for k in range(1, labels + 1)] for unit in units], float)
    return Patterns(*np.unique(rows, axis=0, return_counts=True))


def crossed(cells: Sequence[Sequence[int]]) -> Patterns:
    return Patterns(np.eye(len(cells) ** 2), np.array(cells).ravel())


@pytest.mark.parametrize(("coefficient", "printed"), [(ALPHA, 0.743), (ALPHA_ORDINAL, 0.815), (ALPHA_INTERVAL, 0.849)])
def test_alpha_of_krippendorffs_example(coefficient: Coefficient, printed: float) -> None:
    assert round(measured(coefficient, counted(UNITS)).value or 0, 3) == printed


def test_gwets_coefficients_of_the_same_example() -> None:
    # Gwet, Handbook, table 2.10 on the same ratings: AC1 0.77544, Fleiss 0.76117, α 0.74342.
    data = counted(UNITS)
    assert [round(measured(one, data).value or 0, 5) for one in (GWET, FLEISS, ALPHA)] == [0.77544, 0.76117, 0.74342]


def test_fleiss_of_the_textbook_example() -> None:
    rows = np.array(FOURTEEN, float)
    found = measured(FLEISS, Patterns(rows, np.ones(10, dtype=int)))
    assert round(found.value or 0, 3) == 0.210
    assert found.value == pytest.approx(float(fleiss_by_definition(FOURTEEN)), abs=1e-12)


def test_ac1_stays_high_where_kappa_falls_below_zero() -> None:
    both = {"A": "x" * 118 + "x" * 5 + "y" * 2, "B": "x" * 118 + "y" * 5 + "x" * 2}
    data = label_table(table(both).fields[0], table(both).first())
    agreed = measured(GWET, data.counts()).value
    kappa = measured(COHEN, data.crossed(("A", "B"))).value
    assert (round(agreed or 0, 4), round(kappa or 0, 4)) == (0.9408, -0.0234)


def fleiss_by_definition(rows: Sequence[Sequence[int]]) -> Fraction:
    n, m = len(rows), sum(rows[0])
    observed = Fraction(sum(c * (c - 1) for row in rows for c in row), n * m * (m - 1))
    shares = [Fraction(sum(row[k] for row in rows), n * m) for k in range(len(rows[0]))]
    chance = sum((share * share for share in shares), Fraction(0))
    return (observed - chance) / (1 - chance)


def ac1_by_definition(rows: Sequence[Sequence[int]]) -> Fraction:
    n, m, q = len(rows), sum(rows[0]), len(rows[0])
    observed = Fraction(sum(c * (c - 1) for row in rows for c in row), n * m * (m - 1))
    shares = [Fraction(sum(row[k] for row in rows), n * m) for k in range(q)]
    chance = sum((share * (1 - share) for share in shares), Fraction(0)) / (q - 1)
    return (observed - chance) / (1 - chance)


def alpha_by_definition(units: Sequence[Sequence[int]]) -> Fraction | None:
    """Pairs within units against pairs among all values, interval distances."""
    kept = [unit for unit in units if len(unit) > 1]
    values = [value for unit in kept for value in unit]
    seen = sum(
        (Fraction(sum((a - b) ** 2 for a, b in permutations(unit, 2)), len(unit) - 1) for unit in kept), Fraction(0)
    )
    expected = Fraction(sum((a - b) ** 2 for a, b in permutations(values, 2)), max(1, len(values) - 1))
    return 1 - seen / expected if expected else None


raters = st.integers(2, 5).flatmap(
    lambda m: st.lists(st.lists(st.integers(0, 3), min_size=m, max_size=m), min_size=2, max_size=20)
)


@given(raters)
@settings(max_examples=60)
def test_fleiss_and_ac1_equal_their_definitions(units: list[list[int]]) -> None:
    rows = [[unit.count(k) for k in range(4)] for unit in units]
    data = Patterns(np.array(rows, float), np.ones(len(rows), dtype=int))
    if len({value for unit in units for value in unit}) > 1:
        assert measured(FLEISS, data).value == pytest.approx(float(fleiss_by_definition(rows)), abs=1e-9)
    assert measured(GWET, data).value == pytest.approx(float(ac1_by_definition(rows)), abs=1e-9)


@given(st.lists(st.lists(st.integers(0, 3), min_size=1, max_size=4), min_size=1, max_size=15))
@settings(max_examples=60)
def test_alpha_equals_its_definition_with_missing_answers(units: list[list[int]]) -> None:
    rows = np.array([[unit.count(k) for k in range(4)] for unit in units], float)
    found = measured(ALPHA_INTERVAL, Patterns(rows, np.ones(len(rows), dtype=int))).value
    expected = alpha_by_definition(units)
    assert found is None if expected is None else found == pytest.approx(float(expected), abs=1e-9)


@pytest.mark.parametrize("level", ["nominal", "ordinal", "interval"])
def test_alpha_agrees_with_the_library(level: str) -> None:
    krippendorff = import_module("krippendorff")
    coefficient = {"nominal": ALPHA, "ordinal": ALPHA_ORDINAL, "interval": ALPHA_INTERVAL}[level]
    random = np.random.default_rng(5)
    for _ in range(20):
        ratings = random.integers(0, 5, size=(30, 4)).astype(float)
        ratings[random.random((30, 4)) < 0.3] = np.nan
        counts = np.stack([(ratings == k).sum(axis=1) for k in range(5)], axis=1).astype(float)
        theirs = krippendorff.alpha(reliability_data=ratings.T, level_of_measurement=level, value_domain=list(range(5)))
        ours = measured(coefficient, Patterns(counts, np.ones(30, dtype=int)), with_interval=False).value
        assert ours == pytest.approx(theirs, abs=1e-9)


@pytest.mark.parametrize(
    ("coefficient", "weights"), [(COHEN, None), (COHEN_LINEAR, "linear"), (COHEN_QUADRATIC, "quadratic")]
)
def test_cohen_agrees_with_the_library(coefficient: Coefficient, weights: str | None) -> None:
    metrics = import_module("sklearn.metrics")
    random = np.random.default_rng(6)
    for _ in range(20):
        a = random.integers(0, 4, size=50)
        b = np.where(random.random(50) < 0.5, a, random.integers(0, 4, size=50))
        cells = np.bincount(a * 4 + b, minlength=16).reshape(4, 4)
        theirs = metrics.cohen_kappa_score(a, b, weights=weights, labels=range(4))
        ours = measured(coefficient, crossed(cells.tolist()), with_interval=False).value
        assert ours == pytest.approx(theirs, abs=1e-9)


def test_cohen_of_the_textbook_example() -> None:
    # Cohen (1960) as retold everywhere: 50 applications, two readers, κ = 0.40.
    assert measured(COHEN, crossed([[20, 5], [10, 15]])).value == pytest.approx(0.4, abs=1e-12)


def one_label(columns: dict[str, str], labels: str) -> LabelTable:
    data = table(columns, labels=labels)
    return label_table(data.fields[0], data.first())


def test_one_label_everywhere_leaves_kappa_undefined_and_says_why() -> None:
    found = one_label({"A": "xxxx", "B": "xxxx"}, "xy")
    assert measured(PERCENT, found.counts()).value == 1.0
    assert [measured(one, found.counts()).why for one in (FLEISS, ALPHA)] == [ONE_LABEL, ONE_LABEL]
    assert measured(COHEN, found.crossed(("A", "B"))).why == ONE_LABEL
    assert measured(GWET, found.counts()).value == 1.0  # nothing by chance: AC1 is defined


def test_a_single_possible_label_leaves_ac1_undefined() -> None:
    assert measured(GWET, one_label({"A": "xx", "B": "xx"}, "x").counts()).why == ONE_CATEGORY


def test_nothing_shared_leaves_everything_undefined() -> None:
    found = one_label({"A": "xy  ", "B": "  xy"}, "xy")
    assert [measured(one, found.counts()).why for one in NOMINAL] == [NOTHING_SHARED] * 4
    assert measured(COHEN, found.crossed(("A", "B"))).why == NOTHING_SHARED


def test_one_value_of_the_scale_leaves_weighted_kappa_undefined() -> None:
    data = table({"A": "222", "B": "222"}, labels="123", ordered=True)
    found = label_table(data.fields[0], data.first())
    assert measured(COHEN_LINEAR, found.crossed(("A", "B"), on_scale=True)).why == ONE_ON_SCALE
    assert measured(ALPHA_ORDINAL, found.counts(on_scale=True)).why == ONE_ON_SCALE


def test_intervals_contain_the_value_narrow_with_more_items_and_repeat() -> None:
    few = {"A": "xxyyxyxyxy" * 2, "B": "xxyyxyxyyx" * 2}
    many = {name: said * 20 for name, said in few.items()}
    widths = []
    for columns in (few, many):
        found = measured(FLEISS, one_label(columns, "xy").counts())
        assert found.interval is not None
        assert found.value is not None
        assert found.interval.low < found.value < found.interval.high
        widths.append(found.interval.high - found.interval.low)
        assert measured(FLEISS, one_label(columns, "xy").counts()) == found
    assert widths[1] < widths[0] / 3


def test_an_interval_is_refused_where_most_resamples_are_undefined() -> None:
    found = measured(FLEISS, one_label({"A": "xx", "B": "xy"}, "xy").counts())
    assert found.value is not None
    assert not math.isnan(found.value)
    assert found.interval is None
