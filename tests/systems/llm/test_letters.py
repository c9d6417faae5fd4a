"""Letters in what models write, however they write them."""

import pytest

from pingce.spec.values import Item
from pingce.systems.llm.prompt import question
from pingce.systems.llm.reading import NO_JSON, AnswerReader
from pingce.systems.llm.replies import only_letters, stated_letters
from pingce.tasks.catalog import TASKS

FOUR = ("A", "B", "C", "D")
SAID = {
    "B": "B",
    "A、C": "AC",
    "\uff21\uff23": "AC",
    "(C)": "C",
    "**D**": "D",
    "a and c": "AC",
    "答案是 AC": "AC",
    "答案：B、D。": "BD",
    "正确答案为（\uff21）。": "A",
    "故选C。": "C",
    "The correct answer is (B).": "B",
    "The final answers are A and D.": "AD",
    r"Therefore \boxed{A}": "A",
    r"So $\boxed{\text{AC}}$.": "AC",
    "先看A，它不成立；选项B成立。答案是B。不对，重新想：答案应该是 C。": "C",
    "甲在左边。\n\nB": "B",
    "<think>答案是A吧……答案是D</think>\n答案是 B": "B",
    "Alice sits left of Bob.": "",
    "答案是 Alice": "",
    "我不知道。": "",
    "<think>答案是A": "",
    "": "",
}


@pytest.mark.parametrize("content", SAID)
def test_the_last_statement_of_letters_counts(content: str) -> None:
    assert "".join(stated_letters(content, FOUR) or ()) == SAID[content]


def test_letters_the_item_does_not_have_are_none() -> None:
    assert stated_letters("答案是 D", ("A", "B")) is None
    assert only_letters("A, D", ("A", "B")) is None
    assert only_letters("Bob", FOUR) is None


def _read(content: str) -> tuple[object, tuple[str, ...]]:
    options = {"A": "甲", "B": "乙", "C": "丙"}
    item = Item("spr-zh-1", {"text": "甲在乙左边。", "question": "()在左边。"}, {"instruction": "多选题"}, options)
    read = AnswerReader(TASKS["space2025/spr-zh"], item, {}).read(content)
    return read.answer.get("answer"), read.problems


@pytest.mark.parametrize(
    ("content", "letters"),
    [
        ('{"answer": ["A", "C"]}', "AC"),
        ('{"answer": "AC"}', "AC"),
        ('{"answer": ["\\uff21"]}', "A"),
        ('{"answer": "答案是 B"}', "B"),
        ('前面想错了 {"answer": ["A"]}，改为 {"answer": ["B"]}', "B"),
        ("所以答案是 AC。", "AC"),
    ],
)
def test_json_and_words_are_read(content: str, letters: str) -> None:
    assert _read(content) == (frozenset(letters), ())


def test_an_answer_that_is_none_is_told() -> None:
    assert _read('{"answer": ["D"]}') == (None, ('answer：实际 ["D"]；应为 A/B/C 的列表',))
    assert _read("我不知道。") == (None, (NO_JSON,))


def test_the_question_shows_options_and_kind() -> None:
    task = TASKS["space2024/choice"]
    item = Item("4-dev-m-1", {"text": "甲在乙左边。", "question": "()在左边。"}, {}, {"A": "甲", "B": "乙"})
    assert question(task, item, {}).splitlines() == [
        "文本：甲在乙左边。",
        "问题：()在左边。",
        "选项：",
        "A. 甲",
        "B. 乙",
        "这是多选题，有两个或两个以上正确选项。",
    ]
