"""What was proved, as a record for files: readings, arrangements, a verdict and counter-example for each option."""

from typing import Any

from .answer import ReasonedAnswer
from .proof import OptionProof


def proof_record(answered: ReasonedAnswer) -> dict[str, Any]:
    """An answer with its proof, or with what stands in the way of one."""
    proof = answered.proof
    return {
        "source": answered.source.value,
        "answer": sorted(answered.letters),
        "domain": proof.domain,
        "scene": proof.scene,
        "status": proof.status.value,
        "arrangements": proof.arrangements,
        "readings": [{"sentence": read.sentence, "meaning": read.meaning} for read in proof.readings],
        "options": {letter: _option_record(option) for letter, option in (proof.options or {}).items()},
        "unread": list(proof.unread),
        "conflicts": list(proof.conflicts),
    }


def _option_record(option: OptionProof) -> dict[str, Any]:
    counterexample = {} if option.counterexample is None else {"counterexample": dict(option.counterexample)}
    return {"text": option.text, "verdict": option.verdict.name.lower(), **counterexample}
