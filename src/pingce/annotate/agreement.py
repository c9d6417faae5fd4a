"""How far two answers to one item agree."""

from collections.abc import Mapping
from itertools import combinations
from typing import Literal, cast, get_args

from pingce.scoring.measures.overlap import Overlap
from pingce.scoring.measures.tuples import TupleMeasure
from pingce.spec.measure import Case, harmonic, ratio
from pingce.spec.shapes import Choice, ListOf, RoleSpans, TypedSpans
from pingce.spec.values import FragmentSet, Item, Senses, StepTuple, Value, Verdict
from pingce.tasks.ratings import RATING

from .decode import AnnotationItem, FormValue, decode_answer, is_dropped
from .forms import Form, Number

RatingLevel = Literal["strict", "binary", "loose"]
RATING_LEVELS: tuple[RatingLevel, ...] = get_args(RatingLevel)
Joint = Literal["fine", "someFine", "someBad", "bad", "other", "undetermined", "distinct"]
ROUNDING = 1e-9
NO_ITEM = AnnotationItem("", {})
SIDE: Mapping[str, Joint] = {"fine": "fine", "someFine": "fine", "someBad": "bad", "bad": "bad", "other": "other"}


def agree(form: Form, a: object, b: object, *, threshold: float = 1.0, level: RatingLevel = "strict") -> bool:
    """Whether nobody needs to look at the two answers again; ``level`` matters to ratings of texts only."""
    if form.id == "space-rating":
        return joint_rating(_rating(form, a), _rating(form, b), level) != "distinct"
    return likeness(form, a, b) >= threshold - ROUNDING


def joint_rating(a: str | None, b: str | None, level: RatingLevel) -> Joint:
    """What two ratings of one text come to.

    Strict: the label both gave. Binary: the side of the scale both are on. Loose: the side of two equal or
    neighbouring ratings, undetermined where the neighbours are on different sides. ``other`` agrees with itself only.
    """
    if a not in RATING.labels or b not in RATING.labels:
        return "distinct"
    if level == "strict":
        return cast("Joint", a) if a == b else "distinct"
    if SIDE[a] == SIDE[b]:
        return SIDE[a]
    if level == "loose" and {a, b} == {"someFine", "someBad"}:
        return "undetermined"
    return "distinct"


def _rating(form: Form, raw: object) -> str | None:
    value = decode_answer(form, NO_ITEM, raw)[0].get("rating")
    return value if isinstance(value, str) else None


def likeness(form: Form, a: object, b: object) -> float:
    """From 0 (nothing in common) to 1 (the same); remarks do not count.

    Choices and senses are equal or not. Fragments and tuples share points by the task's own measure, with the
    alternatives and coreferences of either side. Numbers are as near as their distance on the scale.
    """
    ours, theirs = decode_answer(form, NO_ITEM, a)[0], decode_answer(form, NO_ITEM, b)[0]
    choices = [one.name for one in form.fields if isinstance(one.shape, Choice)]
    if any(ours.get(name) != theirs.get(name) for name in choices):
        return 0.0
    if choices and is_dropped(form, ours):
        return 1.0
    numbers = [(one.name, one.shape) for one in form.fields if isinstance(one.shape, Number)]
    if numbers:
        return sum(_near(ours.get(name), theirs.get(name), shape) for name, shape in numbers) / len(numbers)
    return _content(form, ours, theirs)


def _near(a: FormValue | None, b: FormValue | None, shape: Number) -> float:
    if not isinstance(a, int | float) or not isinstance(b, int | float):
        return 0.0
    return 1 - abs(a - b) / (shape.most - shape.least)


def _content(form: Form, ours: Mapping[str, FormValue], theirs: Mapping[str, FormValue]) -> float:
    names = [one.name for one in form.task.answer if one.name in form.by_name]
    a, b = ({name: cast("Value", side[name]) for name in names if name in side} for side in (ours, theirs))
    if form.task.tuple_shape is not None:
        return _tuples(form, a, b)
    scores = [_field(form, name, a, b) for name in names if name in a or name in b]
    return min(scores, default=1.0)


def _field(form: Form, name: str, a: Mapping[str, Value], b: Mapping[str, Value]) -> float:
    if name not in a or name not in b:
        return 0.0
    shape = form.task.field(name).shape
    if isinstance(shape, ListOf) and isinstance(shape.each, RoleSpans | TypedSpans):
        measure = Overlap(name, typed=isinstance(shape.each, TypedSpans))
        return max(measure.row(Case(NOTHING_ASKED, *pair))[2] for pair in ((a, b), (b, a)))
    return float(_compared(a[name]) == _compared(b[name]))


def _compared(value: Value) -> object:
    """Senses are a set; of explained judgements the judgement counts, everybody explains in their own words."""
    if isinstance(value, Senses):
        return frozenset(value.chosen)
    if isinstance(value, tuple):
        return [one.judge if isinstance(one, Verdict) else one for one in value]
    return value


def _tuples(form: Form, a: Mapping[str, Value], b: Mapping[str, Value]) -> float:
    """F1 over tuples and pairs of mentions together."""
    measure = cast("TupleMeasure", form.task.measures[form.task.rank_by[0]])
    points = max(measure.row(Case(NOTHING_ASKED, *pair))[3] for pair in ((a, b), (b, a)))
    size_a, size_b = (len(cast("tuple[StepTuple, ...]", side.get("tuples", ()))) for side in (a, b))
    for name in ("corefs", "non_corefs"):
        ours, theirs = (_mention_pairs(side.get(name)) for side in (a, b))
        points += len(ours & theirs)
        size_a, size_b = size_a + len(ours), size_b + len(theirs)
    if not size_a and not size_b:
        return 1.0
    return harmonic(ratio(points, size_a), ratio(points, size_b))


def _mention_pairs(sets: Value | None) -> set[frozenset[tuple[int, ...]]]:
    """Which mentions are said to belong together, two at a time."""
    groups = cast("tuple[FragmentSet, ...]", sets or ())
    return {frozenset((one.idxes, other.idxes)) for group in groups for one, other in combinations(group, 2)}


NOTHING_ASKED = Item("", {})
