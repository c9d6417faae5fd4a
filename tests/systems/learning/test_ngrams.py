"""The n-gram model: counts per original, and an original can be taken out exactly."""

from pathlib import Path

import pytest

from pingce.spec.errors import UserError
from pingce.systems.interface import NoProgress
from pingce.systems.learning.gaps import Gap, margin
from pingce.systems.learning.ngrams import (
    EDGE,
    Ngrams,
    OriginalNgrams,
    count_originals,
    load_ngrams,
    pieces,
    train_ngrams,
)
from pingce.systems.learning.replaceable import Reader, keep_groups

WORDS = ("上", "下", "里")
TEXTS = ("书在桌子上。", "笔在桌子上。", "水在杯子里。", "猫在桌子下。")


def left(*texts: str) -> OriginalNgrams:
    return OriginalNgrams(frozenset().union(*(pieces(text) for text in texts)))


def test_pieces_end_in_the_text_or_its_end() -> None:
    assert pieces("书上") == {"书", "上", EDGE, *(EDGE * n + "书" for n in (1, 2, 3)), "书上", EDGE + "书上",
                            EDGE * 2 + "书上", "上" + EDGE, "书上" + EDGE, EDGE + "书上" + EDGE}  # fmt: skip


def test_what_touches_a_wrong_word_does_not_count() -> None:
    found = pieces("桌子下了", without=[(2, 3)])
    assert not any("下" in piece for piece in found)
    assert {"桌子", "了", "了" + EDGE} <= found


def test_the_word_that_was_seen_there_fits_best() -> None:
    model = train_ngrams([left(text) for text in TEXTS], None)
    (fit,) = model.fits([Gap("书放在桌子", "。", WORDS)], NoProgress())
    assert max(range(3), key=lambda i: fit.word[i]) == 0
    assert margin(fit.whole, 0) > 0 > margin(fit.whole, 2)


def test_an_original_counts_once_and_can_be_left_out() -> None:
    counted = [left("书在桌子上。", "书在桌子上，"), left("水在杯子里。")]
    whole, without = train_ngrams(counted, None), train_ngrams(counted[1:], None)
    assert whole.counts["桌子上"] == 1
    gap = Gap("书在桌子", "。", WORDS)
    alphabet = {piece: 0 for piece in whole.counts if len(piece) == 1}
    (expected,) = Ngrams({**alphabet, **without.counts}).fits([gap], NoProgress())
    assert whole.fit_without(gap, counted[0]) == expected
    (found,) = whole.fits([gap], NoProgress())
    assert found.word[0] > found.word[2] > expected.word[0]


def test_a_text_wrong_nobody_knows_where_tells_nothing() -> None:
    reader = Reader()
    readings = [keep_groups(reader.read(text), frozenset({"f-单字"})) for text in TEXTS[:2]]
    counted = count_originals(readings, [None, [True]], [0, 1])
    assert list(counted) == [1]
    assert not any("上" in piece for piece in counted[1].pieces)


def test_counts_are_the_same_after_saving(tmp_path: Path) -> None:
    model = train_ngrams([left(text) for text in TEXTS], None)
    model.save(tmp_path)
    gap = [Gap("在桌子", "", WORDS)]
    assert load_ngrams(tmp_path).fits(gap, NoProgress()) == model.fits(gap, NoProgress())


def test_a_corpus_adds_to_the_counts(tmp_path: Path) -> None:
    (tmp_path / "corpus.txt").write_text("鱼在水里。\n\n", encoding="utf-8")
    assert train_ngrams([left("书")], tmp_path / "corpus.txt").counts["水里"] == 1
    assert isinstance(Ngrams({}).fits([Gap("", "", WORDS)], NoProgress())[0].word[0], float)


def test_a_corpus_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    (tmp_path / "gbk.txt").write_bytes("水里".encode("gbk"))
    for name in ("gbk.txt", "none.txt"):
        with pytest.raises(UserError) as caught:
            train_ngrams([], tmp_path / name)
        assert caught.value.code == "cannot-read"
