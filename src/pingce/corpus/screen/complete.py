"""Does a passage begin and end as a text does?"""

import re
from typing import Literal

from ..passages import CLOSING, OPENING

IncompleteCode = Literal["open-end", "no-end", "open-start", "unbalanced"]

PAIRS = dict(zip(CLOSING, OPENING, strict=True))
BRACKET = re.compile(rf'[{re.escape(OPENING + CLOSING)}"]')
APOSTROPHE = re.compile("(?<=[A-Za-z])’(?=[A-Za-z])")
END_MARKS = "。！？!?…；.～~—"
CLOSING_MARKS = CLOSING + "\"'"
GOES_ON = "，、,：:"


def incomplete(text: str) -> IncompleteCode | None:
    """The first thing that is wrong: a comma or colon at the end, no end mark, a stray beginning, a lone bracket."""
    if text[-1] in GOES_ON:
        return "open-end"
    if text[-1] not in END_MARKS:
        body = text.rstrip(CLOSING_MARKS)
        if not body or body[-1] not in END_MARKS:
            return "no-end"
    if text[0] in GOES_ON or text[0] in "。！？；!?;.":
        return "open-start"
    return None if balanced(text) else "unbalanced"


def balanced(text: str) -> bool:
    """Every bracket and quote has its partner, properly nested; straight quotes come in pairs."""
    marks = BRACKET.findall(text)
    if "’" in marks:
        marks = BRACKET.findall(APOSTROPHE.sub("", text))
    waiting: list[str] = []
    straight = 0
    for mark in marks:
        if mark == '"':
            straight += 1
        elif mark in OPENING:
            waiting.append(mark)
        elif not waiting or waiting.pop() != PAIRS[mark]:
            return False
    return not waiting and straight % 2 == 0
