"""The page of leaks: what parts share, and which answers that gives away."""

from collections.abc import Iterator, Sequence

from pingce.quality.leaks import OVERLAP_LEVELS, DatasetLeaks, GivenAway, PartOverlap, SameAnswers, SharedOriginal
from pingce.spec.words import Lang, Words, same

from .behind import leak_groups, original_name, overlap_name
from .charts import Bar, BarTable
from .sections import Block, Page, Section, Table, count, percent, sections_page

MOST_FINDINGS = 100
MOST_MEMBERS = 6
LEVEL_NAMES = {
    "identical": Words("文本相同", "same text"),
    "letters": Words("只差标点", "same but for punctuation"),
    "skeleton": Words("只差可替换的词", "same but for replaceable words"),
    "original": Words("同一原句", "one original"),
}
KIND_NAMES = {
    "split": Words("同一子任务", "same subtask"),
    "subtask": Words("不同子任务", "other subtask"),
    "edition": Words("不同届", "other edition"),
}
PART = Words("部分", "part")


def leaks_page(leaks: DatasetLeaks, *, lang: Lang = "zh") -> str:
    return sections_page(describe_page(leaks), lang=lang)


def describe_page(leaks: DatasetLeaks, *, most: int = MOST_FINDINGS) -> Page:
    """What the page and the command show; ``most`` originals of the list."""
    telling = [leak for leak in leaks.given_away if leak.telling]
    facts = [
        (Words("部分", "parts"), count(len(leaks.parts))),
        (Words("题", "items"), count(sum(leaks.parts.values()))),
        (Words("跨部分的原句", "originals in several parts"), count(len(leaks.findings))),
        (
            Words("文本相同的", "of these with the same text"),
            count(sum(f.level == "identical" for f in leaks.findings)),
        ),
        (Words("泄露答案的重叠", "overlaps that give labels away"), count(len(telling))),
    ]
    lead = Words(
        "各部分之间相同和相近的文本、共有的原句，以及由此泄露的答案。",
        "Identical and nearly identical texts of different parts, shared originals, and the answers they give away.",
    )
    behind = leak_groups(leaks, most=most)
    return Page(Words("泄漏", "Leaks"), lead, facts, list(_sections(leaks, most)), name="leaks", behind=behind)


def _sections(leaks: DatasetLeaks, most: int) -> Iterator[Section]:
    sizes = [(same(name), count(n), count(leaks.originals[name])) for name, n in leaks.parts.items()]
    head = (PART, Words("题", "items"), Words("原句", "originals"))
    yield Section(Words("部分", "Parts"), [Table(Words("各部分", "Parts"), head, sizes)])
    note = Words(
        "前两列数两边都有的不同文本；后两列数共有的原句，先只看除去可替换词后的文本，再加上近似的文本和文件说明的出处。"
        "涉及的题是原句也在另一部分的题。",
        "The first two columns count different texts that both have; the next two count shared originals, first by the "
        "text without replaceable words, then also by similarity and stated provenance. Items are those whose original "
        "is in the other part too.",
    )
    yield Section(Words("重叠", "Overlap"), list(_overlaps(leaks.overlaps)), note)
    if leaks.given_away:
        yield Section(
            Words("泄露的答案", "Answers given away"),
            [_given_away(leaks.given_away)],
            Words(
                "文本也在另一部分出现的题，其标签的分布；几乎只有一种标签时，看见那一部分就知道答案。",
                "Labels of the items whose text stands in another part too; where nearly all have one label, seeing "
                "that part tells the answer.",
            ),
        )
    if leaks.same_answers:
        yield Section(Words("两处标注是否相同", "Do two annotations agree?"), [_same_answers(leaks.same_answers)])
    if leaks.findings:
        yield _findings(leaks.findings, most)


def _overlaps(overlaps: Sequence[PartOverlap]) -> Iterator[Block]:
    shared = [overlap for overlap in overlaps if overlap.shared["original"]]
    names = [LEVEL_NAMES[level] for level in OVERLAP_LEVELS]
    items = [Words("前者涉及的题", "items of the first"), Words("后者涉及的题", "items of the second")]
    head = (Words("两个部分", "two parts"), Words("关系", "relation"), *names, *items)
    rows = [
        (
            same(f"{overlap.first} ∩ {overlap.second}"),
            KIND_NAMES[overlap.kind],
            *(count(overlap.shared[level]) for level in OVERLAP_LEVELS),
            count(overlap.first_items["original"]),
            count(overlap.second_items["original"]),
        )
        for overlap in shared
    ]
    none = len(overlaps) - len(shared)
    note = Words(f"另有 {none} 对没有任何重叠。", f"{none} more pairs share nothing.") if none else None
    behind = [["", "", *[overlap_name(overlap.first, overlap.second)] * 6] for overlap in shared]
    yield Table(Words("每两个部分", "Every two parts"), head, rows, note, words=frozenset({1}), behind=behind)


def _given_away(given: Sequence[GivenAway]) -> BarTable:
    bars = [
        Bar(
            Words(
                f"{leak.part} 的 {leak.field}，见于 {leak.seen_in}",
                f"{leak.field} of {leak.part}, seen in {leak.seen_in}",
            )
            if not leak.telling
            else Words(
                f"⚠ {leak.part} 的 {leak.field} = {leak.label}，见于 {leak.seen_in}",
                f"⚠ {leak.field} of {leak.part} = {leak.label}, seen in {leak.seen_in}",
            ),
            [leak.base, leak.share],
            n=leak.shared,
            main=leak.telling,
        )
        for leak in given
    ]
    columns = [Words("在整个部分", "in the whole part"), Words("最多的标签", "most frequent label")]
    return BarTable(Words("标签", "label"), columns, bars, Words("共有", "shared"))


def _same_answers(same_answers: Sequence[SameAnswers]) -> Table:
    head = (
        PART,
        PART,
        Words("共有文本", "shared texts"),
        Words("标出的字完全相同", "same characters marked"),
        same("%"),
    )
    rows = [
        (same(pair.first), same(pair.second), count(pair.shared), count(pair.same), percent(pair.same / pair.shared))
        for pair in same_answers
    ]
    return Table(Words("相同的标注", "Same annotation"), head, rows, words=frozenset({1}))


def _findings(findings: Sequence[SharedOriginal], most: int) -> Section:
    head = (
        Words("原句", "original"),
        Words("程度", "level"),
        Words("题", "items"),
        Words("哪些", "which"),
        Words("文本", "text"),
    )
    rows = [
        (
            count(finding.group),
            LEVEL_NAMES[finding.level],
            count(len(finding.members)),
            same(_members(finding)),
            same(finding.members[0].text),
        )
        for finding in findings[:most]
    ]
    note = Words(
        f"列出 {len(rows)} 个，共 {len(findings)} 个；pingce quality leaks --out 写出全部。",
        f"{len(rows)} of {len(findings)}; pingce quality leaks --out writes all of them.",
    )
    table = Table(
        Words("跨部分的原句", "Originals in several parts"),
        head,
        rows,
        words=frozenset({1}),
        long=frozenset({3, 4}),
        behind=[["", "", original_name(finding.group)] for finding in findings[:most]],
    )
    return Section(Words("清单", "The list"), [table], note)


def _members(finding: SharedOriginal) -> str:
    shown = [f"{m.part}:{m.id}{f' = {m.label}' if m.label else ''}" for m in finding.members[:MOST_MEMBERS]]
    more = len(finding.members) - len(shown)
    return " · ".join([*shown, f"+{more}"] if more else shown)
