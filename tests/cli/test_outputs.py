"""A slip of the keyboard costs no file: outputs never take the place of inputs or of each other."""

import zipfile
from pathlib import Path
from shutil import copyfile

import pytest

from .conftest import EXAMPLES, Run

TASK = "space2022/task1"
OVERWRITING = {
    "score --html": ("score", TASK, "pred.jsonl", "--gold", "gold.jsonl", "--html", "gold.jsonl"),
    "score --rows": ("score", TASK, "pred.jsonl", "--gold", "gold.jsonl", "--rows", "pred.jsonl"),
    "convert": ("convert", TASK, "gold.jsonl", "gold.jsonl", "--part", "questions"),
    "a part of a data set": ("quality", "leaks", f"{TASK}:dev=gold.jsonl", "--out", "gold.jsonl"),
    "by another name": ("quality", "dataset", f"{TASK}=gold.jsonl", "--html", "folder/../gold.jsonl"),
    "through a link": ("quality", "dataset", f"{TASK}=gold.jsonl", "--html", "link.jsonl"),
    "corpus replace": ("corpus", "replace", "gold.jsonl", "gold.jsonl"),
    "the summary": ("corpus", "replace", "gold.jsonl", "out.jsonl", "--summary", "gold.jsonl"),
    "the database": ("annotate", "export", "1", "--database", "gold.jsonl", "--out", "gold.jsonl"),
}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    copyfile(EXAMPLES / "space2022/task1_dev.jsonl", tmp_path / "gold.jsonl")
    copyfile(EXAMPLES / "space2022/pred-a-task1.jsonl", tmp_path / "pred.jsonl")
    (tmp_path / "link.jsonl").symlink_to("gold.jsonl")
    (tmp_path / "folder").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def content(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


@pytest.mark.parametrize("words", OVERWRITING.values(), ids=OVERWRITING)
def test_what_is_read_is_not_overwritten(words: tuple[str, ...], folder: Path, pingce: Run) -> None:
    before = content(folder)
    ran = pingce(*words)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.endswith(" is read; it is not overwritten. Give the result another name.\n")
    assert content(folder) == before


def test_a_pack_is_not_overwritten_by_what_comes_out_of_it(folder: Path, pingce: Run) -> None:
    with zipfile.ZipFile("pack.zip", "w") as pack:
        pack.write("gold.jsonl")
    before = content(folder)
    ran = pingce("convert", TASK, "pack.zip/gold.jsonl", "pack.zip", "--part", "questions")
    assert (ran.code, "pack.zip is read" in ran.err) == (1, True)
    assert content(folder) == before


def test_two_results_need_two_names(folder: Path, pingce: Run) -> None:
    before = content(folder)
    ran = pingce("score", TASK, "pred.jsonl", "--gold", "gold.jsonl", "--html", "one", "--rows", "folder/../one")
    assert (ran.code, ran.err) == (1, "Error: Two results would be written to one. Give each a name of its own.\n")
    assert content(folder) == before


def test_a_result_of_an_earlier_run_is_replaced(folder: Path, pingce: Run) -> None:
    for _ in range(2):
        assert pingce("score", TASK, "pred.jsonl", "--gold", "gold.jsonl", "--html", "page.html").code == 0
    assert (folder / "page.html").is_file()
