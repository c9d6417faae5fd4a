"""Rules about choosing glosses: how the chosen ones relate to each other and to those left out."""

from collections.abc import Iterator
from itertools import combinations
from typing import cast

from pingce.annotate.items import Kind, Relation, relations_of
from pingce.spec.values import Senses
from pingce.spec.words import Words

from .decoded_answer import DecodedAnswer
from .examples import senses
from .model import Breach, Rule

SENSE_FORMS = ("wsd", "wsd/senses")


def _chosen(answer: DecodedAnswer) -> tuple[str, ...]:
    return cast("Senses", answer.values.get("senses", Senses(()))).chosen


def _related(answer: DecodedAnswer, kind: Kind) -> list[Relation]:
    return [relation for relation in relations_of(answer.item) if relation.kind == kind]


def _disjoint(answer: DecodedAnswer) -> Iterator[Breach]:
    for relation in _related(answer, "disjoint"):
        if {relation.a, relation.b} <= {*_chosen(answer)}:
            yield Breach("senses", f"{relation.a} / {relation.b}")


def _wider_missing(answer: DecodedAnswer) -> Iterator[Breach]:
    for relation in _related(answer, "includes"):
        if relation.b in _chosen(answer) and relation.a not in _chosen(answer):
            yield Breach("senses", relation.a)


def _unrelated(answer: DecodedAnswer) -> Iterator[Breach]:
    related = {frozenset((relation.a, relation.b)) for relation in relations_of(answer.item)}
    for pair in combinations(_chosen(answer), 2):
        if frozenset(pair) not in related:
            yield Breach("senses", " / ".join(pair))


def _overlapping_left_out(answer: DecodedAnswer) -> Iterator[Breach]:
    for relation in _related(answer, "overlapping"):
        if len({relation.a, relation.b} & {*_chosen(answer)}) == 1:
            yield Breach("senses", relation.b if relation.a in _chosen(answer) else relation.a)


RULES = (
    Rule(
        "disjoint-senses",
        "block",
        SENSE_FORMS,
        Words(
            "相离的释义不能同时选；都合适就选“有歧义”",
            "disjoint glosses exclude each other; if both fit, the word is ambiguous",
        ),
        _disjoint,
        triggers=senses("用手或器具撞击", "舀取", relations=[("disjoint", "0", "1")]),
        passes=senses("舀取", relations=[("disjoint", "0", "1")]),
    ),
    Rule(
        "wider-sense-missing",
        "block",
        SENSE_FORMS,
        Words("选了被包含的释义，也要选包含它的释义", "with a narrower gloss goes the wider one"),
        _wider_missing,
        triggers=senses("舀取", relations=[("includes", "2", "1")]),
        passes=senses("舀取", "取得；获得", relations=[("includes", "2", "1")]),
    ),
    Rule(
        "several-unrelated-senses",
        "warn",
        SENSE_FORMS,
        Words("选了几条关系未知的释义，通常只选一条", "several glosses whose relation is not known; usually one fits"),
        _unrelated,
        triggers=senses("舀取", "做；从事"),
        passes=senses("舀取", "做；从事", relations=[("overlapping", "1", "3")]),
    ),
    Rule(
        "overlapping-sense-left-out",
        "info",
        SENSE_FORMS,
        Words(
            "还有与所选重叠的释义，合适就一起选", "another gloss overlaps with the one chosen; choose both if both fit"
        ),
        _overlapping_left_out,
        triggers=senses("舀取", relations=[("overlapping", "1", "2")]),
        passes=senses("舀取", "取得；获得", relations=[("overlapping", "1", "2")]),
    ),
)
