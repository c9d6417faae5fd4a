"""How right an answer is against the answer that holds, from 0 to 1, for every answer shape.

Labels, letters and senses are right or wrong, ratings agree on the level asked for, fragments and tuples get the task's
own number for the one item. People, human tests and levels rest on it.
"""

from typing import assert_never

from pingce.scoring.likeness import RatingLevel, ratings_agree
from pingce.spec.measure import Case
from pingce.spec.shapes import (
    Choice,
    FragmentSets,
    FreeText,
    Judged,
    Options,
    RoleSpans,
    SenseChoice,
    SlotTuple,
    TypedSpans,
)
from pingce.spec.values import Answer

from .agreement.content import identity, label
from .agreement.whole_answers import likeness
from .annotations import Annotations, Field, Points
from .asked_fields import FORM_LABELS


def main_field(data: Annotations) -> Field:
    """The field a file is about: the rating, or the first field of the task that was answered."""
    by_name = {field.name: field for field in data.fields}
    if "rating" in by_name:
        return by_name["rating"]
    return next((field for field in data.fields if field.name not in FORM_LABELS), data.fields[0])


class AnswerJudge:
    """Compares answers of one file with those that hold."""

    def __init__(self, data: Annotations, *, rating: RatingLevel = "strict") -> None:
        self.data, self.rating = data, rating
        self.field = main_field(data)
        self.others = [field for field in data.fields if field.name in FORM_LABELS and field is not self.field]

    def score(self, item: str, given: Answer, right: Answer) -> float:
        """1 for right, 0 for wrong; for fragments and tuples the task's own number of this one item.

        Where neither marks anything (nothing is wrong with the text, say) the form's other labels decide.
        """
        first, second = identity(self.field, given), identity(self.field, right)
        if first is None and second is None:
            return float(all(label(other, given) == label(other, right) for other in self.others))
        if first is None or second is None:
            return 0.0
        return self._compare(item, given, right)

    def alike(self, a: Answer, b: Answer) -> float:
        """How alike the answers of two people are, neither of whom is right: ratings agree on the level asked for."""
        kind = self.field.kind
        if isinstance(kind, Choice) and kind.scale:
            return float(ratings_agree(kind, label(self.field, a), label(self.field, b), self.rating))
        return likeness(self.data, a, b)

    def _compare(self, item: str, given: Answer, right: Answer) -> float:
        kind = self.field.kind
        match kind:
            case Choice() if kind.scale:
                return float(ratings_agree(kind, label(self.field, given), label(self.field, right), self.rating))
            case Choice() | Options() | Judged() | SenseChoice() | FreeText() | Points() | FragmentSets():
                return float(identity(self.field, given) == identity(self.field, right))
            case TypedSpans() | RoleSpans() | SlotTuple():
                task = self.data.task
                assert task is not None, "a table of labels has no fragments"
                name, number = task.rank_by
                measure = task.measures[name]
                return measure.combine(measure.row(Case(self.data.items[item], right, given)), 1)[number]
            case _:
                assert_never(kind)
