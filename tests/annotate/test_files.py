"""Files as items and as answers on a form."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from pingce.annotate.files.items import read_new_items, read_suggestions
from pingce.annotate.forms import form_of
from pingce.formats.load import BadFileError
from pingce.formats.replacement import Change
from pingce.spec.errors import UserError


def written(folder: Path, *records: Mapping[str, object]) -> str:
    path = folder / "in.jsonl"
    path.write_text("".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records), encoding="utf-8")
    return str(path)


def test_a_replaced_sentence_keeps_its_origin_and_the_place_of_the_change(tmp_path: Path) -> None:
    change = Change(start=4, at=4, old="里", new="上面", cls="f", group="g", relation="r").record()
    record = {
        "qid": "r1",
        "context": "他在房间上面睡觉。",
        "origin": "o7",
        "replaced": [change],
        "source": {"genre": "fiction"},
    }
    [item] = read_new_items(form_of("space-rating"), written(tmp_path, record), group_by="origin")
    assert (item.group, item.extra["replaced"], item.extra["genre"]) == ("o7", [4, 5], "fiction")
    assert item.extra["original"] == {"id": "o7", "changes": [change]}


def test_all_problems_of_a_file_are_told_at_once(tmp_path: Path) -> None:
    name = written(tmp_path, {"qid": "a"}, {"context": "没有题号"}, {"qid": "b", "context": 3})
    with pytest.raises(BadFileError) as caught:
        list(read_new_items(form_of("space-rating"), name))
    assert [(one.line, one.code) for one in caught.value.findings.problems] == [
        (1, "missing-key"),
        (2, "no-qid"),
        (3, "wrong-type"),
    ]


@pytest.mark.parametrize(
    ("scores", "chosen"),
    [({"甲": 0.9, "乙": 0.7, "丙": 0.1}, ["甲", "乙"]), ({"甲": 0.2, "乙": 0.4}, ["乙"])],
)
def test_scores_of_senses_become_a_choice(tmp_path: Path, scores: dict[str, float], chosen: list[str]) -> None:
    senses = [{"gloss": gloss, "score": score} for gloss, score in scores.items()]
    name = written(tmp_path, {"qid": "1", "senses": senses})
    assert list(read_suggestions(form_of("wsd"), name)) == [("1", {"senses": chosen})]


def test_an_explanation_that_is_not_there_cannot_be_rated(tmp_path: Path) -> None:
    record = {"qid": "3-1", "context1": "猫在桌上。", "context2": "猫在桌下。", "results": []}
    with pytest.raises(UserError) as caught:
        list(read_new_items(form_of("explanation-rating"), written(tmp_path, record)))
    assert caught.value.code == "no-explanation"


def test_what_the_corpus_stage_writes_can_be_imported_as_it_is(tmp_path: Path) -> None:
    change = Change(start=4, at=4, old="里", new="上面", cls="f", group="g", relation="r").record()
    made = {"id": "o7-1", "text": "他在房间上面睡觉。", "origin": "o7", "mode": "single", "replaced": [change]}
    [item] = read_new_items(form_of("space-rating"), written(tmp_path, made), group_by="origin")
    assert (item.id, item.texts, item.group) == ("o7-1", {"text": "他在房间上面睡觉。"}, "o7")
    assert item.extra["replaced"] == [4, 5]
    screened = {"id": "p1", "text": "猫在树下。", "source": {"genre": "fiction"}}
    [passage] = read_new_items(form_of("space-step"), written(tmp_path, screened))
    assert (passage.texts, passage.extra["genre"]) == ({"text": "猫在树下。"}, "fiction")


def test_sentences_of_words_come_with_their_glosses_and_where_they_are_from(tmp_path: Path) -> None:
    source = {"kind": "web", "file": "web.txt", "line": 3, "offset": 40, "genre": "news"}
    made = {"id": "9f3c", "text": "他打开窗户。", "word": "打开", "start": 1, "senses": 2, "source": source}
    inventory = tmp_path / "inventory.json"
    inventory.write_text('{"打开": ["揭开。", "使停滞的局面开展。"]}', encoding="utf-8")
    name = written(tmp_path, made)
    [item] = read_new_items(form_of("wsd"), name, group_by="word", inventory=str(inventory))
    assert (item.id, item.texts, item.group) == ("9f3c", {"sentence": "他打开窗户。", "word": "打开"}, "打开")
    assert item.extra["glosses"] == [{"id": "1", "text": "揭开。"}, {"id": "2", "text": "使停滞的局面开展。"}]
    assert (item.extra["source"], item.extra["genre"]) == (source, "news")
    with pytest.raises(BadFileError) as caught:
        list(read_new_items(form_of("wsd"), written(tmp_path, made, {**made, "word": 3}), inventory=str(inventory)))
    assert [(one.line, one.path, one.code) for one in caught.value.findings.problems] == [(2, "word", "wrong-type")]


def test_keys_beside_the_task_stay_with_their_record_even_if_all_stand_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "in.json"
    records = [{"qid": f"q{i}", "context": "猫在树下。", "page": i} for i in range(3)]
    path.write_text(json.dumps(records, ensure_ascii=False), encoding="utf-8")
    items = read_new_items(form_of("space-rating"), str(path))
    assert [(item.id, item.extra["page"]) for item in items] == [("q0", 0), ("q1", 1), ("q2", 2)]


def test_passages_that_cannot_be_used_are_told_at_once(tmp_path: Path) -> None:
    name = written(tmp_path, {"id": "a", "text": "好。"}, {"id": 3.5, "text": "甲"}, {"id": "c", "text": ""})
    with pytest.raises(BadFileError) as caught:
        list(read_new_items(form_of("space-rating"), name))
    assert [(one.line, one.path, one.code) for one in caught.value.findings.problems] == [
        (2, "id", "wrong-type"),
        (3, "text", "wrong-type"),
    ]


def test_answers_that_are_not_asked_for_keep_no_item_out(tmp_path: Path) -> None:
    name = written(tmp_path, {"qid": "1", "context": "猫在树下。", "judge": 3})
    [item] = read_new_items(form_of("space-rating"), name)
    assert (item.id, item.gold, item.line) == ("1", None, 1)


def test_items_that_cannot_be_taken_come_with_a_way_out(tmp_path: Path) -> None:
    name = written(tmp_path, {"qid": "1", "context": "猫在树下。", "judge": 3}, {"qid": 2, "context": "猫在树下。"})
    found = {}
    for control in (False, True):
        with pytest.raises(BadFileError) as caught:
            list(read_new_items(form_of("space-rating"), name, control=control))
        found[control] = [p.code for p in caught.value.findings.problems]
        assert caught.value.hint == "Mend the records listed or take them out, then import again."
    assert found == {False: ["no-qid"], True: ["unknown-label", "no-qid"]}
