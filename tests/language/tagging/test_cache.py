"""Words kept on disk."""

import multiprocessing
import sqlite3
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pingce.language.tagging.cache import FILE, TOGETHER, CachedTagger, packed, unpacked
from pingce.language.tagging.words import Word
from pingce.spec.errors import UserError
from tests.language.tagging.builders import tagger


class Counting:
    """A tagger that cuts into characters and counts what it was asked."""

    def __init__(self, version: str = "1") -> None:
        self.version = version
        self.asked: list[str] = []

    def tag(self, text: str) -> list[Word]:
        self.asked.append(text)
        return [Word(character, "n", i) for i, character in enumerate(text)]


def rows(folder: Path) -> int:
    with sqlite3.connect(folder / FILE) as connection:
        count = int(connection.execute("SELECT count(*) FROM words").fetchone()[0])
    connection.close()
    return count


def test_a_text_is_tagged_once(tmp_path: Path) -> None:
    counting = Counting()
    with CachedTagger(counting, tmp_path / "new" / "folder") as cached:
        assert cached.tag("甲乙") == cached.tag("甲乙") == [Word("甲", "n", 0), Word("乙", "n", 1)]
    with CachedTagger(counting, tmp_path / "new" / "folder") as cached:
        assert cached.tag("甲乙") == [Word("甲", "n", 0), Word("乙", "n", 1)]
        assert cached.version == "1"
    assert counting.asked == ["甲乙"]


def test_another_version_is_another_tagger(tmp_path: Path) -> None:
    for version in ("1", "2"):
        counting = Counting(version)
        with CachedTagger(counting, tmp_path) as cached:
            cached.tag("甲")
        assert counting.asked == ["甲"]


@settings(max_examples=60)
@given(st.text(alphabet=st.characters(), max_size=30))
def test_packing_keeps_every_word(text: str) -> None:
    words = tagger().tag(text)
    assert unpacked(text, packed(words)) == words


def test_results_are_those_of_the_tagger(tmp_path: Path) -> None:
    texts = ["", "他走进来。", "𠮷 \uff21\uff22\n😀", "half \ud83d", "坐在桌子上"]
    for _ in range(2):
        with CachedTagger(tagger(), tmp_path) as cached:
            assert [cached.tag(text) for text in texts] == [tagger().tag(text) for text in texts]


def test_words_that_do_not_fit_the_text_are_made_again(tmp_path: Path) -> None:
    counting = Counting()
    with CachedTagger(counting, tmp_path) as cached:
        cached.tag("甲乙")
    with sqlite3.connect(tmp_path / FILE) as connection:
        connection.execute("UPDATE words SET words = '1n'")
    connection.close()
    with CachedTagger(counting, tmp_path) as cached:
        assert len(cached.tag("甲乙")) == 2
    assert counting.asked == ["甲乙", "甲乙"]


def test_the_oldest_go_when_it_is_full(tmp_path: Path) -> None:
    with CachedTagger(Counting(), tmp_path, limit=1) as cached:
        for i in range(TOGETHER):
            cached.tag(f"{i}")
    assert rows(tmp_path) == TOGETHER * 3 // 4


def test_clear_forgets_everything(tmp_path: Path) -> None:
    with CachedTagger(Counting(), tmp_path) as cached:
        cached.tag("甲")
        cached.flush()
        cached.tag("乙")
        cached.clear()
    assert rows(tmp_path) == 0


def fill(folder: Path, first: int) -> None:
    with CachedTagger(Counting(), folder) as cached:
        for i in range(first, first + 450):
            cached.tag(f"text {i}")


def test_several_processes_share_a_folder(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    processes = [context.Process(target=fill, args=(tmp_path, first)) for first in (0, 150, 300)]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    assert [process.exitcode for process in processes] == [0, 0, 0]
    assert rows(tmp_path) == 750


def test_a_damaged_file_is_explained(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"no database at all" * 100)
    with pytest.raises(UserError, match="Delete the folder or name another one"):
        CachedTagger(Counting(), tmp_path)


def test_a_folder_that_cannot_be_is_explained(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(UserError, match="cannot be used"):
        CachedTagger(Counting(), tmp_path / "file" / "folder")
