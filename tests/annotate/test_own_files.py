"""Files of one's own become items: any usual kind, with the columns people name, all problems by row."""

import io
import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from openpyxl import Workbook

from pingce.annotate.files.items import read_new_items
from pingce.annotate.files.own import AS_IT_IS, ColumnMapping, TableReading
from pingce.annotate.files.preview import pack_file, preview_items
from pingce.annotate.files.samples import SAMPLE_KINDS, SampleKind, sample_file
from pingce.annotate.forms import FORMS, form_of
from pingce.annotate.item_problems import BadItems
from pingce.formats.examples import example_folder
from pingce.formats.load import BadFileError
from pingce.spec.errors import UserError

RATING = FORMS["space-rating"]
FIRST, SECOND = "椅子在树下。", "猫在屋里。"


def written(folder: Path, name: str, content: str | bytes, encoding: str = "utf-8") -> str:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode(encoding))
    return str(path)


def workbook(rows: Sequence[Sequence[object]]) -> bytes:
    book, out = Workbook(), io.BytesIO()
    for row in rows:
        book.active.append(list(row))
    book.save(out)
    return out.getvalue()


def items_of(name: str, reading: TableReading = AS_IT_IS, form: str = "space-rating") -> list[tuple[str, str]]:
    return [(item.id, next(iter(item.texts.values()))) for item in read_new_items(form_of(form), name, table=reading)]


NUMBERED = [("句子-1", FIRST), ("句子-2", SECOND)]
NAMED = [("7", FIRST), ("8", SECOND)]


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("句子.txt", f"{FIRST}\n\n{SECOND}\n", NUMBERED),
        ("句子.txt", f"\ufeff{FIRST}\r\n{SECOND}", NUMBERED),
        ("句子.csv", f"{FIRST}\n{SECOND}\n", NUMBERED),
        ("a.csv", f"id,text\n7,{FIRST}\n8,{SECOND}\n", NAMED),
        ("a.csv", f"编号;句子\n7;{FIRST}\n8;{SECOND}\n", NAMED),
        ("a.csv", f"句子,作者,编号\n{FIRST},甲,7\n{SECOND},乙,8\n", NAMED),
        ("a.tsv", f"编号\t句子\n7\t{FIRST}\n8\t{SECOND}\n", NAMED),
        ("a.xlsx", workbook([("编号", "句子"), (7, FIRST), (8.0, SECOND)]), NAMED),
        ("a.xlsx", workbook([(), ("句子", "编号"), (FIRST, 7), (None, None), (SECOND, 8)]), NAMED),
        ("a.jsonl", f'{{"id": 7, "text": "{FIRST}"}}\n{{"id": 8, "text": "{SECOND}"}}\n', NAMED),
        ("a.json", json.dumps([{"编号": 7, "句子": FIRST}, {"编号": 8, "句子": SECOND}]), NAMED),
        (
            "a.json",
            json.dumps([{"id": n, "data": {"text": t}, "annotations": []} for n, t in ((7, FIRST), (8, SECOND))]),
            NAMED,
        ),
        (
            "a.jsonl",
            "".join(json.dumps({"id": n, "text": t, "label": ["好"]}) + "\n" for n, t in ((7, FIRST), (8, SECOND))),
            NAMED,
        ),
    ],
)
def test_every_usual_file_gives_its_sentences(
    tmp_path: Path, name: str, content: str | bytes, expected: list[tuple[str, str]]
) -> None:
    assert items_of(written(tmp_path, name, content)) == expected


@pytest.mark.parametrize("encoding", ["gb18030", "utf-16", "utf-8-sig"])
def test_texts_of_other_encodings_are_read(tmp_path: Path, encoding: str) -> None:
    assert items_of(written(tmp_path, "句子.txt", f"{FIRST}\n{SECOND}\n", encoding)) == NUMBERED


def test_what_is_no_text_at_all_is_refused_with_its_line(tmp_path: Path) -> None:
    with pytest.raises(BadFileError) as refused:
        items_of(written(tmp_path, "a.txt", f"{FIRST}\n".encode() + b"\xff\xff\xff\n"))
    assert [(problem.line, problem.code) for problem in refused.value.findings.problems] == [(2, "not-utf8")]


@pytest.mark.parametrize("content", [b"PK\x03\x04 no zip", b"", b"\x00" * 40])
def test_what_is_no_workbook_is_refused(tmp_path: Path, content: bytes) -> None:
    with pytest.raises(BadFileError) as refused:
        items_of(written(tmp_path, "a.xlsx", content))
    assert [problem.code for problem in refused.value.findings.problems] == ["wrong-type"]


def test_a_workbook_that_unpacks_to_too_much_is_not_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pingce.formats.tabular.UNPACKED_LIMIT", 1000)
    with pytest.raises(BadFileError) as refused:
        items_of(written(tmp_path, "a.xlsx", workbook([("句子",), (FIRST,)])))
    assert [problem.code for problem in refused.value.findings.problems] == ["too-long"]


def test_paragraphs_stand_between_blank_lines(tmp_path: Path) -> None:
    name = written(tmp_path, "文.txt", f"{FIRST}\n{SECOND}\n\n \n{SECOND}\n")
    assert items_of(name, TableReading(paragraphs=True)) == [("文-1", FIRST + SECOND), ("文-2", SECOND)]


def test_the_columns_named_are_taken(tmp_path: Path) -> None:
    name = written(tmp_path, "a.csv", f"甲,乙,丙\n{FIRST},7,长长的一段别的话，比句子还长。\n")
    assert items_of(name, TableReading(ColumnMapping("乙", {"text": "甲"}))) == [("7", FIRST)]


def test_a_file_that_looks_official_can_be_read_as_one_s_own(tmp_path: Path) -> None:
    name = written(tmp_path, "a.jsonl", json.dumps({"qid": "q1", "句子": FIRST}))
    with pytest.raises(BadFileError):
        items_of(name)
    assert items_of(name, TableReading(own=True)) == [("q1", FIRST)]


def test_two_texts_are_told_apart_by_their_columns(tmp_path: Path) -> None:
    name = written(tmp_path, "a.csv", f"id,text1,text2\n1,{FIRST},{SECOND}\n")
    (item,) = read_new_items(form_of("space-scene"), name)
    assert list(item.texts.values()) == [FIRST, SECOND]


def test_options_come_from_their_columns(tmp_path: Path) -> None:
    name = written(tmp_path, "a.csv", f"id,text,question,A,B\n1,{FIRST},椅子在哪里？,树下,树上\n")
    form = form_of("space2024/choice")
    texts = {text.name: column for text, column in zip(form.task.texts, ("text", "question"), strict=False)}
    reading = TableReading(ColumnMapping("id", texts, {"A": "A", "B": "B"}))
    (item,) = read_new_items(form, name, table=reading)
    assert item.extra["options"] == {"A": "树下", "B": "树上"}


def test_other_columns_stay_with_the_item_but_none_that_forms_ask_with(tmp_path: Path) -> None:
    name = written(tmp_path, "a.csv", f"id,text,genre,judge,glosses\n1,{FIRST},小说,0,甲\n")
    (item,) = read_new_items(RATING, name)
    assert item.extra == {"genre": "小说"}


def test_a_column_groups(tmp_path: Path) -> None:
    name = written(tmp_path, "a.csv", f"id,text,篇\n1,{FIRST},甲\n")
    (item,) = read_new_items(RATING, name, group_by="篇")
    assert item.group == "甲"


def test_all_bad_rows_are_told_by_line_and_nothing_is_missed(tmp_path: Path) -> None:
    rows = f"id,text\n1,{FIRST}\n,{SECOND}\n3,\n4,{SECOND}\n"
    name = written(tmp_path, "a.csv", rows)
    with pytest.raises(BadItems) as refused:
        items_of(name)
    assert [(problem.where, problem.message.zh) for problem in refused.value.problems] == [
        ("a.csv:3", "“id”是空的"),
        ("a.csv:4", "“text”是空的"),
    ]


def test_cells_of_several_lines_keep_the_line_numbers_right(tmp_path: Path) -> None:
    name = written(tmp_path, "a.csv", f'id,text\n1,"{FIRST}\n{SECOND}"\n2,\n')
    with pytest.raises(BadItems) as refused:
        items_of(name)
    assert [problem.where for problem in refused.value.problems] == ["a.csv:4"]


def test_words_without_glosses_are_told(tmp_path: Path) -> None:
    glosses = written(tmp_path, "inventory.json", json.dumps({"猫": ["动物"]}))
    name = written(tmp_path, "a.csv", f"id,sentence,word\n1,{SECOND},猫\n2,{FIRST},椅子\n")
    with pytest.raises(BadItems) as refused:
        list(read_new_items(FORMS["wsd"], name, inventory=glosses))
    assert [problem.message.zh for problem in refused.value.problems] == ["释义表里没有“椅子”"]


def test_explanations_to_be_rated_come_from_submissions_alone(tmp_path: Path) -> None:
    with pytest.raises(UserError) as refused:
        items_of(written(tmp_path, "a.csv", f"id,text\n1,{FIRST}\n"), form="explanation-rating")
    assert refused.value.code == "official-only"


def test_a_preview_shows_columns_the_first_items_and_all_problems(tmp_path: Path) -> None:
    rows = "".join(f"{n},{FIRST}\n" for n in range(30))
    seen = preview_items(RATING, written(tmp_path, "a.csv", f"编号,句子\n{rows}7,{SECOND}\n8,\n"), table=AS_IT_IS)
    assert (seen.layout, seen.total, len(seen.items)) == ("table", 31, 8)
    assert seen.mapping == ColumnMapping("编号", {"text": "句子"})
    assert [(column.name, column.samples[0]) for column in seen.columns] == [("编号", "0"), ("句子", FIRST)]
    assert [(problem.where, problem.message.zh) for problem in seen.problems] == [
        ("a.csv:33", "“句子”是空的"),
        ("a.csv:32", "7：题号重复"),
    ]


def test_a_preview_of_an_official_file_needs_no_columns() -> None:
    seen = preview_items(
        FORMS["space-attribution"], str(example_folder() / "space2022" / "task2_dev_input.jsonl"), table=AS_IT_IS
    )
    assert (seen.layout, seen.mapping, seen.problems) == (None, None, ())
    assert seen.total > 0


def test_a_preview_of_a_bad_official_file_tells_every_line(tmp_path: Path) -> None:
    bad = written(tmp_path, "bad.jsonl", '{"qid": "a"}\n{"qid": "b", "context": 3}\n')
    seen = preview_items(RATING, bad, table=AS_IT_IS)
    assert [problem.where for problem in seen.problems] == ["bad.jsonl:1", "bad.jsonl:2"]
    assert seen.more == 0


def test_of_a_pack_one_file_is_chosen(tmp_path: Path) -> None:
    import zipfile

    path = tmp_path / "pack.zip"
    with zipfile.ZipFile(path, "w") as pack:
        for part in ("train", "dev"):
            pack.writestr(f"pack/{part}.jsonl", json.dumps({"id": part, "text": FIRST}))
    assert preview_items(RATING, str(path), table=AS_IT_IS).members == ("pack/train.jsonl", "pack/dev.jsonl")
    chosen = pack_file(str(path), "pack/dev.jsonl")
    assert items_of(chosen) == [("dev", FIRST)]
    assert pack_file(str(path), "../../etc/passwd") == str(path)


@pytest.mark.parametrize("kind", SAMPLE_KINDS)
@pytest.mark.parametrize("form", [name for name in FORMS if not FORMS[name].gives_points])
def test_every_sample_can_be_imported_as_it_is(tmp_path: Path, form: str, kind: SampleKind) -> None:
    glosses = written(tmp_path, "inventory.json", json.dumps({word: ["甲", "乙"] for word in "跳放跑"}))
    several = len(FORMS[form].task.texts) > 1
    if kind == "txt" and several:
        with pytest.raises(UserError) as refused:
            sample_file(FORMS[form], kind)
        assert refused.value.code == "no-such-sample"
        return
    name = written(tmp_path, f"sample.{kind}", sample_file(FORMS[form], kind))
    assert len(list(read_new_items(FORMS[form], name, inventory=glosses))) == 3
