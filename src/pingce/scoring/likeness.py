"""How alike two answers to one item are, and on which levels two ratings of a text agree.

Of two people neither is gold, and official measures are not the same both ways. So each answer is taken as gold in
turn, and the mean of the two numbers counts: in campaigns, where it decides who looks again, and in ``pingce quality``.
:func:`annotation_likeness` compares all that two annotators say, :func:`answer_likeness` the task's own fields,
:func:`mean_likeness` sums up many pairs.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations
from statistics import fmean
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
    first, second = _end(rating, a), _end(rating, b)
    if first == second:
        return first
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


def annotation_likeness(
    task: TaskSpec | None,
    a: Mapping[str, object],
    b: Mapping[str, object],
    *,
    labels: Sequence[str],
    points: Mapping[str, float],
    is_dropped: Callable[[Mapping[str, object]], bool],
    definition: Definition = MEAN,
) -> float:
    """From 0 (nothing in common) to 1 (the same), of all that two annotators say about an item; remarks do not count.

    ``labels`` are choices beside the task's own answer (a rating, an outcome, a special case): who differ in one have
    nothing in common; who agree that the item does not belong in the data (``is_dropped``) agree, whatever else they
    marked. ``points`` are numbers with the width of their scale, as near as their distance on it. The rest is the
    task's own answer; None where labels are all there is.
    """
    if any(a.get(name) != b.get(name) for name in labels):
        return 0.0
    if is_dropped(a):
        return 1.0
    if points:
        return sum(_nearness(a.get(name), b.get(name), width) for name, width in points.items()) / len(points)
    return 1.0 if task is None else answer_likeness(task, _task_answer(task, a), _task_answer(task, b), definition)


def mean_likeness(items: Iterable[Sequence[float]], definition: Definition = MEAN) -> float | None:
    """The mean over items of the likenesses of each item's pairs of answers; None where no item has two answers.

    An item weighs the same however many people answered it, unless the campaign began with the best of both
    directions: there every pair weighs the same.
    """
    pairs = [likenesses for likenesses in items if likenesses]
    if not pairs:
        return None
    return fmean(map(fmean, pairs)) if definition == MEAN else fmean(alike for item in pairs for alike in item)


def _nearness(a: object, b: object, width: float) -> float:
    if not isinstance(a, int | float) or not isinstance(b, int | float):
        return 0.0
    return 1 - abs(a - b) / width


def _task_answer(task: TaskSpec, values: Mapping[str, object]) -> dict[str, Value]:
    """What somebody says in the task's own fields; an empty list says nothing."""
    names = [field.name for field in task.answer if values.get(field.name) not in (None, "", ())]
    return {name: cast("Value", values[name]) for name in names}


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
    first, second = (row[column] for row in in_turn(measure, NO_ITEM, a, b))
    return (first + second) / 2 if definition == MEAN else max(first, second)


def _comparable(value: Value) -> object:
    """Senses are a set; of explained judgements the judgement counts, everybody explains in their own words."""
    if isinstance(value, Senses):
        return chosen_senses(value)
    if isinstance(value, tuple):
        return [element.judge if isinstance(element, Verdict) else element for element in value]
    return value


def chosen_senses(said: Senses) -> frozenset[str]:
    """The senses somebody chose; of scored candidates those above one half."""
    return frozenset(said.chosen or [gloss for gloss, score in said.scores if score > 0.5])


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
    return {frozenset((fragment.idxes, other.idxes)) for group in groups for fragment, other in combinations(group, 2)}
