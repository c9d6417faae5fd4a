"""How alike two answers to one item are, and on which levels two ratings of a text agree.

Of two people neither is gold, and official measures are not the same both ways. So each answer is taken as gold in
turn, and the mean of the two numbers counts: in campaigns, where it decides who looks again, and in ``pingce quality``.
"""

from collections.abc import Mapping
from itertools import combinations
from typing import Literal, cast, get_args

from pingce.spec.measure import Case, Measure, Row, harmonic, ratio
from pingce.spec.shapes import Choice, ListOf, RoleSpans, TypedSpans
from pingce.spec.task import AnswerField, TaskSpec
from pingce.spec.values import Answer, FragmentSet, Item, Senses, StepTuple, Value, Verdict

from .measures.overlap import Overlap
from .measures.tuples import TupleMeasure

Definition = Literal["mean-of-both", "best-of-both"]
"""What counts of the two directions. ``best-of-both`` is for campaigns that began with it: the better of the two, with
roles that only one side names counted by either."""
MEAN: Definition = "mean-of-both"
BEST: Definition = "best-of-both"

RatingLevel = Literal["strict", "binary", "loose"]
RATING_LEVELS: tuple[RatingLevel, ...] = get_args(RatingLevel)
UNDETERMINED = "undetermined"
DISTINCT = "distinct"

NO_ITEM = Item("", {})
F1, MATCHED = Overlap.columns.index("f1"), TupleMeasure.columns.index("matched")


def joint_rating(rating: Choice, a: str | None, b: str | None, level: RatingLevel) -> str:
    """What two ratings of one text come to: a label, ``undetermined``, or ``distinct`` where they do not agree.

    Strict: the label both gave. Binary: the end of the scale both are nearer to. Loose: that end for two equal or
    neighbouring ratings, undetermined where the neighbours lean to different ends. A label off the scale agrees with
    itself only.
    """
    if a not in rating.labels or b not in rating.labels:
        return DISTINCT
    if level == "strict":
        return a if a == b else DISTINCT
    one, two = _end(rating, a), _end(rating, b)
    if one == two:
        return one
    on_scale = a in rating.scale and b in rating.scale
    if level == "loose" and on_scale and abs(rating.scale.index(a) - rating.scale.index(b)) == 1:
        return UNDETERMINED
    return DISTINCT


def ratings_agree(rating: Choice, a: str | None, b: str | None, level: RatingLevel) -> bool:
    """Whether two ratings agree on this level: the same, the same end of the scale, or neighbours."""
    return joint_rating(rating, a, b, level) != DISTINCT


def _end(rating: Choice, label: str) -> str:
    """The end of the scale a label is nearer to; the label itself off the scale."""
    if label not in rating.scale:
        return label
    return rating.scale[0] if 2 * rating.scale.index(label) < len(rating.scale) else rating.scale[-1]


def in_turn(measure: Measure, item: Item, a: Answer, b: Answer) -> tuple[Row, Row]:
    """The measure's rows with each of two answers as gold."""
    return measure.row(Case(item, a, b)), measure.row(Case(item, b, a))


def answer_likeness(task: TaskSpec, a: Answer, b: Answer, definition: Definition = MEAN) -> float:
    """From 0 (nothing in common) to 1 (the same), of all that two answers say in the task's own fields.

    Judgements and senses are equal or not. Fragments share characters and tuples share points by the task's own
    measure, with the alternatives and coreferences of either side. The field that is least alike decides.
    """
    if task.tuple_shape is not None:
        return _tuple_likeness(task, a, b, definition)
    answered = [field for field in task.answer if field.name in a or field.name in b]
    return min((_field_likeness(task, field, a, b, definition) for field in answered), default=1.0)


def _field_likeness(task: TaskSpec, field: AnswerField, a: Answer, b: Answer, definition: Definition) -> float:
    name, shape = field.name, field.shape
    if name not in a or name not in b:
        return 0.0
    if isinstance(shape, ListOf) and isinstance(shape.each, RoleSpans | TypedSpans):
        measure = Overlap(name, typed=isinstance(shape.each, TypedSpans))
        if definition == MEAN:
            own = (other for other in task.measures.values() if isinstance(other, Overlap) and other.field == name)
            measure = next(own, measure)
        return _of_both(measure, F1, a, b, definition)
    return float(_comparable(a[name]) == _comparable(b[name]))


def _of_both(measure: Measure, column: int, a: Answer, b: Answer, definition: Definition) -> float:
    one, two = (row[column] for row in in_turn(measure, NO_ITEM, a, b))
    return (one + two) / 2 if definition == MEAN else max(one, two)


def _comparable(value: Value) -> object:
    """Senses are a set; of explained judgements the judgement counts, everybody explains in their own words."""
    if isinstance(value, Senses):
        return frozenset(value.chosen)
    if isinstance(value, tuple):
        return [part.judge if isinstance(part, Verdict) else part for part in value]
    return value


def _tuple_likeness(task: TaskSpec, a: Answer, b: Answer, definition: Definition) -> float:
    """F1 over tuples and pairs of mentions together."""
    points = _of_both(task.measures[task.rank_by[0]], MATCHED, a, b, definition)
    size_a, size_b = (len(cast("tuple[StepTuple, ...]", side.get("tuples", ()))) for side in (a, b))
    for name in ("corefs", "non_corefs"):
        ours, theirs = mention_pairs(a, name), mention_pairs(b, name)
        points += len(ours & theirs)
        size_a, size_b = size_a + len(ours), size_b + len(theirs)
    if not size_a and not size_b:
        return 1.0
    return harmonic(ratio(points, size_a), ratio(points, size_b))


def mention_pairs(answer: Mapping[str, Value], name: str) -> set[frozenset[tuple[int, ...]]]:
    """Which mentions are said to belong together, two at a time."""
    groups = cast("tuple[FragmentSet, ...]", answer.get(name, ()))
    return {frozenset((one.idxes, other.idxes)) for group in groups for one, other in combinations(group, 2)}
