"""Choosing with the whole corpus in view."""

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pingce.corpus.replace.make import ReplaceSettings
from pingce.corpus.replace.select import (
    ReplacementCandidate,
    SelectionLimits,
    candidate_line,
    quotas,
    read_candidates,
    selected,
)
from pingce.corpus.replace.sentence import decode

from .builders import made

MANY = [s for i in range(20) for s in made("门/n 左/f", ReplaceSettings("single"), item=f"m{i}")]
FEW = [s for i in range(3) for s in made("车/n 走/v 进/dv", ReplaceSettings("single"), item=f"a tab\t{i}")]


@pytest.fixture
def candidates(tmp_path: Path) -> Callable[[int], Callable[[], Iterator[ReplacementCandidate]]]:
    def seeded(seed: int) -> Callable[[], Iterator[ReplacementCandidate]]:
        path = tmp_path / f"{seed}"
        path.write_bytes(b"".join(candidate_line(sentence, seed) + b"\n" for sentence in MANY + FEW))
        return lambda: read_candidates(path)

    return seeded


Seeded = Callable[[int], Callable[[], Iterator[ReplacementCandidate]]]


def test_a_candidate_keeps_its_sentence(candidates: Seeded) -> None:
    assert [decode(candidate.line) for candidate in candidates(0)()] == MANY + FEW


@pytest.mark.parametrize(
    ("choice", "many", "few"),
    [
        (SelectionLimits(), 20, 3),
        (SelectionLimits(per_pair=5), 5, 3),
        (SelectionLimits(sample=10), 7, 3),
        (SelectionLimits(sample=5), 3, 2),
        (SelectionLimits(per_pair=4, sample=20), 4, 3),
        (SelectionLimits(sample=1), 1, 0),
    ],
)
def test_pairs_share_a_sample_evenly(choice: SelectionLimits, many: int, few: int, candidates: Seeded) -> None:
    counts = Counter(candidate.pair.decode() for candidate in selected(candidates(0), choice))
    assert (counts["左→右"], counts["进→出"]) == (many, few)


def test_a_larger_sample_contains_the_smaller_one(candidates: Seeded) -> None:
    small, large = (set(selected(candidates(3), SelectionLimits(sample=n))) for n in (8, 16))
    assert (len(small), len(large), small < large) == (8, 16, True)


def test_another_seed_chooses_others_and_the_order_stays(candidates: Seeded) -> None:
    one, other = ([c.line for c in selected(candidates(seed), SelectionLimits(per_pair=5))] for seed in (0, 1))
    assert one != other
    assert one == [c.line for c in candidates(0)() if c.line in set(one)]


def test_what_rare_pairs_leave_goes_to_the_others() -> None:
    assert quotas({b"a": 1, b"b": 10, b"c": 100}, SelectionLimits(sample=31)) == {b"a": 1, b"b": 10, b"c": 20}


def test_double_replacements_keep_their_share_of_a_sample() -> None:
    doubles = {f"上→下 里→外{i}".encode(): 1 for i in range(25)}
    shares = quotas({b"a": 70, b"b": 5, **doubles}, SelectionLimits(sample=20))
    assert (shares[b"a"], shares[b"b"], sum(shares[pair] for pair in doubles)) == (10, 5, 5)


def test_a_sample_larger_than_everything_is_everything() -> None:
    assert quotas({b"a": 1, b"b c": 2}, SelectionLimits(sample=9)) == {b"a": 1, b"b c": 2}
