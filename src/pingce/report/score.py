"""The page of a scoring run, and the page of a comparison of systems.

Comes in: what :mod:`pingce.evaluation.files` gives. Comes out: a :class:`~pingce.report.sections.Page`, which ``pingce
score`` and ``pingce systems evaluate`` print and write as HTML.
"""

from collections.abc import Iterator, Mapping, Sequence

from pingce.evaluation.files import Compared
from pingce.formats.findings import Findings
from pingce.scoring.breakdown import Breakdown, breakdown, confusions, fields, item_scores, part_fields, worst
from pingce.scoring.interval import Interval
from pingce.scoring.run import ScoreResult
from pingce.spec.problem import CODES
from pingce.spec.task import RuleSet
from pingce.spec.words import Words, same

from .annotations import INTERVAL, VALUE
from .charts import Bar, BarTable, bins
from .items import show_item
from .sections import Block, Chart, CodeLines, Drawn, Hero, ItemCards, Page, Section, Table, decimal, tint
from .titles import called, titles
from .words import FIELDS, NUMBERS, SUBSETS, number_title

MOST_GROUPS = 20
"""A field such as the target word has hundreds of values; the frequent ones tell enough unless it was asked for."""
WORST = 10
NUMBER_OF_ITEMS = Words("题数", "items")
TASK = Words("任务", "Task")
RULES: Mapping[RuleSet, Words] = {
    "official": Words("官方", "official"),
    "page": Words("规则页", "rules page"),
    "page-task2": Words("规则页旧文", "rules page, older wording"),
}
LEVELS = {"error": Words("错误", "error"), "warning": Words("提醒", "warning")}


def score_page(
    result: ScoreResult,
    *,
    gold: str,
    predicted: str,
    findings: Findings | None = None,
    asked: Sequence[Breakdown] = (),
    with_names: bool = True,
) -> Page:
    """All about a run; ``gold`` and ``predicted`` are the names of the files.

    ``with_names``: beside the titles of numbers their names in files (``measure.number``), which commands take.
    Breakdowns that were ``asked`` for stand there whole, and commands print them; those of other fields are on the
    page only, with the number that ranks and the most frequent groups.
    """
    facts = [
        (TASK, same(result.task.id)),
        (Words("计分规则", "Rules"), RULES[result.rules]),
        (Words("标准答案", "Gold"), same(gold)),
        (Words("预测", "Prediction"), same(predicted)),
        (Words("题数", "Items"), same(str(result.n))),
        (Words("已答 / 未答", "Answered / unanswered"), same(f"{result.answered} / {result.n - result.answered}")),
    ]
    sections = [
        measures_section(result, with_names=with_names),
        *_distribution(result),
        *_breakdowns(result, asked),
        *_confusions(result),
        *(_problems(findings, predicted) if findings is not None else ()),
        *_worst_items(result),
    ]
    return Page(result.task.title, result.task.summary, facts, sections, _hero(result), name="score")


def _hero(result: ScoreResult) -> Hero:
    measure, number = result.ranked_by
    around = _interval(result.intervals[measure].get(number))
    note = Words(f"{INTERVAL.zh} {around}", f"{INTERVAL.en} {around}") if around else same("")
    return Hero(f"{result.main:.4f}", _name(result, measure, number), note)


def _name(result: ScoreResult, measure: str, number: str) -> Words:
    return number_title(measure, number) if len(result.measures) > 1 else called(number, NUMBERS)


def _interval(around: Interval | None) -> str:
    return "" if around is None else f"[{around.low:.4f}, {around.high:.4f}]"


def measures_section(result: ScoreResult, *, with_names: bool = True) -> Section:
    """Every number with its interval; its name in files is ``measure.number``."""
    names = [Words("名称", "name")] if with_names else []
    rows, drawn = [], []
    for measure, measured in result.measures.items():
        for number, value in measured.numbers.items():
            around, ranks = result.intervals[measure].get(number), (measure, number) == result.ranked_by
            rows.append(
                (
                    _name(result, measure, number),
                    *(same(f"{measure}.{number}") for _ in names),
                    decimal(value, 4),
                    same(_interval(around)),
                    same("◀" * ranks),
                )
            )
            drawn.append(Drawn(value, around, ranks) if 0 <= value <= 1 else None)
    table = Table(
        same(""),
        (Words("指标", "measure"), *names, VALUE, INTERVAL, Words("排名", "ranks")),
        rows,
        words=frozenset({1} if with_names else ()),
        drawn=drawn,
        strong=frozenset(i for i, bar in enumerate(drawn) if bar is not None and bar.main),
    )
    note = Words(
        "区间由 1000 次自助抽样得到；加粗的一行决定排名。签名与数值一起引用，别人就能算出同样的结果；点一下即全选。",
        "Intervals from 1,000 bootstrap samples; the line in bold ranks. Quote a signature with its number, so that "
        "others can get it again; a click selects all of it.",
    )
    signatures = CodeLines([measured.signature for measured in result.measures.values()])
    return Section(Words("指标", "Measures"), [table, signatures], note)


def _distribution(result: ScoreResult) -> Iterator[Section]:
    columns = bins([value for value in item_scores(result) if value is not None])
    if columns:
        chart = Chart(_name(result, *result.ranked_by), Words("得分", "score"), NUMBER_OF_ITEMS, columns)
        yield Section(Words("每题得分的分布", "Scores of the items"), [chart], page_only=True)


def _breakdowns(result: ScoreResult, asked: Sequence[Breakdown]) -> Iterator[Section]:
    title = Words("分组得分", "Score by group")
    tables: list[Block] = [_bar_table(result, falls, whole=True) for falls in asked if falls.groups]
    if tables:
        yield Section(title, tables)
    rest = [breakdown(result, field) for field in fields(result) if field not in {falls.field for falls in asked}]
    others: list[Block] = [_bar_table(result, falls, whole=False) for falls in rest if falls.groups]
    if others:
        yield Section(Words("其他分组", "Other groups") if tables else title, others, page_only=True)


def _bar_table(result: ScoreResult, falls: Breakdown, *, whole: bool) -> BarTable:
    number = result.ranked_by[1]
    ranked = not whole and all(number in group.numbers for group in falls.groups)
    columns = [number] if ranked else list(falls.groups[0].numbers)
    groups, note = falls.groups, None
    if len(groups) > MOST_GROUPS and not whole:
        groups = sorted(groups, key=lambda group: -group.n)[:MOST_GROUPS]
        total = len(falls.groups)
        note = Words(f"最多的 {MOST_GROUPS} 个，共 {total} 个", f"the {MOST_GROUPS} most frequent of {total}")
    names = _group_titles(result, falls.field)
    bars = [
        Bar(called(group.name, names), [group.numbers[column] for column in columns], n=group.n) for group in groups
    ]
    return BarTable(
        called(falls.field, FIELDS),
        [called(column, NUMBERS) for column in columns],
        bars,
        _counted(result, falls),
        note,
    )


def _counted(result: ScoreResult, falls: Breakdown) -> Words:
    """What the groups of a breakdown are counted in."""
    if falls.field in ("frequency", "sense_count"):
        return Words("派生单选题数", "derived questions")
    return Words("标准答案中的数量", "in gold") if falls.field in part_fields(result.task) else NUMBER_OF_ITEMS


def _group_titles(result: ScoreResult, field: str) -> Mapping[str, Words]:
    """What the groups of a field are called: by the titles of its labels, roles or slots."""
    if field == "frequency":
        return SUBSETS
    titled = [titles(answer.shape) for answer in result.task.public_answer]
    if field in part_fields(result.task):
        return next((title.parts for title in titled if title.parts), {})
    return next((title.labels for title in titled if title.labels), {}) if field in ("label", "type") else {}


def _confusions(result: ScoreResult) -> Iterator[Section]:
    """Counts of gold against predicted labels, with a tint by share of the gold label."""
    for table in confusions(result):
        answer = result.task.field(table.field)
        names = [called(label, titles(answer.shape).labels) for label in table.labels]
        rows, tints = [], []
        for name, counts in zip(names, table.rows, strict=True):
            if total := sum(counts):
                rows.append((name, *(same(str(n)) for n in counts), same(str(total))))
                tints.append([tint(n / total) for n in counts])
        if rows:
            head = (Words("标准 \\ 预测", "gold \\ predicted"), *names, Words("合计", "all"))
            title = Words(f"混淆表 · {answer.title.zh}", f"Confusions · {answer.title.en}")
            yield Section(title, [Table(same(""), head, rows, tints=tints)], page_only=True)


def _problems(findings: Findings, file: str) -> Iterator[Section]:
    """Errors first, frequent ones first; commands tell them apart from the result."""
    rows = []
    for (level, code), n in findings.by_kind():
        # The page is for others: the file by its name, not by where it lies on this machine.
        first = findings.first[level, code]._replace(file=file)
        example = Words(first.text("zh"), first.text("en"))
        rows.append((CODES[code].title, same(code), LEVELS[level], same(str(n)), example))
    if rows:
        head = (
            Words("问题", "Problem"),
            Words("代码", "Code"),
            Words("级别", "Level"),
            Words("次数", "Count"),
            Words("第一例", "First example"),
        )
        table = Table(same(""), head, rows, words=frozenset({1, 2}), long=frozenset({4}))
        yield Section(Words("预测文件的问题", "Problems of the prediction file"), [table], page_only=True)


def _worst_items(result: ScoreResult) -> Iterator[Section]:
    items = [show_item(result.task, case, value) for case, value in worst(result, WORST)]
    if items:
        yield Section(Words("失分最多的题", "Items that lost most"), [ItemCards(items)], page_only=True)


def comparison_page(compared: Compared, *, gold: str) -> Page:
    """Several systems on the number that ranks, and every pair of them tested; ``gold`` is the name of the file."""
    facts = [
        (TASK, same(compared.task.id)),
        (Words("标准答案", "Gold"), same(gold)),
        (Words("比较的数", "Compared by"), number_title(*compared.ranked_by)),
    ]
    systems = Table(
        same(""),
        (Words("系统", "system"), VALUE),
        [(same(name), decimal(value, 4)) for name, value in compared.values.items()],
        drawn=[Drawn(value) if 0 <= value <= 1 else None for value in compared.values.values()],
    )
    pairs = Table(
        same(""),
        (
            Words("甲", "first"),
            Words("乙", "second"),
            Words("差", "difference"),
            INTERVAL,
            Words("p（自助法）", "p (bootstrap)"),
            Words("p（McNemar）", "p (McNemar)"),
        ),
        [
            (
                same(pair.first),
                same(pair.second),
                same(f"{pair.difference:+.4f}"),
                same(f"[{pair.interval.low:+.4f}, {pair.interval.high:+.4f}]"),
                same(f"{pair.p_bootstrap:.4f}"),
                decimal(pair.p_mcnemar, 4),
            )
            for pair in compared.comparisons
        ],
        words=frozenset({1}),
    )
    sections = [
        Section(Words("系统", "Systems"), [systems]),
        Section(Words("两两比较", "Pairs"), [pairs, CodeLines(compared.signatures)]),
    ]
    title = Words(f"系统比较 · {compared.task.title.zh}", f"Systems compared · {compared.task.title.en}")
    return Page(title, compared.task.summary, facts, sections, name="comparison")
