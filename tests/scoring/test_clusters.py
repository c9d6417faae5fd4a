"""Items of one original are drawn together, and intervals then cover what they promise."""

from collections.abc import Sequence

import numpy as np
import pytest

from pingce.scoring.clusters import Clusters, find_clusters
from pingce.scoring.interval import intervals, joint_intervals
from pingce.scoring.measures.judging import Accuracy
from pingce.scoring.run import score
from pingce.scoring.significance import paired_bootstrap
from pingce.spec.measure import Case, Row
from pingce.spec.values import Item
from pingce.tasks.catalog import find_task

TASK = find_task("space2022/task1")
MEASURE = Accuracy("judge")
RUNS, RESAMPLES = 1_000, 200
GROUPS, SIZE = 80, 7


def case(qid: str, text: str, said: str = "1", **extra: str) -> Case:
    return Case(Item(qid, {"text": text}, extra), {"judge": "1"}, {"judge": said})


def rows(right: Sequence[bool]) -> list[Row]:
    return [(float(good), float(good), 0.0, float(not good), 0.0) for good in right]


def test_what_items_share_makes_the_clusters() -> None:
    assert find_clusters(TASK, [case("1", "甲"), case("2", "乙")]) is None
    assert find_clusters(TASK, [case("1", "甲"), case("2", "甲")]) is None
    assert find_clusters(TASK, []) is None
    assert find_clusters(TASK, [case("1", "甲"), case("2", "乙"), case("3", "甲")]) == Clusters("text", [0, 1, 0])
    stated = [case("1", "甲", original="a"), case("2", "乙", origin="a"), case("3", "甲"), case("4", "甲")]
    assert find_clusters(TASK, stated) == Clusters("original", [0, 0, 1, 2])
    senses = find_task("wsd/senses")
    words = [Case(Item(str(i), {"sentence": f"句{i}", "word": word}), {}, None) for i, word in enumerate("上下上")]
    assert find_clusters(senses, words) == Clusters("word", [0, 1, 0])


def test_the_signature_says_how_items_were_drawn() -> None:
    cases = [case("1", "甲"), case("2", "甲", "0"), case("3", "乙")]
    together, alone = score(TASK, cases), score(TASK, cases, resample="items")
    assert "|drawn:2 by text|" in together.measures["accuracy"].signature
    assert "drawn" not in alone.measures["accuracy"].signature
    assert together.main == alone.main
    assert together.intervals["accuracy"]["accuracy"] != alone.intervals["accuracy"]["accuracy"]


def test_without_shared_items_nothing_changes() -> None:
    right = rows([i % 3 > 0 for i in range(50)])
    assert joint_intervals({"a": (MEASURE, right)}, clusters=range(50))["a"] == intervals(MEASURE, right)
    other = rows([i % 2 > 0 for i in range(50)])
    plain = paired_bootstrap(MEASURE, "accuracy", right, other)
    assert paired_bootstrap(MEASURE, "accuracy", right, other, clusters=range(50)) == plain


def test_two_systems_that_differ_on_one_original_only_do_not_differ() -> None:
    """Forty items of one original decide: drawn one by one they look like much evidence."""
    clusters = [0] * 40 + [*range(1, 61)]
    first, second = rows([True] * 100), rows([False] * 40 + [True] * 60)
    _, alone = paired_bootstrap(MEASURE, "accuracy", first, second)
    _, together = paired_bootstrap(MEASURE, "accuracy", first, second, clusters=clusters)
    assert alone < 0.01
    assert together > 0.5


@pytest.mark.parametrize(("clustered", "low", "high"), [(True, 0.93, 0.97), (False, 0.0, 0.80)])
def test_intervals_of_clusters_cover_the_truth(clustered: bool, low: float, high: float) -> None:
    """Each original has a chance of its own (beta, mean .6); items of it are right by that chance."""
    random = np.random.default_rng(7)
    clusters = np.repeat(np.arange(GROUPS), SIZE)
    covered = 0
    for _ in range(RUNS):
        chances = random.beta(0.6, 0.4, size=GROUPS)
        right = rows(list(random.random(GROUPS * SIZE) < chances[clusters]))
        numbers = joint_intervals(
            {"a": (MEASURE, right)}, resamples=RESAMPLES, clusters=clusters.tolist() if clustered else None
        )["a"]["accuracy"]
        covered += numbers.low <= 0.6 <= numbers.high
    assert low <= covered / RUNS <= high
