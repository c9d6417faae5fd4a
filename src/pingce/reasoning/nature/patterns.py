"""What can be said of numbered things, the ways to say it in Chinese and English, and examples of each.

A thing spoken of by its number is written ``{n}``, a second one ``{m}``; other braces are word classes of
`pingce.reasoning.nature.words`, brackets and bars as in `pingce.reasoning.reading.patterns`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from .claims import (
    BinaryClaim,
    HasProperty,
    InCategory,
    LegsDifference,
    LegsTotal,
    LivesIn,
    SameProperty,
    UnaryClaim,
    WavelengthCompared,
)

_COUNTS = {word: at for at, word in enumerate(("one", "two", "three", "four", "five", "six"), start=1)}


@dataclass(frozen=True)
class SlotValues:
    """The values of a sentence's slots."""

    values: Mapping[str, str]

    def __getitem__(self, slot: str) -> str:
        return self.values[slot]

    def number(self, slot: str = "legs") -> int:
        word = self.values[slot]
        return int(word) if word.isdigit() else _COUNTS[word]


Meaning = Callable[[SlotValues], UnaryClaim | BinaryClaim]


@dataclass(frozen=True)
class PropertyPattern:
    """A claim of one or two numbered things, the ways to make it, and examples."""

    meaning: Meaning
    zh: tuple[str, ...]
    en: tuple[str, ...]
    examples: tuple[tuple[str, UnaryClaim | BinaryClaim], ...]


_TWO, _FOUR = "the plant in field No.2", "the plant in field No.4"
PROPERTY_PATTERNS: tuple[PropertyPattern, ...] = (
    PropertyPattern(
        lambda found: InCategory(found["category"]),
        zh=("{n}(属于|是一种|是){category}",),
        en=("{n} is (a kind of|a|an) {category}",),
        examples=(
            ("1号田中的作物属于蔬菜", InCategory("vegetable")),
            ("The plant in field No.2 is a kind of nut", InCategory("nut")),
        ),
    ),
    PropertyPattern(
        lambda found: InCategory(found["category"], so=False),
        zh=("{n}不(属于|是一种|是){category}",),
        en=("{n} is not (a kind of|a|an) {category}",),
        examples=(
            ("4号照片上的物品不属于工具", InCategory("tool", so=False)),
            ("The item on photo No.4 is not an echinoderm", InCategory("echinoderm", so=False)),
        ),
    ),
    PropertyPattern(
        lambda found: HasProperty("part", found["part"]),
        zh=("{n}的可食用部分是它的{part}",),
        en=("The edible part of {n} is its {part}",),
        examples=(
            ("2号田中的作物的可食用部分是它的块茎", HasProperty("part", "stem tuber")),
            ("The edible part of the plant in field No.1 is its leaf", HasProperty("part", "leaf")),
        ),
    ),
    PropertyPattern(
        lambda found: HasProperty("flower", found["colour"]),
        zh=("{n}开的花是{colour}的",),
        en=("The flower of {n} is {colour}",),
        examples=(
            ("2号照片上的物品开的花是黄绿色的", HasProperty("flower", "yellow green")),
            ("The flower of the item on photo No.4 is white", HasProperty("flower", "white")),
        ),
    ),
    PropertyPattern(
        lambda found: HasProperty("colour", found["colour"]),
        zh=("{n}是{colour}的",),
        en=("{n} is {colour}",),
        examples=(
            ("3号田中的作物是绿色的", HasProperty("colour", "green")),
            ("The animal in enclosure No.1 is white", HasProperty("colour", "white")),
        ),
    ),
    PropertyPattern(
        lambda found: HasProperty("taste", found["taste"]),
        zh=("{n}的味道是{taste}的",),
        en=("{n} tastes {taste}",),
        examples=(
            ("3号田中的作物的味道是酸甜的", HasProperty("taste", "sour and sweet")),
            ("The plant in field No.3 tastes spicy", HasProperty("taste", "spicy")),
        ),
    ),
    PropertyPattern(
        lambda found: HasProperty("shape", found["shape"]),
        zh=("{n}的形状是{shape}的",),
        en=("The shape of {n} is {shape}",),
        examples=(
            ("3号田中的作物的形状是椭圆形的", HasProperty("shape", "elliptical")),
            ("The shape of the plant in field No.3 is round", HasProperty("shape", "round")),
        ),
    ),
    PropertyPattern(
        lambda found: HasProperty("legs", str(found.number())),
        zh=("{n}有{legs}条腿",),
        en=("{n} has {legs} (leg|legs)",),
        examples=(
            ("3号场馆中的动物有6条腿", HasProperty("legs", "6")),
            ("The animal in enclosure No.3 has 2 legs", HasProperty("legs", "2")),
        ),
    ),
    PropertyPattern(
        lambda _: HasProperty("legs", "0"),
        zh=("{n}没有腿",),
        en=("{n} has no (leg|legs)",),
        examples=(
            ("3号场馆中的动物没有腿", HasProperty("legs", "0")),
            ("The animal in enclosure No.3 has no legs", HasProperty("legs", "0")),
        ),
    ),
    PropertyPattern(
        lambda found: HasProperty(found["ability"], "yes"),
        zh=("{n}{ability}",),
        en=("{n} {ability}",),
        examples=(
            ("3号场馆中的动物会游泳", HasProperty("swim", "yes")),
            ("The animal in enclosure No.3 can fly", HasProperty("fly", "yes")),
            ("The item on photo No.1's diet generally consist of mosquitos", HasProperty("eats mosquitoes", "yes")),
        ),
    ),
    PropertyPattern(
        lambda found: LivesIn(found["place"]),
        zh=("{n}生活在{place}",),
        en=("{n} lives {place}",),
        examples=(
            ("3号场馆中的动物生活在淡水中", LivesIn("fresh water")),
            ("The animal in enclosure No.3 lives on land", LivesIn("land")),
        ),
    ),
    PropertyPattern(
        lambda _: SameProperty("part"),
        zh=("{n}(与|和){m}的可食用部分属于植物的同一种器官",),
        en=("The edible part of {n} and {m} is the same organ of plant",),
        examples=(
            ("1号田中的作物与3号田中的作物的可食用部分属于植物的同一种器官", SameProperty("part")),
            (
                "The edible part of the plant in field No.2 and the plant in field No.1 is the same organ of plant",
                SameProperty("part"),
            ),
        ),
    ),
    PropertyPattern(
        lambda _: SameProperty("colour"),
        zh=("{n}(与|和){m}的颜色相同",),
        en=("The color of {n} and {m} is the same",),
        examples=(
            ("1号田中的作物与3号田中的作物的颜色相同", SameProperty("colour")),
            ("The color of the plant in field No.4 and the plant in field No.2 is the same", SameProperty("colour")),
        ),
    ),
    PropertyPattern(
        lambda _: SameProperty("flower"),
        zh=("{n}(与|和){m}开的花颜色相同",),
        en=("The flower colors of {n} and {m} are the same",),
        examples=(
            ("1号田中的作物与3号田中的作物开的花颜色相同", SameProperty("flower")),
            (
                "The flower colors of the plant in field No.4 and the plant in field No.2 are the same",
                SameProperty("flower"),
            ),
        ),
    ),
    PropertyPattern(
        lambda found: WavelengthCompared(found["than"] in ("长", "longer")),
        zh=("{n}反射的光比{m}反射的光波长更{than}",),
        en=("The light reflected by {n} has a {than} wavelength than the light reflected by {m}",),
        examples=(
            ("1号田中的作物反射的光比3号田中的作物反射的光波长更短", WavelengthCompared(longer=False)),
            (
                f"The light reflected by {_TWO} has a longer wavelength than the light reflected by {_FOUR}",
                WavelengthCompared(longer=True),
            ),
        ),
    ),
    PropertyPattern(
        lambda found: LegsTotal(found.number()),
        zh=("{n}(与|和){m}加起来有{legs}条腿",),
        en=("{n} and {m} have {legs} (leg|legs) in total",),
        examples=(
            ("1号场馆中的动物与2号场馆中的动物加起来有8条腿", LegsTotal(8)),
            ("The animal in enclosure No.3 and the animal in enclosure No.4 have 12 legs in total", LegsTotal(12)),
        ),
    ),
    PropertyPattern(
        lambda _: LegsDifference(0),
        zh=("{n}(与|和){m}的腿数相同",),
        en=("{n} and {m} have the same number of legs",),
        examples=(
            ("1号场馆中的动物与4号场馆中的动物的腿数相同", LegsDifference(0)),
            (
                "The animal in enclosure No.3 and the animal in enclosure No.4 have the same number of legs",
                LegsDifference(0),
            ),
        ),
    ),
    PropertyPattern(
        lambda found: LegsDifference(found.number() * (1 if found["sign"] in ("多", "more") else -1)),
        zh=("{n}比{m}{sign}{legs}条腿",),
        en=("{n} has {legs} {sign} (leg|legs) than {m}",),
        examples=(
            ("4号场馆中的动物比1号场馆中的动物少10条腿", LegsDifference(-10)),
            ("The animal in enclosure No.2 has 4 less legs than the animal in enclosure No.3", LegsDifference(-4)),
            ("The animal in enclosure No.2 has one more leg than the animal in enclosure No.3", LegsDifference(1)),
        ),
    ),
)
