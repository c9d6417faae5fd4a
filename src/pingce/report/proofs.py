"""Proofs of reasoning items as people read them: how each sentence was read, and what was found about each option."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pingce.reasoning.answer import AnswerSource, ReasonedAnswer
from pingce.reasoning.item import with_blank
from pingce.reasoning.proof import OptionProof, Status, Truth
from pingce.spec.values import Item
from pingce.spec.words import Lang, Words, same

from .sections import Page, Section, Table, count, sections_page

SOURCE_NAMES = {
    AnswerSource.PROOF: Words("证明", "by proof"),
    AnswerSource.CONVENTION: Words("惯例（不是证明）", "by convention (no proof)"),
    AnswerSource.DEFAULT: Words("默认答案", "by default"),
}
STATUS_NAMES = {
    Status.PROVED: Words("已证明", "proved"),
    Status.UNDERDETERMINED: Words("条件不足", "underdetermined"),
    Status.UNREAD: Words("没有读懂", "not read"),
    Status.NO_ARRANGEMENT: Words("没有任何排列", "no arrangement"),
}
TRUTH_NAMES = {
    Truth.ALWAYS: Words("在所有排列中成立", "holds in every arrangement"),
    Truth.SOMETIMES: Words("只在一部分排列中成立", "holds in some arrangements only"),
    Truth.NEVER: Words("在任何排列中都不成立", "holds in no arrangement"),
    Truth.NONE_OF_ABOVE: Words("说其他选项都不对", "says that no other option is right"),
}
HEAD = (
    Words("", ""),
    Words("原文", "as written"),
    Words("读作", "read as"),
    Words("反例", "counter-example"),
)
TEXT, QUESTION = Words("文本", "text"), Words("问题", "question")
SENTENCE, UNREAD, CLASH = Words("条件", "condition"), Words("没有读懂", "not read"), Words("矛盾", "clashes")


class ReasonedItem(NamedTuple):
    """An item with the answer it was given and how that came about."""

    item: Item
    answered: ReasonedAnswer


def proofs_page(reasoned: Sequence[ReasonedItem], *, lang: Lang = "zh") -> str:
    return sections_page(describe_page(reasoned), lang=lang)


def describe_page(reasoned: Sequence[ReasonedItem]) -> Page:
    """Counts by source and scene, then every item with its proof; those without one come first."""
    sources = Counter(entry.answered.source for entry in reasoned)
    facts = [(Words("题", "items"), count(len(reasoned)))]
    facts += [(SOURCE_NAMES[source], count(sources[source])) for source in AnswerSource]
    ordered = sorted(reasoned, key=lambda entry: entry.answered.source is AnswerSource.PROOF)
    lead = Words(
        "每个条件怎样读，满足全部条件的排列有几种，每个选项在所有排列中成立还是有反例。",
        "How every condition was read, how many arrangements fulfil all of them, and whether each option holds in all.",
    )
    return Page(
        Words("证明", "Proofs"),
        lead,
        facts,
        [
            Section(Words("结果", "Outcomes"), [_by_scene(reasoned)]),
            Section(Words("逐题", "Item by item"), [proof_table(entry) for entry in ordered], page_only=True),
        ],
        name="proofs",
    )


def _by_scene(reasoned: Sequence[ReasonedItem]) -> Table:
    counts: dict[tuple[str, str], Counter[Status]] = {}
    for entry in reasoned:
        proof = entry.answered.proof
        counts.setdefault((proof.domain, proof.scene), Counter())[proof.status] += 1
    head = (Words("场景", "scene"), Words("题", "items"), *STATUS_NAMES.values())
    rows = [
        (same(f"{domain}: {scene}"), count(counted.total()), *(count(counted[status]) for status in STATUS_NAMES))
        for (domain, scene), counted in sorted(counts.items())
    ]
    return Table(Words("各种场景", "By scene"), head, rows)


def proof_table(entry: ReasonedItem, *, gold: frozenset[str] | None = None) -> Table:
    """One item with everything that is known of it, to be opened by a click."""
    proof = entry.answered.proof
    letters = "".join(sorted(entry.answered.letters))
    source, status = SOURCE_NAMES[entry.answered.source], STATUS_NAMES[proof.status]
    told = "" if gold is None else f" (gold {''.join(sorted(gold))})"
    title = Words(
        f"{entry.item.id} → {letters}{told} · {source.zh} · {status.zh} · {proof.arrangements} 种排列",
        f"{entry.item.id} → {letters}{told} · {source.en} · {status.en} · {proof.arrangements} arrangements",
    )
    clash = set(proof.conflicts)
    rows = [
        (TEXT, same(entry.item.texts.get("text", "")), same(""), same("")),
        (QUESTION, same(with_blank(entry.item.texts.get("question", ""))), same(""), same("")),
        *(
            (CLASH if reading.sentence in clash else SENTENCE, same(reading.sentence), same(reading.meaning), same(""))
            for reading in proof.readings
        ),
        *((UNREAD, same(sentence), same("–"), same("")) for sentence in proof.unread),
        *(
            (same(letter), same(option.text), TRUTH_NAMES[option.verdict], same(places(option)))
            for letter, option in (proof.options or {}).items()
        ),
    ]
    return Table(title, HEAD, rows, long=frozenset({1, 2, 3}), folded=True)


def places(option: OptionProof) -> str:
    """Where everybody is in the counter-example."""
    return joined(f"{name}: {place}" for name, place in (option.counterexample or {}).items())


def joined(parts: Iterable[str]) -> str:
    return " · ".join(parts)
