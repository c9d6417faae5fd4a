"""Measures of explained judgements (SpaCE2023 task 3).

The official score is given by people. The helpers here say what can be said without them: is the
difference named, are the entities named, are the parts of the template there, how near are the words (which
``TextWording`` also measures for any text of one's own).
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, cast

from pingce.scoring.measures.judging import label
from pingce.spec.measure import Case, Measure, Row, ratio
from pingce.spec.values import Answer, Verdict

QUOTED = re.compile(r"[“\"「『]([^”\"」』]+)[”\"」』]")
SENTENCE = re.compile(r"[^。！？]*[。！？]?")
HUMAN = "human"
"""What scores call the measure below that people give."""
HUMAN_NUMBER = "score"


def verdict(answer: Answer | None) -> Verdict | None:
    """The first judgement with its explanation, the one that is scored; None for no answer."""
    verdicts = cast("tuple[Verdict, ...]", answer.get("verdicts", ())) if answer is not None else ()
    return verdicts[0] if verdicts else None


def difference(first: str, second: str) -> tuple[tuple[int, int], tuple[int, int]]:
    """Where two texts differ: start and end of the differing stretch in each."""
    shorter = min(len(first), len(second))
    start = next((i for i in range(shorter) if first[i] != second[i]), shorter)
    room = shorter - start
    tail = next((i for i in range(room) if first[-1 - i] != second[-1 - i]), room)
    return (start, len(first) - tail), (start, len(second) - tail)


def names_difference(explanation: str, text: str, stretch: tuple[int, int]) -> bool:
    """A quotation from ``text`` covers the stretch in which it differs from the other text."""
    start, end = stretch
    for quoted in QUOTED.findall(explanation):
        at = text.find(quoted)
        while at >= 0:
            if at <= start and at + len(quoted) >= end:
                return True
            at = text.find(quoted, at + 1)
    return False


def entities(explanation: str) -> list[str]:
    """The entities an explanation lists: quotations in the sentence that speaks of 空间实体."""
    return [
        name
        for sentence in SENTENCE.findall(explanation)
        if "空间实体" in sentence
        for name in QUOTED.findall(sentence.split("空间实体", 1)[1])
    ]


def conclusion(explanation: str) -> str | None:
    """The judgement an explanation ends in; None where it says neither."""
    if "不能描述" in explanation or "不可以描述" in explanation:
        return "false"
    return "true" if "可以描述" in explanation else None


def template_parts(explanation: str, judge: str) -> float:
    """Share of the template's four parts: difference, entities, comparison, conclusion that fits the judgement."""
    sentences = SENTENCE.findall(explanation)
    different = any("差异" in s and len(QUOTED.findall(s)) > 1 for s in sentences)
    named = bool(entities(explanation))
    compared = any("描述" in s and ("相同" in s or "不同" in s) and QUOTED.search(s) for s in sentences)
    concluded = conclusion(explanation) == judge
    return (different + named + compared + concluded) / 4


@dataclass(frozen=True)
class ExplanationHelpers(Measure):
    """What can be measured of an explanation without people; none of it is the official score."""

    columns: ClassVar[tuple[str, ...]] = ("names_both", "entity_coverage", "template", "bleu", "rouge_l")

    def row(self, case: Case) -> Row:
        predicted, gold = verdict(case.predicted), verdict(case.gold)
        if predicted is None or gold is None:
            return (0.0,) * len(self.columns)
        texts = tuple(case.item.texts.values())
        both = False
        if len(texts) > 1:
            first, second = difference(texts[0], texts[1])
            both = names_difference(predicted.explanation, texts[0], first) and names_difference(
                predicted.explanation, texts[1], second
            )
        names = set(entities(gold.explanation))
        covered = ratio(sum(name in predicted.explanation for name in names), len(names))
        return (
            float(both),
            covered,
            template_parts(predicted.explanation, predicted.judge),
            character_bleu(predicted.explanation, gold.explanation),
            rouge_l(predicted.explanation, gold.explanation),
        )

    def combine(self, sums: Sequence[float], n: int) -> dict[str, float]:
        return {name: ratio(total, n) for name, total in zip(self.columns, sums, strict=True)}


def character_bleu(predicted: str, gold: str) -> float:
    """BLEU of two explanations over characters, from 0 to 1; an empty one earns 0."""
    if not predicted or not gold:
        return 0.0
    from sacrebleu.metrics.bleu import BLEU

    # Rounding takes a perfect match a little beyond 100.
    return min(1.0, BLEU(tokenize="char", effective_order=True).sentence_score(predicted, [gold]).score / 100)


def rouge_l(predicted: str, gold: str) -> float:
    """F1 of the longest common subsequence of characters."""
    from rapidfuzz.distance import LCSseq

    common = LCSseq.similarity(predicted, gold)
    return ratio(2 * common, len(predicted) + len(gold))


@dataclass(frozen=True)
class HumanRating(Measure):
    """The official score: 0 when the judgement is wrong, otherwise the points people gave (0–100)."""

    ratings: Mapping[str, Sequence[float]] = field(repr=False)
    """Points per item, one number per rater."""
    columns: ClassVar[tuple[str, ...]] = ("points", "rated")

    def row(self, case: Case) -> Row:
        given = self.ratings.get(case.item.id, ())
        right = label(case.predicted, "verdicts", None) == label(case.gold, "verdicts", "")
        return (ratio(sum(given), len(given)) if right else 0.0, float(bool(given)))

    def combine(self, sums: Sequence[float], n: int) -> dict[str, float]:
        return {HUMAN_NUMBER: ratio(sums[0], n)}

    def parameters(self) -> dict[str, object]:
        return {"raters": max((len(r) for r in self.ratings.values()), default=0)}


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
