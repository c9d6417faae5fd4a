"""How people come to differ: answers that are a little wrong in the way such answers usually are."""

from collections.abc import Callable, Mapping
from copy import deepcopy
from typing import Any

from pingce.annotate.items import Json

Slip = Callable[[Json, Mapping[str, Any]], Json]
NEIGHBOUR = {"fine": "someFine", "someFine": "fine", "someBad": "bad", "bad": "someBad", "other": "someBad"}
OTHER_SCENE = {
    "true": ("false", "两段文本的差异处描述的处所不同，所以，两段文本不能描述同一个空间场景。"),
    "false": ("true", "两段文本的差异处描述的处所相同，所以，两段文本可以描述同一个空间场景。"),
}


def slipped(form: str, right: Json, extra: Mapping[str, Any]) -> Json:
    """The answer of somebody who was not careful."""
    return _SLIPS[form](deepcopy(right), extra)


def _rating(answer: Json, _: Mapping[str, Any]) -> Json:
    return {**answer, "rating": NEIGHBOUR[str(answer["rating"])]}


def _reasons(key: str, fragments: Callable[[Any], list[Any]]) -> Slip:
    """Of the first reason only the ends of its fragments were marked, or nothing was noticed."""

    def slip(answer: Json, _: Mapping[str, Any]) -> Json:
        reasons: Any = answer.get(key)
        if not reasons:
            return answer
        long = [one for one in fragments(reasons[0]) if len(one["idxes"]) > 1]
        if not long:
            return {"outcome": "fine"}
        for one in long:
            half = len(one["idxes"]) // 2
            one["idxes"], one["text"] = one["idxes"][half:], one["text"][half:]
        return {**answer, key: reasons[:1]}

    return slip


def _tuples(answer: Json, _: Mapping[str, Any]) -> Json:
    rows: Any = answer["outputs"]
    return {**answer, "outputs": rows[:-1]} if len(rows) > 1 else answer


def _scene(answer: Json, _: Mapping[str, Any]) -> Json:
    results: Any = answer["results"]
    judge, reason = OTHER_SCENE[results[0]["judge"]]
    return {**answer, "results": [{"judge": judge, "reason": reason}]}


def _senses(answer: Json, extra: Mapping[str, Any]) -> Json:
    chosen: Any = answer["senses"]
    glosses = [gloss["text"] for gloss in extra["glosses"]]
    return {"senses": [glosses[(glosses.index(chosen[0]) + 1) % len(glosses)]]}


_SLIPS: Mapping[str, Slip] = {
    "space-rating": _rating,
    "space-attribution": _reasons("reasons", lambda reason: list(reason["fragments"])),
    "space-anomaly": _reasons("results", list),
    "space-step": _tuples,
    "space-scene": _scene,
    "wsd": _senses,
}
