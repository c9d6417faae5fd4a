"""The learning curve: nested words, one dev, nothing done twice."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from pingce.spec.errors import UserError
from pingce.systems.data import read_examples
from pingce.systems.interface import NoProgress
from pingce.systems.senses import curve
from pingce.systems.senses.curve import CurvePoint, resplit
from pingce.systems.train import Order

from .data import SENTENCES, TASK, write_lines

ROWS = (*SENTENCES, ("这条走道很窄。", "走道", ("人行的路",)), ("孩子刚会走道。", "走道", ("走路",)))


def learning_curve(
    given: Order, sizes: list[int], seeds: list[int], progress: NoProgress, *, keep: bool = False
) -> Iterator[CurvePoint]:
    """On one dev, the file itself, where nothing depends on how sentences are split."""
    return curve.learning_curve(given, sizes, seeds, progress, keep=keep, protocol="fixed-dev")


def order(folder: Path, *changes: str) -> Order:
    file = str(write_lines(folder / "train.data.txt", ROWS))
    return Order(task=TASK, system="mfs", train=file, out=folder / "curve", dev=file, changes=changes)


def test_points_have_the_words_of_the_ones_before_and_end_with_all(tmp_path: Path) -> None:
    points = list(learning_curve(order(tmp_path), [1, 2], [0], NoProgress()))
    assert [point.words for point in points] == [1, 2, 3]
    # 功夫, 包袱, 走道 in the order of their checksums.
    assert [point.sentences for point in points] == [5, 5 + 7, 5 + 7 + 2]


def test_a_point_knows_its_accuracy_and_its_own_subsets(tmp_path: Path) -> None:
    (*_, last) = learning_curve(order(tmp_path), [3], [0], NoProgress())
    # 3 of 9, 3 of 5 and 1 of 2 derived questions ask for the most frequent sense.
    assert last.accuracy == pytest.approx(7 / 16)
    assert last.instances == {"mfs": 7, "few": 9}
    assert last.subsets == {"mfs": 1.0, "few": 0.0}


def test_what_is_done_is_not_done_again_and_models_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = list(learning_curve(order(tmp_path), [1], [0, 1], NoProgress()))
    monkeypatch.setattr(curve, "train_model", None)
    assert list(learning_curve(order(tmp_path), [1], [0, 1], NoProgress())) == first
    assert [path.name for path in (tmp_path / "curve").iterdir()] == ["curve.jsonl"]


def test_models_can_be_kept(tmp_path: Path) -> None:
    list(learning_curve(order(tmp_path), [3], [5], NoProgress(), keep=True))
    assert (tmp_path / "curve" / "words-3-seed-5" / "model.toml").is_file()


def test_another_curve_is_not_mixed_in(tmp_path: Path) -> None:
    list(learning_curve(order(tmp_path), [3], [0], NoProgress()))
    with pytest.raises(UserError) as told:
        list(learning_curve(order(tmp_path, "unseen=first"), [3], [0], NoProgress()))
    assert told.value.code == "other-curve"
    anew = replace(order(tmp_path, "unseen=first"), may_replace=True)
    assert len(list(learning_curve(anew, [3], [0], NoProgress()))) == 1
    assert len((tmp_path / "curve" / "curve.jsonl").read_text(encoding="utf-8").splitlines()) == 2


def test_a_curve_with_other_glosses_is_another_curve(tmp_path: Path) -> None:
    for glosses in ('{"包袱": ["甲"]}', '{"包袱": ["甲"]}', '{"包袱": ["乙"]}'):
        (tmp_path / "inventory.json").write_text(glosses, encoding="utf-8")
        given = replace(order(tmp_path), inventory=str(tmp_path / "inventory.json"))
        if "甲" in glosses:
            assert len(list(learning_curve(given, [3], [0], NoProgress()))) == 1
        else:
            with pytest.raises(UserError, match="holds another curve"):
                list(learning_curve(given, [3], [0], NoProgress()))


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    given = order(tmp_path)
    with pytest.raises(UserError) as told:
        list(learning_curve(replace(given, out=Path(str(given.train)) / "curve"), [3], [0], NoProgress()))
    assert told.value.code == "cannot-write"


def test_no_words_are_no_point(tmp_path: Path) -> None:
    with pytest.raises(UserError) as told:
        list(learning_curve(order(tmp_path), [0], [0], NoProgress()))
    assert told.value.code == "bad-sizes"


def many(folder: Path, words: int = 60, each: int = 10) -> Path:
    """So many words with so many sentences of two senses each."""
    rows = [(f"第{i}句有词{w}在里。", f"词{w}", (("甲", "乙")[i % 3 == 0],)) for w in range(words) for i in range(each)]
    return write_lines(folder / "all.data.txt", rows)


def test_sentences_of_the_chosen_words_are_split_anew_as_in_the_paper(tmp_path: Path) -> None:
    file = str(many(tmp_path))
    given = Order(task=TASK, system="mfs", train=file, out=tmp_path / "curve")
    points = list(curve.learning_curve(given, [20, 40], [0], NoProgress(), keep=True))
    assert [(point.words, point.sentences, point.protocol) for point in points] == [
        (20, 200, "resplit"),
        (40, 400, "resplit"),
        (60, 600, "resplit"),
    ]
    # Of 60 words one is drawn: all its sentences are asked in the test; the other 590 are split 7 : 1 : 2.
    assert (points[2].trained, points[2].measured) == (413, 118 + 10)
    train = (tmp_path / "curve" / "words-60.data.txt").read_text(encoding="utf-8").splitlines()
    dev = (tmp_path / "curve" / "words-60.dev.data.txt").read_text(encoding="utf-8").splitlines()
    assert (len(train), len(dev), set(train) & set(dev)) == (413, 59, set())
    seen = Counter(line.split(" ")[1] for line in train)
    assert len(seen) == 59
    assert points[2].instances["zero"] == 10
    # A point knows only its own words: what it is measured on has none of the others.
    smaller = (tmp_path / "curve" / "words-20.data.txt").read_text(encoding="utf-8").splitlines()
    assert len({line.split(" ")[1] for line in smaller}) == 20


def test_files_are_pooled_and_the_two_protocols_do_not_mix(tmp_path: Path) -> None:
    file = str(many(tmp_path))
    given = Order(task=TASK, system="mfs", train=file, dev=file, out=tmp_path / "curve")
    (last,) = curve.learning_curve(given, [60], [0], NoProgress(), test=file)
    assert last.sentences == 1800
    with pytest.raises(UserError) as told:
        list(curve.learning_curve(given, [60], [0], NoProgress(), protocol="fixed-dev"))
    assert told.value.code == "other-curve"


def test_a_fixed_dev_needs_its_file(tmp_path: Path) -> None:
    given = replace(order(tmp_path), dev=None)
    with pytest.raises(UserError) as told:
        list(learning_curve(given, [3], [0], NoProgress()))
    assert told.value.code == "wrong-files"


def test_the_same_words_give_the_same_parts(tmp_path: Path) -> None:
    examples, _ = read_examples(TASK, str(many(tmp_path)))
    assert resplit(examples[::-1]).train == resplit(examples).train
