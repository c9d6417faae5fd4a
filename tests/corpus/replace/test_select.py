"""Choosing with the whole corpus in view."""

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pingce.corpus.replace.lines import CandidateLines, ReplacementCandidate, candidate_of
from pingce.corpus.replace.make import ReplaceSettings, chosen_exchanges
from pingce.corpus.replace.positions import Position, judged
from pingce.corpus.replace.select import SelectionLimits, quotas, read_candidates, selected
from pingce.corpus.replace.sentence import Original, decode, replaced

from .builders import LEXICON, candidate_lines, encoded, made, words

SINGLE = ReplaceSettings("single")
MANY = [(f"m{i}", "门/n 左/f") for i in range(20)]
FEW = [(f"a tab\t{i}", "车/n 走/v 进/dv") for i in range(3)]


@pytest.fixture
def candidates(tmp_path: Path) -> Callable[[], Iterator[ReplacementCandidate]]:
    path = tmp_path / "candidates"
    path.write_bytes(b"".join(line for item, text in MANY + FEW for line in candidate_lines(text, SINGLE, item=item)))
    return lambda: read_candidates(path)


Candidates = Callable[[], Iterator[ReplacementCandidate]]


def test_a_candidate_keeps_its_sentence(candidates: Candidates) -> None:
    expected = [sentence for item, text in MANY + FEW for sentence in made(text, SINGLE, item=item)]
    assert [decode(candidate.line) for candidate in candidates()] == expected
    assert [candidate.id for candidate in candidates()] == [sentence.id for sentence in expected]


@pytest.mark.parametrize("source", [None, {"file": '旧书\t"一".txt', "line": 3}])
@pytest.mark.parametrize("item", ["a", 'quoted "b"\\,"text":"', "tab\t里"])
@pytest.mark.parametrize("before", ["桌子", '他说："桌子', "一\n桌子\\"])
def test_lines_are_what_an_encoder_of_json_would_write(
    item: str, before: str, source: dict[str, object] | None
) -> None:
    tagged = words("桌子/n 上/f 放/v 着/u 书/n ，/w 人/n 走/v 进来/dv ，/w 门/n 外/f 没/d 人/n")
    moved = [word._replace(start=word.start + len(before) - 2) for word in tagged]
    moved[0] = moved[0]._replace(text=before, start=0)
    original = Original(item, "".join(word.text for word in moved), source)
    positions = [one for one in judged(LEXICON, original.text, moved) if isinstance(one, Position)]
    chosen = chosen_exchanges(LEXICON, original, positions, ReplaceSettings())
    sentences = [replaced(LEXICON, original, choice) for choice in chosen.values()]
    found = [candidate_of(line.encode()) for line in CandidateLines(LEXICON).lines(original, chosen)]
    assert {sentence.mode for sentence in sentences} == {"single", "double"}
    assert [candidate.line for candidate in found] == [encoded(sentence) for sentence in sentences]
    assert [(candidate.pair.decode(), candidate.id) for candidate in found] == [(s.pair, s.id) for s in sentences]
    assert [sentence.text for sentence in sentences] == list(chosen)


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
def test_pairs_share_a_sample_evenly(choice: SelectionLimits, many: int, few: int, candidates: Candidates) -> None:
    counts = Counter(candidate.pair.decode() for candidate in selected(candidates, choice, 0))
    assert (counts["左→右"], counts["进→出"]) == (many, few)


def test_a_larger_sample_contains_the_smaller_one(candidates: Candidates) -> None:
    small, large = (set(selected(candidates, SelectionLimits(sample=n), 3)) for n in (8, 16))
    assert (len(small), len(large), small < large) == (8, 16, True)


def test_another_seed_chooses_others_and_the_order_stays(candidates: Candidates) -> None:
    one, other = ([c.line for c in selected(candidates, SelectionLimits(per_pair=5), seed)] for seed in (0, 1))
    assert one != other
    assert one == [c.line for c in candidates() if c.line in set(one)]


def test_what_rare_pairs_leave_goes_to_the_others() -> None:
    assert quotas({b"a": 1, b"b": 10, b"c": 100}, SelectionLimits(sample=31)) == {b"a": 1, b"b": 10, b"c": 20}


def test_double_replacements_keep_their_share_of_a_sample() -> None:
    doubles = {f"上→下 里→外{i}".encode(): 1 for i in range(25)}
    shares = quotas({b"a": 70, b"b": 5, **doubles}, SelectionLimits(sample=20))
    assert (shares[b"a"], shares[b"b"], sum(shares[pair] for pair in doubles)) == (10, 5, 5)


def test_a_sample_larger_than_everything_is_everything() -> None:
    assert quotas({b"a": 1, b"b c": 2}, SelectionLimits(sample=9)) == {b"a": 1, b"b c": 2}
