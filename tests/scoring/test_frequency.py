"""The four frequency subsets of word senses."""

import pytest

from pingce.scoring.frequency import Subset, by_frequency, count_senses, subset
from pingce.spec.values import Item, Senses
from tests.builders import SENTENCE, make_sense_case

WORD = Item("1", {"sentence": SENTENCE, "word": "打开"})
COUNTS = count_senses(
    [(WORD, {"senses": Senses((gloss,))}) for gloss, times in (("s1", 7), ("s2", 6), ("s3", 5)) for _ in range(times)]
)


@pytest.mark.parametrize(("gloss", "name"), [("s1", "mfs"), ("s2", "frequent"), ("s3", "few"), ("s4", "zero")])
def test_a_sense_belongs_to_the_subset_of_its_training_count(gloss: str, name: Subset) -> None:
    assert subset(COUNTS, "打开", gloss) == name


def test_a_word_never_seen_has_no_most_frequent_sense() -> None:
    assert subset(COUNTS, "关上", "s1") == "zero"


def test_the_first_seen_sense_wins_among_equals() -> None:
    counts = count_senses([(WORD, {"senses": Senses((gloss,))}) for gloss in ("乙", "甲", "甲", "乙")])
    assert (subset(counts, "打开", "乙"), subset(counts, "打开", "甲")) == ("mfs", "few")


def test_all_gold_senses_of_a_sentence_are_counted() -> None:
    assert count_senses([(WORD, {"senses": Senses(("甲", "乙"))})]) == {"打开": {"甲": 1, "乙": 1}}


def test_subsets_count_derived_instances_and_empty_ones_are_left_out() -> None:
    cases = [make_sense_case(["s1", "s2"], Senses(("s1", "s3"))), make_sense_case(["s4"], Senses(("s4",)))]
    found = by_frequency(cases, COUNTS)
    assert (found.field, found.measure) == ("frequency", "derived")
    assert [(g.name, g.n, g.numbers["accuracy"]) for g in found.groups] == [
        ("mfs", 1, 1.0),
        ("frequent", 1, 0.0),
        ("zero", 1, 1.0),
    ]
