"""How alike answers are as wholes: the number that a campaign's page and ``pingce quality agreement`` both show."""

from collections.abc import Mapping
from itertools import combinations
from statistics import fmean
from typing import Literal, cast

from pingce.quality.annotations import Annotations, Points, by_item
from pingce.quality.asked_fields import FORM_LABELS
from pingce.scoring.clusters import Resample
from pingce.scoring.likeness import annotation_likeness
from pingce.spec.values import Answer
from pingce.tasks.ratings import ASPECT_POINTS, NO_ANOMALY

from .numbers import NOTHING_SHARED, AgreementNumber
from .resample import mean_of


def likeness(data: Annotations, a: Answer, b: Answer) -> float:
    """Of two people's answers to one item, from 0 to 1: :func:`pingce.scoring.likeness.annotation_likeness`."""
    points = [field.name for field in data.fields if isinstance(field.shape, Points)]
    return annotation_likeness(
        data.task,
        _with_numbers(a, points),
        _with_numbers(b, points),
        labels=tuple(FORM_LABELS) if data.task is not None else [field.name for field in data.fields],
        points=dict.fromkeys(points, float(ASPECT_POINTS)),
        is_dropped=_is_dropped,
    )


def likeness_of_all(
    data: Annotations, *, which: Literal["first", "last"] = "first", resample: Resample = "clusters"
) -> AgreementNumber:
    """The mean over items that two or more people answered, each item weighing the same.

    Control items do not count, as on the page of a campaign: their right answers were known beforehand.
    """
    answers = [answer for answer in (data.first() if which == "first" else data.last()) if not answer.control]
    pairs = {item: list(combinations(given, 2)) for item, given in by_item(answers).items() if len(given) > 1}
    likenesses = [fmean(likeness(data, a.answer, b.answer) for a, b in of_item) for of_item in pairs.values()]
    clusters = data.clusters if resample == "clusters" else None
    return mean_of(likenesses, NOTHING_SHARED, None if clusters is None else [clusters.numbers[item] for item in pairs])


def _with_numbers(answer: Answer, names: list[str]) -> Mapping[str, object]:
    """Points are read as they were written; here they are numbers."""
    return {**answer, **{name: float(cast("str", answer[name])) for name in names if name in answer}}


def _is_dropped(answer: Mapping[str, object]) -> bool:
    """A special case, or an outcome without anomaly, keeps an item out of the data."""
    return bool(answer.get("special")) or answer.get("outcome") in NO_ANOMALY
