"""The audit: every kind of fault in items of our own, and none where there is none."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from pingce.formats.parts import Part, read_parts
from pingce.quality.proving.audit import Alarm, Audit, audit_parts
from pingce.quality.proving.giveaways import GiveAway, give_aways
from pingce.quality.proving.inputs import guess_task, read_reasoning_parts
from pingce.reasoning import ambiguity as several
from pingce.reasoning.item import ReasoningItem
from pingce.reasoning.proof import Truth
from pingce.reasoning.reading.patterns import Pattern
from pingce.reasoning.reading.sentences import PATTERNS
from pingce.reasoning.relations import Beside, CountWay
from pingce.spec.errors import UserError
from pingce.spec.values import Item, Letters
from pingce.spec.words import same
from pingce.tasks.catalog import TASKS
from tests.builders import write_records
from tests.cli.conftest import Run, pingce
from tests.reasoning.booths import CLASH, MULTIPLE, TEXT, en, zh

__all__ = ["pingce"]
FAULTY = [
    zh(1),
    zh(2, text=CLASH),
    zh(3, answer=["B"]),
    zh(4, instruction=MULTIPLE, answer=["A", "C"]),
    zh(5, text=TEXT.replace("\n(2)阿土在阿火右手边挨着坐", ""), question="()在阿木正对面。"),
    zh(6, text="天晴了。"),
]


def audit(tmp_path: Path, *files: Sequence[object]) -> Audit:
    names = [write_records(tmp_path / f"{at}.jsonl", records) for at, records in enumerate(files)]
    return audit_parts(read_reasoning_parts(names))


def test_every_kind_of_fault_is_told_with_its_premises(tmp_path: Path) -> None:
    found = audit(tmp_path, FAULTY)
    told = {(row.alarm, row.entry.item.id.rpartition("-")[2]): row for row in found.alarms}
    assert set(told) == {
        (Alarm.NO_ARRANGEMENT, "2"),
        (Alarm.GOLD_DIFFERS, "3"),
        (Alarm.GOLD_DIFFERS, "4"),
        (Alarm.UNDERDETERMINED, "5"),
        (Alarm.MARK, "4"),
    }
    assert told[Alarm.NO_ARRANGEMENT, "2"].premises == ("阿水在阿木同侧右边", "阿木在阿水正对面")
    assert told[Alarm.GOLD_DIFFERS, "3"].why.en == "Gold says B, the proof A."
    assert told[Alarm.UNDERDETERMINED, "5"].why.en.startswith("4 arrangements; B, C hold in some")
    assert [entry.item.id for entry in found.unread] == ["spr-zh-train-6"]
    assert found.counts()[Alarm.GOLD_DIFFERS] == 2


def test_twins_that_say_different_things_are_laid_side_by_side(tmp_path: Path) -> None:
    other = en(1, text=en(1)["text"].replace("Bob is on Ann's right", "Bob is on Eve's right"), answer=["B"])
    found = audit(tmp_path, [zh(1)], [other])
    told = {row.alarm: row for row in found.alarms}
    assert set(told) == {Alarm.NO_ARRANGEMENT, Alarm.TWIN_GOLD, Alarm.TWIN_PROOF}
    assert told[Alarm.TWIN_GOLD].why.en == "Gold is A, that of spr-en-train-1 B."
    assert audit(tmp_path, [zh(1)], [en(1)]).alarms == []
    left = en(
        1, text=en(1)["text"].replace("Ann's right", "Ann's left"), question="() is on Ann's right on the same side."
    )
    right = zh(1, question="()在阿木同侧右边。", options={"A": "阿水", "B": "阿火"})
    found = audit(tmp_path, [right], [{**left, "options": {"A": "Bob", "B": "None of the above"}}])
    (row,) = [row for row in found.alarms if row.alarm is Alarm.TWIN_PROOF]
    assert row.premises[1:] == ("阿水在阿木同侧右边 ↔ Bob is on Ann's left on the same side",)


def test_a_sentence_with_two_readings_is_an_alarm_where_the_answer_depends_on_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    also = Pattern(lambda _: Beside(CountWay.LEFT), zh=("{x}在{y}同侧右边",), en=(), examples=())
    item = ReasoningItem(TEXT, "()在阿火正对面。", {"A": "阿木", "B": "阿水"}, "zh")
    assert several.ambiguity(item) is None
    monkeypatch.setattr(several, "PATTERNS", (*PATTERNS, also))
    found = several.ambiguity(item)
    assert found is not None
    assert found.matters
    assert found.sentences[0].meanings == (
        "阿水: somewhere to the right of 阿木",
        "阿水: somewhere to the left of 阿木",
    )
    asked = zh(1, question="()在阿火正对面。", options=dict(item.options), answer=["B"])
    (row,) = audit(tmp_path, [asked]).alarms
    assert (row.alarm, row.why.en) == (Alarm.SEVERAL_READINGS, "The answer depends on the reading: B / A.")
    assert several.ambiguity(ReasoningItem("天晴了。", "()走了。", {"A": "甲"}, "zh")) is None


def test_people_and_things_are_told_apart_from_places(tmp_path: Path) -> None:
    social = {
        "id": "1",
        "domain": "social",
        "language": "cn",
        "text": "已知：甲一是乙二的儿子。",
        "question": "以下选项正确的是___",
        "options": {"A": "甲一的母亲是乙二", "B": "乙二是甲一的弟弟"},
        "answers": ["A"],
    }
    farm = (
        "一位勤劳的农夫有四块田，他在四块田中分别种植了苹果、梨、生菜、小麦四种作物。"
        "已知：1号田中的作物属于蔬菜；2号田中的作物属于蔬菜。"
    )
    nature = {
        "id": "2",
        "domain": "nature",
        "language": "cn",
        "text": farm,
        "question": "1号田中种的是____。",
        "options": {"A": "苹果", "B": "生菜"},
        "answers": ["B"],
    }
    found = audit(tmp_path, [social, nature])
    told = {row.alarm: row.why.en for row in found.alarms}
    assert "sex" in told[Alarm.UNDERDETERMINED]
    assert told[Alarm.NO_ARRANGEMENT] == "By what we know of things, nothing fulfils all conditions."


def test_what_our_knowledge_leaves_open_is_no_alarm(tmp_path: Path) -> None:
    """Who is where is certain, and the moth is white; the mandarin duck is of many colours."""
    zoo = "动物园里的三个场馆分别养着鸳鸯、鹌鹑、蚕蛾三种动物。已知：1号场馆中的动物会游泳；2号场馆中的动物有2条腿。"
    record = {
        "id": "1",
        "domain": "nature",
        "language": "cn",
        "text": zoo,
        "question": "白色的动物养在____号场馆中。",
        "options": {"A": "1", "B": "2", "C": "3"},
        "answers": ["C"],
    }
    found = audit(tmp_path, [record])
    verdicts = [option.verdict for option in (found.items[0].proof.options or {}).values()]
    assert (verdicts[0], verdicts[2]) == (Truth.SOMETIMES, Truth.ALWAYS)
    assert found.alarms == []


def test_what_options_give_away() -> None:
    shape = TASKS["space2025/spr-zh"].options
    assert shape is not None
    options = {"A": "短", "B": "长一些的选项", "C": "以上选项都不是"}
    answered: list[tuple[Item, Letters]] = [
        (Item(str(at), {}, {"instruction": "单选题"}, options), frozenset("B")) for at in range(40)
    ]
    rules = {rule.rule.en: rule for rule in give_aways(shape, answered)}
    assert rules["B is right"].right == 1
    assert rules["B is right"].telling
    assert rules["A is right"].right == 0
    assert rules["the longest option"].right == 1
    assert rules["«none of the above» is right"].items == 40
    assert rules["instruction tells one or several"].right == 1
    assert not rules["instruction tells one or several"].telling, "all have one right option anyway"
    assert give_aways(shape, []) == []
    assert not GiveAway(same("x"), 0, 0.0, 0.0).telling


def test_the_task_of_a_file_shows_in_its_records(tmp_path: Path) -> None:
    assert guess_task(write_records(tmp_path / "a.jsonl", [zh(1)])) == "space2025/spr-zh"
    assert guess_task(write_records(tmp_path / "b.jsonl", [en(1)])) == "space2025/spr-en"
    assert guess_task(write_records(tmp_path / "c.jsonl", [{"qid": "4-x-s-1"}])) == "space2024/choice"
    assert guess_task(write_records(tmp_path / "d.jsonl", [{"id": "1", "domain": "time"}])) == "score2026/choice"
    with pytest.raises(UserError, match="the task does not show in it"):
        guess_task(write_records(tmp_path / "e.jsonl", [{"id": "1"}]))
    (part,) = read_reasoning_parts([f"space2025/spr-zh:mine={tmp_path / 'a.jsonl'}"])
    assert part.name == "space2025/spr-zh mine"


def test_a_task_without_options_is_refused(tmp_path: Path) -> None:
    record = {"id": "jsi-1", "text": "甲在乙左边。", "answer": "正确"}
    parts = read_parts([f"space2025/jsi={write_records(tmp_path / 'j.jsonl', [record])}"])
    with pytest.raises(UserError, match="space2025/jsi does not ask for options"):
        audit_parts(parts)


def test_the_command_prints_writes_and_encodes(pingce: Run, tmp_path: Path) -> None:
    file = write_records(tmp_path / "f.jsonl", FAULTY)
    page, listing = tmp_path / "p.html", tmp_path / "l.jsonl"
    ran = pingce("quality", "prove", file, "--html", page, "--out", listing, "--lang", "en")
    assert ran.code == 0, ran.err
    assert "No arrangement fulfils the conditions: 1" in ran.out
    assert "阿水在阿木同侧右边 ⇔ 阿木在阿水正对面" in ran.out
    assert "阿水在阿木同侧右边 ⇔ 阿木在阿水正对面" in page.read_text(encoding="utf-8")
    assert len(listing.read_text(encoding="utf-8").splitlines()) == 5
    told = json.loads(pingce("quality", "prove", file, "--json").out)
    assert told["counts"]["gold-differs"] == 2
    assert told["unread"] == ["spr-zh-train-6"]
    assert told["alarms"][0]["proof"]["conflicts"] == ["阿水在阿木同侧右边", "阿木在阿水正对面"]
    many = write_records(tmp_path / "m.jsonl", [zh(at, text=CLASH) for at in range(12)])
    assert "2 more; --html writes all of them." in pingce("quality", "prove", many, "--lang", "en").out


def test_items_without_answers_are_proved_all_the_same(tmp_path: Path) -> None:
    found = audit(tmp_path, [{key: value for key, value in zh(1).items() if key != "answer"}])
    assert (found.alarms, found.items[0].gold) == ([], None)
    assert isinstance(found.items[0].proved, frozenset)
    assert audit_parts([Part(TASKS["space2025/spr-zh"], "x", "x")]).items == []
