"""The page of agreement: overall, by pair, person and part of the data, which labels meet, and items."""

from collections.abc import Iterator, Mapping, Sequence

from pingce.quality.agreement.bands import LANDIS_KOCH, Bands, band_words
from pingce.quality.agreement.numbers import AgreementNumber
from pingce.quality.agreement.run import FieldAgreement
from pingce.quality.agreement.slices import AFTER, BEFORE, MIXED, SliceName
from pingce.quality.annotations import Annotations, ItemClusters, Points
from pingce.spec.words import Words, same

from .annotations import INTERVAL, ITEMS, VALUE, around, bar, heat, reasons, short, text
from .behind import disagreement_groups, labels_name, pair_name
from .charts import bins
from .sections import Block, Chart, Page, Section, Table, code, tint
from .titles import called, titles

MOST_PEOPLE = 30
"""A matrix of more people fits no page; row means are shown instead."""
PARTS: Mapping[SliceName, Words] = {
    "batch": Words("批次", "batch"),
    "genre": Words("体裁", "genre"),
    "day": Words("日期", "day"),
    "feedback": Words("收到反馈前后", "before and after feedback"),
}
PHASES = {
    BEFORE: Words("反馈之前", "before feedback"),
    AFTER: Words("反馈之后", "after feedback"),
    MIXED: Words("一人之前、一人之后", "one before, one after"),
}
IN_WORDS = Words("程度", "in words")
ROW_MEAN = Words("行平均", "row mean")
NAME = Words("姓名", "name")
WHOLE = Words("整份答案", "Whole answers")
LIKENESS = Words("相似度", "likeness")
HOW_LIKENESS = Words(
    "0 到 1，就是标注活动页上的相似度：结论或特殊情况不同为 0，都说不用为 1，"
    "其余按任务的评分，两人轮流作标准取平均；每题分量相同，质检题不计。",
    "From 0 to 1, the likeness on the page of a campaign: 0 where outcome or special case differ, 1 where both leave "
    "the text out, else by the task's scorer with each as gold in turn; items weigh the same, control items do not "
    "count.",
)
HOW = Words(
    "Cohen κ 是各对的平均；其余系数对所有人一起算。",
    "Cohen's κ is the mean over pairs; the other coefficients take everybody together.",
)
SHARED = {
    "original": Words("原句", "original"),
    "word": Words("词", "word"),
    "text": Words("文本", "text"),
}
"""What items of one cluster have in common."""


def how_drawn(clusters: ItemClusters | None) -> Words:
    """How the items were drawn for the intervals of a field."""
    if clusters is None:
        drawn = Words("区间由 1000 次按题自助抽样得到。", "Intervals from 1,000 bootstrap samples of the items.")
    else:
        shared, n = SHARED[clusters.kind], len(set(clusters.numbers.values()))
        drawn = Words(
            f"区间由 1000 次自助抽样得到，同一{shared.zh}的题整组抽取（{n} 组）。",
            f"Intervals from 1,000 bootstrap samples of {n} clusters, items of one {shared.en} together.",
        )
    return Words(f"{drawn.zh}{HOW.zh}", f"{drawn.en} {HOW.en}")


def agreement_page(
    fields: Sequence[FieldAgreement],
    likeness: AgreementNumber,
    *,
    widest: int = MOST_PEOPLE,
    data: Annotations | None = None,
) -> Page:
    """Likeness of whole answers, then a section for each field; ``widest``: the most people a matrix has.

    With ``data`` also the items on which people differ.
    """
    whole = Section(WHOLE, [_numbers({"likeness": likeness}, {"likeness": LIKENESS})], HOW_LIKENESS)
    of_fields = [
        Section(
            code(field.asked.title, field.asked.name),
            list(field_blocks(field, widest=widest)),
            how_drawn(field.clusters),
        )
        for field in fields
    ]
    behind = None if data is None else disagreement_groups(data)
    title = Words("标注一致性", "Agreement")
    return Page(title, same(""), (), [whole, *of_fields], name="agreement", behind=behind)


def field_blocks(
    field: FieldAgreement, *, widest: int = MOST_PEOPLE, parts: bool = True, bands: Bands = LANDIS_KOCH
) -> Iterator[Block]:
    """How far people agree in one field; ``parts``: also in parts of the data; ``bands``: what κ is called in words."""
    yield _numbers(field.overall, field.titles, bands)
    names = list(next(iter(field.people.values()), {}))
    if 1 < len(field.people) <= widest:
        for i, name in enumerate(names):
            yield _matrix(field, name, folded=i > 0)
    elif names:
        yield _row_means(field, names)
    if parts:
        yield from _parts(field)
    if (confusion := _confusion(field, widest)) is not None:
        yield confusion
    likeness = next((name for name in names if not name.startswith("cohen")), None)
    values = list(field.of_items.values())
    if likeness is not None and likeness != "apart" and values:
        title = field.titles[likeness]
        yield Chart(Words(f"每题的{title.zh}", f"Of each item: {title.en}"), title, ITEMS, bins(values))


def _numbers(numbers: Mapping[str, AgreementNumber], titles: Mapping[str, Words], bands: Bands = LANDIS_KOCH) -> Table:
    """A row for each number, with its interval; κ also in words."""
    named = band_words(numbers, bands)
    rows = [
        (
            titles[name],
            same(name),
            same(str(number.n)),
            text(number),
            around(number),
            *([named.get(name, same(""))] if named else []),
        )
        for name, number in numbers.items()
    ]
    drawn = [bar(number) if name != "apart" else None for name, number in numbers.items()]
    head = (Words("指标", "number"), same("code"), ITEMS, VALUE, INTERVAL)
    if not named:
        return Table(same(""), head, rows, words=frozenset({1}), drawn=drawn)
    note = Words(f"κ 的说法依 {bands.title.zh}。", f"κ in words after {bands.title.en}.")
    return Table(same(""), (*head, IN_WORDS), rows, note, words=frozenset({1, len(head)}), drawn=drawn)


def main_number(field: FieldAgreement) -> str:
    """What parts of the data are compared by: α where there are labels, else the first likeness."""
    for name in ("alpha_ordinal", "alpha_nominal", "alpha_interval"):
        if name in field.overall:
            return name
    return next(iter(field.overall))


def _matrix(field: FieldAgreement, name: str, *, folded: bool) -> Table:
    """A number of every pair, with the mean of each row."""
    people = list(field.people)
    cells = {a: [*(_pair(field, a, b, name) for b in people), field.people[a][name]] for a in people}
    return Table(
        field.titles[name],
        (same(""), *map(same, people), ROW_MEAN),
        [(same(a), *map(short, row)) for a, row in cells.items()],
        reasons(number for row in cells.values() for number in row),
        tints=[[heat(number) for number in row[:-1]] for row in cells.values()],
        folded=folded,
        behind=[["", *("" if a == b else pair_name(field.asked.name, a, b) for b in people)] for a in people],
    )


def _pair(field: FieldAgreement, a: str, b: str, name: str) -> AgreementNumber | None:
    numbers = field.pairs.get((a, b)) or field.pairs.get((b, a))
    return numbers[name] if numbers is not None else None


def _row_means(field: FieldAgreement, names: Sequence[str]) -> Table:
    rows = [(same(person), *(short(numbers[name]) for name in names)) for person, numbers in field.people.items()]
    title = Words("每人（与各搭档的平均）", "Everybody (mean over partners)")
    note = reasons(number for numbers in field.people.values() for number in numbers.values())
    return Table(title, (NAME, *(field.titles[name] for name in names)), rows, note)


def _parts(field: FieldAgreement) -> Iterator[Table]:
    """The main number by group."""
    name = main_number(field)
    for slice_name, groups in field.parts.items():
        numbers = {PHASES.get(group, same(group)): figures[name] for group, figures in groups.items()}
        rows = [(group, same(str(n.n)), text(n), around(n)) for group, n in numbers.items()]
        yield Table(
            field.titles[name],
            (PARTS[slice_name], ITEMS, VALUE, INTERVAL),
            rows,
            drawn=[bar(n) for n in numbers.values()],
        )


def _confusion(field: FieldAgreement, widest: int) -> Table | None:
    """How often two labels met on one item."""
    shape = field.asked.shape
    if not field.confusion or len(field.labels) > widest or isinstance(shape, Points):
        return None
    names = {label: called(label, titles(shape).labels) for label in field.labels}
    most = max(field.confusion.values())
    counts = {
        a: [field.confusion.get((a, b), field.confusion.get((b, a), 0)) for b in field.labels] for a in field.labels
    }
    return Table(
        Words("哪些标签相遇", "Which labels meet"),
        (Words("一人 / 另一人", "one / other"), *names.values()),
        [(names[a], *(same(str(n)) for n in row)) for a, row in counts.items()],
        tints=[[tint(n / most) for n in row] for row in counts.values()],
        behind=[
            ["", *(labels_name(field.asked.name, a, b) if n else "" for b, n in zip(field.labels, row, strict=True))]
            for a, row in counts.items()
        ],
    )
