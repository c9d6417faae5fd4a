"""SUDA's sentences by gloss and MiCLS pairs: read, checked, written again the same, and taken as items."""

import json
from pathlib import Path

import pytest

from pingce.annotate.files.items import read_new_items
from pingce.annotate.forms import form_of
from pingce.formats.entries import checked_entries
from pingce.formats.findings import Findings
from pingce.formats.load import load_inventory
from pingce.formats.save import kind_for, save
from pingce.formats.source import find_source
from pingce.spec.values import Senses
from pingce.tasks.catalog import TASKS
from tests.builders import write

TASK = TASKS["wsd/senses"]
SUDA = {
    "打开": {"拉开；揭开": ["他打开窗户。", "她打开了书。"], "使开始工作": ["请打开电视。"], "突破": []},
    "深浅": {"深的程度": ["河水的深浅。"], "分寸": ["说话没深浅。", "河水的深浅。"]},
}
MICLS = """word\tcontext\tdefinition\tformation\tmorpheme1\tmorpheme2\tlabel
打开\t打开窗户，再#打开#门。\t拉开；揭开\t述补\t击\t使不闭合\t1
打开\t打开窗户，再#打开#门。\t使开始工作\t述补\t击\t运转\t0
深浅\t河水的#深浅#。\t深的程度\t并列\t不浅\t不深\t1
深浅\t河水的#深浅#。\t分寸\t并列\t不浅\t不深\t1
"""


def entries(path: str) -> tuple[list[tuple[str, str, tuple[str, ...]]], Findings]:
    findings = Findings(path)
    read = list(checked_entries(TASK, find_source(path), findings, None, None))
    return [(e.item.texts["word"], e.item.texts["sentence"], _chosen(e.answer)) for e in read], findings


def _chosen(answer: object) -> tuple[str, ...]:
    senses = answer["senses"]  # type: ignore[index]  # every entry of these files has an answer
    assert isinstance(senses, Senses)
    return senses.chosen


def rewritten(path: str, out: Path, kind: str, inventory: str | None = None) -> Path:
    source = find_source(path)
    pairs = ((e.item, e.answer) for e in checked_entries(TASK, source, Findings(path), None, None))
    glosses = load_inventory(inventory) if inventory is not None else None
    save(TASK, out, pairs, kind=kind, inventory=glosses)  # type: ignore[arg-type]  # cases name kinds as plain strings
    return out


def test_sentences_by_gloss_are_items_with_all_their_senses(tmp_path: Path) -> None:
    file = write(tmp_path / "single.json", json.dumps(SUDA, ensure_ascii=False, indent=4))
    read, findings = entries(file)
    assert read == [
        ("打开", "他打开窗户。", ("拉开；揭开",)),
        ("打开", "她打开了书。", ("拉开；揭开",)),
        ("打开", "请打开电视。", ("使开始工作",)),
        ("深浅", "河水的深浅。", ("深的程度", "分寸")),
        ("深浅", "说话没深浅。", ("分寸",)),
    ]
    assert (findings.role, findings.error_count) == ("gold", 0)


def test_sentences_by_gloss_come_back_with_the_glosses_nobody_used(tmp_path: Path) -> None:
    file = write(tmp_path / "single.json", json.dumps(SUDA, ensure_ascii=False))
    assert load_inventory(file) == {word: list(glosses) for word, glosses in SUDA.items()}
    lines = rewritten(file, tmp_path / "all.data.txt", "lines")
    out = tmp_path / "again.json"
    assert kind_for(TASK, out) == "by-gloss"
    again = json.loads(rewritten(str(lines), out, "by-gloss", inventory=file).read_text(encoding="utf-8"))
    # Only the order of the sentences under a gloss may be another: they stand in the order of the items.
    assert {word: {gloss: sorted(there) for gloss, there in glosses.items()} for word, glosses in again.items()} == {
        word: {gloss: sorted(there) for gloss, there in glosses.items()} for word, glosses in SUDA.items()
    }
    assert [list(glosses) for glosses in again.values()] == [list(glosses) for glosses in SUDA.values()]


def test_pairs_are_items_and_come_back_to_the_byte(tmp_path: Path) -> None:
    file = write(tmp_path / "val.tsv", MICLS)
    read, findings = entries(file)
    assert read == [
        ("打开", "打开窗户，再打开门。", ("拉开；揭开",)),
        ("深浅", "河水的深浅。", ("深的程度", "分寸")),
    ]
    assert findings.error_count == 0
    assert rewritten(file, tmp_path / "again.tsv", "micls").read_text(encoding="utf-8") == MICLS
    records = rewritten(file, tmp_path / "records.jsonl", "jsonl")
    assert rewritten(str(records), tmp_path / "third.tsv", "micls").read_text(encoding="utf-8") == MICLS


def test_what_never_was_a_pair_has_no_formation(tmp_path: Path) -> None:
    suda = write(tmp_path / "single.json", json.dumps(SUDA, ensure_ascii=False))
    lines = rewritten(suda, tmp_path / "pairs.tsv", "micls", inventory=suda).read_text(encoding="utf-8").splitlines()
    assert lines[1:4] == [
        "打开\t他#打开#窗户。\t拉开；揭开\t\t\t\t1",
        "打开\t他#打开#窗户。\t使开始工作\t\t\t\t0",
        "打开\t他#打开#窗户。\t突破\t\t\t\t0",
    ]


@pytest.mark.parametrize(
    ("name", "content", "codes"),
    [
        ("a.json", '{"打开": {"拉开": "句子"}}', ["wrong-type"]),
        ("a.json", '{"打开": {"拉开": [""]}, "深浅": []}', ["wrong-type", "wrong-type"]),
        ("a.tsv", MICLS.replace("\t1\n", "\tyes\n", 1), ["wrong-field-count"]),
        ("a.tsv", MICLS.replace("#打开#门", "打开门", 1), ["target-not-in-sentence"]),
        ("a.tsv", MICLS.replace("\t述补", "", 1), ["wrong-field-count"]),
    ],
)
def test_what_is_wrong_is_told_with_its_code(tmp_path: Path, name: str, content: str, codes: list[str]) -> None:
    _, findings = entries(write(tmp_path / name, content))
    assert [problem.code for problem in findings.problems if problem.level == "error"] == codes


@pytest.mark.parametrize(
    ("name", "words"), [("single.json", ["打开"] * 3 + ["深浅"] * 2), ("val.tsv", ["打开", "深浅"])]
)
def test_both_are_taken_as_items_of_a_campaign(tmp_path: Path, name: str, words: list[str]) -> None:
    suda = json.dumps(SUDA, ensure_ascii=False)
    glosses = write(tmp_path / "inventory.json", suda)
    file = write(tmp_path / name, suda if name.endswith("json") else MICLS)
    new = list(read_new_items(form_of("wsd"), file, inventory=glosses))
    assert [item.texts["word"] for item in new] == words
    known = list(read_new_items(form_of("wsd"), file, inventory=glosses, control=True))
    assert all(item.gold for item in known)
