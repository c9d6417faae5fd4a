"""Descriptions of things by kind and property: «开黄色花的蔬菜», «4条腿的动物», «a green item»."""

import re
from functools import cache

from pingce.reasoning.item import Language

from .claims import HasProperty, InCategory, LivesIn, UnaryClaim, judge
from .knowledge import Thing
from .words import CATEGORIES, COLOURS, PARTS, PLACES, SHAPES, TASTES

_ADJECTIVES = (("colour", COLOURS), ("taste", TASTES), ("shape", SHAPES))
_EN_CLAUSES = {
    "whose edible part is its": "part",
    "whose flower is": "flower",
    "whose color is": "colour",
    "whose shape is": "shape",
    "that tastes": "taste",
    "that lives": "lives",
    "living": "lives",
    "that has": "has",
    "that can": "has",
    "that eats": "has",
    "with": "has",
}
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
    word = re.sub("^(?:颜色|味道|形状)是?", "", word)
    for name, table in _ADJECTIVES:
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
    lives = re.fullmatch("(?:生活|活)在(.+)", word)
    if lives is not None and lives[1] in PLACES["zh"]:
        return LivesIn(PLACES["zh"][lives[1]])
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
    head, clause, tail = _split_clause(phrase)
    if clause:
        whole, claim = _en_description(head) or _anything(head), _en_clause(clause, tail)
        return None if whole is None or claim is None else (*whole, claim)
    adjectives = {word: HasProperty(name, value) for name, table in _ADJECTIVES for word, value in table["en"].items()}
    for word in sorted(adjectives, key=len, reverse=True):
        if phrase.startswith(f"{word} "):
            rest = phrase.removeprefix(f"{word} ")
            whole = _en_description(rest) or _anything(rest)
            return None if whole is None else (*whole, adjectives[word])
    return None


def _anything(head: str) -> tuple[UnaryClaim, ...] | None:
    """No claim at all for «item» and the like, None for other words."""
    return () if head in _ANYTHING["en"] else None


def _split_clause(phrase: str) -> tuple[str, str, str]:
    """Head, clause and tail of «plant whose edible part is its fruit»; the latter two empty without a clause."""
    for clause in _EN_CLAUSES:
        head, separator, tail = phrase.partition(f" {clause} ")
        if separator:
            return head, clause, tail
    return phrase, "", ""


def _en_clause(clause: str, tail: str) -> UnaryClaim | None:
    kind = _EN_CLAUSES[clause]
    tables = {"part": PARTS, "flower": COLOURS, "colour": COLOURS, "taste": TASTES, "shape": SHAPES}
    if kind in tables:
        value = tables[kind]["en"].get(tail)
        return None if value is None else HasProperty(kind, value)
    if kind == "lives":
        return LivesIn(PLACES["en"][tail]) if tail in PLACES["en"] else None
    legs = re.fullmatch(r"(no|\d+) legs?", tail)
    if legs is not None:
        return HasProperty("legs", "0" if legs[1] == "no" else legs[1])
    flower = re.fullmatch(r"(.+) flowers?", tail)
    if flower is not None and flower[1] in COLOURS["en"]:
        return HasProperty("flower", COLOURS["en"][flower[1]])
    ability = {"fly": "fly", "swim": "swim", "a shell": "shell", "mosquitoes": "eats mosquitoes"}.get(tail)
    return None if ability is None else HasProperty(ability, "yes")
