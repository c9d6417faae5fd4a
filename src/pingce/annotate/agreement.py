"""How far two answers to a form agree: in the task's fields (:mod:`pingce.scoring.likeness`) and in the form's own.

Two answers (JSON as the form stores it) come in, whether they agree by a campaign's test and a likeness from 0 to 1
come out. Consensus, the figures page and the decision whether an item goes to review all ask here, so they cannot
disagree.
"""

from functools import partial

from pingce.scoring.likeness import MEAN, Definition, RatingLevel, annotation_likeness, ratings_agree
from pingce.spec.shapes import Choice

from .decode import decode_answer, is_dropped
from .forms import Form, FormField, MendedText, Number
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
    """From 0 (nothing in common) to 1 (the same): :func:`pingce.scoring.likeness.annotation_likeness` of this form."""
    ours, theirs = decode_answer(form, NO_ITEM, a)[0], decode_answer(form, NO_ITEM, b)[0]
    return annotation_likeness(
        form.task,
        ours,
        theirs,
        # Why a text or a word goes is no matter, what becomes of it is.
        labels=[f.name for f in form.fields if isinstance(f.shape, Choice | MendedText) and f.name != "reason"],
        points={
            field.name: field.shape.most - field.shape.least for field in form.fields if isinstance(field.shape, Number)
        },
        is_dropped=partial(is_dropped, form),
        definition=definition,
    )
