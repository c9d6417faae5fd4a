"""Examples for rules, written as characters: nobody counts positions.

A fragment is given by its characters; ``+`` joins pieces, ``#2`` means the second occurrence.
"""

from collections.abc import Mapping, Sequence

from pingce.annotate.forms import form_of
from pingce.formats.encode import Json

from .model import RuleExample


def marked(text: str, pattern: str) -> dict[str, Json]:
    """The fragment of ``text`` that ``wanted`` names."""
    idxes: list[Json] = []
    pieces = pattern.split("+")
    for piece in pieces:
        characters, _, nth = piece.partition("#")
        at = -1
        for _ in range(int(nth or 1)):
            at = text.index(characters, at + 1)
        idxes.extend(range(at, at + len(characters)))
    return {"text": "".join(piece.partition("#")[0] for piece in pieces), "idxes": idxes}


def step(
    text: str, *tuples: Mapping[str, str], special: str | None = None, **sets: Sequence[Sequence[str]]
) -> RuleExample:
    """Tuples by slot name, and ``corefs`` or ``non_corefs`` as lists of mentions."""
    shape = form_of("space-step").task.tuple_shape
    slots = shape.slots if shape is not None else ()
    raw: dict[str, Json] = {
        "outputs": [
            [
                None if s.name not in fills else fills[s.name] if s.takes == "label" else marked(text, fills[s.name])
                for s in slots
            ]
            for fills in tuples
        ]
    }
    for key, groups in sets.items():
        raw[key] = [[marked(text, member) for member in group] for group in groups]
    if special is not None:
        raw["special"] = special
    return RuleExample("space-step", {"text": text}, raw)


def reason(text: str, kind: str, replaced: str | None = None, **roles: str) -> RuleExample:
    """One reason of the 2022 form, by role."""
    reasons: list[Json] = [{"type": kind, "fragments": _spans(text, roles)}]
    return RuleExample(
        "space-attribution", {"text": text}, {"outcome": "anomaly", "reasons": reasons}, _at(text, replaced)
    )


def anomaly(text: str, replaced: str | None = None, **roles: str) -> RuleExample:
    """One candidate of the 2023 form, by role."""
    results: list[Json] = [_spans(text, roles)]
    return RuleExample("space-anomaly", {"text": text}, {"outcome": "anomaly", "results": results}, _at(text, replaced))


def only(form: str, text: str, **raw: Json) -> RuleExample:
    """An answer written as it is sent."""
    return RuleExample(form, {"text": text}, raw)


def scene(first: str, second: str, judge: str, explanation: str, **raw: Json) -> RuleExample:
    """An answer to two texts, same scene or not, with its explanation, as the example of a rule."""
    results: list[Json] = [{"judge": judge, "reason": explanation}]
    return RuleExample("space-scene", {"text1": first, "text2": second}, {"results": results, **raw})


def senses(*chosen: str, special: str | None = None, relations: Sequence[tuple[str, str, str]] = ()) -> RuleExample:
    """Glosses of 打 and how they relate: (kind, a, b)."""
    raw: dict[str, Json] = {"senses": list(chosen)}
    if special is not None:
        raw["special"] = special
    glosses = [{"id": str(i), "text": text} for i, text in enumerate(GLOSSES)]
    related = [{"kind": kind, "a": a, "b": b} for kind, a, b in relations]
    texts = {"sentence": "他打了一壶水。", "word": "打"}
    return RuleExample("wsd", texts, raw, {"glosses": glosses, "relations": related})


GLOSSES = ("用手或器具撞击", "舀取", "取得；获得", "做；从事")


def _spans(text: str, roles: Mapping[str, str]) -> list[Json]:
    return [{"role": role, **marked(text, pattern)} for role, pattern in roles.items()]


def _at(text: str, replaced: str | None) -> Mapping[str, object]:
    return {} if replaced is None else {"replaced": marked(text, replaced)["idxes"]}
