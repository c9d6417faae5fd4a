"""Characters worth a second look. They are counted and shown, never changed.

Control, hidden, private-use and replacement characters, traditional ones, full-width letters and half-width punctuation
point at trouble in a source. Screening counts them and shows where; texts stay as they are.
"""

import re
from collections import Counter
from collections.abc import Callable

import msgspec

TRADITIONAL = (
    "們來這個時說會對過還為國學從後裏發經長東車門間問開關頭見現動種無點馬鳥魚書畫話語讀寫買賣錢銀鐵鍾錯"
    "電視聽覺親請誰課論議識讓認記設許訴該詞誠談調謝證變豐貝負責貨質貴費資賓賞賽贊趕跡踐軍軟輕載輛輪轉農"
    "達遠進運邊鄉鄰醫釋裡難雖雙雞離雲靈韓頁項順預領題額顏願類風飛飯飲館駐驗體髮鬥龍龜齊齒"
)
CONTROL = r"\x00-\x08\x0e-\x1f\x7f\x80-\x84\x86-\x9f"
HIDDEN = r"\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff\u00ad"
PRIVATE = r"\ue000-\uf8ff\U000f0000-\U0010fffd"
FULL_WIDTH = "\uff10-\uff19\uff21-\uff3a\uff41-\uff5a"
HALF_WIDTH = ",.;:!?()"
ODD = re.compile(f"[{CONTROL}{HIDDEN}{PRIVATE}{FULL_WIDTH}\ufffd{TRADITIONAL}{HALF_WIDTH}]")
"""One class of characters for all kinds: the search passes over ordinary text at ten nanoseconds a character."""
HAN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff]")
AROUND = 8
CHARACTERS = 10
"""Of each kind, so many different characters are shown."""

KINDS: tuple[tuple[str, Callable[[str], object]], ...] = (
    ("half-width", re.compile(rf"[{re.escape(HALF_WIDTH)}]").match),
    ("traditional", re.compile(f"[{TRADITIONAL}]").match),
    ("full-width", re.compile(f"[{FULL_WIDTH}]").match),
    ("replacement", "\ufffd".__eq__),
    ("control", re.compile(f"[{CONTROL}]").match),
    ("hidden", re.compile(f"[{HIDDEN}]").match),
    ("private-use", re.compile(f"[{PRIVATE}]").match),
)


class Oddity(msgspec.Struct):
    """All characters of one kind; the first of them with its place and what stands around it."""

    count: int
    characters: dict[str, int]
    place: str
    around: str


Oddities = dict[str, Oddity]


def note_oddities(oddities: Oddities, text: str, file: str, line: int) -> None:
    """Count characters that a text should not have, and keep the first place of each kind."""
    for match in ODD.finditer(text):
        character, at = match.group(), match.start()
        kind = next(name for name, holds in KINDS if holds(character))
        # A half-width mark is odd only between Chinese characters; in numbers, names and formulas it is at home.
        if kind == "half-width" and not _between_han(text, at):
            continue
        if kind not in oddities:
            oddities[kind] = Oddity(0, {}, f"{file}:{line}", text[max(0, at - AROUND) : at + AROUND + 1])
        oddity = oddities[kind]
        oddity.count += 1
        oddity.characters[character] = oddity.characters.get(character, 0) + 1


def _between_han(text: str, at: int) -> bool:
    return at > 0 and HAN.match(text, at - 1) is not None and HAN.match(text, at + 1) is not None


def add_oddities(total: Oddities, more: Oddities) -> None:
    """``more`` comes later in the corpus, so the examples of ``total`` stay."""
    for kind, oddity in more.items():
        if kind not in total:
            total[kind] = Oddity(0, {}, oddity.place, oddity.around)
        total[kind].count += oddity.count
        total[kind].characters = dict(Counter(total[kind].characters) + Counter(oddity.characters))


def frequent(oddity: Oddity) -> list[tuple[str, int]]:
    """The commonest characters of a kind as code points."""
    ranked = sorted(oddity.characters.items(), key=lambda pair: (-pair[1], pair[0]))
    return [(f"U+{ord(character):04X}", count) for character, count in ranked[:CHARACTERS]]
