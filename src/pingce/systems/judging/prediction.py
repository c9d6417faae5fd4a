"""A judgement of yes or no as a prediction with its probability and the most suspicious words."""

import math
from collections.abc import Sequence

from pingce.spec.shapes import Choice
from pingce.spec.task import TaskSpec
from pingce.systems.interface import Example, Prediction, suspect
from pingce.systems.learning.replaceable import Reading

YES, NO = "1", "0"
RIGHT, WRONG = "正确", "错误"
SUSPICIOUS = 3
"""Words a prediction names."""


def label_of(task: TaskSpec) -> str:
    """The field a judging task asks for."""
    return task.public_answer[0].name


def verdicts_of(task: TaskSpec) -> tuple[str, str]:
    """The labels of yes and no: SpaCE2025 says them in words."""
    shape = task.public_answer[0].shape
    return (RIGHT, WRONG) if isinstance(shape, Choice) and RIGHT in shape.labels else (YES, NO)


def says_yes(examples: Sequence[Example], field: str) -> list[bool]:
    """Normal texts, reasons that hold."""
    return [example.answer[field] in (YES, RIGHT) for example in examples]


def probability(log_odds: float) -> float:
    """From log-odds, kept away from 0 and 1."""
    return 1 / (1 + math.exp(-max(-50.0, min(50.0, log_odds))))


def log_odds_of(prediction: Prediction) -> float:
    """Of yes, as a judging system told them."""
    yes = min(1 - 1e-6, max(1e-6, float(prediction.detail["yes"])))
    return math.log(yes / (1 - yes))


def judged(
    field: str,
    log_odds: float,
    reading: Reading | None = None,
    sites: Sequence[float] = (),
    verdicts: tuple[str, str] = (YES, NO),
) -> Prediction:
    """Yes from even odds on. The detail holds the probability of yes and the oddest words with their places.

    ``field`` is the answer's field and ``verdicts`` its two labels; ``sites`` are how odd each of the words of
    ``reading`` is, in the same order.
    """
    yes = probability(log_odds)
    detail: dict[str, object] = {"yes": round(yes, 6)}
    if reading is not None:
        worst = sorted(zip(sites, reading.sites, strict=True), key=lambda pair: (-pair[0], pair[1].start))
        detail["suspicious"] = [suspect(site.start, site.word, value) for value, site in worst[:SUSPICIOUS]]
    return Prediction({field: verdicts[0] if yes >= 0.5 else verdicts[1]}, max(yes, 1 - yes), detail)
