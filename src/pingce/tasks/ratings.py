"""What people say about texts and explanations that no task's files hold: the rating, and the aspects with points."""

from collections.abc import Mapping

from pingce.spec.shapes import Choice
from pingce.spec.words import Words

RATING_SCALE = ("fine", "someFine", "someBad", "bad")
"""The four levels of the rating, from right to wrong."""
UNUSABLE = "other"
"""The fifth option of the rating: off the scale."""

RATING = Choice(
    labels=(*RATING_SCALE, UNUSABLE),
    titles={
        "fine": Words("完全正常", "fine"),
        "someFine": Words("尚能说通", "acceptable"),
        "someBad": Words("比较牵强", "far-fetched"),
        "bad": Words("显然异常", "plainly wrong"),
        UNUSABLE: Words("不适合用于计算机空间语义理解", "unsuitable"),
    },
    scale=RATING_SCALE,
)
ASPECT_TITLES: Mapping[str, Words] = {
    "fluency": Words("流畅", "fluency"),
    "accuracy": Words("解释准确", "accuracy of the explanation"),
    "entities": Words("空间实体", "entities"),
    "relations": Words("空间关系", "relations"),
}
ASPECTS = tuple(ASPECT_TITLES)
"""What an explanation gets points for, each from 0 to 100."""
ASPECT_POINTS = 100
"""The most points of an aspect; the least are none."""
NO_ANOMALY = ("fine", "unusable")
"""Outcomes of annotation that leave a text out of the data of anomalies."""
