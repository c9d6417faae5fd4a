"""Answers for items that cannot be proved: what is meant by convention, or the most frequent answer of their kind.

A proof never guesses. Whoever must hand in an answer for every item asks here, and is told how it came about.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from pingce.reasoning.item import ReasoningItem
from pingce.reasoning.proof import Proof
from pingce.reasoning.prove import prove

ANY_KIND = "any"
"""The kind that every item is of."""


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


def answer_item(item: ReasoningItem, default: frozenset[str], *, convention: bool = True) -> ReasonedAnswer:
    """The letters for an item from the best source there is; ``default`` where nothing is known of it."""
    proof = prove(item)
    if convention and proof.meant:
        return ReasonedAnswer(proof.meant, AnswerSource.CONVENTION, proof)
    if proof.answer:
        return ReasonedAnswer(proof.answer, AnswerSource.PROOF, proof)
    known = default & item.options.keys()
    return ReasonedAnswer(known or frozenset(sorted(item.options)[:1]), AnswerSource.DEFAULT, proof)


def commonest_answers(answered: Iterable[tuple[str, frozenset[str]]]) -> dict[str, frozenset[str]]:
    """The most frequent answer of each kind of item, and of all (`ANY_KIND`)."""
    counts: dict[str, Counter[frozenset[str]]] = {}
    for kind, letters in answered:
        for counted in {kind, ANY_KIND}:
            counts.setdefault(counted, Counter())[letters] += 1
    return {kind: min(count, key=lambda letters: (-count[letters], sorted(letters))) for kind, count in counts.items()}
