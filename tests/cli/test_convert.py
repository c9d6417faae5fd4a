"""``pingce convert``."""

import json
from pathlib import Path

import pytest

from .conftest import EXAMPLES, Run

SPACE2021, SPACE2022, SPACE2023, WSD = (EXAMPLES / name for name in ("space2021", "space2022", "space2023", "wsd"))


def records(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_tuples_go_to_2023_and_back_unchanged(pingce: Run, tmp_path: Path) -> None:
    there, back = tmp_path / "there.jsonl", tmp_path / "back.jsonl"
    old = SPACE2022 / "task3_train.jsonl"
    assert pingce("convert", "space2022/task3", old, there, "--to", "space2023/task2").code == 0
    assert pingce("convert", "space2023/task2", there, back, "--to", "space2022/task3").code == 0
    assert records(back) == records(old)
    assert [r["qid"] for r in records(there)][:2] == ["2-train-1", "2-train-2"]
    assert pingce("check", "space2023/task2", there).code == 0


def test_our_examples_of_2023_are_those_of_2022(pingce: Run, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    pingce("convert", "space2022/task3", SPACE2022 / "task3_dev.jsonl", out, "--to", "space2023/task2")
    assert [r["results"] for r in records(out)] == [r["results"] for r in records(SPACE2023 / "task2_dev.jsonl")]


def test_fragments_of_2023_go_to_the_form_of_the_page_and_back(pingce: Run, tmp_path: Path) -> None:
    page, back, source = tmp_path / "page.jsonl", tmp_path / "back.jsonl", SPACE2023 / "task1_train.jsonl"
    assert pingce("convert", "space2023/task1", source, page, "--form", "page").code == 0
    assert all(set(record) == {"qid", "context", "fragments"} for record in records(page))
    assert pingce("convert", "space2023/task1", page, back).code == 0
    assert records(back) == records(source)
    refused = pingce("convert", "space2023/task2", SPACE2023 / "task2_dev.jsonl", page, "--form", "page")
    assert (refused.code, "space2023/task2 has no other form on its page" in refused.err) == (1, True)


def test_reasons_lose_their_types(pingce: Run, tmp_path: Path) -> None:
    source, out = tmp_path / "source.jsonl", tmp_path / "out.jsonl"
    spans = [
        [{"role": "text1", "text": "地面", "idxes": [3, 4]}, {"role": "text2", "text": "边", "idxes": [5]}],
        [{"role": "S", "text": "他", "idxes": [0]}, {"role": "P", "text": "地面边", "idxes": [3, 4, 5]}],
    ]
    reasons = [{"fragments": f, "type": t} for f, t in zip(spans, "AC", strict=True)]
    record = {"qid": "2-dev-7", "context": "他坐在地面边。", "reasons": reasons}
    record["context"] = "他坐到地面边。"
    source.write_text(json.dumps(record, ensure_ascii=False), encoding="utf-8")
    assert pingce("convert", "space2022/task2", source, out, "--to", "space2023/task1").code == 0
    assert records(out) == [
        {
            "qid": "1-dev-7",
            "context": "他坐到地面边。",
            "results": [
                [{"role": "P1", "text": "地面边", "idxes": [3, 4, 5]}],
                [{"role": "S1", "text": "他", "idxes": [0]}, {"role": "P1", "text": "地面边", "idxes": [3, 4, 5]}],
            ],
        }
    ]


def test_no_conversion_between_different_annotations(pingce: Run, tmp_path: Path) -> None:
    ran = pingce(
        "convert", "space2022/task1", SPACE2022 / "task1_dev.jsonl", tmp_path / "x.jsonl", "--to", "space2022/task2"
    )
    assert ran.code == 1
    assert "Possible: space2022/task3 → space2023/task2" in ran.err


def test_array_and_lines_hold_the_same_records(pingce: Run, tmp_path: Path) -> None:
    array, lines = tmp_path / "a.json", tmp_path / "a.jsonl"
    source = SPACE2022 / "task2_dev.jsonl"
    assert pingce("convert", "space2022/task2", source, array).code == 0
    arguments = ("--newline", "crlf", "--no-final-newline")
    assert pingce("convert", "space2022/task2", array, lines, *arguments).code == 0
    assert json.loads(array.read_text(encoding="utf-8")) == records(source) == records(lines)
    assert lines.read_bytes().count(b"\r\n") == len(records(source)) - 1
    assert pingce("convert", "space2022/task2", array, lines, "--newline", "crlf", "--final-newline").code == 0
    assert lines.read_bytes().count(b"\r\n") == len(records(source))


@pytest.mark.parametrize("part", ["questions", "answers"])
def test_a_part_of_the_records(pingce: Run, tmp_path: Path, part: str) -> None:
    out = tmp_path / "part.jsonl"
    pingce("convert", "space2022/task3", SPACE2022 / "task3_dev.jsonl", out, "--part", part)
    keys = {"qid", "context"} if part == "questions" else {"qid", "outputs"}
    assert {frozenset(r) for r in records(out)} == {frozenset(keys)}


def test_answers_become_a_sheet_that_scores_the_same(pingce: Run, tmp_path: Path) -> None:
    sheet, gold = tmp_path / "sheet.json", SPACE2021 / "task3-dev-with-answer.json"
    assert pingce("convert", "space2021/task3", gold, sheet, "--format", "sheet").code == 0
    report = json.loads(pingce("score", "space2021/task3", sheet, "--gold", gold, "--json").out)
    assert report["value"] == 1.0


def test_sense_lines_become_the_derivatives_and_come_back(pingce: Run, tmp_path: Path) -> None:
    gold, inventory = WSD / "val.data.txt", WSD / "inventory.json"
    for kind, name, extra in (("escher", "e.txt", ()), ("glossbert", "g.tsv", ("--inventory", inventory))):
        derived, back = tmp_path / name, tmp_path / f"{kind}.txt"
        assert pingce("convert", "wsd/senses", gold, derived, "--format", kind, *extra).code == 0
        assert pingce("convert", "wsd/senses", derived, back, "--format", "lines").code == 0
        wanted = [
            (*line.split(" ")[:2], {*line.split(" ")[2].split("$$")}) for line in gold.read_text("utf-8").splitlines()
        ]
        found = [
            (*line.split(" ")[:2], {*line.split(" ")[2].split("$$")}) for line in back.read_text("utf-8").splitlines()
        ]
        assert found == wanted


def test_a_key_file_answers_the_derived_questions(pingce: Run, tmp_path: Path) -> None:
    key = tmp_path / "val.gold.key.txt"
    gold = WSD / "val.data.txt"
    assert pingce("convert", "wsd/senses", gold, key, "--format", "escher", "--part", "answers").code == 0
    assert json.loads(pingce("score", "wsd/senses", key, "--gold", gold, "--json").out)["value"] == 1.0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("space2022/task1", "task1_dev.jsonl", "out.xml"), "choose one with --format"),
        (("space2022/task1", "task1_dev.jsonl", "out.txt", "--format", "lines"), "has no files of kind lines"),
        (("wsd/senses", "../wsd/val.data.txt", "out.tsv"), "Give --inventory FILE."),
        (("space2022/task1", "task1_dev.jsonl", "nowhere/out.jsonl"), "Cannot write"),
    ],
)
def test_what_cannot_be_written_is_told(pingce: Run, tmp_path: Path, arguments: tuple[str, ...], message: str) -> None:
    task, source, out, *rest = arguments
    ran = pingce("convert", task, SPACE2022 / source, tmp_path / out, *rest)
    assert ran.code == 1
    assert message in ran.err
    assert list(tmp_path.iterdir()) == []


def test_questions_have_no_derivatives(pingce: Run, tmp_path: Path) -> None:
    source = tmp_path / "questions.txt"
    source.write_text("他去邮局寄包裹 包裹\n", encoding="utf-8")
    ran = pingce("convert", "wsd/senses", source, tmp_path / "e.txt", "--format", "escher")
    assert ran.code == 1
    assert "Item 1 has no senses." in ran.err


def test_nothing_is_written_if_something_would_be_lost(pingce: Run, tmp_path: Path) -> None:
    source, out = tmp_path / "source.jsonl", tmp_path / "out.jsonl"
    source.write_text('{"qid": "1-dev-1", "context": "他在。", "judge": "x"}\n', encoding="utf-8")
    out.write_text("an older file", encoding="utf-8")
    assert pingce("convert", "space2022/task1", source, out, "--lang", "zh").code == 1
    assert out.read_text(encoding="utf-8") == "an older file"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["out.jsonl", "source.jsonl"]


EMPTY = [None] * 18
ENTITY = {"text": "他", "idxes": [0]}


def tuple_of(**slots: object) -> list[object]:
    return [slots.get(f"s{i}", one) for i, one in enumerate(EMPTY)]


@pytest.mark.parametrize(
    ("task", "to", "key", "answer", "code"),
    [
        ("space2022/task3", "space2022/task3", "outputs", [[ENTITY]], "wrong-length"),
        ("space2022/task3", "space2023/task2", "outputs", [[ENTITY]], "wrong-length"),
        ("space2022/task3", "space2023/task2", "outputs", [tuple_of(s0=ENTITY, s6=ENTITY)], "slot-kind"),
        ("space2022/task3", "space2023/task2", "outputs", [tuple_of(s4=ENTITY, s5=ENTITY)], "slot-conflict"),
        ("space2023/task2", "space2022/task3", "results", [[{"role": "地点", "fragment": ENTITY}]], "unknown-role"),
        (
            "space2023/task2",
            "space2022/task3",
            "results",
            [[{"role": "处所", "fragment": ENTITY}] * 2],
            "repeated-role",
        ),
    ],
)
def test_a_tuple_the_other_layout_cannot_hold_is_not_made_into_another(
    pingce: Run, tmp_path: Path, task: str, to: str, key: str, answer: object, code: str
) -> None:
    source, out = tmp_path / "source.jsonl", tmp_path / "out.jsonl"
    source.write_text(json.dumps({"qid": "1", "context": "他坐着。", key: answer}), encoding="utf-8")
    ran = pingce("convert", task, source, out, "--to", to)
    assert (ran.code, out.exists(), f"[{code}]" in ran.err) == (1, False, True)


@pytest.mark.parametrize("kind", ["lines", "escher", "glossbert"])
def test_a_submission_without_sentences_is_told_that_lines_need_them(pingce: Run, tmp_path: Path, kind: str) -> None:
    source, out = tmp_path / "source.jsonl", tmp_path / "out.txt"
    source.write_text('{"qid": "1", "senses": ["开始营业"]}', encoding="utf-8")
    ran = pingce("convert", "wsd/senses", source, out, "--format", kind, "--inventory", WSD / "inventory.json")
    assert (ran.code, ran.err) == (1, "Error: Item 1 has no sentence or no word. Only --format jsonl can do without.\n")


@pytest.mark.parametrize("kind", ["lines", "escher"])
def test_scores_are_not_silently_dropped(pingce: Run, tmp_path: Path, kind: str) -> None:
    source, out = tmp_path / "source.jsonl", tmp_path / "out.txt"
    record = {"qid": "1", "sentence": "新店开张。", "word": "开张", "senses": [{"gloss": "开始营业", "score": 0.9}]}
    source.write_text(json.dumps(record), encoding="utf-8")
    ran = pingce("convert", "wsd/senses", source, out, "--format", kind)
    assert (ran.code, out.exists()) == (1, False)
    assert ran.err == "Error: Item 1 has scores or picks; these files hold chosen glosses only. Use --format jsonl.\n"


def test_half_an_answer_fits_no_sheet(pingce: Run, tmp_path: Path) -> None:
    source, out = tmp_path / "source.jsonl", tmp_path / "out.json"
    whole = {"qID": "3-dev-1", "context": "他坐着。", "reason": "“他”", "judge1": True, "judge2": True}
    half = {key: value for key, value in whole.items() if key != "judge2"} | {"qID": "3-dev-2"}
    source.write_text(f"{json.dumps(whole)}\n{json.dumps(half)}\n", encoding="utf-8")
    ran = pingce("convert", "space2021/task3", source, out, "--format", "sheet")
    assert (ran.code, out.exists(), "expected judge2 [missing-key]" in ran.err) == (1, False, True)


def test_questions_fill_no_sheet(pingce: Run, tmp_path: Path) -> None:
    ran = pingce("convert", "space2021/task1", SPACE2021 / "task1-dev.json", tmp_path / "out.json", "--format", "sheet")
    assert (ran.code, ran.err) == (1, "Error: There are no answers to put on a sheet. Give a file with answers.\n")
