"""Is a passage whole and modern Chinese prose? Counts of characters and function words, no model.

The limits are settings. They are set so that published passages nearly all pass; what they catch is meant to be
plain: pages of English, price lists, program text, classical prose and regular verse.
"""

import re
from typing import Literal

from ..passages import CLOSING, OPENING
from .settings import Modern

OtherCode = Literal["code", "table", "foreign", "classical", "verse"]

HAN = r"\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U0003ffff"
SUSPECT = re.compile(rf"[^{HAN}\u2000-\u206f\u3000-\u303f\uff00-\uff0f\uff1a-\uff20 ,.;:!?%()'\"-]")
"""Neither a Chinese character nor punctuation; in prose a few digits and names."""
CODE = re.compile(r"[{}\[\]<>=_\\|$#@&*^~/+`]")
TABLE = re.compile(r"[\d|\t│┃]")
MODERN = "的了们着这那么没都把被很你她它吗呢吧"
CLASSICAL = re.compile(
    "[矣焉哉曰吾汝兮弗毋遂亦皆於欤耶孰辄乃]"
    "|(?<![几似在合关出近])乎"
    "|[也者](?=[，。！？；])"
    "|之(?![一二三四五六七八九十后前间中下上外内])"
    "|(?<![尤与极])其(?![他实中它余次间])"
)
FEWEST = 2
"""One such word is a turn of phrase (顺其自然)."""
CLAUSE = re.compile(r"[^，。！？；、：“”‘’《》\s]+")
LENGTHS = (4, 5, 7)


def not_modern(text: str, limits: Modern) -> OtherCode | None:
    """Why a text is no modern Chinese prose (code, tables, foreign words, verse, classical); None: it is."""
    length = len(text)
    suspects = SUSPECT.findall(text)
    # Fewer than these cannot pass any of the limits, whatever they are.
    few = min(limits.code, limits.table, limits.foreign / 2) * length
    if len(suspects) > few and (code := _not_prose("".join(suspects), length, limits)):
        return code
    if _is_modern(text, limits.modern * length / 100):
        return None
    if _verse_share(text) >= limits.verse:
        return "verse"
    classical = len(CLASSICAL.findall(text))
    return "classical" if classical >= FEWEST and 100 * classical >= limits.classical * length else None


def _is_modern(text: str, enough: float) -> bool:
    """Enough function words; the commonest come first, so that most texts are through after two or three."""
    modern = 0
    for word in MODERN:
        modern += text.count(word)
        if modern >= enough:
            return True
    return False


def _not_prose(suspects: str, length: int, limits: Modern) -> OtherCode | None:
    if len(CODE.findall(suspects)) > limits.code * length:
        return "code"
    if len(TABLE.findall(suspects)) > limits.table * length:
        return "table"
    letters = sum(map(str.isalpha, suspects))
    return "foreign" if letters > limits.foreign * (letters + length - len(suspects)) else None


def _verse_share(text: str) -> float:
    """How many of the clauses have the commonest of the lengths of verse; four clauses at least."""
    clauses = [len(clause) for clause in CLAUSE.findall(text)]
    return max(map(clauses.count, LENGTHS)) / len(clauses) if len(clauses) >= 4 else 0.0


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
