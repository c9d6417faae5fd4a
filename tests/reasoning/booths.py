"""Records of four people in a booth, for tests of the solver and the audit."""

from typing import Any

NAMES = ("阿木", "阿水", "阿火", "阿土")
EN_NAMES = ("Ann", "Bob", "Eve", "Tom")
TEXT = (
    "阿木、阿水、阿火、阿土四人来到面馆吃面，选了四人卡座坐下。面对面而坐。已知：\n"
    "(1)阿水在阿木同侧右边；\n(2)阿土在阿火右手边挨着坐。"
)
EN_TEXT = (
    "Ann, Bob, Eve, Tom, - Four people chose a four-person booth, facing each other. It is known that:\n"
    "(1)Bob is on Ann's right on the same side;\n(2)Tom is sitting next to Eve on the right-hand side."
)
SINGLE, MULTIPLE = "题目是单选题，有一个正确答案。", "题目是多选题，有两个或两个以上的正确答案。"
NONE = {"zh": "以上选项都不是", "en": "None of the above"}


def zh(number: int, **changes: Any) -> dict[str, Any]:
    """Whom 阿水 sits next to: 阿木."""
    options = {"A": "阿木", "B": "阿火", "C": "阿土", "D": NONE["zh"]}
    record = {"id": f"spr-zh-train-{number}", "instruction": SINGLE, "text": TEXT, "question": "阿水和()挨着坐。"}
    return {**record, "options": options, "answer": ["A"], **changes}


def en(number: int, **changes: Any) -> dict[str, Any]:
    """The same in English."""
    options = {"A": "Ann", "B": "Eve", "C": "Tom", "D": NONE["en"]}
    record = {
        "id": f"spr-en-train-{number}",
        "instruction": "The question is multiple-choice with one correct answer.",
        "text": EN_TEXT,
        "question": "Bob and () are sitting side by side.",
    }
    return {**record, "options": options, "answer": ["A"], **changes}


CLASH = f"{TEXT}\n(3)阿木在阿水正对面。"
"""阿木 and 阿水 share a bench and sit face to face."""
