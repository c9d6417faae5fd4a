"""The section about tiers: counts, rules, and the classes each rule takes away."""

from collections.abc import Sequence
from typing import NamedTuple

from pingce.quality.tiers.run import RuleEffect, Tiers
from pingce.spec.measure import ratio
from pingce.spec.words import Words

from .quality import HEAT, Section

MOST_CLASSES = 40
"""Rows of the table of classes; those that a rule all but deletes are listed on their own anyway."""


class ClassRow(NamedTuple):
    """One class over the tiers, or over the rules that keep items back: counts with tint by share."""

    name: str
    total: int
    cells: Sequence[tuple[int, int]]


def tiers_section(found: Tiers) -> Section:
    n = len(found.items)
    released = sum(found.counts[tier.name] for tier in found.rules.tiers if tier.release)
    throwing = [effect for effect in found.effects if not effect.released and effect.decided]
    shown = list(found.classes.items())[:MOST_CLASSES]
    names = [tier.name for tier in found.rules.tiers]
    content = {
        "n": n,
        "released": released,
        "rules": found.rules,
        "tiers": [(tier, found.counts[tier.name], ratio(found.counts[tier.name], n)) for tier in found.rules.tiers],
        "effects": [(one, found.rules.tier(one.rule.tier), ratio(one.decided, n)) for one in found.effects],
        "emptied": found.emptied,
        "by_tier": [_row(one, total, [found.by_tier[name].get(one, 0) for name in names]) for one, total in shown],
        "throwing": throwing,
        "by_rule": [_row(one, total, _lost(throwing, one)) for one, total in shown],
        "more": max(0, len(found.classes) - MOST_CLASSES),
    }
    return Section("tiers", Words("分级", "Tiers"), "quality_tiers.html", content)


def _lost(effects: Sequence[RuleEffect], name: str) -> list[int]:
    return [effect.by_class.get(name, 0) for effect in effects]


def _row(name: str, total: int, counts: Sequence[int]) -> ClassRow:
    return ClassRow(name, total, [(count, round(HEAT * count / total)) for count in counts])
