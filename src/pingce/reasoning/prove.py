"""Prove any reasoning item: find out what it is about and hand it to the part that can read it."""

from pingce.reasoning.dates.prove import prove_dates
from pingce.reasoning.described import prove_described_people, prove_described_things
from pingce.reasoning.described_dates import prove_described_dates
from pingce.reasoning.item import ReasoningItem, foreign_parts
from pingce.reasoning.nature.prove import prove_properties
from pingce.reasoning.people.prove import prove_people
from pingce.reasoning.proof import Proof, Status, unread
from pingce.reasoning.space import prove_places

_PARTS = (
    prove_places,
    prove_described_things,
    prove_described_people,
    prove_properties,
    prove_dates,
    prove_described_dates,
    prove_people,
)
"""In this order: each says quickly when a text is none of its own."""


def prove(item: ReasoningItem) -> Proof:
    """The first proof found; otherwise the outcome of the part that understood most of the text.

    An item in two languages is not read, nor one without options.
    """
    foreign = foreign_parts(item)
    if foreign or not item.options:
        return unread("unknown", "unknown", *(foreign or [item.question]))
    outcomes = []
    for part in _PARTS:
        proof = part(item)
        if proof.status is not Status.UNREAD:
            return proof
        outcomes.append(proof)
    return min(outcomes, key=lambda proof: (proof.scene == "unknown", len(proof.unread)))
