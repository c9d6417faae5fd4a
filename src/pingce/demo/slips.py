"""How people come to differ: answers that are a little wrong in the way such answers usually are, and what a reviewer
says to them.
"""

from collections.abc import Callable, Mapping
from copy import deepcopy
from typing import Any, NamedTuple

from pingce.annotate.items import Json

PREPOSITIONS = ("沿着", "朝着", "向着", "对着", "顺着", "在", "从", "到", "往", "向", "由", "朝", "沿")
"""The longer ones first, so that nobody is left with half of one."""
NEIGHBOUR = {"fine": "someFine", "someFine": "someBad", "someBad": "someFine", "bad": "someBad"}
"""A careless rating is one step off, and never an extreme: nobody takes a doubtful sentence for a clear one."""
RATED = {
    "fine": "读来没有不通的地方，应评为“完全正常”。",
    "someFine": "虽不常说，还说得通，应评为“尚能说通”。",
    "someBad": "勉强能懂，但不自然，应评为“比较牵强”。",
    "bad": "这个说法不成立，应评为“显然异常”。",
}
OTHER_SCENE = {
    "true": ("false", "两段文本的差异处描述的处所不同，所以，两段文本不能描述同一个空间场景。"),
    "false": ("true", "两段文本的差异处描述的处所相同，所以，两段文本可以描述同一个空间场景。"),
}
SCENES = {
    "true": "两种说法指的是同一处，应判为可以描述同一场景。",
    "false": "两种说法指的不是同一处，应判为不能描述同一场景。",
}


class Slip(NamedTuple):
    """A wrong answer, and why the right one is right: a reason of annotate.settings.REASONS, and words."""

    answer: Json
    reason: str
    why: str


def slipped(form: str, right: Json, extra: Mapping[str, Any]) -> Slip:
    """The answer of somebody who was not careful."""
    return _SLIPS[form](deepcopy(right), extra)


def _rating(answer: Json, _: Mapping[str, Any]) -> Slip:
    rating = str(answer["rating"])
    return Slip({**answer, "rating": NEIGHBOUR[rating]}, "label", RATED[rating])


def _reasons(key: str, fragments: Callable[[Any], list[Any]]) -> Callable[[Json, Mapping[str, Any]], Slip]:
    """The prepositions of places were not marked; where there are none, nothing was noticed."""

    def slip(answer: Json, _: Mapping[str, Any]) -> Slip:
        reasons: Any = answer.get(key) or []
        places = [
            (fragment, preposition)
            for reason in reasons
            for fragment in fragments(reason)
            if fragment["role"].startswith("P") and (preposition := _preposition(fragment["text"]))
        ]
        if not places:
            what = "、".join(f"“{fragment['text']}”" for fragment in fragments(reasons[0])) if reasons else ""
            return Slip({"outcome": "fine"}, "missed", f"漏看了异常：{what}。" if what else "漏看了异常。")
        whole = places[0][0]["text"]
        for fragment, preposition in places:
            start = len(preposition)
            fragment["idxes"], fragment["text"] = fragment["idxes"][start:], fragment["text"][start:]
        return Slip(answer, "boundary", f"P 应连同介词标全：“{whole}”。")

    return slip


def _preposition(place: str) -> str:
    """The one it begins with, where a phrase of more than a syllable follows: 向前 is a word."""
    return next((word for word in PREPOSITIONS if place.startswith(word) and len(place) > len(word) + 1), "")


def _tuples(answer: Json, _: Mapping[str, Any]) -> Slip:
    """The last one was forgotten."""
    rows: Any = answer["outputs"]
    entity = next(cell["text"] for cell in rows[-1] if cell)
    kept = rows[:-1] if len(rows) > 1 else rows
    return Slip({**answer, "outputs": kept}, "missed", f"漏标了一个元组：空间实体是“{entity}”。")


def _scene(answer: Json, _: Mapping[str, Any]) -> Slip:
    results: Any = answer["results"]
    right = results[0]["judge"]
    judge, reason = OTHER_SCENE[right]
    return Slip({**answer, "results": [{"judge": judge, "reason": reason}]}, "label", SCENES[right])


def _senses(answer: Json, extra: Mapping[str, Any]) -> Slip:
    chosen: Any = answer["senses"]
    glosses = [gloss["text"] for gloss in extra["glosses"]]
    wrong: Json = {"senses": [glosses[(glosses.index(chosen[0]) + 1) % len(glosses)]]}
    return Slip(wrong, "sense", sense_reason(answer))


def sense_reason(decided: Json) -> str:
    """What a reviewer writes who decided for this sense, rightly or not."""
    senses: Any = decided["senses"]
    return f"从整句看，这里的意思是：{senses[0]}"


_SLIPS: Mapping[str, Callable[[Json, Mapping[str, Any]], Slip]] = {
    "space-rating": _rating,
    "space-attribution": _reasons("reasons", lambda reason: list(reason["fragments"])),
    "space-anomaly": _reasons("results", list),
    "space-step": _tuples,
    "space-scene": _scene,
    "wsd": _senses,
}
