"""The pages of human studies beside the test itself: a drawn sample, and what an audit of published answers came to."""

from collections.abc import Iterator

from pingce.quality.audit import Edits, GoldAudit
from pingce.quality.draw import DrawnCell, DrawnSample
from pingce.quality.human import HIGH
from pingce.spec.words import Words, same

from .agreement import MOST_PEOPLE, field_blocks
from .annotations import ITEMS
from .sections import Block, Hero, Lines, Page, Section, Table, count, percent

ALL = Words("合计", "all")
EDITS = (
    Words("保留", "kept"),
    Words("修改", "changed"),
    Words("增加", "added"),
    Words("删除", "deleted"),
)
ERROR_KINDS = {
    "missed": Words("删去", "taken out"),
    "spurious": Words("加上", "put in"),
    "role": Words("换了角色或槽位", "other role or slot"),
    "boundary": Words("改了边界", "other extent"),
    "coreference": Words("换了指称", "other mention"),
    "label": Words("改了标签", "other label"),
}
"""Where an answer differs from the published one, as what a reviewer did to it."""


def draw_page(sample: DrawnSample) -> Page:
    """What a sample is made of."""
    blocks: list[Block] = [_cells(sample)]
    if sample.notes:
        blocks.append(Lines(sample.notes))
    return Page(
        Words("抽取的样本", "The sample"),
        same(""),
        [(Words("题数", "Items"), count(len(sample.ids))), (Words("种子", "Seed"), same(str(sample.plan.seed)))],
        [Section(Words("体裁与标签", "Genres and labels"), blocks)],
        name="sample",
    )


def _cells(sample: DrawnSample) -> Table:
    head = (
        Words("体裁", "genre") if sample.plan.by == "genre" else Words("来源", "source"),
        Words("标签", "label"),
        Words("数据中", "in the data"),
        Words("应抽", "wanted"),
        Words("抽出", "drawn"),
        Words("占样本", "of the sample"),
    )
    total = len(sample.ids)
    cells = [*sample.cells, DrawnCell(*_sums(sample))]
    rows = [
        (
            same(cell.genre or "–") if cell is not cells[-1] else ALL,
            same(cell.label or "–"),
            count(cell.available),
            count(cell.wanted),
            count(cell.drawn),
            percent(cell.drawn / total),
        )
        for cell in cells
    ]
    return Table(same(""), head, rows, words=frozenset({1}), strong=frozenset({len(cells) - 1}))


def _sums(sample: DrawnSample) -> tuple[str, str, int, int, int]:
    cells = sample.cells
    return (
        "",
        "",
        sum(cell.available for cell in cells),
        sum(cell.wanted for cell in cells),
        sum(cell.drawn for cell in cells),
    )


def audit_page(audit: GoldAudit) -> Page:
    """What reviewers did to published answers, and how far they agree."""
    total = audit.total
    hero = Hero(
        str(total.touched),
        Words("处改动", "edits"),
        Words(
            f"{audit.n} 题，{len(audit.reviewers)} 人：增加 {total.added}，删除 {total.deleted}，修改 {total.changed}",
            f"{audit.n} items, {len(audit.reviewers)} people: {total.added} added, {total.deleted} deleted, "
            f"{total.changed} changed",
        ),
    )
    return Page(Words("答案复核", "Audit of answers"), same(""), (), list(_sections(audit)), hero, "audit")


def _sections(audit: GoldAudit) -> Iterator[Section]:
    note = Words(
        "数的是元组（没有元组的任务是答案）：与公布的完全相同为保留，对得上而不同为修改，对不上的为增加或删除。",
        "Counted are tuples (answers, where a task has none): exactly as published is kept, matched but different is "
        "changed, without a match added or deleted.",
    )
    yield Section(Words("谁改了什么", "Who changed what"), [_reviewers(audit)], note)
    if audit.where:
        yield Section(Words("改在哪里", "Where"), [_where(audit)])
    yield Section(Words("彼此的一致性", "Agreement among reviewers"), list(_agreement(audit)))


def _reviewers(audit: GoldAudit) -> Table:
    rows = []
    for name, answers in audit.reviewers.items():
        edits = sum((answer.edits for answer in answers), Edits())
        untouched = sum(not answer.edits.touched for answer in answers)
        rows.append((same(name), count(len(answers)), count(untouched), *map(count, edits)))
    untouched = sum(not answer.edits.touched for answer in audit.answers)
    rows.append((ALL, count(len(audit.answers)), count(untouched), *map(count, audit.total)))
    head = (Words("复核者", "reviewer"), ITEMS, Words("未动的题", "untouched items"), *EDITS)
    return Table(same(""), head, rows, strong=frozenset({len(rows) - 1}))


def _where(audit: GoldAudit) -> Table:
    rows = [(ERROR_KINDS[kind], same(role), count(n)) for (kind, role), n in audit.where.items()]
    head = (Words("做法", "what"), Words("角色或槽位", "role or slot"), Words("处", "times"))
    return Table(same(""), head, rows, words=frozenset({1}))


def _agreement(audit: GoldAudit) -> Iterator[Block]:
    lines = []
    if audit.compared:
        share = audit.identical / audit.compared
        lines.append(
            Words(
                f"所有人的答案完全相同的题：{audit.identical} / {audit.compared}（{share:.1%}）",
                f"Items with exactly the same answer from everybody: {audit.identical} of {audit.compared} "
                f"({share:.1%})",
            )
        )
    if audit.high is not None:
        lines.append(
            Words(
                f"两两相似度平均高于 {HIGH:g} 的题：{audit.high:.1%}",
                f"Items whose pairs are on average more than {HIGH:g} alike: {audit.high:.1%}",
            )
        )
    if lines:
        yield Lines(lines)
    yield from field_blocks(audit.agreement, widest=MOST_PEOPLE, parts=False)
