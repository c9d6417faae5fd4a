"""How far two answers to a form agree: in the task's fields (:mod:`pingce.scoring.likeness`) and in the form's own."""

from collections.abc import Mapping
from typing import cast

from pingce.scoring.likeness import MEAN, Definition, RatingLevel, answer_likeness, ratings_agree
from pingce.spec.shapes import Choice
from pingce.spec.values import Value

from .decode import FormValue, decode_answer, is_dropped
from .forms import Form, FormField, Number
from .items import AnnotationItem

ROUNDING = 1e-9
NO_ITEM = AnnotationItem("", {})


def agree(
    form: Form,
    a: object,
    b: object,
    *,
    threshold: float = 1.0,
    level: RatingLevel = "strict",
    definition: Definition = MEAN,
) -> bool:
    """Whether nobody needs to look at the two answers again; ``level`` matters to ratings of texts only."""
    if form.rating is not None:
        return rated_alike(form, form.rating, a, b, level)
    return likeness(form, a, b, definition) >= threshold - ROUNDING


def rated_alike(form: Form, field: FormField, a: object, b: object, level: RatingLevel) -> bool:
    """Whether the ratings in two answers agree on this level."""
    assert isinstance(field.shape, Choice), "a rating is a choice with a scale"
    return ratings_agree(field.shape, _label(form, field, a), _label(form, field, b), level)


def _label(form: Form, field: FormField, raw: object) -> str | None:
    value = decode_answer(form, NO_ITEM, raw)[0].get(field.name)
    return value if isinstance(value, str) else None


def likeness(form: Form, a: object, b: object, definition: Definition = MEAN) -> float:
    """From 0 (nothing in common) to 1 (the same); remarks do not count.

    The form's choices are equal or not. Numbers are as near as their distance on the scale. For the rest see
    :func:`pingce.scoring.likeness.answer_likeness`.
    """
    ours, theirs = decode_answer(form, NO_ITEM, a)[0], decode_answer(form, NO_ITEM, b)[0]
    choices = [field.name for field in form.fields if isinstance(field.shape, Choice)]
    if any(ours.get(name) != theirs.get(name) for name in choices):
        return 0.0
    if choices and is_dropped(form, ours):
        return 1.0
    numbers = [(field.name, field.shape) for field in form.fields if isinstance(field.shape, Number)]
    if numbers:
        return sum(_near(ours.get(name), theirs.get(name), shape) for name, shape in numbers) / len(numbers)
    return answer_likeness(form.task, _task_answer(form, ours), _task_answer(form, theirs), definition)


def _near(a: FormValue | None, b: FormValue | None, shape: Number) -> float:
    if not isinstance(a, int | float) or not isinstance(b, int | float):
        return 0.0
    return 1 - abs(a - b) / (shape.most - shape.least)


def _task_answer(form: Form, values: Mapping[str, FormValue]) -> dict[str, Value]:
    """What an answer says in fields of the task that the form has."""
    names = [field.name for field in form.task.answer if field.name in form.by_name]
    return {name: cast("Value", values[name]) for name in names if name in values}
