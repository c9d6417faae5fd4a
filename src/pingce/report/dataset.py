"""The page of a data set: sizes, lengths, genres, and the tables of each subtask."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from pingce.quality.dataset.sizes import TextLengths
from pingce.quality.dataset.summary import CrossTable, Dataset, FactRow, SenseTables, TaskNumbers
from pingce.spec.task import AnswerField
from pingce.spec.words import Lang, Words, same

from .charts import Bar, BarTable
from .sections import Block, Chart, Page, Section, Table, count, decimal, histogram, percent, sections_page
from .titles import called, titles

LENGTH_STEP = 16
MOST_ROWS = 60
ITEMS, CHARACTERS = Words("题", "items"), Words("字数", "characters")
TOTAL = Words("合计", "total")
GENRE, KIND = Words("体裁", "genre"), Words("来源", "source")
KINDS = {
    "web": Words("网络", "web"),
    "professional": Words("专业", "professional"),
    "dictionary": Words("词典", "dictionary"),
}
"""Kinds of source, as provenance knows them."""
SHARE = Words("占比", "share")
SIZES = (
    ITEMS,
    CHARACTERS,
    Words("平均长度", "mean length"),
    Words("标准差", "SD"),
    Words("最短", "least"),
    Words("最长", "most"),
)
SUBSET_NAMES = {
    "mfs": Words("最常见义项", "most frequent sense"),
    "frequent": Words("训练中 >5 次", ">5 in training"),
    "few": Words("训练中 1–5 次", "1–5 in training"),
    "zero": Words("训练中没有", "unseen in training"),
}


def dataset_page(dataset: Dataset, *, lang: Lang = "zh") -> str:
    return sections_page(describe_page(dataset), lang=lang)


def describe_page(dataset: Dataset) -> Page:
    """What the page and the command show."""
    total = dataset.total
    facts = [
        (ITEMS, count(total.n)),
        (Words("不同的文本", "different texts"), count(dataset.distinct)),
        (CHARACTERS, count(total.characters)),
        (Words("平均长度", "mean length"), decimal(total.mean)),
        (Words("标准差", "standard deviation"), decimal(total.sd)),
        (Words("部分", "parts"), count(len(dataset.parts))),
    ]
    lead = Words("题数、字数、长度、体裁与标签。", "Counts, characters, lengths, genres and labels.")
    return Page(Words("数据集", "Data set"), lead, facts, list(_sections(dataset)), name="dataset")


def _sections(dataset: Dataset) -> Iterator[Section]:
    parts = [(same(part.name), *_sizes(part.lengths), count(part.distinct)) for part in dataset.parts]
    head = (Words("部分", "part"), *SIZES, Words("不同文本", "different texts"))
    blocks: list[Block] = [
        Table(Words("各部分", "Parts"), head, parts),
        Chart(
            Words("长度的分布", "Distribution of lengths"),
            CHARACTERS,
            ITEMS,
            histogram(dataset.total.counts, step=LENGTH_STEP),
        ),
    ]
    if dataset.genres:
        blocks.append(_genres(GENRE, dataset.genres, dataset.total.n))
    if dataset.kinds:
        blocks.append(_genres(KIND, dataset.kinds, dataset.total.n))
    yield Section(Words("规模", "Size"), blocks)
    for task in dataset.tasks:
        yield Section(
            Words(f"{task.task.id} {task.task.title.zh}", f"{task.task.id} {task.task.title.en}"), list(_task(task))
        )


def _sizes(lengths: TextLengths) -> tuple[Words, ...]:
    return (
        count(lengths.n),
        count(lengths.characters),
        decimal(lengths.mean),
        decimal(lengths.sd),
        count(lengths.least),
        count(lengths.most),
    )


def _genres(title: Words, genres: Mapping[str, TextLengths], n: int) -> BarTable:
    bars = [
        Bar(KINDS.get(name, same(name or "–")), [lengths.mean, lengths.sd, lengths.n / n], n=lengths.n)
        for name, lengths in genres.items()
    ]
    columns = [Words("平均长度", "mean length"), Words("标准差", "SD"), SHARE]
    return BarTable(title, columns, bars, ITEMS)


def _task(task: TaskNumbers) -> Iterator[Block]:
    if task.facts:
        yield _facts(task)
    for table in task.tables:
        yield from cross_blocks(table, task.task.field(table.field))
    for head, tables in ((GENRE, task.by_genre), (KIND, task.by_kind)):
        yield from (_grouped(table, task.task.field(table.field), head) for table in tables if table.rows)
    if task.senses is not None:
        yield from _senses(task.senses)


def _grouped(table: CrossTable, field: AnswerField, head: Words) -> Table:
    """A table with a column for each genre or kind of source, and the share of each value in it."""
    names = {**titles(field.shape).labels, **titles(field.shape).parts}
    title = Words(f"{field.title.zh}：{table.title.zh} × {head.zh}", f"{field.title.en}: {table.title.en} by {head.en}")
    columns = [KINDS.get(group, same(group or "–")) for group in table.splits]
    return Table(title, _shared_head(table, columns), _shared_rows(table, names))


def _shared_head(table: CrossTable, columns: Sequence[Words]) -> tuple[Words, ...]:
    return (table.head, *(cell for column in columns for cell in (column, same("%"))))


def _shared_rows(table: CrossTable, names: Mapping[str, Words]) -> list[tuple[Words, ...]]:
    """Each value with its count and its share in every column."""
    return [
        (
            called(name, names),
            *(cell for n, total in zip(counts, table.totals, strict=True) for cell in _shared(n, total)),
        )
        for name, counts in table.rows[:MOST_ROWS]
    ]


def _facts(task: TaskNumbers) -> Table:
    several = len({row.field for row in task.facts}) > 1
    rows = [(_fact_title(task, row, several), *(_value(value) for value in row.values)) for row in task.facts]
    return Table(Words("数字", "Numbers"), (Words("", ""), *map(same, task.splits)), rows)


def _fact_title(task: TaskNumbers, row: FactRow, several: bool) -> Words:
    field = task.task.field(row.field).title
    return Words(f"{field.zh}：{row.title.zh}", f"{field.en}: {row.title.en}") if several else row.title


def _value(value: float | None) -> Words:
    return count(value) if isinstance(value, int) else decimal(value)


def cross_blocks(table: CrossTable, field: AnswerField) -> Iterator[Block]:
    """A table with a column for each split; numbers on an axis as a chart too, names with bars."""
    if not table.rows:
        return
    title = Words(f"{field.title.zh}：{table.title.zh}", f"{field.title.en}: {table.title.en}")
    names, totals = {**titles(field.shape).labels, **titles(field.shape).parts}, table.totals
    if len(table.splits) > 1:
        head = _shared_head(table, [same(split) for split in table.splits])
        total_row = (TOTAL, *(cell for n in totals for cell in _shared(n, n)))
        yield Table(title, head, [*_shared_rows(table, names), total_row])
    if table.distribution:
        together = Counter({int(name): sum(counts) for name, counts in table.rows})
        yield Chart(title, table.head, Words("次数", "count"), histogram(together))
        return
    total = sum(totals)
    bars = [
        Bar(called(name, names), [sum(counts) / total], n=sum(counts))
        for name, counts in table.rows[:MOST_ROWS]
        if total
    ]
    yield BarTable(title, [SHARE], bars, Words("次数", "count"))


def _shared(n: int, total: int) -> tuple[Words, Words]:
    return count(n), same(f"{100 * n / total:.1f}" if total else "–")


def _senses(tables: SenseTables) -> Iterator[Block]:
    named = [*((same(split), numbers) for split, numbers in tables.parts.items()), (TOTAL, tables.all)]
    named += [(same(f"〔{name or '–'}〕"), numbers) for name, numbers in tables.genres.items()]
    named += [(KINDS.get(name, same("–")), numbers) for name, numbers in tables.kinds.items()]
    head = (
        Words("部分〔体裁〕", "part [genre]"),
        Words("词", "words"),
        Words("义项", "senses"),
        Words("词表义项", "in the inventory"),
        Words("覆盖", "coverage"),
        Words("句子", "sentences"),
        Words("平均长度", "mean length"),
        Words("平均释义长度", "mean gloss length"),
        Words("标准义项", "gold senses"),
        Words("只出现一次", "once only"),
        Words("不足 10 次", "fewer than 10"),
    )
    rows = [
        (
            name,
            count(numbers.words),
            count(numbers.senses),
            same("–") if numbers.known is None else count(numbers.known),
            percent(numbers.coverage),
            count(numbers.sentences),
            decimal(numbers.characters / numbers.sentences if numbers.sentences else None, 1),
            decimal(numbers.gloss_length, 1),
            count(numbers.golds),
            _of(numbers.once, numbers.senses),
            _of(numbers.few, numbers.senses),
        )
        for name, numbers in named
    ]
    yield Table(Words("词与义项", "Words and senses"), head, rows)
    if tables.subsets:
        yield _subsets(tables)
    yield Chart(
        Words("长尾：义项的句子数", "Long tail: sentences of a sense"),
        Words("句子", "sentences"),
        Words("义项", "senses"),
        histogram(tables.tail, step=1),
    )
    yield Chart(
        Words("每词的句子数", "Sentences of a word"),
        Words("句子", "sentences"),
        Words("词", "words"),
        histogram(tables.per_word),
    )


def _subsets(tables: SenseTables) -> Table:
    head = (Words("部分", "part"), *SUBSET_NAMES.values(), TOTAL)
    rows = [
        (
            same(subset.part),
            *(_of(subset.counts[name], sum(subset.counts.values())) for name in subset.counts),
            count(sum(subset.counts.values())),
        )
        for subset in tables.subsets
    ]
    note = Words("按派生单选题计数。", "Counted over derived single-choice questions.")
    return Table(Words("标准义项在训练中的频次", "Gold senses by their frequency in training"), head, rows, note)


def _of(n: int, total: int) -> Words:
    return same(f"{n:,} ({100 * n / total:.1f} %)" if total else "–")
