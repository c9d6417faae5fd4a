"""How near words of one's own are to those of gold."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from pingce.spec.measure import Case, Measure, Row, ratio
from pingce.spec.values import Answer, Verdict

from .explanation import character_bleu, rouge_l


def wording(answer: Answer | None, field: str) -> str:
    """What was written in ``field``: a text, or the explanation of a judgement; nothing where nothing was."""
    value = answer.get(field) if answer is not None else None
    if isinstance(value, tuple) and value and isinstance(value[0], Verdict):
        return value[0].explanation
    return value if isinstance(value, str) else ""


@dataclass(frozen=True)
class TextWording(Measure):
    """How near a text is to that of gold: the same, or sharing characters (BLEU and ROUGE-L of characters)."""

    field: str
    columns: ClassVar[tuple[str, ...]] = ("same", "bleu", "rouge_l")
    right: ClassVar[str | None] = "same"

    def row(self, case: Case) -> Row:
        gold, predicted = wording(case.gold, self.field), wording(case.predicted, self.field)
        if not gold or not predicted:
            return (0.0,) * len(self.columns)
        return (float(gold == predicted), character_bleu(predicted, gold), rouge_l(predicted, gold))

    def combine(self, sums: Sequence[float], n: int) -> dict[str, float]:
        return {name: ratio(total, n) for name, total in zip(self.columns, sums, strict=True)}
