"""What earlier files give away about a test: on sentences of our own, where the answer is known."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from pingce.formats.parts import Part
from pingce.quality.earlier import find_earlier_leaks
from pingce.report.earlier_leaks import earlier_page
from pingce.spec.values import Answer, Item
from pingce.tasks.catalog import find_task
from tests.builders import write_records
from tests.cli.conftest import Run, pingce

__all__ = ["pingce"]

JSI, CHOICE, JUDGE, PAIRS = (
    find_task(name) for name in ("space2025/jsi", "space2024/choice", "space2022/task1", "space2025/rse")
)
OPTIONS = {"A": "甲", "B": "乙", "C": "丙"}


def jsi(rows: Sequence[tuple[str, str]]) -> Part:
    items = [Item(f"jsi-test-{n}", {"text": text}) for n, (text, _) in enumerate(rows)]
    answers: list[Answer | None] = [{"answer": label} for _, label in rows]
    return Part(JSI, "test", "t", items, answers)


def choice(rows: list[tuple[str, str, str]], split: str = "train") -> Part:
    """Ability, text, right letters."""
    items = [
        Item(f"{ability}-train-s-{n}", {"text": text, "question": "谁在前面()。"}, options=OPTIONS)
        for n, (ability, text, _) in enumerate(rows)
    ]
    answers: list[Answer | None] = [{"answer": frozenset(letters)} for _, _, letters in rows]
    return Part(CHOICE, split, "c", items, answers)


def test_an_ability_that_tells_whether_a_text_is_sound_answers_the_test() -> None:
    """Ability 3 of 2024 has unsound texts, the others sound ones."""
    texts = [f"第{n}个人走进第{n}间屋子。" for n in range(8)]
    test = jsi([(text, "错误" if n % 2 else "正确") for n, text in enumerate(texts)] + [("无关的一句话。", "正确")] * 2)
    earlier = choice([("3" if n % 2 else "1", text.replace("。", "，"), "A") for n, text in enumerate(texts)])
    [leak] = find_earlier_leaks([test], [earlier])
    assert (leak.items, len(leak.shared), leak.shared_by) == (10, 8, {"space2024/choice train": 8})
    assert {(clue.clue, tuple(clue.labels.items())) for clue in leak.clues} == {
        ("ability 1, kind s", (("正确", 4),)),
        ("ability 3, kind s", (("错误", 4),)),
    }
    assert leak.score is not None
    assert (leak.score.accuracy, leak.score.most_frequent) == (1.0, 0.6)
    assert (leak.score.shared, leak.score.shared_right, leak.score.shared_most_frequent_right) == (8, 8, 4)


def test_an_item_does_not_vote_for_its_own_answer() -> None:
    """Each clue is seen once, so clues tell nothing, though in hindsight they would tell all."""
    test = jsi([("他在山上。", "正确"), ("他在山下。", "错误"), ("他在船上。", "正确")])
    judged = Part(JUDGE, "train", "j", [Item("1", {JUDGE.texts[0].name: "他在山下"})], [{JUDGE.answer[0].name: "1"}])
    [leak] = find_earlier_leaks([test], [judged, choice([("3", "他在山上", "A")])])
    assert leak.score is not None
    assert leak.score.right == leak.score.most_frequent_right == 2
    assert [[seen.clue for seen in item.seen] for item in leak.shared] == [["ability 3, kind s"], ["1"]]


def test_even_labels_with_one_clue_tell_nothing() -> None:
    test = jsi([(f"第{n}句话在纸上。", "错误" if n % 2 else "正确") for n in range(6)])
    earlier = choice([("1", f"第{n}句话在纸上。", "A") for n in range(6)])
    [leak] = find_earlier_leaks([test], [earlier])
    assert leak.score is not None
    assert leak.score.right == 3


def test_the_same_question_with_the_same_options_is_copied_in_whatever_order() -> None:
    earlier = choice([("4", "六人坐成一排。", "B"), ("4", "四人坐在桌边。", "C")])
    turned = {"A": "乙", "B": "甲", "C": "丙"}
    asked = [
        Item("4-test-s-1", {"text": "六人坐成一排", "question": "谁在前面()。"}, options=turned),
        Item("4-test-s-2", {"text": "四人坐在桌边", "question": "谁在后面()。"}, options=OPTIONS),
    ]
    test = Part(CHOICE, "test", "t", asked, [{"answer": frozenset("A")}, {"answer": frozenset("B")}])
    [leak] = find_earlier_leaks([test], [earlier])
    assert [item.seen[0].clue for item in leak.shared] == ["ability 4, kind s, = A", "ability 4, kind s"]
    assert leak.score is not None
    assert leak.score.right >= 1


def test_both_texts_of_a_pair_are_looked_for_and_tests_may_lack_answers() -> None:
    pair = Item("rse-test-1", {"text1": "他坐在门口。", "text2": "他坐在门前。"})
    test = Part(PAIRS, "test", "t", [pair], [None])
    [leak] = find_earlier_leaks([test], [choice([("1", "他坐在门前", "A")])])
    assert (len(leak.shared), leak.score, leak.shared[0].label) == (1, None, None)
    assert "他坐在门口" in earlier_page([leak])


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str]:
    test = [
        {"id": f"jsi-test-{n}", "instruction": "判断", "text": f"第{n}人在岸上。", "answer": "正确"} for n in range(3)
    ]
    earlier = [
        {
            "qid": f"1-train-s-{n}",
            "text": f"第{n}人，在岸上",
            "question": "()在岸上。",
            "option": OPTIONS,
            "answer": ["A"],
        }
        for n in range(2)
    ]
    write_records(tmp_path / "jsi.jsonl", test)
    write_records(tmp_path / "old.jsonl", earlier)
    return f"space2025/jsi:test={tmp_path}/jsi.jsonl", f"space2024/choice:train={tmp_path}/old.jsonl"


def test_leaks_against_earlier_files_by_command(pingce: Run, files: tuple[str, str], tmp_path: Path) -> None:
    test, earlier = files
    listing, page = tmp_path / "shared.jsonl", tmp_path / "page.html"
    told = pingce("quality", "leaks", test, "--against", earlier, "--out", listing, "--html", page, "--lang", "zh")
    assert told.code == 0, told.err
    assert "跨届泄漏" in page.read_text(encoding="utf-8")
    assert "ability 1" in told.out
    shared = [json.loads(line) for line in listing.read_text(encoding="utf-8").splitlines()]
    assert [(one["id"], one["seen"][0]["id"]) for one in shared] == [
        ("jsi-test-0", "1-train-s-0"),
        ("jsi-test-1", "1-train-s-1"),
    ]
    counted = json.loads(pingce("quality", "leaks", test, "--against", earlier, "--json").out)
    assert counted["parts"][0]["shared"] == 2
    assert counted["parts"][0]["score"]["accuracy"] == 1.0


def test_a_file_cannot_be_test_and_earlier_file_under_one_name(pingce: Run, files: tuple[str, str]) -> None:
    refused = pingce("quality", "leaks", files[0], "--against", files[0])
    assert refused.code == 1
    assert "given twice" in refused.err
