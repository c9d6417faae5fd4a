"""What becomes of a decided answer: a record of the data set, or nothing.

The end of annotation: what a form says beyond the task (comments, special cases) stays behind, and what the guidelines
exclude gives no record. Exports and the provenance sidecar both use it.
"""

from collections.abc import Mapping
from typing import cast

from pingce.formats.encode import Json, encode_record
from pingce.spec.errors import UserError
from pingce.spec.problem import CODES
from pingce.spec.values import Value
from pingce.spec.words import Words
from pingce.tasks.ratings import ASPECTS

from ..decode import Values, decode_answer, is_dropped
from ..forms import Form
from ..items import AnnotationItem, as_item
from .passages import ID, TEXT

JUDGE_OF_RATING: Mapping[str, str] = {"fine": "1", "bad": "0"}
"""Only the two ends of the scale are released."""
SOURCE, CLEANED = "source", "cleaned"
COUNTED_IN_TEXT = ("weight", "density", "counts")
"""What screening says about the text as it was."""


def final_record(form: Form, item: AnnotationItem, raw: object) -> dict[str, Json] | None:
    """The record as published, answer included; None when the answer drops the item.

    A rating of an explanation becomes a row of the ratings file without its rater, whom only the caller knows.
    """
    values, violations = decode_answer(form, item, raw)
    if is_dropped(form, values):
        return None
    wrong = [v for v in violations if CODES[v.code].level == "error"]
    answer = {} if form.cleans or form.votes else _task_answer(form, values)
    if wrong or answer is None:
        listing = ", ".join(f"{v.path} [{v.code}]" for v in wrong) or "{}"
        raise UserError(
            Words(f"{item.id} 的答案不能导出：{listing}。", f"The answer to {item.id} cannot be exported: {listing}."),
            code="unusable-answer",
        )
    if form.votes:
        said: dict[str, Json] = {name: str(values[name]) for name in ("vote", "reason", "comment") if name in values}
        return {"word": item.texts["word"], **said}
    if form.cleans:
        return cleaned_record(form, item, values)
    if form.gives_points:
        return {form.task.id_key: item.id, **{name: cast("float", values[name]) for name in ASPECTS}}
    return encode_record(form.task, as_item(form.task, item), answer)


def cleaned_record(form: Form, item: AnnotationItem, values: Values) -> dict[str, Json]:
    """A text that stays, as the corpus stage writes it: under its id, with its place in the raw file.

    ``source.cleaned`` says what was done and, of a mended text, how it read before; what was counted in that text is
    left out.
    """
    mended = values.get("mended")
    texts = {
        TEXT if text.passage else text.name: mended
        if text.passage and isinstance(mended, str)
        else item.texts[text.name]
        for text in form.task.texts
    }
    before = next(item.texts[text.name] for text in form.task.texts if text.passage)
    more = cast("dict[str, Json]", {k: v for k, v in item.extra.items() if k not in ("source", "original", "replaced")})
    stated = item.extra.get("source")
    source: dict[str, Json] = dict(stated) if isinstance(stated, dict) else {}
    if source.get("genre") == more.get("genre"):
        more.pop("genre", None)
    cleaned: dict[str, Json] = {"verdict": str(values["verdict"])}
    if isinstance(mended, str):
        cleaned |= {"reason": str(values["reason"]), "before": before}
        more = {key: value for key, value in more.items() if key not in COUNTED_IN_TEXT}
    if isinstance(more.get("start"), int):
        more["start"] = str(texts[TEXT]).find(str(texts.get("word")))
    return {
        ID: item.id,
        **texts,
        **more,
        **_replacement(item, mended=mended is not None),
        SOURCE: {**source, CLEANED: cleaned},
    }


def _replacement(item: AnnotationItem, *, mended: bool) -> dict[str, Json]:
    """Of a replaced sentence its original and, while the positions hold, what was exchanged."""
    original = item.extra.get("original")
    if not isinstance(original, dict):
        return {}
    return {"origin": original.get("id")} | ({} if mended else {"replaced": original.get("changes")})


def _task_answer(form: Form, values: Values) -> dict[str, Value] | None:
    """The part of an answer that the task has; sets that only gold has are empty when nobody marked any."""
    if form.gives_points:
        return {}
    if form.rating is not None:
        return {"judge": JUDGE_OF_RATING[str(values["rating"])]} if "rating" in values else None
    answer: dict[str, Value] = {}
    for field in form.task.answer:
        value = values.get(field.name, () if field.gold_only else None)
        if value is None:
            return None
        answer[field.name] = cast("Value", value)
    return answer
