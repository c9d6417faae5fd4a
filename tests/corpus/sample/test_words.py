"""Frequencies, bins, exclusions."""

import json
from pathlib import Path

import pytest

from pingce.corpus.inputs import find_files
from pingce.corpus.reading import Trouble, read_batches
from pingce.corpus.sample.tagged import Document, Form, documents, slash_words
from pingce.corpus.sample.word_files import read_exclusions
from pingce.corpus.sample.words import Chosen, SenseBin, bins, choose_words
from pingce.language.tagging.words import Word
from pingce.spec.errors import UserError

from .conftest import Run
from .corpus import write


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("打开/v  窗户/n", [("打开", "v", 0), ("窗户", "n", 2)]),
        ("19980101-01-001-001/m  打开/v", [("打开", "v", 0)]),
        ("[院子/n  里/f]ns  [[甲/n]nt 乙/n]/nz", [("院子", "n", 0), ("里", "f", 2), ("甲", "n", 3), ("乙", "n", 4)]),
        ("的{de5}/u  //w", [("的", "u", 0), ("/", "w", 1)]),
        ("打开 窗户", None),
        ("打开/动词", None),
        ("   ", None),
    ],
)
def test_tagged_lines(line: str, words: list[tuple[str, str, int]] | None) -> None:
    found = slash_words(line)
    assert (None if found is None else [tuple(word) for word in found]) == words


def read(path: Path, form: Form) -> list[Document | Trouble]:
    return [one for batch in read_batches(find_files([path])) for chunk in batch for one in documents(chunk, form)]


def test_documents_are_tagged_or_not_line_by_line(tmp_path: Path) -> None:
    path = write(tmp_path / "a.txt", ["打开/v 门/n", "他打开门。"])
    known = (Word("打开", "v", 0), Word("门", "n", 2))
    assert read(path, "auto") == [Document("打开门", known, 1, 0), Document("他打开门。", None, 2, 9)]
    assert read(path, "raw")[0] == Document("打开/v 门/n", None, 1, 0)
    assert read(path, "tagged")[1] == Trouble("bad-record", 2, 15, "not word/tag word/tag …")


def test_records_may_bring_their_words(tmp_path: Path) -> None:
    lines = [
        {"text": "打开门", "words": [["打开", "v", 0], ["门", "n", 2]]},
        {"words": [{"text": "打开", "tag": "v"}]},
        {"text": "打开门", "words": [["别的", "n"]]},
        {"text": "打开门", "words": [1]},
        {"other": 1},
    ]
    path = write(tmp_path / "a.jsonl", [json.dumps(line, ensure_ascii=False) for line in lines] + ["{"])
    found = read(path, "auto")
    assert [(one.text, one.words) if isinstance(one, Document) else one.code for one in found] == [
        ("打开门", (Word("打开", "v", 0), Word("门", "n", 2))),
        ("打开", (Word("打开", "v", 0),)),
        ("打开门", None),
        ("打开门", None),
        "bad-record",
        "bad-record",
    ]


def test_six_bins_as_published() -> None:
    assert [one.name for one in bins(6)] == ["2", "3", "4", "5", "6", "≥7"]
    assert bins(1) == [SenseBin(2, None)]
    assert [[one.holds(n) for one in bins(3)] for n in (1, 2, 3, 9)] == [
        [False, False, False],
        [True, False, False],
        [False, True, False],
        [False, False, True],
    ]


SENSES = {"甲": 2, "乙": 2, "丙": 2, "丁": 3, "戊": 9, "己": 1, "庚": 2}
TIMES = {"甲": 5, "乙": 9, "丙": 5, "丁": 1, "己": 99}


def test_the_top_of_each_bin_keeps_excluded_words_with_reasons() -> None:
    choice = choose_words(SENSES, TIMES, bins_wanted=3, top=2, excluded={"乙": "旧义已死", "己": "单义"})
    assert choice.words == [
        Chosen("乙", 2, "2", 9, 1, "旧义已死"),
        Chosen("甲", 2, "2", 5, 2),
        Chosen("丁", 3, "3", 1, 1),
    ]
    assert [tuple(one) for one in choice.bins] == [
        ("2", 4, 3, 1, 1, 0, 5),
        ("3", 1, 1, 1, 0, 1, 1),
        ("≥4", 1, 0, 0, 0, 2, 0),
    ]
    assert choice.unused == ["己"]


def test_refilling_takes_the_next_word_instead() -> None:
    choice = choose_words(SENSES, TIMES, bins_wanted=3, top=2, excluded={"乙": "旧义已死"}, refill=True)
    assert [word.word for word in choice.words] == ["乙", "甲", "丙", "丁"]
    assert [(one.chosen, one.excluded, one.missing) for one in choice.bins] == [(2, 1, 0), (1, 0, 1), (0, 0, 2)]


@pytest.mark.parametrize("content", ["甲,\n", "甲\n", "甲,乙,丙\n"])
def test_an_exclusion_needs_a_reason(tmp_path: Path, content: str) -> None:
    path = write(tmp_path / "x.csv", "word,reason\n丙,旧\n\n" + content)
    with pytest.raises(UserError, match=r"x.csv:4: ") as caught:
        read_exclusions(path)
    assert caught.value.code == "bad-exclusion"


def test_exclusions_are_csv(tmp_path: Path) -> None:
    assert read_exclusions(write(tmp_path / "x.csv", '\ufeffword,reason\n甲,"旧，死"\n甲,后\n')) == {"甲": "旧，死"}
    with pytest.raises(UserError) as missing:
        read_exclusions(tmp_path / "none.csv")
    assert missing.value.code == "cannot-read"


INVENTORY = {"打开": ["拉开", "接通"], "石桥": ["桥", "地名"], "天窗": ["窗", "漏洞", "空白"], "单义": ["一义"]}


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    inventory = write(tmp_path / "i.json", json.dumps(INVENTORY, ensure_ascii=False))
    lines = ["打开/v 石桥/n 打开/v", "打开/v 单义/n", "老周打开窗户，又打开天窗说亮话。", "打开 /v"]
    return inventory, write(tmp_path / "c.txt", lines)


def test_counting_mixes_tagged_lines_and_tagged_text(pingce: Run, files: tuple[Path, Path], tmp_path: Path) -> None:
    inventory, corpus = files
    out = tmp_path / "w.jsonl"
    exclude = write(tmp_path / "x.csv", "石桥,只有一义活着\n天窗,没有出现\n")
    ran = pingce(
        *("corpus", "words", "--corpus", corpus, "--inventory", inventory, "--out", out, "--bins", "2"),
        *("--top", "5", "--exclude", exclude, "--refill", "--json"),
    )
    assert [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()] == [
        {"word": "打开", "senses": 2, "bin": "2", "frequency": 5, "rank": 1},
        {"word": "石桥", "senses": 2, "bin": "2", "frequency": 1, "rank": 2, "excluded": "只有一义活着"},
    ]
    assert (ran.code, json.loads(ran.out)["unused"], ran.err) == (0, ["天窗"], "excluded but not chosen anyway: 天窗\n")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["c.txt", "i.json", "w.jsonl", "x.csv"]


def test_any_number_of_workers_counts_the_same(
    pingce: Run, files: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pingce.corpus.sample.words.read_batches", lambda files: read_batches(files, size=40))
    inventory, corpus = files
    words = write(tmp_path / "own.txt", "开天窗\n")
    results = []
    for options in (["--workers", "1"], ["--workers", "2", "--engine", "local"]):
        out = tmp_path / "w.jsonl"
        ran = pingce(
            *("corpus", "words", "--corpus", corpus, "--inventory", inventory, "--out", out, "--texts", "auto"),
            *("--tagger", "default", "--user-dictionary", words, *options),
        )
        results.append((ran.code, ran.out, ran.err, out.read_bytes()))
    assert results[0] == results[1]
    assert results[0][2].endswith("running words\n")


def test_an_interrupted_count_goes_on(
    pingce: Run, files: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pingce.corpus.sample.words import CountWords

    monkeypatch.setattr("pingce.corpus.sample.words.read_batches", lambda files: read_batches(files, size=40))
    inventory, corpus = files
    out, whole = tmp_path / "w.jsonl", tmp_path / "whole.jsonl"
    command = ("corpus", "words", "--corpus", corpus, "--inventory", inventory)
    assert pingce(*command, "--out", whole).code == 0
    counted, real = [], CountWords.do

    def stops(self: CountWords, state: object, batch: object) -> object:
        counted.append(batch)
        if len(counted) == 2:
            raise KeyboardInterrupt
        return real(self, state, batch)  # type: ignore[arg-type]  # a stand-in for both

    with monkeypatch.context() as patch:
        patch.setattr(CountWords, "do", stops)
        ran = pingce(*command, "--out", out)
    assert (ran.code, out.exists()) == (130, False)
    ran = pingce(*command, "--out", out)
    assert (ran.code, "going on after 1 batches" in ran.err) == (0, True)
    assert out.read_bytes() == whole.read_bytes()


def test_lines_that_cannot_be_used_are_counted(pingce: Run, files: tuple[Path, Path], tmp_path: Path) -> None:
    inventory, corpus = files
    command = ("corpus", "words", "--corpus", corpus, "--inventory", inventory, "--out", tmp_path / "w.jsonl")
    ran = pingce(*command, "--texts", "tagged")
    assert (ran.code, ran.err.splitlines()[0]) == (0, "2 lines could not be used")
    ran = pingce(*command, "--tagger", "nonsense")
    assert (ran.code, "nonsense" in ran.err) == (1, True)
    assert pingce(*command, "--bins", "0").code == 2
