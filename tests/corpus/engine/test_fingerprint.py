"""A fingerprint changes with whatever the output depends on, and with nothing else."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from pingce.corpus.engine import fingerprint, fingerprint_of
from pingce.spec.errors import UserError

SETTINGS: dict[str, object] = {"least": 2.5, "modes": ["single", "double"], "lexicon": None}


def _fill(folder: Path) -> None:
    (folder / "news").mkdir()
    (folder / "news" / "a.txt").write_text("桌上有一本书。", encoding="utf-8")
    (folder / "large.txt").write_bytes(b"x" * (fingerprint.SMALL + 1))
    os.utime(folder / "large.txt", ns=(0, 10**18))


def _of(folder: Path, **changed: object) -> str:
    return fingerprint_of([folder], {**SETTINGS, **changed})


def _later(path: Path) -> None:
    os.utime(path, ns=(0, 10**18 + 1))


CHANGES: dict[str, Callable[[Path], object]] = {
    "another text": lambda folder: (folder / "news" / "a.txt").write_text("桌下有一本书。", encoding="utf-8"),
    "another name": lambda folder: (folder / "news" / "a.txt").rename(folder / "news" / "b.txt"),
    "another file": lambda folder: (folder / "news" / "b.txt").touch(),
    "a large file was written again": lambda folder: _later(folder / "large.txt"),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
def test_other_input_is_other_work(change: Callable[[Path], object], tmp_path: Path) -> None:
    _fill(tmp_path)
    before = _of(tmp_path)
    change(tmp_path)
    assert _of(tmp_path) != before


def test_a_small_file_is_known_by_its_content(tmp_path: Path) -> None:
    _fill(tmp_path)
    before = _of(tmp_path)
    _later(tmp_path / "news" / "a.txt")
    assert _of(tmp_path) == before


def test_other_settings_are_other_work(tmp_path: Path) -> None:
    _fill(tmp_path)
    different: list[dict[str, object]] = [
        {"least": 2.6},
        {"modes": ["double"]},
        {"lexicon": tmp_path / "mine"},
        {"seed": 1},
    ]
    assert len({_of(tmp_path), *(_of(tmp_path, **one) for one in different)}) == 5


def test_another_version_is_other_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = _of(tmp_path)
    monkeypatch.setattr(fingerprint, "__version__", "999")
    assert _of(tmp_path) != before


def test_the_order_of_settings_does_not_matter() -> None:
    assert fingerprint_of([], {"a": 1, "b": 2}) == fingerprint_of([], {"b": 2, "a": 1})


def test_the_order_of_inputs_matters(tmp_path: Path) -> None:
    _fill(tmp_path)
    one, two = tmp_path / "large.txt", tmp_path / "news"
    assert fingerprint_of([one, two], {}) != fingerprint_of([two, one], {})


def test_a_relative_name_is_the_same_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _fill(tmp_path)
    monkeypatch.chdir(tmp_path)
    assert fingerprint_of([Path("news")], {}) == fingerprint_of([tmp_path / "news"], {})


def test_what_has_no_order_is_no_setting() -> None:
    with pytest.raises(TypeError, match="cannot be part of a fingerprint"):
        fingerprint_of([], {"words": {"上", "下"}})


def test_a_missing_input_is_named(tmp_path: Path) -> None:
    with pytest.raises(UserError) as caught:
        fingerprint_of([tmp_path / "none.txt"], {})
    assert str(caught.value) == f"Cannot read {tmp_path}/none.txt: No such file or directory."
