"""How right an answer is against the answer that holds, from 0 to 1, for every answer shape."""

from typing import assert_never

from pingce.scoring.likeness import RatingLevel, ratings_agree
from pingce.spec.measure import Case
from pingce.spec.shapes import Choice, FragmentSets, FreeText, Judged, RoleSpans, SenseChoice, SlotTuple, TypedSpans
from pingce.spec.values import Answer

from .agreement.content import identity, label
from .annotations import Annotations, Field, Points
from .asked_fields import FORM_LABELS


def main_field(data: Annotations) -> Field:
    """The field a file is about: the rating, or the first field of the task that was answered."""
    by_name = {one.name: one for one in data.fields}
    if "rating" in by_name:
        return by_name["rating"]
    return next((one for one in data.fields if one.name not in FORM_LABELS), data.fields[0])


class AnswerJudge:
    """Compares answers of one file with those that hold."""

    def __init__(self, data: Annotations, *, rating: RatingLevel = "strict") -> None:
        self.data, self.rating = data, rating
        self.field = main_field(data)
        self.others = [one for one in data.fields if one.name in FORM_LABELS and one is not self.field]

    def score(self, item: str, said: Answer, right: Answer) -> float:
        """1 for right, 0 for wrong; for fragments and tuples the task's own number of this one item.

        Where neither marks anything (nothing is wrong with the text, say) the form's other labels decide.
        """
        one, two = identity(self.field, said), identity(self.field, right)
        if one is None and two is None:
            return float(all(label(other, said) == label(other, right) for other in self.others))
        if one is None or two is None:
            return 0.0
        return self._compare(item, said, right)

    def _compare(self, item: str, said: Answer, right: Answer) -> float:
        kind = self.field.kind
        match kind:
            case Choice() if kind.scale:
                return float(ratings_agree(kind, label(self.field, said), label(self.field, right), self.rating))
            case Choice() | Judged() | SenseChoice() | FreeText() | Points() | FragmentSets():
                return float(identity(self.field, said) == identity(self.field, right))
            case TypedSpans() | RoleSpans() | SlotTuple():
                task = self.data.task
                assert task is not None, "a table of labels has no fragments"
                name, number = task.rank_by
                measure = task.measures[name]
                return measure.combine(measure.row(Case(self.data.items[item], right, said)), 1)[number]
            case _:
                assert_never(kind)
