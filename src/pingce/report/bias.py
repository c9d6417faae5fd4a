"""The page of biases: what labels depend on, and how far that alone gets a classifier."""

from collections.abc import Iterator, Sequence

from pingce.quality.bias.measure import Bias, Shares, TaskBias
from pingce.quality.bias.probes import Probe, SkippedProbe
from pingce.quality.bias.tables import BiasRow, BiasTable
from pingce.spec.task import TaskSpec
from pingce.spec.words import Lang, Words, same

from .behind import bias_groups, bias_name
from .charts import Bar, BarTable
from .dataset import cross_blocks
from .replacement import CLASS_NAMES, MODE_NAMES, RELATION_NAMES
from .sections import Block, Page, Section, Table, count, decimal, sections_page
from .titles import called, titles

MOST_ROWS = 60
HOW = {
    "stated": Words("文件说明", "stated by a file"),
    "given": Words("原句已给", "original given"),
    "unique": Words("由同源句唯一推出", "the only original possible"),
    "likeliest": Words("由同源句推出，最可能", "likeliest original"),
    "unknown": Words("不明", "not known"),
}
SLICES = {
    "near-synonyms": Words(
        "近义（里中内、旁边、出来→出去、下来→下去）", "near-synonyms (里中内, 旁边, 出来→出去, 下来→下去)"
    ),
    "antonyms": Words("反义（上/下、里/外、前/后、进/出）", "opposites (上/下, 里/外, 前/后, 进/出)"),
    "centre→periphery": Words("中心换成边缘（里中内→旁边外）", "centre to periphery (里中内→旁边外)"),
    "one character": Words("单字词", "words of one character"),
    "two characters, no verb": Words("双字词，趋向动词除外", "words of two characters, no verbs"),
}
NAMES = {**CLASS_NAMES, **MODE_NAMES, **RELATION_NAMES, **SLICES, "?": Words("词表没有", "not in the lexicon")}
LOW, HIGH = Words("95 % 起", "95 % from"), Words("95 % 止", "95 % to")


def bias_page(bias: Bias, *, lang: Lang = "zh") -> str:
    return sections_page(describe_page(bias), lang=lang)


def describe_page(bias: Bias, *, most: int = MOST_ROWS, items: bool = False) -> Page:
    """What the page and the command show; ``most`` rows of a table, with ``items`` also those behind the numbers."""
    facts = [
        (Words("不同的文本", "different texts"), count(bias.texts)),
        (Words("原句", "originals"), count(bias.originals)),
        (Words("部分", "parts"), count(len(bias.parts))),
        *((HOW[how], count(n)) for how, n in bias.how.items()),
    ]
    lead = Words(
        "标签与词语、词对、部分、长度、体裁的关系；只看这些能猜对多少。",
        "How labels depend on words, pairs, splits, lengths and genres, and how far these alone get.",
    )
    return Page(
        Words("偏差", "Bias"),
        lead,
        facts,
        [section for task in bias.tasks for section in _task(task, most)],
        name="bias",
        behind=bias_groups(bias, most=most) if items else None,
    )


def _task(task: TaskBias, most: int) -> Iterator[Section]:
    name = Words(f"{task.task.id} {task.task.title.zh}", f"{task.task.id} {task.task.title.en}")
    note = Words(
        f"{task.items:,} 题，其中 {task.replaced:,} 题知道替换了什么。"
        "区间是 Wilson 95 % 区间；V 是 Cramér 的 V（0 无关，1 完全决定）。",
        f"{task.items:,} items; what was replaced is known of {task.replaced:,}. "
        "Wilson 95 % intervals; V is Cramér's V (0: unrelated, 1: decides everything).",
    )
    blocks: list[Block] = [_labels(task.task, table, most) for table in task.tables]
    for shares in task.shares:
        blocks += _shares(task.task, shares)
    yield Section(name, blocks, note)
    if task.probes or task.skipped:
        yield _probes(name, task.probes, task.skipped)


def _labels(task: TaskSpec, table: BiasTable, most: int) -> BarTable:
    names = {name: title for field in task.public_answer for name, title in titles(field.shape).labels.items()}
    several = [label for label in table.labels if label != table.drawn] if len(table.labels) > 2 else []
    columns = [*(called(label, names) for label in several), LOW, HIGH, called(table.drawn, names)]
    bars = [
        Bar(
            called(row.name, NAMES),
            [*(_share(row, table, label) for label in several), row.low, row.high, row.share],
            n=row.n,
            interval=(row.low, row.high),
        )
        for row in table.rows[:most]
    ]
    behind = [_behind(task, table, row, several) for row in table.rows[:most]]
    return BarTable(table.title, columns, bars, Words("题", "items"), _note(table, most), behind)


def _behind(task: TaskSpec, table: BiasTable, row: BiasRow, several: Sequence[str]) -> list[str]:
    """The count leads to all items of a row, the share of a label to those that have it."""

    def having(label: str) -> str:
        counted = row.counts[table.labels.index(label)]
        return bias_name(task.id, table.key, row.name, label) if counted else ""

    return ["", bias_name(task.id, table.key, row.name), *map(having, several), "", "", having(table.drawn)]


def _share(row: BiasRow, table: BiasTable, label: str) -> float:
    return row.counts[table.labels.index(label)] / row.n


def _note(table: BiasTable, most: int) -> Words | None:
    parts_zh, parts_en = [], []
    if table.strength is not None:
        parts_zh.append(f"V = {table.strength:.3f}")
        parts_en.append(f"V = {table.strength:.3f}")
    if table.left_out:
        parts_zh.append(f"另有 {table.left_out} 个太少，没有列出")
        parts_en.append(f"{table.left_out} more with too few items are not shown")
    if len(table.rows) > most:
        parts_zh.append(f"列出最多的 {most} 个，共 {len(table.rows)} 个")
        parts_en.append(f"the {most} most frequent of {len(table.rows)}")
    return Words("；".join(parts_zh), "; ".join(parts_en)) if parts_zh else None


def _shares(task: TaskSpec, shares: Shares) -> Iterator[Block]:
    """The same table as on the page of the data set; with several splits, whether they are alike."""
    yield from cross_blocks(shares.table, task.field(shares.table.field))
    if shares.strength is not None:
        head = (Words("与部分的关系", "dependence on the split"), same("V"))
        yield Table(shares.table.title, head, [(shares.table.title, decimal(shares.strength, 3))])


def _probes(task: Words, probes: Sequence[Probe], skipped: Sequence[SkippedProbe]) -> Section:
    blocks: list[Block] = []
    if probes:
        blocks.append(
            BarTable(
                Words("线索", "evidence"),
                [
                    Words("多数类", "majority"),
                    Words("超出：起", "gain from"),
                    Words("超出：止", "gain to"),
                    Words("各标签平均", "mean of labels"),
                    LOW,
                    HIGH,
                    Words("准确率", "accuracy"),
                ],
                [_probe(probe) for probe in probes],
                Words("题", "items"),
            )
        )
    if skipped:
        head = (Words("线索", "evidence"), Words("原因", "reason"))
        rows = [(probe.title, probe.why) for probe in skipped]
        blocks.append(Table(Words("没有做的", "Left out"), head, rows, words=frozenset({1})))
    note = Words(
        "逻辑回归只看一种线索；按原句分组的五折交叉验证，区间由重抽原句得到。超出多数类的部分不读文本就能得到。",
        "A logistic regression that sees one kind of evidence only; five-fold cross-validation grouped by original, "
        "intervals from resampled originals. What it gains over the majority needs no reading.",
    )
    return Section(Words(f"{task.zh}：捷径", f"{task.en}: shortcuts"), blocks, note)


def _probe(probe: Probe) -> Bar:
    numbers = [probe.majority, *probe.gain, probe.balanced, *probe.interval, probe.accuracy]
    return Bar(probe.title, numbers, n=probe.n, interval=probe.interval)
