"""Which fields a file of answers has: the task's own, and those that only annotation forms have."""

from collections.abc import Iterable, Mapping, Sequence

from pingce.spec.shapes import Choice, SenseChoice
from pingce.spec.task import TaskSpec
from pingce.spec.words import Words
from pingce.tasks.ratings import ASPECT_TITLES, ASPECTS, RATING

from .annotations import Field, Points

FORM_LABELS: Mapping[str, Words] = {
    "rating": Words("评级", "rating"),
    "outcome": Words("结论", "outcome"),
    "special": Words("特殊情况", "special case"),
    "verdict": Words("处理", "what to do"),
    "vote": Words("意见", "vote"),
    "mended": Words("改正后", "as it should be"),
}
"""Keys of annotation forms that hold one label; which labels there are, the file shows."""
NOT_SPECIAL = "–"
"""What an answer without a special option says there."""


def special_sense(option: str) -> str:
    """A special option (ambiguous, faulty, none) as the only member of a set of senses."""
    return f"〔{option}〕"


def fields_of(task: TaskSpec, answers: Sequence[Mapping[str, object]]) -> tuple[Field, ...]:
    """The fields that occur in these answers, by their keys."""
    keys = {key for answer in answers for key in answer}
    fields = [Field(field.name, field.title, field.shape) for field in task.answer if field.key in keys]
    senses = any(isinstance(field.shape, SenseChoice) for field in fields)
    for key, title in FORM_LABELS.items():
        if key in keys and not (senses and key == "special"):
            fields.append(Field(key, title, label_field(key, (answer.get(key) for answer in answers))))
    fields += [Field(name, ASPECT_TITLES[name], Points()) for name in ASPECTS if name in keys]
    return tuple(fields)


def label_field(key: str, values: Iterable[object]) -> Choice:
    """The rating has its scale; of other labels we know those that were used."""
    used = dict.fromkeys(value for value in values if isinstance(value, str))
    if key == "rating":
        return RATING
    return Choice(labels=(*sorted(used), *([NOT_SPECIAL] if key == "special" else [])))


def free_labels(labels: Sequence[str]) -> Choice:
    """Labels of a table that belongs to no task."""
    return RATING if set(labels) <= set(RATING.labels) else Choice(tuple(labels))
