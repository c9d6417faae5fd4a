"""Measures of word-sense choices where several senses may be right.

The published systems answer a *derived* single-choice question per gold sense: the other gold senses are
taken out of the candidates. One prediction per question makes precision, recall and F1 all equal accuracy.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal, cast

from pingce.spec.measure import Case, Measure, Row, Share, ratio
from pingce.spec.values import Answer, Senses

NOTHING = Senses(())


def senses(answer: Answer | None) -> Senses:
    return cast("Senses", answer.get("senses", NOTHING)) if answer is not None else NOTHING


def gold_senses(case: Case) -> tuple[str, ...]:
    """The right senses in their order; a key file lists them as the answers to the derived questions."""
    gold = senses(case.gold)
    return tuple(dict.fromkeys(gold.chosen or filter(None, gold.picks)))


def ranking(senses: Senses) -> list[str]:
    """Glosses from best to worst; without scores, in the order given."""
    if senses.scores:
        return list(dict.fromkeys(gloss for gloss, _ in sorted(senses.scores, key=lambda pair: -pair[1])))
    return list(dict.fromkeys(senses.chosen))


def selection(senses: Senses, threshold: float) -> set[str]:
    """The senses a system decided for: its own choice, or all above the threshold."""
    if senses.chosen:
        return set(senses.chosen)
    return {gloss for gloss, score in senses.scores if score > threshold}


def derived_choices(case: Case) -> list[tuple[str, str | None]]:
    """For every gold sense, the answer to its derived single-choice question.

    A candidate the system did not rank is never chosen.
    """
    golds, predicted = gold_senses(case), senses(case.predicted)
    ranked = ranking(predicted)
    choices: list[tuple[str, str | None]] = []
    for i, gold in enumerate(golds):
        if predicted.picks:
            choice = predicted.picks[i] if i < len(predicted.picks) else None
        else:
            choice = next((g for g in ranked if g == gold or g not in golds), None)
        choices.append((gold, choice))
    return choices


def derived_hits(case: Case) -> list[tuple[str, bool]]:
    """For every gold sense, whether its derived single-choice question is answered right."""
    return [(gold, choice == gold) for gold, choice in derived_choices(case)]


@dataclass(frozen=True)
class DerivedAccuracy(Measure):
    """Accuracy over derived single-choice questions: the published F1 of BEM and ESCHER."""

    columns: ClassVar[tuple[str, ...]] = ("correct", "instances")

    def row(self, case: Case) -> Row:
        hits = derived_hits(case)
        return (float(sum(hit for _, hit in hits)), float(len(hits)))

    def combine(self, sums: Sequence[float], n: int) -> dict[str, float]:  # noqa: ARG002
        return {"accuracy": ratio(sums[0], sums[1])}


@dataclass(frozen=True)
class PrefixScore(Measure):
    """GlossBERT's revised score: walk down the ranking, stop at the first wrong sense or after k."""

    columns: ClassVar[tuple[str, ...]] = ("counted", "gold")

    def row(self, case: Case) -> Row:
        golds = gold_senses(case)
        counted = 0
        for gloss in ranking(senses(case.predicted))[: len(golds)]:
            if gloss not in golds:
                break
            counted += 1
        return (float(counted), float(len(golds)))

    def combine(self, sums: Sequence[float], n: int) -> dict[str, float]:  # noqa: ARG002
        return {"score": ratio(sums[0], sums[1])}


@dataclass(frozen=True)
class TopOne(Measure):
    """The best-ranked sense is among the gold senses."""

    columns: ClassVar[tuple[str, ...]] = ("correct",)

    def row(self, case: Case) -> Row:
        ranked = ranking(senses(case.predicted))
        return (float(bool(ranked) and ranked[0] in gold_senses(case)),)

    def combine(self, sums: Sequence[float], n: int) -> dict[str, float]:
        return {"accuracy": ratio(sums[0], n)}


@dataclass(frozen=True)
class ExactSet(Measure):
    """The chosen senses are exactly the gold senses."""

    threshold: float = 0.5
    columns: ClassVar[tuple[str, ...]] = ("correct",)

    def row(self, case: Case) -> Row:
        return (float(selection(senses(case.predicted), self.threshold) == set(gold_senses(case))),)

    def combine(self, sums: Sequence[float], n: int) -> dict[str, float]:
        return {"accuracy": ratio(sums[0], n)}


@dataclass(frozen=True)
class ChosenSenses(Measure):
    """Precision, recall and F1 of the chosen senses, counted over the whole set."""

    threshold: float = 0.5
    columns: ClassVar[tuple[str, ...]] = ("common", "chosen", "gold")

    def row(self, case: Case) -> Row:
        chosen, golds = selection(senses(case.predicted), self.threshold), set(gold_senses(case))
        return (float(len(chosen & golds)), float(len(chosen)), float(len(golds)))

    def combine(self, sums: Sequence[float], n: int) -> dict[str, float]:  # noqa: ARG002
        return Share(*sums).numbers()


@dataclass(frozen=True)
class MacroDerived(Measure):
    """Derived accuracy per word or per sense, then the mean: rare ones count as much as frequent ones."""

    by: Literal["word", "sense"]
    columns: ClassVar[tuple[str, ...]] = ("weighted_correct", "weight")
    whole_set: ClassVar[bool] = True

    def row(self, case: Case) -> Row:
        return self.rows([case])[0]

    def rows(self, cases: Sequence[Case]) -> list[Row]:
        sizes = Counter(self._group(case, gold) for case in cases for gold in gold_senses(case))
        rows: list[Row] = []
        for case in cases:
            weighed = [(hit, 1 / sizes[self._group(case, gold)] / len(sizes)) for gold, hit in derived_hits(case)]
            rows.append((sum(weight for hit, weight in weighed if hit), sum(weight for _, weight in weighed)))
        return rows

    def combine(self, sums: Sequence[float], n: int) -> dict[str, float]:  # noqa: ARG002 (rows carry the weights)
        # The weights of the whole set add up to 1; those of a resample do not, and its accuracy must stay below 1.
        return {"accuracy": ratio(sums[0], sums[1])}

    def _group(self, case: Case, gold: str) -> tuple[str, ...]:
        word = case.item.texts.get("word", "")
        return (word,) if self.by == "word" else (word, gold)
