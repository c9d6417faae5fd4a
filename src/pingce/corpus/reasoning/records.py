"""Generated items in the formats of the editions that ask such questions."""

from typing import Literal, cast

from pingce.formats.encode import Json
from pingce.formats.provenance import Provenance
from pingce.formats.save import Pair
from pingce.reasoning.generate.certify import ProvedItem
from pingce.reasoning.generate.hops import level_of
from pingce.reasoning.item import BLANK, Language
from pingce.reasoning.proof import OptionProof, Proof
from pingce.spec.values import Item

Edition = Literal["space2025", "score2026"]
SUBTASKS: dict[Language, str] = {"zh": "spr-zh", "en": "spr-en"}
_CODES: dict[Language, str] = {"zh": "cn", "en": "en"}
_INSTRUCTIONS: dict[Language, tuple[str, str]] = {
    "zh": (
        "本题是单选题，有一个正确答案。请推理后给出选项的字母。",
        "本题是多选题，有两个或两个以上的正确答案。请推理后给出全部正确选项的字母。",
    ),
    "en": (
        "This is a multiple-choice question with one correct answer. Reason, then give its letter.",
        "This is a multiple-choice question with more than one correct answer. Reason, then give all their letters.",
    ),
}


def item_id(edition: Edition, split: str, number: int, language: Language) -> str:
    """The id of an item; twins differ only in the language where the edition's ids tell it."""
    if edition == "space2025":
        return f"{SUBTASKS[language]}-{split}-{number}"
    return f"SCoRE2026-{split}-{2 * number - (language == 'zh')}"


def pair(edition: Edition, split: str, proved: ProvedItem, language: Language) -> Pair:
    """One item and its answer as the edition writes them."""
    draft = proved.draft
    asked = draft.items[language]
    if edition == "space2025":
        extra = {"instruction": _INSTRUCTIONS[language][len(draft.answer) > 1]}
        question = asked.question
    else:
        extra = {"domain": draft.domain, "language": _CODES[language]}
        question = asked.question.replace(BLANK, "____")
    number = item_id(edition, split, draft.plan.number, language)
    item = Item(number, {"text": asked.text, "question": question}, extra, dict(asked.options))
    return item, {"answer": draft.answer}


def provenance(edition: Edition, split: str, proved: ProvedItem, language: Language) -> Provenance:
    """Where an item comes from: its kind, and what it shares with its twin."""
    draft = proved.draft
    more: dict[str, Json] = {"generated": {"kind": draft.plan.kind, "domain": draft.domain, "hops": draft.hops}}
    return Provenance(
        item_id(edition, split, draft.plan.number, language),
        genre=draft.plan.kind,
        original=f"{split}-{draft.plan.number}",
        split=split,
        more=more,
    )


def proof_record(edition: Edition, split: str, proved: ProvedItem) -> dict[str, Json]:
    """The proof of an item: how each sentence is read, what is left, and why each option is right or wrong."""
    draft = proved.draft
    return {
        "ids": [item_id(edition, split, draft.plan.number, language) for language in draft.items],
        "kind": draft.plan.kind,
        "domain": draft.domain,
        "answer": cast("list[Json]", sorted(draft.answer)),
        "arrangements": draft.arrangements,
        "premises": len(draft.conditions["zh"]),
        "hops": draft.hops,
        "level": level_of(draft.hops),
        "search": draft.search,
        **{language: _proof(proof) for language, proof in proved.proofs.items()},
    }


def _proof(proof: Proof) -> dict[str, Json]:
    return {
        "scene": proof.scene,
        "readings": [{"sentence": reading.sentence, "meaning": reading.meaning} for reading in proof.readings],
        "options": {letter: _option(option) for letter, option in (proof.options or {}).items()},
    }


def _option(option: OptionProof) -> dict[str, Json]:
    record: dict[str, Json] = {"text": option.text, "verdict": option.verdict.value}
    if option.counterexample is not None:
        record["counterexample"] = dict(option.counterexample)
    return record
