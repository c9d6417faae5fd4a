"""The grammar of properties and categories: «3号田中的作物是绿色的», «The item on photo No.2 is not a tool».

A thing spoken of by its number is written ``{n}``, a second one ``{m}``; word classes are tables in both languages.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache

from pingce.reasoning.item import Language
from pingce.reasoning.reading.patterns import template_expression

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

CATEGORIES: Mapping[Language, Mapping[str, str]] = {
    "zh": {
        "蔬菜": "vegetable",
        "水果": "fruit",
        "谷物": "grain",
        "坚果": "nut",
        "花草": "flower",
        "工具": "tool",
        "服饰": "clothing",
        "乐器": "instrument",
        "玩具": "toy",
        "饮品": "drink",
        "饮料": "drink",
        "加工食品": "processed food",
        "调味料": "seasoning",
        "植物": "plant",
        "动物": "animal",
        "人造物": "artificial",
        "可食用的物品": "edible",
        "哺乳动物": "mammal",
        "鸟": "bird",
        "鸟类": "bird",
        "爬行动物": "reptile",
        "两栖动物": "amphibian",
        "鱼": "fish",
        "鱼类": "fish",
        "活鱼": "fish",
        "昆虫": "insect",
        "节肢动物": "arthropod",
        "软体动物": "mollusk",
        "棘皮动物": "echinoderm",
        "环节动物": "annelid",
        "恒温动物": "warm-blooded",
        "变温动物": "cold-blooded",
    },
    "en": {
        "vegetable": "vegetable",
        "fruit": "fruit",
        "grain": "grain",
        "nut": "nut",
        "flower or grass": "flower",
        "tool": "tool",
        "clothing": "clothing",
        "musical instrument": "instrument",
        "toy": "toy",
        "drink": "drink",
        "processed food": "processed food",
        "seasoning": "seasoning",
        "condiment": "seasoning",
        "plant": "plant",
        "animal": "animal",
        "artificial item": "artificial",
        "edible item": "edible",
        "mammal": "mammal",
        "bird": "bird",
        "reptile": "reptile",
        "amphibian": "amphibian",
        "fish": "fish",
        "insect": "insect",
        "arthropod": "arthropod",
        "mollusk": "mollusk",
        "echinoderm": "echinoderm",
        "annelid": "annelid",
        "homothermal animal": "warm-blooded",
        "heterothermic animal": "cold-blooded",
    },
}
COLOURS: Mapping[Language, Mapping[str, str]] = {
    "zh": {
        "红色": "red",
        "橙色": "orange",
        "黄色": "yellow",
        "黄绿色": "yellow green",
        "绿色": "green",
        "蓝色": "blue",
        "紫色": "purple",
        "粉色": "pink",
        "白色": "white",
        "黄白色": "yellow white",
        "黑色": "black",
        "棕色": "brown",
        "褐色": "brown",
        "灰色": "gray",
    },
    "en": {
        "red": "red",
        "orange": "orange",
        "yellow": "yellow",
        "yellowish green": "yellow green",
        "green": "green",
        "blue": "blue",
        "purple": "purple",
        "pink": "pink",
        "white": "white",
        "yellowish white": "yellow white",
        "black": "black",
        "brown": "brown",
        "gray": "gray",
        "grey": "gray",
    },
}
PARTS: Mapping[Language, Mapping[str, str]] = {
    "zh": {
        "果实": "fruit",
        "种子": "seed",
        "根": "root",
        "茎": "stem",
        "叶子": "leaf",
        "叶": "leaf",
        "花": "flower",
        "块茎": "stem tuber",
        "块根": "root tuber",
        "鳞茎": "bulb",
        "根状茎": "rhizome",
        "外种皮": "testa",
        "假种皮": "testa",
        "花托": "receptacle",
    },
    "en": {
        "fruit": "fruit",
        "seed": "seed",
        "root": "root",
        "stem": "stem",
        "leaf": "leaf",
        "flower": "flower",
        "stem tuber": "stem tuber",
        "root tuber": "root tuber",
        "bulb": "bulb",
        "rhizome": "rhizome",
        "testa": "testa",
        "receptacle": "receptacle",
    },
}
TASTES: Mapping[Language, Mapping[str, str]] = {
    "zh": {"甜": "sweet", "酸": "sour", "酸甜": "sour and sweet", "辣": "spicy", "苦": "bitter", "咸": "salty"},
    "en": {word: word for word in ("sweet", "sour", "sour and sweet", "spicy", "bitter", "salty")},
}
SHAPES: Mapping[Language, Mapping[str, str]] = {
    "zh": {
        "圆形": "round",
        "椭圆形": "elliptical",
        "弯形": "curved",
        "圆柱形": "cylindrical",
        "圆锥形": "conical",
        "长条形": "long",
        "扁形": "flat",
        "三角形": "triangular",
    },
    "en": {
        "round": "round",
        "elliptical": "elliptical",
        "curved": "curved",
        "cruved": "curved",
        "cylindrical": "cylindrical",
        "conical": "conical",
        "long": "long",
        "flat": "flat",
        "triangular": "triangular",
    },
}
PLACES: Mapping[Language, Mapping[str, str]] = {
    "zh": {"陆地上": "land", "海水中": "sea water", "淡水中": "fresh water", "水中": "water"},
    "en": {"on land": "land", "in sea water": "sea water", "in fresh water": "fresh water", "in water": "water"},
}
_COUNTS = {word: at for at, word in enumerate(("one", "two", "three", "four", "five", "six"), start=1)}
_WORDS: Mapping[str, Mapping[Language, Mapping[str, str]]] = {
    "category": CATEGORIES,
    "colour": COLOURS,
    "part": PARTS,
    "taste": TASTES,
    "shape": SHAPES,
    "place": PLACES,
}


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

_ABILITIES: Mapping[Language, Mapping[str, str]] = {
    "zh": {"会飞": "fly", "会游泳": "swim", "有壳": "shell", "吃蚊子": "eats mosquitoes"},
    "en": {
        " can fly": "fly",
        " can swim": "swim",
        " has a shell": "shell",
        " eats mosquitoes": "eats mosquitoes",
        "'s diet generally consist of mosquitos": "eats mosquitoes",
    },
}
_NUMBERED: Mapping[Language, str] = {
    "zh": r"{}号(?:田中|照片上|照片上中|场馆中)的(?:作物|物品|动物)",
    "en": r"[Tt]he (?:plant in field|item on photo|animal in enclosure) No\.{}",
}


def read_property(sentence: str, language: Language) -> tuple[UnaryClaim | BinaryClaim, int, int | None] | None:
    """The claim of a sentence and the numbers it speaks of; None when no pattern fits."""
    for pattern in PROPERTY_PATTERNS:
        for template in pattern.zh if language == "zh" else pattern.en:
            found = _compiled(template, language).fullmatch(sentence.strip())
            if found is not None:
                words = found.groupdict()
                first, second = int(words.pop("first")), words.pop("second", None)
                values = {slot: _value(slot, word, language) for slot, word in words.items()}
                return pattern.meaning(SlotValues(values)), first, None if second is None else int(second)
    return None


def _value(slot: str, word: str, language: Language) -> str:
    if slot == "ability":
        return _ABILITIES[language][word]
    return _WORDS[slot][language][word] if slot in _WORDS else word


@cache
def _compiled(template: str, language: Language) -> re.Pattern[str]:
    slots = {slot: _either(words[language]) for slot, words in _WORDS.items()}
    slots["ability"] = _either(_ABILITIES[language])
    slots["legs"] = r"\d+|one|two|three|four|five|six"
    slots["than"] = "长|短" if language == "zh" else "longer|shorter"
    slots["sign"] = "多|少" if language == "zh" else "more|less|fewer"
    slots["n"] = _NUMBERED[language].format(r"(?P<first>\d+)")
    slots["m"] = _NUMBERED[language].format(r"(?P<second>\d+)")
    expression = template_expression(template.replace(" {ability}", "{ability}"), slots)
    return re.compile(expression.replace("(?P<n>", "(?:").replace("(?P<m>", "(?:"))


def _either(words: Mapping[str, str]) -> str:
    return "|".join(map(re.escape, sorted(words, key=len, reverse=True)))
