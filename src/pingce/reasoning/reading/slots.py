"""The small word classes of the patterns: hands, clock, compass, ordinals, numbers, tiers, columns.

Each class maps its words to a value, in both languages; the first word of a value is the one a writer would use.
"""

from collections.abc import Mapping

from pingce.reasoning.item import Language
from pingce.reasoning.relations import Compass, CountWay, Relation

from .location_words import LOCATIONS

SlotValue = CountWay | Compass | int | Relation

_ZH_DIGITS = "一二三四五六七八九十"
_EN_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_EN_NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_ZH_POINTS = {
    "东北": Compass.NORTHEAST,
    "东南": Compass.SOUTHEAST,
    "西北": Compass.NORTHWEST,
    "西南": Compass.SOUTHWEST,
    "东": Compass.EAST,
    "西": Compass.WEST,
    "南": Compass.SOUTH,
    "北": Compass.NORTH,
}
_EN_POINTS = {point.name.lower(): point for point in Compass}


def _zh_numbers() -> dict[str, SlotValue]:
    return {
        **{digit: at for at, digit in enumerate(_ZH_DIGITS, start=1)},
        "两": 2,
        **{str(at): at for at in range(1, 11)},
    }


def _en_numbers() -> dict[str, SlotValue]:
    words = {word: at for at, word in enumerate(_EN_NUMBERS, start=1)}
    return {**words, "a": 1, "an": 1, **{str(at): at for at in range(1, 11)}}


def _zh_tiers() -> dict[str, SlotValue]:
    counted = {f"{prefix}{digit}层": at for at, digit in enumerate(_ZH_DIGITS, start=1) for prefix in ("第", "")}
    counted |= {f"{prefix}{at}层": at for at in range(1, 11) for prefix in ("第", "")}
    return {
        **counted,
        "底层": 1,
        "最底层": 1,
        "最下层": 1,
        "顶层": -1,
        "最顶层": -1,
        "最上层": -1,
        "中间层": 0,
        "中层": 0,
    }


def _en_tiers() -> dict[str, SlotValue]:
    counted = {f"{word} {noun}": at for at, word in enumerate(_EN_ORDINALS, 1) for noun in ("tier", "floor", "layer")}
    named = {"bottom": 1, "ground": 1, "middle": 0, "top": -1}
    return {**counted, **{f"{word} {noun}": at for word, at in named.items() for noun in ("tier", "floor", "layer")}}


SLOTS: Mapping[Language, Mapping[str, Mapping[str, SlotValue]]] = {
    "zh": {
        "loc": LOCATIONS["zh"],
        "loc2": LOCATIONS["zh"],
        "hand": {"左": CountWay.LEFT, "右": CountWay.RIGHT},
        "hand2": {"左": CountWay.LEFT, "右": CountWay.RIGHT},
        "clock": {"顺时针": CountWay.CLOCKWISE, "逆时针": CountWay.COUNTERCLOCKWISE},
        "nth": _zh_numbers(),
        "number": _zh_numbers(),
        "point": dict(_ZH_POINTS),
        "due": {f"正{word}": point for word, point in _ZH_POINTS.items() if len(word) == 1},
        "looks": {**{f"正{word}": point for word, point in _ZH_POINTS.items()}, **_ZH_POINTS},
        "tier": _zh_tiers(),
        "column": {"左": CountWay.LEFT, "右": CountWay.RIGHT, **_ZH_POINTS},
    },
    "en": {
        "loc": LOCATIONS["en"],
        "loc2": LOCATIONS["en"],
        "hand": {"left": CountWay.LEFT, "right": CountWay.RIGHT},
        "hand2": {"left": CountWay.LEFT, "right": CountWay.RIGHT},
        "clock": {
            "clockwise": CountWay.CLOCKWISE,
            "counterclockwise": CountWay.COUNTERCLOCKWISE,
            "counter-clockwise": CountWay.COUNTERCLOCKWISE,
            "anticlockwise": CountWay.COUNTERCLOCKWISE,
        },
        "nth": {word: at for at, word in enumerate(_EN_ORDINALS, start=1)},
        "number": _en_numbers(),
        "point": dict(_EN_POINTS),
        "due": dict(_EN_POINTS),
        "looks": {**{f"due {word}": point for word, point in _EN_POINTS.items()}, **_EN_POINTS},
        "tier": _en_tiers(),
        "column": {"left": CountWay.LEFT, "right": CountWay.RIGHT, **_EN_POINTS},
    },
}
