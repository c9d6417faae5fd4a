"""What a cell of a score table may hold: a score, a jury mark, a flag, a team's name.

Numbers become fractions, so 2479/3152 and 0.7992 are both exact and equal scores are recognised as equal.
"""

import re
import unicodedata
from fractions import Fraction

from pingce.spec.words import Words

MISSING = frozenset(("", "-", "–", "—", "−"))
YES = frozenset(("1", "true", "yes", "是", "x"))
NO = MISSING | {"0", "false", "no", "否"}
HIGHEST = 100
"""Scores are shares of 1, except the human ratings of 2023, which go to 100."""

# Bounded lengths: a number of any evaluation fits, and 1e999999999 does not become a fraction of that many digits.
DECIMAL = re.compile(r"[+-]?(?:[0-9]{1,20}(?:\.[0-9]{0,30})?|\.[0-9]{1,30})(?:[eE][+-]?[0-9]{1,2})?")
RATIO = re.compile(r"([+-]?[0-9]{1,20})\s*/\s*([0-9]{1,20})")

NUMBER = Words(
    "数字（如 0.7992）或分数（如 2479/3152），缺考留空", "a number (0.7992), a fraction (2479/3152) or nothing"
)


class CellError(Exception):
    """A cell that cannot be used; the reader adds where it stands."""

    def __init__(self, code: str, expected: Words) -> None:
        super().__init__(expected.en)
        self.code = code
        self.expected = expected


def score_cell(value: object) -> Fraction | None:
    """A score; None where the team did not take part in the subtask."""
    number = _number(value)
    if number is not None and not 0 <= number <= HIGHEST:
        raise CellError("score-out-of-range", Words(f"0 到 {HIGHEST} 之间的分数", f"a score from 0 to {HIGHEST}"))
    return number


def jury_cell(value: object) -> Fraction | None:
    """A jury's mark on any scale, since marks are scaled to [0,1] anyway."""
    number = _number(value)
    if number is not None and number < 0:
        raise CellError("score-out-of-range", Words("不小于 0 的评委分", "a jury mark of 0 or more"))
    return number


def printed_cell(value: object) -> str:
    """A figure as it was printed, digits and all; the minus may be a real one."""
    text = _plain(value).replace("−", "-") if isinstance(value, str | int | float | None) else "?"
    if text in MISSING or DECIMAL.fullmatch(text):
        return "" if text in MISSING else text
    raise CellError("not-a-number", Words("小数（如 0.7992），没有则留空", "a decimal number (0.7992) or nothing"))


def flag_cell(value: object) -> bool:
    """Yes or no, in any of the spellings tables have; empty is no."""
    if isinstance(value, bool):
        return value
    word = _plain(value).casefold() if isinstance(value, str | int | None) else None
    if word in YES:
        return True
    if word in NO:
        return False
    raise CellError("not-a-flag", Words("1/true/yes/是/x，或留空", "1, true, yes, 是 or x; or nothing"))


def team_cell(value: object) -> str:
    """A team's name: some text, on one line."""
    name = _plain(value) if isinstance(value, str | None) else None
    if not name:
        raise CellError("no-team-name", Words("队名（文字）", "the name of a team, as text"))
    if any(unicodedata.category(character) == "Cc" for character in name):
        # A name is printed to terminals; a line break or an escape code in it is an accident at best.
        raise CellError(
            "control-character", Words("不含换行等控制字符的队名", "a name without line breaks or control codes")
        )
    return name


def _number(value: object) -> Fraction | None:
    if isinstance(value, bool) or not isinstance(value, str | int | float | None):
        raise CellError("not-a-number", NUMBER)
    text = _plain(value)
    if text in MISSING:
        return None
    if DECIMAL.fullmatch(text):
        return Fraction(text)
    ratio = RATIO.fullmatch(text)
    if ratio is None:
        raise CellError("not-a-number", NUMBER)
    if not int(ratio[2]):
        raise CellError("zero-denominator", Words("不为 0 的分母", "a denominator other than 0"))
    return Fraction(int(ratio[1]), int(ratio[2]))


def _plain(value: str | float | None) -> str:
    """The cell as written; a JSON number reads as the decimal it was written as, not as its binary neighbour."""
    return "" if value is None else str(value).strip()
