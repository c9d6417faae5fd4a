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

JUDGE_OF_RATING: Mapping[str, str] = {"fine": "1", "bad": "0"}
"""Only the two ends of the scale are released."""


def final_record(form: Form, item: AnnotationItem, raw: object) -> dict[str, Json] | None:
    """The record as published, answer included; None when the answer drops the item.

    A rating of an explanation becomes a row of the ratings file without its rater, whom only the caller knows.
    """
    values, violations = decode_answer(form, item, raw)
    if is_dropped(form, values):
        return None
    wrong = [v for v in violations if CODES[v.code].level == "error"]
    answer = _task_answer(form, values)
    if wrong or answer is None:
        listing = ", ".join(f"{v.path} [{v.code}]" for v in wrong) or "{}"
        raise UserError(
            Words(f"{item.id} 的答案不能导出：{listing}。", f"The answer to {item.id} cannot be exported: {listing}."),
            code="unusable-answer",
        )
    if form.gives_points:
        return {form.task.id_key: item.id, **{name: cast("float", values[name]) for name in ASPECTS}}
    return encode_record(form.task, as_item(form.task, item), answer)


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
