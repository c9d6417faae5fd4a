"""The tables of the rules layer, read once from rules.toml."""

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from .cover import Pair


@dataclass(frozen=True)
class Tables:
    """Closed classes and exceptions; rules.toml says what each is for."""

    localizers: frozenset[str]
    """All of them, of any length."""
    single_localizers: frozenset[str]
    after_one_character: frozenset[str]
    gluing: frozenset[str]
    prepositions_after_verb: frozenset[str]
    before_preposition: frozenset[str]
    directions: frozenset[str]
    """All directional verbs."""
    compound_directions: frozenset[str]
    stems: frozenset[str]
    passing: frozenset[str]
    parting: frozenset[str]
    also_nouns: frozenset[str]
    aspect: frozenset[str]
    cuts: dict[str, tuple[Pair, ...]]
    keep: frozenset[str]
    fixed: dict[str, str]
    """Words with one tag, whatever a library says."""
    particle_first: frozenset[str]
    particle_objects: frozenset[str]
    localizer_first: frozenset[str]
    after_noun: frozenset[str]


@cache
def load_tables() -> Tables:
    """The words and tags of ``rules.toml`` that correct a library's cuts."""
    raw = tomllib.loads(files(__package__).joinpath("rules.toml").read_text(encoding="utf-8"))

    def words(table: str, name: str = "words") -> frozenset[str]:
        return frozenset(str(raw[table][name]).split())

    single = words("localizers", "single")
    made = {a + b for a in words("localizers", "first") for b in words("localizers", "second")}
    longer = (made | words("localizers", "others")) - words("localizers", "not")
    after_verb, compound = words("directional", "after_verb"), words("directional", "compound")
    fixed = dict.fromkeys(words("prepositions"), "p")
    fixed |= dict.fromkeys(words("places"), "s") | dict.fromkeys(longer, "f")
    fixed |= {word: tag for tag in raw["tags"] for word in words("tags", tag)}
    return Tables(
        localizers=single | longer,
        single_localizers=single,
        after_one_character=words("localizers", "after_one_character"),
        gluing=words("prepositions", "gluing"),
        prepositions_after_verb=words("prepositions", "after_verb"),
        before_preposition=words("prepositions", "before"),
        directions=after_verb | words("directional", "always") | compound,
        compound_directions=compound,
        stems=words("verbs", "stems"),
        passing=words("verbs", "passing"),
        parting=words("verbs", "parting"),
        also_nouns=words("verbs", "also_nouns"),
        aspect=words("aspect"),
        cuts=dict(parse_cut(entry) for entry in raw["cuts"]["words"].split()),
        keep=words("keep"),
        fixed=fixed,
        particle_first=words("false_friends", "particle"),
        particle_objects=words("false_friends", "objects"),
        localizer_first=words("false_friends", "localizer_first"),
        after_noun=words("false_friends", "after_noun"),
    )


def parse_cut(entry: str) -> tuple[str, tuple[Pair, ...]]:
    """``回/dv+家/n`` → 回家 and its two pairs."""
    pieces = tuple((word, tag) for word, _, tag in (piece.partition("/") for piece in entry.split("+")))
    return "".join(word for word, _ in pieces), pieces
