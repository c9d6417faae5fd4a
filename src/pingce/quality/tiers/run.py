"""Every item its tier, and what each rule throws away, by class.

Classes are labels, types, slots and how fragments begin and end, so that a rule that empties one is seen.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import assert_never, cast

from pingce.formats.encode import Json
from pingce.formats.tiers import GradedItem
from pingce.quality.agreement.content import chosen, label
from pingce.quality.annotations import Annotations, Field, Points, by_item
from pingce.quality.people import People
from pingce.spec.shapes import (
    Choice,
    FragmentSets,
    FreeText,
    Judged,
    Options,
    RoleSpans,
    SenseChoice,
    SlotTuple,
    TypedSpans,
)
from pingce.spec.values import Answer, Reason, StepTuple

from .facts import TierFacts, item_facts
from .rules import TierRule, TierRules

FEW = 5
"""A class this small may vanish by accident."""
EMPTIED = 0.8
"""A rule that takes this share of a class all but deletes it …"""
UNUSUAL = 2.0
"""… unless it takes nearly as much of everything."""


@dataclass(frozen=True)
class RuleEffect:
    """What one rule did."""

    rule: TierRule
    decided: int
    """Items whose tier it gave."""
    applies: int
    """Items it would apply to if no rule stood before it."""
    by_class: Mapping[str, int]
    """Of the items it decided, those of each class."""
    released: bool

    def as_json(self) -> dict[str, Json]:
        return {
            "rule": self.rule.name,
            "tier": self.rule.tier,
            "decides": self.decided,
            "alone": self.applies,
            "released": self.released,
            "classes": dict(self.by_class),
        }


@dataclass(frozen=True)
class Emptied:
    """A class that one rule all but deletes."""

    rule: TierRule
    name: str
    lost: int
    total: int


@dataclass(frozen=True)
class ItemTier:
    """The tier an item got, the rule that gave it, and the facts that the rule looked at."""

    item: str
    tier: str
    rule: str
    facts: TierFacts


@dataclass(frozen=True)
class Tiers:
    """The outcome."""

    rules: TierRules
    items: Sequence[ItemTier]
    counts: Mapping[str, int]
    effects: Sequence[RuleEffect]
    classes: Mapping[str, int]
    """How many items of each class there are."""
    by_tier: Mapping[str, Mapping[str, int]]
    """Tier → class → items."""
    emptied: Sequence[Emptied]
    classes_of: Mapping[str, tuple[str, ...]]
    """Item → its classes."""

    def as_json(self) -> dict[str, Json]:
        return {
            "rules": self.rules.source,
            "items": len(self.items),
            "tiers": dict(self.counts),
            "effects": [effect.as_json() for effect in self.effects],
            "classes": dict(self.classes),
            "emptied": [
                {"class": lost.name, "rule": lost.rule.name, "lost": lost.lost, "total": lost.total}
                for lost in self.emptied
            ],
        }


def tiers(data: Annotations, crowd: People, rules: TierRules) -> Tiers:
    """Apply the rules to every item of the file."""
    all_facts = item_facts(data, crowd)
    names = crowd.levels.names
    answers_of = {
        item: [annotation.answer for annotation in answers] for item, answers in by_item(data.first()).items()
    }
    # Of the answer that counts; of an undecided item, everything anybody said.
    counted = {
        facts.item: [facts.answer] if facts.answer is not None else answers_of[facts.item] for facts in all_facts
    }
    classes_of = {
        item: tuple(dict.fromkeys(name for answer in answers for name in classes(data.fields, answer)))
        for item, answers in counted.items()
    }
    items = [_tier(rules, facts, names) for facts in all_facts]
    totals = Counter(name for of_item in classes_of.values() for name in of_item)
    effects = [_effect(rules, rule, items, all_facts, names, classes_of) for rule in rules.rules]
    by_tier: dict[str, Counter[str]] = {tier.name: Counter() for tier in rules.tiers}
    for item in items:
        by_tier[item.tier].update(classes_of[item.item])
    counts = Counter(item.tier for item in items)
    return Tiers(
        rules=rules,
        items=items,
        counts={tier.name: counts[tier.name] for tier in rules.tiers},
        effects=effects,
        classes=dict(totals.most_common()),
        by_tier=by_tier,
        emptied=[name for effect in effects for name in _emptied(effect, totals, len(items))],
        classes_of=classes_of,
    )


def _tier(rules: TierRules, facts: TierFacts, names: Sequence[str]) -> ItemTier:
    rule = next(rule for rule in rules.rules if rule.holds(facts, names))
    return ItemTier(facts.item, rule.tier, rule.name, facts)


def _effect(
    rules: TierRules,
    rule: TierRule,
    items: Sequence[ItemTier],
    all_facts: Sequence[TierFacts],
    names: Sequence[str],
    classes: Mapping[str, tuple[str, ...]],
) -> RuleEffect:
    mine = [item.item for item in items if item.rule == rule.name]
    return RuleEffect(
        rule=rule,
        decided=len(mine),
        applies=sum(rule.holds(facts, names) for facts in all_facts),
        by_class=Counter(name for item in mine for name in classes[item]),
        released=rules.tier(rule.tier).release,
    )


def _emptied(effect: RuleEffect, totals: Mapping[str, int], n: int) -> list[Emptied]:
    """Classes of which a rule that keeps items back takes nearly all, and far more than it takes of the rest."""
    if effect.released or not n:
        return []
    usual = effect.decided / n
    return [
        Emptied(effect.rule, name, lost, totals[name])
        for name, lost in sorted(effect.by_class.items(), key=lambda pair: -pair[1])
        if totals[name] >= FEW and lost / totals[name] >= EMPTIED and lost / totals[name] >= UNUSUAL * usual
    ]


def classes(fields: tuple[Field, ...], answer: Answer) -> tuple[str, ...]:
    """Every class, once, in the order of the answer, so that tables and JSON have the same order every time."""
    return tuple(dict.fromkeys(name for field in fields for name in _of_field(field, answer)))


def _of_field(field: Field, answer: Answer) -> Iterator[str]:
    kind, value = field.kind, answer.get(field.name)
    if value is None:
        return
    match kind:
        case Choice() | Options() | Judged():
            yield f"{field.name}={label(field, answer)}"
        case TypedSpans() | RoleSpans():
            for reason in cast("tuple[Reason, ...]", value):
                if reason.type:
                    yield f"type={reason.type}"
                for span in reason.spans:
                    yield f"role={reason.type}{'.' if reason.type else ''}{span.role}"
        case SlotTuple():
            for step in cast("tuple[StepTuple, ...]", value):
                yield from _slots(step)
        case SenseChoice():
            senses = chosen(field, answer)
            special = next((sense for sense in senses if sense.startswith("〔")), None)
            yield f"senses={special or (len(senses) if len(senses) < 3 else '3+')}"
        case FragmentSets() | FreeText() | Points():
            return
        case _:
            assert_never(kind)


def _slots(step: StepTuple) -> Iterator[str]:
    """The slot, and how its text begins and ends: filters look at first and last characters."""
    for fill in step.fills:
        yield fill.slot
        if fill.label is not None:
            yield f"{fill.slot}={fill.label}"
        if fill.fragment is not None and fill.fragment.text:
            yield f"{fill.slot}：{fill.fragment.text[0]}…"
            yield f"{fill.slot}：…{fill.fragment.text[-1]}"


def tier_lines(graded: Tiers) -> Iterator[dict[str, Json]]:
    """The lines of ``tiers.jsonl`` (:mod:`pingce.formats.tiers`), with what the rules looked at."""
    for item, stored in zip(graded.items, graded_items(graded), strict=True):
        facts = item.facts
        yield {
            "item": stored.item,
            "tier": stored.tier,
            "release": stored.release,
            "rule": stored.rule,
            "labels": [*stored.labels],
            "answers": facts.answers,
            "alike": facts.alike,
            "decided_by": facts.decided_by,
            "unchanged": facts.unchanged,
            "levels": list(facts.levels),
            "hits": [*sorted(facts.hits)],
        }


def graded_items(graded: Tiers) -> Iterator[GradedItem]:
    """What is stored of every item: its labels are those that were decided, else those people gave."""
    for item in graded.items:
        labels = sorted(item.facts.decided_labels or item.facts.labels)
        yield GradedItem(item.item, item.tier, graded.rules.tier(item.tier).release, item.rule, labels)
