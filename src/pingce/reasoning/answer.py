"""Answers for items that cannot be proved: what is meant by convention, or the most frequent answer of their kind.

A proof never guesses. Whoever must hand in an answer for every item asks here, and is told how it came about.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum

from pingce.reasoning.item import ReasoningItem
from pingce.reasoning.proof import Proof
from pingce.reasoning.prove import prove

Kind = tuple[str, int]


class AnswerSource(Enum):
    """Where an answer comes from."""

    PROOF = "proof"
    CONVENTION = "convention"
    DEFAULT = "default"


@dataclass(frozen=True)
class ReasonedAnswer:
    """An answer, how it came about, and the proof that was tried."""

    letters: frozenset[str]
    source: AnswerSource
    proof: Proof


@dataclass(frozen=True)
class Answerer:
    """Answers items by proof where there is one; ``defaults`` are the most frequent answers by kind of item."""

    defaults: Mapping[Kind, frozenset[str]]

    def answer(self, item: ReasoningItem) -> ReasonedAnswer:
        """The letters for an item, from the best source there is."""
        proof = prove(item)
        if proof.meant:
            return ReasonedAnswer(proof.meant, AnswerSource.CONVENTION, proof)
        if proof.answer:
            return ReasonedAnswer(proof.answer, AnswerSource.PROOF, proof)
        return ReasonedAnswer(self._default(item, proof), AnswerSource.DEFAULT, proof)

    def _default(self, item: ReasoningItem, proof: Proof) -> frozenset[str]:
        kind = (proof.domain, len(item.options))
        return self.defaults.get(kind, frozenset(sorted(item.options)[:1]))


def learn_defaults(answered: Iterable[tuple[ReasoningItem, frozenset[str]]]) -> dict[Kind, frozenset[str]]:
    """The most frequent answer of each kind of item, among those that cannot be proved and among all."""
    counts: dict[Kind, Counter[frozenset[str]]] = {}
    for item, letters in answered:
        kind = (prove(item).domain, len(item.options))
        counts.setdefault(kind, Counter())[letters] += 1
    return {kind: min(count, key=lambda letters: (-count[letters], sorted(letters))) for kind, count in counts.items()}
