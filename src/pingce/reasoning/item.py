"""A reasoning item as the solver sees it: text, question, lettered options, language."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from pingce.spec.values import Item

Language = Literal["zh", "en"]
_HAN = re.compile(r"[\u3400-\u9fff]")
_WORD = re.compile(r"[A-Za-z]{3}")

BLANK = "()"
"""Where an option goes in a question; files also write ``_``, ``___`` or full-width brackets."""
_BLANK = re.compile(r"_+|[(（]\s*[)）]")
_NONE = re.compile(
    r"^(?:以上(?:选项|答案)?(?:都|均)?(?:不是|不对|不正确|不符合(?:题目)?要求)|none of the (?:options )?above)",
    re.IGNORECASE,
)
_WRONG_ONES = re.compile(r"不正确|不对的|错误|incorrect|not (?:correct|true|right)|false|wrong", re.IGNORECASE)
_WHICH = re.compile(
    r"^(?:以下|下列|下面)[^，]*(?:正确|错误|不对)的?(?:选项|一项)?(?:是|有)?"
    r"|^(?:select|choose|which|what)\b.*\b(?:correct|incorrect|true|false|right|wrong)\b.*",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class ReasoningItem:
    """One question with lettered options about one text."""

    text: str
    question: str
    options: Mapping[str, str]
    language: Language
    id: str = field(default="", compare=False)


def reasoning_item(item: Item) -> ReasoningItem:
    """An item of a choice task as the solver sees it; its language is that of its text."""
    text = item.texts.get("text", "")
    return ReasoningItem(text, item.texts.get("question", ""), item.options, language_of(text), id=item.id)


def language_of(text: str) -> Language:
    return "zh" if _HAN.search(text) else "en"


def foreign_parts(item: ReasoningItem) -> list[str]:
    """The question and options that are written in another language than the text."""
    parts = [part for part in (item.question, *item.options.values()) if part.strip() not in item.text]
    if item.language == "en":
        return [part for part in parts if _HAN.search(part)]
    return [part for part in parts if _WORD.search(part) and not _HAN.search(part)]


def with_blank(question: str) -> str:
    """The question with its blank written ``()``, however the file wrote it."""
    return _BLANK.sub(BLANK, question.strip(), count=1)


def is_none_of_above(option: str) -> bool:
    """Whether an option says that no other option is right."""
    return _NONE.match(option.strip()) is not None


def asks_which_option(question: str) -> bool:
    """Whether the options are statements of their own («which of these is right?»)."""
    return _WHICH.fullmatch(with_blank(question).replace(BLANK, "").strip(" :：。.？?")) is not None


def asks_for_wrong_options(question: str) -> bool:
    """Whether the options are statements and those that do *not* hold are asked for."""
    return asks_which_option(question) and _WRONG_ONES.search(question) is not None


def claimed_sentence(item: ReasoningItem, option: str) -> str | None:
    """What an option claims: itself, or the question with it in the blank; None for «none of the above»."""
    if is_none_of_above(option):
        return None
    if asks_which_option(item.question):
        return option.strip()
    blank = re.compile(r"\s*\(\)\s*") if item.language == "zh" else re.compile(r"\(\)")
    return blank.sub(lambda _: option.strip(), with_blank(item.question))
