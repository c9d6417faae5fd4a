"""The page of an audit: alarms by kind with the premises concerned, and what options give away."""

from collections.abc import Iterator, Sequence

from pingce.quality.proving.audit import Alarm, AlarmRow, Audit
from pingce.quality.proving.giveaways import GiveAway
from pingce.reasoning.proof import Status
from pingce.spec.words import Lang, Words, same

from .charts import Bar, BarTable
from .proofs import ReasonedItem, proof_table
from .sections import Block, Lines, Page, Section, Table, count, sections_page

ALARM_NAMES = {
    Alarm.NO_ARRANGEMENT: Words("没有任何排列满足条件", "No arrangement fulfils the conditions"),
    Alarm.GOLD_DIFFERS: Words("标准答案与证明不同", "Gold differs from the proof"),
    Alarm.SEVERAL_READINGS: Words("有几种读法，答案不同", "Several readings with different answers"),
    Alarm.UNDERDETERMINED: Words("条件不足", "Underdetermined"),
    Alarm.MARK: Words("单选、多选标错", "Wrong mark of one or several right options"),
    Alarm.TWIN_GOLD: Words("中英文标准答案不同", "Gold of zh and en differs"),
    Alarm.TWIN_PROOF: Words("中英文证明不同", "Proofs of zh and en differ"),
}
MOST_UNREAD = 200
"""Unread items listed on the page; --json names all of them."""


def audit_page(audit: Audit, *, lang: Lang = "zh") -> str:
    return sections_page(describe_page(audit), lang=lang)


def describe_page(audit: Audit, *, most: int | None = None) -> Page:
    """What the page and the command show; at most ``most`` alarms of a kind."""
    facts = [
        (Words("题", "items"), count(len(audit.items))),
        (Words("已证明", "proved"), count(sum(entry.proved is not None for entry in audit.items))),
        (Words("没有读懂", "not read"), count(len(audit.unread))),
        (Words("常识不能决定", "left open by our knowledge"), count(len(audit.undecided))),
        *((ALARM_NAMES[alarm], count(n)) for alarm, n in audit.counts().items()),
    ]
    lead = Words(
        "每道题由其条件推出的答案，与标准答案、单选多选的标记、另一种语言的同一题对照。",
        "What follows from the conditions of each item, held against gold, its marks and its twin in another language.",
    )
    return Page(Words("证明与核对", "Proofs and faults"), lead, facts, list(_sections(audit, most)), name="audit")


def _sections(audit: Audit, most: int | None) -> Iterator[Section]:
    yield Section(Words("场景", "Scenes"), [_scenes(audit)])
    for alarm, name in ALARM_NAMES.items():
        rows = [row for row in audit.alarms if row.alarm is alarm]
        if rows:
            yield Section(name, list(_alarm_blocks(rows, most)))
    for part, rules in audit.give_aways.items():
        if rules:
            yield Section(Words(f"泄露：{part}", f"Give-aways: {part}"), [_rules(rules)], GIVE_AWAY_NOTE)
    if audit.unread:
        yield _unread(audit)


GIVE_AWAY_NOTE = Words(
    "不读题目的规则对了多少，与按选项个数随机选相比；⚠ 表示差别超过三个标准差。",
    "How often rules that read nothing are right, compared with chance; ⚠ marks more than three standard deviations.",
)


def _scenes(audit: Audit) -> Table:
    counts: dict[tuple[str, str], list[int]] = {}
    for entry in audit.items:
        row = counts.setdefault((entry.part, f"{entry.proof.domain}: {entry.proof.scene}"), [0, 0, 0, 0])
        row[0] += 1
        row[1] += entry.proved is not None
        row[2] += entry.proof.status is Status.UNREAD
        row[3] += entry.proof.arrangements > 1
    head = (
        Words("部分", "part"),
        Words("场景", "scene"),
        Words("题", "items"),
        Words("已证明", "proved"),
        Words("没有读懂", "not read"),
        Words("不止一种排列", "several arrangements"),
    )
    rows = [(same(part), same(scene), *map(count, row)) for (part, scene), row in sorted(counts.items())]
    return Table(Words("各种场景", "By scene"), head, rows, words=frozenset({1}))


def _alarm_blocks(rows: Sequence[AlarmRow], most: int | None) -> Iterator[Block]:
    shown = rows if most is None else rows[:most]
    head = (
        Words("题", "item"),
        Words("标准", "gold"),
        Words("证明", "proof"),
        Words("为什么", "why"),
        Words("有关的条件", "premises"),
    )
    cells = [
        (
            same(row.entry.item.id),
            same(_letters(row.entry.gold)),
            same(_letters(row.entry.proof.answer)),
            row.why,
            same(" ⇔ ".join(row.premises)),
        )
        for row in shown
    ]
    left = len(rows) - len(shown)
    note = Words(f"另有 {left} 个，--html 写出全部。", f"{left} more; --html writes all of them.") if left else None
    yield Table(same(""), head, cells, note, words=frozenset({1, 2}), long=frozenset({3, 4}))
    for row in shown:
        yield proof_table(ReasonedItem(row.entry.item, row.entry.answered), gold=row.entry.gold)


def _rules(rules: Sequence[GiveAway]) -> BarTable:
    bars = [
        Bar(
            Words(f"⚠ {rule.rule.zh}", f"⚠ {rule.rule.en}") if rule.telling else rule.rule,
            [rule.chance, rule.right],
            n=rule.items,
            main=rule.telling,
        )
        for rule in rules
    ]
    columns = [Words("随机", "chance"), Words("对", "right")]
    return BarTable(Words("规则", "rule"), columns, bars, Words("题", "items"))


def _unread(audit: Audit) -> Section:
    lines = [
        same(f"{entry.item.id}: {entry.proof.unread[0] if entry.proof.unread else ''}"[:160])
        for entry in audit.unread[:MOST_UNREAD]
    ]
    left = len(audit.unread) - len(lines)
    note = Words(f"另有 {left} 题。", f"{left} more.") if left else None
    return Section(Words("没有读懂的题", "Items that were not read"), [Lines(lines)], note, page_only=True)


def _letters(letters: frozenset[str] | None) -> str:
    return "".join(sorted(letters)) if letters else "–"
