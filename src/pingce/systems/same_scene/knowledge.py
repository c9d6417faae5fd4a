"""What is known about exchanged words: the lexicon's relations and a list of our own."""

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from pingce.language.lexicon.load import load_lexicon
from pingce.language.lexicon.model import Relation

ENDINGS = ("面", "边", "头", "侧", "方", "部", "端")
"""里, 里面, 里边 and 里头 are one place."""


@dataclass(frozen=True)
class Knowledge:
    """Read from ``knowledge.toml``."""

    near: frozenset[str]
    on_and_in: frozenset[str]
    ground: frozenset[str]
    to_the_ground: frozenset[str]
    hung_on: frozenset[str]
    hanging: frozenset[str]
    place: dict[str, str]
    motion: dict[str, str]
    direction: dict[str, str]

    def relation(self, old: str, new: str) -> Relation:
        """As the lexicon says, of the words or of what remains without their endings and what they share."""
        lexicon = load_lexicon()
        if {old, new} <= self.near:
            return "synonym"
        for word, other in ((old, new), (base(old), base(new)), _apart(old, new)):
            if word and word == other:
                return "synonym"
            relation_found = lexicon.relation(word, other)
            if relation_found != "other":
                return relation_found
        return "other"

    def is_on_and_in(self, noun: str) -> bool:
        """The noun or one it ends in: 长途汽车 is a 汽车."""
        return any(noun[i:] in self.on_and_in for i in range(len(noun)))


@cache
def knowledge() -> Knowledge:
    """What is known of words that stand for each other in scenes, read once from the file beside this module."""
    text = (files("pingce.systems.same_scene") / "knowledge.toml").read_text(encoding="utf-8")
    raw = tomllib.loads(text)
    words = {name: frozenset(listed.split()) for name, listed in raw["same"].items()}
    return Knowledge(**words, place=raw["place"], motion=raw["motion"], direction=raw["direction"])


def base(word: str) -> str:
    """A localizer without its ending."""
    return word[:-1] if len(word) > 1 and word.endswith(ENDINGS) else word


def _apart(old: str, new: str) -> tuple[str, str]:
    """Without the beginning they share: 屋里 and 屋外 leave 里 and 外."""
    shared = next((i for i, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))
    return base(old[shared:]), base(new[shared:])
