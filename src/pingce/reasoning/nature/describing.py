"""Descriptions of things by kind and property: «开黄色花的蔬菜», «4条腿的动物», «a green item»."""

import re
from functools import cache

from pingce.reasoning.item import Language

from .claims import HasProperty, InCategory, UnaryClaim, judge
from .knowledge import Thing
from .reading import CATEGORIES, COLOURS, PARTS, SHAPES, TASTES

_ANYTHING = {"zh": ("物品", "商品", "东西", "作物"), "en": ("item", "thing", "crop")}


def read_description(phrase: str, language: Language) -> tuple[UnaryClaim, ...] | None:
    """The claims a description makes of whatever it means; None when it is none."""
    return _zh_description(phrase.strip()) if language == "zh" else _en_description(phrase.strip().lower())


def fits(claims: tuple[UnaryClaim, ...], thing: Thing) -> bool | None:
    """Whether a description is true of a thing; None when something in it is not known."""
    outcomes = {judge(claim, thing) for claim in claims}
    if False in outcomes:
        return False
    return None if None in outcomes else True


@cache
def _zh_description(phrase: str) -> tuple[UnaryClaim, ...] | None:
    if phrase in CATEGORIES["zh"]:
        return (InCategory(CATEGORIES["zh"][phrase]),)
    *modifiers, head = phrase.split("的")
    if head in CATEGORIES["zh"]:
        claims: list[UnaryClaim] = [InCategory(CATEGORIES["zh"][head])]
    elif head in _ANYTHING["zh"] and modifiers:
        claims = []
    else:
        return None
    for modifier in modifiers:
        claim = _zh_modifier(modifier)
        if claim is None:
            return None
        claims.append(claim)
    return tuple(claims)


def _zh_modifier(word: str) -> UnaryClaim | None:
    for table, name in ((COLOURS, "colour"), (TASTES, "taste"), (SHAPES, "shape")):
        if word in table["zh"]:
            return HasProperty(name, table["zh"][word])
    flower = re.fullmatch("开(.+色)花", word)
    if flower is not None and flower[1] in COLOURS["zh"]:
        return HasProperty("flower", COLOURS["zh"][flower[1]])
    part = re.fullmatch("可食用部分是(?:它的)?(.+)", word)
    if part is not None and part[1] in PARTS["zh"]:
        return HasProperty("part", PARTS["zh"][part[1]])
    legs = re.fullmatch(r"(?:有)?(\d+)条腿", word)
    if legs is not None:
        return HasProperty("legs", legs[1])
    simple: dict[str, UnaryClaim] = {
        "没有腿": HasProperty("legs", "0"),
        "会飞": HasProperty("fly", "yes"),
        "会游泳": HasProperty("swim", "yes"),
        "有壳": HasProperty("shell", "yes"),
        "吃蚊子": HasProperty("eats mosquitoes", "yes"),
        "可食用": InCategory("edible"),
    }
    return simple.get(word)


@cache
def _en_description(phrase: str) -> tuple[UnaryClaim, ...] | None:
    phrase = re.sub(r"^(?:a|an|the) ", "", phrase)
    if phrase in CATEGORIES["en"]:
        return (InCategory(CATEGORIES["en"][phrase]),)
    part = re.fullmatch(r"(.+) whose edible part is its (.+)", phrase)
    if part is not None and part[1] in CATEGORIES["en"] and part[2] in PARTS["en"]:
        return (InCategory(CATEGORIES["en"][part[1]]), HasProperty("part", PARTS["en"][part[2]]))
    for word in sorted({**COLOURS["en"], **TASTES["en"], **SHAPES["en"]}, key=len, reverse=True):
        if phrase.startswith(f"{word} "):
            head = phrase.removeprefix(f"{word} ")
            for table, name in ((COLOURS, "colour"), (TASTES, "taste"), (SHAPES, "shape")):
                if word in table["en"]:
                    claim = HasProperty(name, table["en"][word])
                    if head in _ANYTHING["en"]:
                        return (claim,)
                    if head in CATEGORIES["en"]:
                        return (InCategory(CATEGORIES["en"][head]), claim)
    return None
