"""The page of tiers: counts, rules, and the classes each rule takes away."""

from collections.abc import Iterator, Sequence

from pingce.quality.annotations import Annotations
from pingce.quality.tiers.run import RuleEffect, Tiers
from pingce.spec.measure import ratio
from pingce.spec.words import Words, same

from .behind import in_class, rule_name, tier_groups, tier_name
from .sections import Drawn, Hero, Lines, Page, Section, Table, code, tint

MOST_CLASSES = 40
"""Rows of the table of classes; those that a rule all but deletes are listed on their own anyway."""
TIER, ITEMS, RULE = Words("级", "tier"), Words("题数", "items"), Words("规则", "rule")
CLASS, ALL = Words("类", "class"), Words("共", "all")
YES, NO = Words("是", "yes"), Words("否", "no")
HOW = Words(
    "从上到下，第一条全部条件成立的规则定级；“单独适用”是不看前面的规则时会适用的题数。",
    "From the top, the first rule whose conditions all hold gives the tier; “alone” counts the items it would apply to "
    "if no rule stood before it.",
)
LOOK = Words(
    "发布前请看一眼：这些类会从数据里消失，也许并非本意。",
    "Look before release: these classes vanish from the data, perhaps against your intention.",
)
NONE_EMPTIED = Words(
    "没有：没有规则拿走一类（至少 5 题）的八成以上，或者它对其余也一样。",
    "None: no rule takes four fifths of a class (of five items or more) while taking far less of the rest.",
)


def tiers_page(tiers: Tiers, data: Annotations | None = None, *, with_names: bool = True) -> Page:
    """Counts and rules; with ``data`` also the items behind the numbers.

    ``with_names``: tiers and rules also by their names in files, which commands take (``--tiers gold,near``).
    """
    n = len(tiers.items)
    released = sum(tiers.counts[tier.name] for tier in tiers.rules.tiers if tier.release)
    rules = code(tiers.rules.title, tiers.rules.source) if with_names else tiers.rules.title
    share = 100 * ratio(released, n)
    hero = Hero(
        str(released),
        Words(f"题可以发布 · {share:.1f} %", f"items can be released · {share:.1f} %"),
        Words(f"{rules.zh} · n = {n}", f"{rules.en} · n = {n}"),
    )
    behind = None if data is None else tier_groups(tiers, data, list(tiers.classes)[:MOST_CLASSES])
    return Page(
        Words("数据分级", "Tiers"), same(""), (), list(_sections(tiers, with_names=with_names)), hero, "tiers", behind
    )


def _sections(tiers: Tiers, *, with_names: bool) -> Iterator[Section]:
    yield Section(Words("各级题数", "Items per tier"), [_counts(tiers, with_names=with_names)])
    yield Section(Words("每条规则", "Every rule"), [_rules(tiers, with_names=with_names)], HOW)
    yield _emptied(tiers, with_names=with_names)
    classes = list(tiers.classes.items())[:MOST_CLASSES]
    if classes:
        yield Section(Words("各类在各级的题数", "Classes by tier"), [_by_tier(tiers, classes)], page_only=True)
    throwing = [effect for effect in tiers.effects if not effect.released and effect.decided]
    if throwing:
        note = Words("颜色是占这一类的份额。", "The tint is the share of the class.")
        table = _by_rule(throwing, classes)
        yield Section(Words("每条规则拿走了什么", "What each rule takes away"), [table], note, page_only=True)


def _counts(tiers: Tiers, *, with_names: bool) -> Table:
    shares = [ratio(tiers.counts[tier.name], len(tiers.items)) for tier in tiers.rules.tiers]
    rows = [
        (
            *([same(tier.name)] if with_names else []),
            tier.title,
            same(str(tiers.counts[tier.name])),
            same(f"{100 * share:.1f}" if tiers.items else "–"),
            YES if tier.release else NO,
        )
        for tier, share in zip(tiers.rules.tiers, shares, strict=True)
    ]
    titled = [TIER, Words("名称", "title")] if with_names else [TIER]
    head = (*titled, ITEMS, same("%"), Words("发布", "released"))
    behind = [[*("" for _ in titled), tier_name(tier.name)] for tier in tiers.rules.tiers]
    drawn = [Drawn(share) for share in shares]
    words = frozenset({len(titled) - 1, len(titled) + 2})
    return Table(same(""), head, rows, words=words, drawn=drawn, behind=behind)


def _rules(tiers: Tiers, *, with_names: bool) -> Table:
    rows = []
    for effect in tiers.effects:
        rule, tier = effect.rule, tiers.rules.tier(effect.rule.tier)
        named = (same(rule.name), same(tier.name)) if with_names else (rule.title, tier.title)
        counts = (same(str(effect.decided)), same(str(effect.applies)))
        rows.append((*named, *counts, *([rule.title] if with_names else []), same(rule.said or "–")))
    titled = [Words("说明", "title")] if with_names else []
    head = (RULE, TIER, Words("定级", "decides"), Words("单独适用", "alone"), *titled, CONDITIONS)
    drawn = [Drawn(ratio(effect.decided, len(tiers.items))) for effect in tiers.effects]
    behind = [["", "", rule_name(effect.rule.name)] for effect in tiers.effects]
    return Table(
        same(""), head, rows, words=frozenset({1}), long=frozenset(range(4, len(head))), drawn=drawn, behind=behind
    )


CONDITIONS = Words("条件", "conditions")


def _emptied(tiers: Tiers, *, with_names: bool) -> Section:
    title = Words("几乎被某条规则删光的类", "classes a rule all but deletes")
    if not tiers.emptied:
        return Section(title, [Lines([NONE_EMPTIED])])
    rows = [
        (
            same(lost.name),
            same(str(lost.lost)),
            same(str(lost.total)),
            same(lost.rule.name) if with_names else lost.rule.title,
        )
        for lost in tiers.emptied
    ]
    head = (CLASS, Words("失去", "lost"), Words("共有", "of"), RULE)
    drawn = [Drawn(lost.lost / lost.total) for lost in tiers.emptied]
    behind = [["", in_class(rule_name(lost.rule.name), lost.name)] for lost in tiers.emptied]
    return Section(title, [Table(same(""), head, rows, words=frozenset({3}), drawn=drawn, behind=behind)], LOOK)


Classes = Sequence[tuple[str, int]]
"""Names of classes and how many items each has."""


def _by_tier(tiers: Tiers, classes: Classes) -> Table:
    counts = {name: [tiers.by_tier[tier.name].get(name, 0) for tier in tiers.rules.tiers] for name, _ in classes}
    more = len(tiers.classes) - len(classes)
    note = Words(f"另有 {more} 类较少的没有列出", f"{more} rarer classes are not listed") if more else None
    columns = [(tier_name(tier.name), tier.title) for tier in tiers.rules.tiers]
    return _class_table(columns, classes, counts, note)


def _by_rule(effects: Sequence[RuleEffect], classes: Classes) -> Table:
    counts = {name: [effect.by_class.get(name, 0) for effect in effects] for name, _ in classes}
    columns = [(rule_name(effect.rule.name), effect.rule.title) for effect in effects]
    return _class_table(columns, classes, counts, None)


def _class_table(
    columns: Sequence[tuple[str, Words]], classes: Classes, counts: dict[str, list[int]], note: Words | None
) -> Table:
    """Classes over tiers, or over the rules that keep items back, with a tint by share of the class."""
    rows = [(same(name), same(str(total)), *(same(str(n)) for n in counts[name])) for name, total in classes]
    tints = [[0, *(tint(n / total) for n in counts[name])] for name, total in classes]
    behind = [
        ["", "", *(in_class(group, name) if n else "" for (group, _), n in zip(columns, counts[name], strict=True))]
        for name, _ in classes
    ]
    return Table(same(""), (CLASS, ALL, *(title for _, title in columns)), rows, note, tints=tints, behind=behind)
