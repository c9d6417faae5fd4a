"""Same scene or not, from what is known about the words that were exchanged."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from pingce.language.tagging.words import Word

from .difference import NOUNS, SceneSide, is_phrase
from .knowledge import Knowledge, base

Why = Literal[
    "nothing differs",
    "mirrored",
    "synonym",
    "viewpoint",
    "on and in",
    "ground",
    "hanging",
    "antonym",
    "centre-periphery",
    "other",
]
INSIDE = frozenset("里中内")
SURE: dict[Why, float] = {
    "nothing differs": 1.0,
    "mirrored": 0.9,
    "synonym": 0.9,
    "viewpoint": 0.85,
    "on and in": 0.85,
    "ground": 0.7,
    "hanging": 0.7,
    "antonym": 0.9,
    "centre-periphery": 0.8,
    "other": 0.6,
}
"""How far a rule is to be trusted; set by hand, there are no data to estimate it from."""


@dataclass(frozen=True)
class Judgement:
    """Whether two texts describe the same scene, and by which reasoning."""

    same: bool
    why: Why

    @property
    def score(self) -> float:
        return SURE[self.why]


def judge(first: SceneSide, second: SceneSide, knowledge: Knowledge) -> Judgement:
    """Compare two texts, read as scenes, with what is known of replaced words."""
    old, new = first.said(first.core), second.said(second.core)
    if _letters(first.text) == _letters(second.text):
        return Judgement(True, "nothing differs")
    if not (is_phrase(first.words, first.core) and is_phrase(second.words, second.core)):
        return _several(first, second, knowledge)
    return _one_word(first, old, new, knowledge)


def _one_word(first: SceneSide, old: str, new: str, knowledge: Knowledge) -> Judgement:
    relation = knowledge.relation(old, new)
    if old[:-1] == new[:-1] and {old[-1:], new[-1:]} == {"来", "去"}:
        # 出来 and 出去 differ by where the speaker is; 来 and 去 alone are opposite ways.
        return Judgement(len(old) > 1, "viewpoint" if len(old) > 1 else "antonym")
    if relation == "synonym":
        return Judgement(True, "synonym")
    noun = ground_noun(first)
    ends = {base(old)[-1:], base(new)[-1:]}
    if "上" in ends and ends & INSIDE and knowledge.is_on_and_in(noun):
        return Judgement(True, "on and in")
    verbs = {word.text for word in first.words[first.clause.start : first.clause.stop] if word.tag == "v"}
    if (
        ends == {"上", "下"}
        and noun in knowledge.ground
        and any(_verb_in(verb, knowledge.to_the_ground) for verb in verbs)
    ):
        return Judgement(True, "ground")
    if ends == {"上", "下"} and noun in knowledge.hung_on and any(_verb_in(verb, knowledge.hanging) for verb in verbs):
        return Judgement(True, "hanging")
    if relation in ("antonym", "centre-periphery"):
        return Judgement(False, relation)
    return Judgement(False, "other")


def _verb_in(verb: str, listed: frozenset[str]) -> bool:
    return verb in listed or verb[:1] in listed


def _several(first: SceneSide, second: SceneSide, knowledge: Knowledge) -> Judgement:
    """An order told from the other end is the same order if the things told are turned round as well."""
    pairs = [(first.words[i].text, second.words[k].text) for i, k in zip(first.core, second.core, strict=False)]
    turned = any(knowledge.relation(old, new) == "antonym" for old, new in pairs)
    named, again = enumerated(first), enumerated(second)
    if turned and named and again == named[::-1] and named != again:
        return Judgement(True, "mirrored")
    if not turned and all(old == new or knowledge.relation(old, new) == "synonym" for old, new in pairs):
        return Judgement(len(first.core) == len(second.core), "synonym" if pairs else "other")
    return Judgement(False, "antonym" if turned else "other")


def enumerated(side: SceneSide) -> list[str]:
    """What a colon in the unit announces, one by one."""
    _, _, listed = side.said(side.unit).partition("：")
    for mark in ("和", "与", "以及", "，"):
        listed = listed.replace(mark, "、")
    return [name for name in listed.split("、") if name]


def ground_noun(side: SceneSide) -> str:
    """What a localizer stands with: the nouns before it in the unit; of 地上 the part before the localizer."""
    nouns = [word.text for word in _unit_words(side) if word.tag in NOUNS - {"s"}]
    if nouns:
        return "".join(nouns)
    places = [word.text for word in _unit_words(side) if word.tag == "s" and len(word.text) > 1]
    return base(places[0])[:-1] if places else ""


def _unit_words(side: SceneSide) -> Sequence[Word]:
    return side.words[side.unit.start : side.unit.stop]


def _letters(text: str) -> str:
    return "".join(character for character in text if character.isalnum())
