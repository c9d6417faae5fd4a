"""The items behind the numbers of a page: whoever clicks a count sees what was counted.

A table names for each of its cells the group of items that it counts (``Table.behind``); the page holds the groups
(``Page.behind``). Commands print neither; pages of the server ask for one group at a time.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, islice

from pingce.quality.agreement.content import identity
from pingce.quality.agreement.tables import counted_label
from pingce.quality.annotations import Annotation, Annotations, Field, Points, by_item
from pingce.quality.bias.items import LabelledItem
from pingce.quality.bias.measure import Bias, TaskBias
from pingce.quality.bias.tables import items_by_value
from pingce.quality.human import Human
from pingce.quality.leaks import DatasetLeaks, LeakMember, SharedOriginal
from pingce.quality.tiers.run import ItemTier, Tiers
from pingce.spec.values import Answer, Item
from pingce.spec.words import Words, same

from .answers import Block, blocks
from .sections import BehindRow, CountedItems, item_group
from .titles import called, titles

WHAT = Words("所答", "answers")
ONE_AND_OTHER = (Words("一人", "one"), Words("另一人", "other"))


def item_text(item: Item) -> str:
    """All texts of an item in one line; of most there is one."""
    return " ‖ ".join(text for text in item.texts.values() if text) or item.text


def said(field: Field, answer: Answer, text: str) -> Words:
    """What somebody said in a field, in a line."""
    value = answer.get(field.name)
    if value is None:
        return same("–")
    if isinstance(field.shape, Points):
        return same(str(value))
    lines = [_line(block) for block in blocks(field.shape, value, text)]
    return Words("；".join(line.zh for line in lines) or "–", "; ".join(line.en for line in lines) or "–")


def _line(block: Block) -> Words:
    entries = [
        Words(f"{entry.name.zh} {entry.text}".strip(), f"{entry.name.en} {entry.text}".strip())
        for entry in block.entries
    ]
    parts = [*([block.head] if block.head is not None else []), *([same(block.text)] if block.text else []), *entries]
    return Words(" · ".join(part.zh for part in parts), " · ".join(part.en for part in parts))


def tier_name(tier: str) -> str:
    return f"tier:{tier}"


def rule_name(rule: str) -> str:
    return f"rule:{rule}"


def in_class(name: str, cls: str) -> str:
    """Those of a tier or of a rule that are of a class."""
    return f"{name}|{cls}"


def tier_groups(graded: Tiers, data: Annotations, classes: Sequence[str]) -> dict[str, CountedItems]:
    """Items of every tier and of every rule, and of these the items of each class that the page lists."""
    answers = by_item(data.first())
    head = (Words("级", "tier"), Words("规则", "rule"), WHAT, Words("定案", "decision"))
    rule_titles = {rule.name: rule.title for rule in graded.rules.rules}

    def row(item: ItemTier) -> BehindRow:
        text = item_text(data.items[item.item])
        given = _everybody(data, answers.get(item.item, ()))
        settled = item.facts.answer
        outcome = _whole(data, settled, text) if settled is not None else same("–")
        return BehindRow(item.item, text, (graded.rules.tier(item.tier).title, rule_titles[item.rule], given, outcome))

    rows = {item.item: row(item) for item in graded.items}
    groups: dict[str, CountedItems] = {}
    kinds = [
        *(
            (tier_name(tier.name), tier.title, [i for i in graded.items if i.tier == tier.name])
            for tier in graded.rules.tiers
        ),
        *(
            (rule_name(rule.name), rule.title, [i for i in graded.items if i.rule == rule.name])
            for rule in graded.rules.rules
        ),
    ]
    for name, title, items in kinds:
        groups[name] = item_group(title, head, (rows[item.item] for item in items))
        for cls in classes:
            inside = [rows[item.item] for item in items if cls in graded.classes_of[item.item]]
            if inside:
                groups[in_class(name, cls)] = item_group(
                    Words(f"{title.zh} · {cls}", f"{title.en} · {cls}"), head, inside
                )
    return groups


def _whole(data: Annotations, answer: Answer, text: str) -> Words:
    parts = [said(field, answer, text) for field in data.fields if field.name in answer]
    return Words(" / ".join(part.zh for part in parts) or "–", " / ".join(part.en for part in parts) or "–")


def _everybody(data: Annotations, answers: Sequence[Annotation]) -> Words:
    told = []
    for annotation in answers:
        words = _whole(data, annotation.answer, item_text(data.items[annotation.item]))
        told.append(Words(f"{annotation.annotator}：{words.zh}", f"{annotation.annotator}: {words.en}"))
    return Words("　".join(each.zh for each in told), "  ".join(each.en for each in told))


def pair_name(field: str, a: str, b: str) -> str:
    """Two people, whoever is named first."""
    return f"pair:{field}|" + "|".join(sorted((a, b)))


def labels_name(field: str, a: str, b: str) -> str:
    """Two labels that met on an item."""
    return f"labels:{field}|" + "|".join(sorted((a, b)))


def disagreement_groups(data: Annotations) -> dict[str, CountedItems]:
    """For every two people what they answered differently, and for every two labels the items on which they met."""
    collected: dict[str, tuple[Words, tuple[Words, Words], list[BehindRow]]] = {}
    order = {name: i for i, name in enumerate(data.annotators)}
    for item, answers in by_item(data.first()).items():
        text = item_text(data.items[item])
        couples = list(combinations(sorted(answers, key=lambda answer: order[answer.annotator]), 2))
        for field in data.fields:
            for a, b in couples:
                for name, title, head, cells in _met(field, a, b, text):
                    collected.setdefault(name, (title, head, []))[2].append(BehindRow(item, text, cells))
    return {name: item_group(title, head, rows) for name, (title, head, rows) in collected.items()}


def _met(
    field: Field, a: Annotation, b: Annotation, text: str
) -> Iterator[tuple[str, Words, tuple[Words, Words], tuple[Words, Words]]]:
    """The groups to which two answers to an item belong: name, title, heads and what stands below them."""
    told = said(field, a.answer, text), said(field, b.answer, text)
    if identity(field, a.answer) != identity(field, b.answer):
        people = a.annotator, b.annotator
        title = Words(
            f"{field.title.zh}：{people[0]} 与 {people[1]} 不同",
            f"{field.title.en}: {people[0]} and {people[1]} differ",
        )
        yield pair_name(field.name, *people), title, (same(people[0]), same(people[1])), told
    labels = counted_label(field, a.answer), counted_label(field, b.answer)
    if labels[0] is not None and labels[1] is not None:
        names = {} if isinstance(field.shape, Points) else titles(field.shape).labels
        first, second = (called(label, names) for label in sorted((labels[0], labels[1])))
        title = Words(f"{field.title.zh}：{first.zh} / {second.zh}", f"{field.title.en}: {first.en} / {second.en}")
        cells = [
            Words(f"{answer.annotator}：{words.zh}", f"{answer.annotator}: {words.en}")
            for answer, words in zip((a, b), told, strict=True)
        ]
        yield labels_name(field.name, labels[0], labels[1]), title, ONE_AND_OTHER, (cells[0], cells[1])


def overlap_name(first: str, second: str) -> str:
    return f"overlap:{first}|{second}"


def original_name(group: int) -> str:
    return f"original:{group}"


def leak_groups(leaks: DatasetLeaks, *, most: int) -> dict[str, CountedItems]:
    """For every two parts the items whose original is in both; for every listed original its items."""
    head = (Words("部分", "part"), Words("标签", "label"))
    groups = {}
    for overlap in leaks.overlaps:
        both = {overlap.first, overlap.second}
        rows = list(_members(leaks.findings, both))
        if rows:
            title = Words(
                f"{overlap.first} 与 {overlap.second} 共有的原句",
                f"Originals that {overlap.first} and {overlap.second} share",
            )
            groups[overlap_name(overlap.first, overlap.second)] = item_group(title, head, rows)
    for shared in islice(leaks.findings, most):
        title = Words(f"原句 {shared.group} 的题", f"Items of original {shared.group}")
        groups[original_name(shared.group)] = item_group(title, head, map(_member, shared.members))
    return groups


def _members(findings: Sequence[SharedOriginal], parts: set[str]) -> Iterator[BehindRow]:
    for shared in findings:
        members = [member for member in shared.members if member.part in parts]
        if len({member.part for member in members}) > 1:
            yield from map(_member, members)


def _member(member: LeakMember) -> BehindRow:
    return BehindRow(member.id, member.text, (same(member.part), same(member.label or "–")))


MOST_OF_A_ROW = 200
"""Items kept behind a number of a table of biases: every item stands in a dozen of these tables."""


def bias_name(task: str, table: str, row: str, label: str = "") -> str:
    """The items of a row of a table of biases, or of these the ones with a label."""
    name = f"bias:{task}|{table}|{row}"
    return in_class(name, label) if label else name


def bias_groups(bias: Bias, *, most: int) -> dict[str, CountedItems]:
    """For the rows that the page lists their items, and the items of each label; ``most`` rows of a table."""
    return {name: group for task in bias.tasks for name, group in _task_groups(task, most)}


def _task_groups(task: TaskBias, most: int) -> Iterator[tuple[str, CountedItems]]:
    head = (Words("部分", "part"), Words("标签", "label"), Words("替换", "replaced"))
    for table in task.tables:
        by_value = items_by_value(table.key, task.labelled)
        for row in table.rows[:most]:
            for label in ("", *table.labels):
                counted = [each for each in by_value[row.name] if not label or label in each.labels]
                if counted:
                    title = Words(
                        " · ".join(filter(None, (table.title.zh, row.name, label))),
                        " · ".join(filter(None, (table.title.en, row.name, label))),
                    )
                    rows = map(_labelled, counted[:MOST_OF_A_ROW])
                    yield (
                        bias_name(task.task.id, table.key, row.name, label),
                        item_group(title, head, rows, len(counted)),
                    )


def _labelled(each: LabelledItem) -> BehindRow:
    replaced = "、".join(change.pair for change in each.changes) if each.changes else "–"
    labels = "、".join(sorted(each.labels))
    return BehindRow(each.item.id, item_text(each.item), (same(each.split), same(labels), same(replaced)))


def person_name(person: str) -> str:
    """What somebody answered in a human test."""
    return f"person:{person}"


def alike_name(people: int) -> str:
    """Items to which so many people or more gave the same answer."""
    return f"alike:{people}"


def human_groups(test: Human, data: Annotations) -> dict[str, CountedItems]:
    """What everybody answered, and the items on which so many agree, all beside the right answer."""
    gold = data.known
    head = (WHAT, Words("标准答案", "right answer"))
    answered = by_item([each for each in data.first() if each.item in gold])

    def row(item: str, told: Words) -> BehindRow:
        text = item_text(data.items[item])
        return BehindRow(item, text, (told, _whole(data, gold[item], text)))

    groups = {}
    for subject in test.subjects:
        own = [each for answers in answered.values() for each in answers if each.annotator == subject.name]
        given = [
            row(each.item, _whole(data, each.answer, item_text(data.items[each.item]))) for each in own if each.answer
        ]
        groups[person_name(subject.name)] = item_group(same(subject.name), head, given)
    counted = {subject.name for subject in test.counted}
    for k in test.consensus:
        rows = [
            row(asked.item, _everybody(data, [each for each in answered[asked.item] if each.annotator in counted]))
            for asked in test.items
            if asked.same >= k
        ]
        groups[alike_name(k)] = item_group(Words(f"至少 {k} 人相同", f"the same answer from at least {k}"), head, rows)
    return groups
