"""``pingce corpus pairs``: questions for SpaCE2023 task 3."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from pingce.cli.corpus import corpus
from pingce.formats.check import check_file
from pingce.formats.load import BadFileError
from pingce.scoring.measures.explanation import difference
from pingce.spec.errors import UserError
from pingce.tasks.catalog import find_task

Record = dict[str, Any]

ORIGINAL: Record = {"id": "a", "text": "猫在𠮷田左侧，走进门。"}


def write(path: Path, records: list[Record]) -> Path:
    path.write_text("".join(json.dumps(r, ensure_ascii=False) + "\n" for r in records), encoding="utf-8")
    return path


def read(path: Path) -> list[Record]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def run(*arguments: str | Path) -> Result:
    result = CliRunner().invoke(corpus, list(map(str, arguments)), catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result


@pytest.fixture
def replaced(tmp_path: Path) -> Path:
    source, out = write(tmp_path / "originals.jsonl", [ORIGINAL]), tmp_path / "replaced.jsonl"
    run("replace", source, out)
    assert len(read(out)) == 7 + 1
    return out


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "pairs.jsonl"


def changed(note: Record) -> set[str]:
    return {note["pair"]["d1"]["text"], note["pair"]["d2"]["text"]}


def notes(out: Path) -> list[Record]:
    return read(out.with_suffix(".provenance.jsonl"))


def test_originals_and_replaced_sentences_and_two_replacements_of_one_word(replaced: Path, out: Path) -> None:
    said = run("pairs", replaced, out).stderr
    kinds = [note["pair"]["kind"] for note in notes(out)]
    assert (kinds.count("origin-replaced"), kinds.count("replaced-replaced")) == (8, 7 * 6 // 2)
    assert said == f"{out}: 29 from 1; provenance: {out.with_suffix('.provenance.jsonl')}\n"


def test_the_questions_are_a_file_of_the_task(replaced: Path, out: Path) -> None:
    run("pairs", replaced, out)
    checked = check_file(find_task("space2023/task3"), str(out))
    assert (checked.records, checked.findings.error_count, checked.findings.warning_count) == (29, 0, 0)
    assert checked.findings.role == "questions"


def test_units_cover_exactly_what_differs(replaced: Path, out: Path) -> None:
    run("pairs", replaced, out)
    for question, note in zip(read(out), notes(out), strict=True):
        texts = question["context1"], question["context2"]
        assert question["qid"] == note["qid"]
        units = note["pair"]["d1"], note["pair"]["d2"]
        for text, unit, (start, end) in zip(texts, units, difference(*texts), strict=True):
            assert text[unit["start"] : unit["start"] + len(unit["text"])] == unit["text"]
            assert unit["start"] <= start < end <= unit["start"] + len(unit["text"])


def test_where_a_pair_comes_from(replaced: Path, out: Path) -> None:
    run("pairs", replaced, out, "--kind", "origin-replaced")
    note = next(n for n in notes(out) if changed(n) == {"进", "出"})
    assert (note["original"], note["pair"]["relation"], "a" in note["pair"]["ids"]) == ("a", "antonym", True)
    assert {n["pair"]["kind"] for n in notes(out)} == {"origin-replaced"}


def test_a_pair_keeps_the_place_genre_and_kind_of_its_original(out: Path, tmp_path: Path) -> None:
    source = {"file": "corpus/news/town.txt", "line": 3, "offset": 40, "byte": 90, "genre": "news", "kind": "web"}
    originals = write(tmp_path / "originals.jsonl", [{**ORIGINAL, "source": source}])
    run("replace", originals, tmp_path / "replaced.jsonl")
    run("pairs", tmp_path / "replaced.jsonl", out)
    place = {"file": "corpus/news/town.txt", "line": 3, "offset": 40, "byte": 90}
    stated = [(note["source"], note["genre"], note["kind"], note["original"]) for note in notes(out)]
    assert stated == [(place, "news", "web", "a")] * 29


def test_which_text_comes_first_is_up_to_the_seed(replaced: Path, out: Path) -> None:
    first = []
    for seed in ("0", "1", "0"):
        run("pairs", replaced, out, "--kind", "origin-replaced", "--seed", seed)
        first.append([question["context1"] == ORIGINAL["text"] for question in read(out)])
    assert first[0] == first[2] != first[1]
    assert set(first[0]) == {True, False}


def test_at_most_so_many_pairs_of_an_original_and_another_place_for_notes(replaced: Path, out: Path) -> None:
    elsewhere = out.with_name("notes.jsonl")
    run("pairs", replaced, out, "--per-original", "3", "--provenance", elsewhere)
    assert len(read(out)) == len(read(elsewhere)) == 3


def test_double_replacements_make_no_pairs(out: Path, tmp_path: Path) -> None:
    source = write(tmp_path / "two.jsonl", [{"id": "b", "text": "门左侧有猫，桌子上有书。"}])
    run("replace", source, tmp_path / "double.jsonl", "--mode", "double")
    assert run("pairs", tmp_path / "double.jsonl", out).stderr.startswith(f"{out}: 0 from 0;")


def test_paraphrases_that_differ_in_one_unit(out: Path, tmp_path: Path) -> None:
    groups: list[Record] = [
        {"id": "g", "texts": ["书在桌子上。", "书在桌子的上面。", "书在桌子下。", "书在桌子下。"]},
        {"id": "only added", "texts": ["书在桌子上。", "书在大桌子上。"]},
        {"id": "h", "texts": ["他从左边走到右边。", "他从右边走到左边。"]},
    ]
    run("pairs", write(tmp_path / "groups.jsonl", groups), out, "--paraphrases", "--longest", "4")
    units = [(n["original"], n["pair"]["ids"], changed(n), n["pair"]["relation"]) for n in notes(out)]
    assert [(origin, sorted(ids), units, relation) for origin, ids, units, relation in units] == [
        ("g", ["g-1", "g-2"], {"上", "的上面"}, "other"),
        ("g", ["g-1", "g-3"], {"上", "下"}, "antonym"),
        ("g", ["g-2", "g-3"], {"的上面", "下"}, "other"),
    ]


def test_a_lexicon_of_ones_own_gives_the_relations(replaced: Path, out: Path, tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text('[relations]\nsynonyms = ["右侧 两侧"]\n', encoding="utf-8")
    run("pairs", replaced, out, "--kind", "replaced-replaced", "--lexicon", mine)
    related = [changed(n) for n in notes(out) if n["pair"]["relation"] == "synonym"]
    assert related == [{"右侧", "两侧"}]


@pytest.mark.parametrize(
    ("record", "problem"),
    [
        ({"texts": ["一", "二"]}, ":1 id: found null; expected a string that is not empty [wrong-type]"),
        ({"id": "g", "texts": "一"}, ':1 (g) texts: found "一"; expected a list of strings [wrong-type]'),
        (
            {"id": "g", "texts": ["一", ""]},
            ':1 (g) texts: found ["一", ""]; expected a list of strings [wrong-type]',
        ),
    ],
)
def test_groups_that_cannot_be_read(record: Record, problem: str, out: Path, tmp_path: Path) -> None:
    source = write(tmp_path / "groups.jsonl", [record])
    with pytest.raises(BadFileError) as caught:
        run("pairs", source, out, "--paraphrases")
    assert [one.text("en") for one in caught.value.findings.problems] == [f"{source}{problem}"]


def test_groups_that_are_no_json(out: Path, tmp_path: Path) -> None:
    source = tmp_path / "groups.jsonl"
    source.write_text("", encoding="utf-8")
    with pytest.raises(BadFileError):
        run("pairs", source, out, "--paraphrases")


def test_a_sentence_somebody_changed(replaced: Path, out: Path) -> None:
    sentences = read(replaced)
    write(replaced, [{**sentences[0], "text": "狗"}])
    with pytest.raises(UserError) as caught:
        run("pairs", replaced, out)
    assert caught.value.code == "undo-mismatch"


def test_questions_and_provenance_need_two_files(replaced: Path, out: Path) -> None:
    with pytest.raises(UserError) as caught:
        run("pairs", replaced, out, "--provenance", out)
    assert caught.value.code == "same-file"
