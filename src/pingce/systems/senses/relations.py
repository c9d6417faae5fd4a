"""How the glosses of a word relate: as somebody says, as training answers show, as their wording gives away."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Literal

import msgspec

from pingce.formats.senses import Inventory
from pingce.spec.errors import UserError, cannot_read
from pingce.spec.words import Words

from .questions import SenseTrainingRow

SEEN = 2
"""Two glosses must have been right together so often before that says anything."""
TOGETHER = 0.5
"""Overlapping: together in this share of the sentences where the commoner one is right."""
INSIDE = 0.9
"""Included: in this share of its sentences the wider one is right too."""
ALIKE = 85.0
"""Per cent of equal characters above which two glosses say the same, the rule dictionaries are merged by."""

Pairs = dict[str, list[tuple[str, str]]]


class Stated(msgspec.Struct):
    """A relation as files have it; in ``includes`` a is the wider gloss."""

    kind: Literal["disjoint", "overlapping", "includes"]
    a: str
    b: str


@dataclass(frozen=True)
class GlossRelations:
    """By word; every pair once."""

    overlapping: Pairs = field(default_factory=dict)
    includes: Pairs = field(default_factory=dict)
    disjoint: Pairs = field(default_factory=dict)

    def add(self, kind: str, word: str, a: str, b: str) -> None:
        pairs: Pairs = getattr(self, kind)
        listed = pairs.setdefault(word, [])
        if (a, b) not in listed:
            listed.append((a, b))


def find_relations(
    rows: Iterable[SenseTrainingRow], inventory: Inventory, stated: Mapping[str, Sequence[Stated]]
) -> GlossRelations:
    """What is stated wins over what was seen, and that over what the wording suggests."""
    relations = GlossRelations()
    for word, listed in stated.items():
        for relation in listed:
            relations.add(relation.kind, word, relation.a, relation.b)
    settled = {(word, frozenset((relation.a, relation.b))) for word, listed in stated.items() for relation in listed}
    for kind, word, a, b in [*_from_training(rows), *_alike(inventory)]:
        pair = (word, frozenset((a, b)))
        if pair not in settled:
            settled.add(pair)
            relations.add(kind, word, a, b)
    return relations


def _from_training(rows: Iterable[SenseTrainingRow]) -> list[tuple[str, str, str, str]]:
    alone: Counter[tuple[str, str]] = Counter()
    together: Counter[tuple[str, str, str]] = Counter()
    for question, golds in rows:
        glosses = [question.glosses[i] for i in sorted(golds)]
        alone.update((question.word, gloss) for gloss in glosses)
        together.update((question.word, a, b) for a, b in combinations(glosses, 2))
    relations = []
    for (word, a, b), count in together.items():
        rare, common = sorted((a, b), key=lambda gloss: alone[word, gloss])
        if count < SEEN:
            continue
        if count >= TOGETHER * alone[word, common]:
            relations.append(("overlapping", word, a, b))
        elif count >= INSIDE * alone[word, rare]:
            relations.append(("includes", word, common, rare))
    return relations


def _alike(inventory: Inventory) -> list[tuple[str, str, str, str]]:
    from rapidfuzz import fuzz

    return [
        ("overlapping", word, a, b)
        for word, glosses in inventory.items()
        for a, b in combinations(glosses, 2)
        if fuzz.ratio(a, b) > ALIKE
    ]


def read_relations(file: str) -> dict[str, list[Stated]]:
    """``{word: [{"kind": "overlapping", "a": gloss, "b": gloss}]}``; no file, no relations."""
    if not file:
        return {}
    try:
        return msgspec.json.decode(Path(file).read_bytes(), type=dict[str, list[Stated]])
    except OSError as problem:
        raise cannot_read(file, problem) from problem
    except msgspec.DecodeError as problem:
        raise UserError(
            Words(f"{file} 不是释义关系表：{problem}。", f"{file} is no table of gloss relations: {problem}."),
            hint=Words(
                '应为 {"词": [{"kind": "overlapping", "a": "释义", "b": "释义"}]}，kind 还可以是 includes、disjoint。',
                'Expected {"word": [{"kind": "overlapping", "a": gloss, "b": gloss}]}; or includes, disjoint.',
            ),
            code="bad-relations",
        ) from problem
