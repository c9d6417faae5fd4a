"""A whole set of generated items, each read back and proved by the solver before it is handed out."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from pingce.reasoning.item import Language
from pingce.reasoning.proof import Proof, Status
from pingce.reasoning.prove import prove

from .draft import LANGUAGES, Draft
from .kinds import KINDS
from .plan import SetSettings, plans


class ProofMismatchError(Exception):
    """The solver reads a generated text differently from how it was meant: a fault of a template or of a pattern."""


@dataclass(frozen=True)
class ProvedItem:
    """A draft with the proofs of its texts."""

    draft: Draft
    proofs: Mapping[Language, Proof]


def generated(settings: SetSettings) -> Iterator[ProvedItem]:
    """The items of a set, no two of them with the same text in either language."""
    seen: set[str] = set()
    for plan in plans(settings):
        attempt = 0
        while True:
            draft = KINDS[plan.kind].draft(plan, settings, attempt)
            texts = {item.text for item in draft.items.values()}
            if seen.isdisjoint(texts):
                break
            attempt += 1
        seen |= texts
        yield ProvedItem(draft, {language: certified(draft, language) for language in LANGUAGES})


def certified(draft: Draft, language: Language) -> Proof:
    """The solver's proof of an item's text; anything but the intended answer is an error of ours."""
    item = draft.items[language]
    proof = prove(item)
    if proof.status is not Status.PROVED or proof.answer != draft.answer:
        raise ProofMismatchError(f"{proof.status.value}, {proof.answer} instead of {draft.answer}: {item}")
    return proof
