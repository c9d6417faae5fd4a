"""The results of runs as pages: made once by the worker while it has everything at hand, kept beside the log.

A page in the browser, or two runs side by side, only reads them. They show answers, so they are for those who may see
runs, and they stay what they were when the stage runs again.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import orjson

from pingce.formats.write import write_bytes
from pingce.report.charts import BarTable
from pingce.report.sections import (
    BehindRow,
    Chart,
    CodeLines,
    CountedItems,
    Curves,
    Hero,
    ItemCards,
    Lines,
    Page,
    Section,
    Table,
    count,
    decimal,
    item_group,
    percent,
)
from pingce.report.words import number_title
from pingce.spec.words import Words, same
from pingce.store.errors import NotFound

from .benchmark import Benchmark
from .runs import LOGS

if TYPE_CHECKING:
    from pingce.quality.annotations import Annotations
    from pingce.quality.people import People
    from pingce.quality.tiers.run import Tiers
    from pingce.release.inputs import Decided
    from pingce.release.split.outcome import Achieved, SplitLeaks
    from pingce.release.split.proof import SplitHead
    from pingce.systems.learning.curves import LearningCurves
    from pingce.systems.llm.report import Report
    from pingce.systems.model_folder import ModelCard

BLOCKS = (Table, BarTable, Chart, Curves, Lines, CodeLines, ItemCards)
MOST_LEAKS = 50
TASK, ITEM, PART = Words("任务", "task"), Words("题", "item"), Words("部分", "part")


def pages_path(benchmark: Benchmark, run: int) -> Path:
    return benchmark.path(f"{LOGS}/{run:06}.pages.json")


def items_path(benchmark: Benchmark, run: int) -> Path:
    return benchmark.path(f"{LOGS}/{run:06}.items.json")


def write_pages(benchmark: Benchmark, run: int, pages: Sequence[Page]) -> None:
    """Pages in one file, the items behind their numbers in another: few of these are ever asked for."""
    behind = {page.name: page_record(page.behind) for page in pages if page.behind}
    if behind:
        write_bytes(items_path(benchmark, run), orjson.dumps(behind))
    write_bytes(pages_path(benchmark, run), orjson.dumps([page_record(page._replace(behind=None)) for page in pages]))


def read_items(benchmark: Benchmark, run: int, page: str, group: str) -> dict[str, Any]:
    """The items behind a number of a page, by the name that the page gives for them."""
    try:
        behind = orjson.loads(items_path(benchmark, run).read_bytes())
        items: dict[str, Any] = behind[page][group]
    except (FileNotFoundError, KeyError):
        raise NotFound(Words(f"“{group}”的题", f"items of '{group}'"), code="no-items") from None
    return items


def read_pages(benchmark: Benchmark, run: int) -> list[dict[str, Any]]:
    """None were kept by runs of earlier versions, and by stages whose result stands on pages of their own."""
    try:
        pages: list[dict[str, Any]] = orjson.loads(pages_path(benchmark, run).read_bytes())
    except FileNotFoundError:
        return []
    return pages


def page_record(value: object) -> Any:  # noqa: ANN401 (JSON)
    """A page, or a part of it, as JSON; blocks say of which type they are."""
    match value:
        case Words():
            return value._asdict()
        case tuple() if hasattr(value, "_asdict"):
            record = {name: page_record(part) for name, part in value._asdict().items()}
            return {"type": type(value).__name__.lower(), **record} if isinstance(value, BLOCKS) else record
        case frozenset():
            return sorted(value)
        case Mapping():
            return {str(name): page_record(part) for name, part in value.items()}
        case str() | int() | float() | None:
            return value
        case Sequence():
            return [page_record(part) for part in value]
        case _:
            raise TypeError(f"{type(value).__name__} stands on no page")


def annotation_pages(data: "Annotations", crowd: "People", graded: "Tiers") -> Iterator[Page]:
    """Of a campaign that was graded: what the rules let through, agreement, people, and those who knew the answers."""
    from pingce.quality.agreement.run import agreement
    from pingce.quality.agreement.whole_answers import likeness_of_all
    from pingce.quality.human import human
    from pingce.quality.outliers import load_outlier_rules
    from pingce.report.agreement import agreement_page
    from pingce.report.human import human_page
    from pingce.report.people import people_page
    from pingce.report.tiers import tiers_page

    yield tiers_page(graded, data, with_names=False)
    yield agreement_page(agreement(data), likeness_of_all(data), data=data)
    yield people_page(crowd)
    if any(answer.item in data.known for answer in data.versions):
        yield human_page(human(data, load_outlier_rules()), data)


def dataset_pages(task: str, file: Path, inventory: Path | None) -> Iterator[Page]:
    """Of an exported data set: sizes and labels, and how far labels can be guessed without reading."""
    from pingce.formats.load import load_inventory
    from pingce.formats.parts import read_parts
    from pingce.quality.bias.measure import measure_bias
    from pingce.quality.dataset.summary import describe
    from pingce.report import bias, dataset

    parts = read_parts([f"{task}:all={file}"])
    glosses = load_inventory(str(inventory)) if inventory is not None else None
    yield dataset.describe_page(describe(parts, inventory=glosses))
    if any(part.answered for part in parts):
        yield bias.describe_page(measure_bias(parts, originals=[], with_probes=True), items=True)


def split_page(
    rows: "Sequence[Achieved]",
    leaking: "SplitLeaks",
    groups: Mapping[str, tuple[int, int]],
    head: "SplitHead",
    items: "Sequence[tuple[Decided, str]]",
) -> Page:
    """What a split achieved, its proof, and what no split could keep apart; ``items`` with the part of each."""
    names = list(rows[0].by_part) if rows else ["train", "dev", "test"]
    total = [sum(row.by_part[name] for row in rows if not row.stratum.kind) for name in names]
    shares = Table(
        Words("各部分的题数", "Items per part"),
        [TASK, Words("按", "by"), Words("值", "value"), *map(same, names)],
        [
            [
                same(row.stratum.task),
                same(row.stratum.kind or "–"),
                same(row.stratum.value or "–"),
                *map(count, row.by_part.values()),
            ]
            for row in rows
        ],
        words=frozenset({1, 2}),
        behind=[
            ["", "", "", *(f"{row.stratum.task} {name}" if n else "" for name, n in row.by_part.items())]
            if not row.stratum.kind
            else []
            for row in rows
        ],
    )
    originals = Table(
        Words("原句", "Originals"),
        [PART, Words("原句", "originals"), Words("最多的题数", "items of the largest")],
        [[same(name), count(n), count(largest)] for name, (n, largest) in groups.items()],
        note=Words("同一原句的题都在一个部分里。", "All items of an original are in one part."),
    )
    hero = Hero(" : ".join(map(str, total)), Words("题", "items"), same(" : ".join(names)))
    return Page(
        Words("划分", "Split"),
        same(""),
        (),
        [
            Section(Words("题数", "Sizes"), [shares, originals]),
            Section(Words("证明", "Proof"), list(_proof(head)), PROVED),
            Section(Words("泄漏", "Leaks"), list(_split_leaks(leaking))),
        ],
        hero if any(total) else None,
        "split",
        _split_items(leaking, items),
    )


PROVED = Words(
    "每题属于哪个原句、每个原句在哪个部分，都写在 groups.jsonl 和 items.jsonl 里；打包和校验时逐题核对。",
    "Which original an item is of, and which part the original is in, stands in groups.jsonl and items.jsonl; packing "
    "and verifying check every item.",
)


def _proof(head: "SplitHead") -> Iterator[Table]:
    facts = [
        (Words("比例", "ratio"), " : ".join(head.ratio)),
        (Words("随机种子", "seed"), str(head.seed)),
        (Words("分层", "strata"), "、".join(head.strata) or "–"),
        (Words("整词留给测试", "words for test only"), "、".join(head.words) or "–"),
        (Words("办法", "method"), head.method),
    ]
    settings = [[title, same(value)] for title, value in facts]
    yield Table(
        Words("怎样划分", "How it was split"), [SETTING, VALUE], settings, words=frozenset({1}), long=frozenset({1})
    )
    yield Table(
        Words("由这些文件", "Of these files"),
        [TASK, Words("文件", "file"), Words("题数", "items"), same("SHA-256")],
        [[same(file.task), same(file.file), count(file.items), same(file.sha256)] for file in head.inputs],
        words=frozenset({1, 3}),
        long=frozenset({3}),
    )


SETTING, VALUE = Words("设置", "setting"), Words("值", "value")


def _split_leaks(leaking: "SplitLeaks") -> Iterator[Table | Lines]:
    if leaking.near:
        yield Table(
            Words("两个部分里几乎相同的文本", "Nearly the same text in two parts"),
            [ITEM, PART, ITEM, PART, Words("相似", "alike")],
            [
                [same(leak.item), same(leak.part), same(leak.other), same(leak.other_part), percent(leak.similarity)]
                for leak in leaking.near[:MOST_LEAKS]
            ],
            words=frozenset({1, 2, 3}),
            behind=[["", "", "", "", f"near {i}"] for i in range(len(leaking.near[:MOST_LEAKS]))],
        )
    else:
        yield Lines([Words("没有：各部分之间没有几乎相同的文本。", "None: no two parts have nearly the same text.")])
    if leaking.shared:
        yield Table(
            Words("别的任务也问的文本", "Texts that another task asks, too"),
            [PART, TASK, Words("另一任务", "other task"), ITEM, Words("同一标签", "one label")],
            [
                [same(leak.part), same(leak.task), same(leak.other), count(leak.items), percent(leak.telling)]
                for leak in leaking.shared
            ],
            note=Words(
                "100 %：看见另一任务的题，就知道这里的答案。",
                "100 %: whoever sees the other task knows the answer here.",
            ),
            words=frozenset({1, 2}),
        )


def _split_items(leaking: "SplitLeaks", items: "Sequence[tuple[Decided, str]]") -> dict[str, CountedItems]:
    rows: dict[str, list[BehindRow]] = {}
    texts: dict[str, tuple[str, str]] = {}
    for decided, part in items:
        key = f"{decided.task.id} {part}"
        rows.setdefault(key, []).append(BehindRow(decided.item.id, decided.item.text, (same(part),)))
        texts[f"{decided.task.id} {decided.item.id}"] = decided.item.id, decided.item.text
    groups = {key: item_group(same(key), [PART], each) for key, each in rows.items()}
    for i, leak in enumerate(leaking.near[:MOST_LEAKS]):
        both = ((leak.item, leak.part), (leak.other, leak.other_part))
        pair = [BehindRow(*texts[name], (same(part),)) for name, part in both]
        groups[f"near {i}"] = item_group(percent(leak.similarity), [PART], pair)
    return groups


def pack_leaks(folder: Path) -> Iterator[Page]:
    """What the parts of a pack share, and which answers that gives away."""
    from pingce.formats.parts import read_parts
    from pingce.quality.leaks import find_leaks
    from pingce.report.leaks import describe_page

    from .tables import pack_parts

    parts = read_parts(pack_parts(folder))
    if len(parts) > 1:
        yield describe_page(find_leaks(parts))


def pack_page(items: Mapping[str, Mapping[str, int]], public: Sequence[str]) -> Page:
    """What a pack holds."""
    names = list(dict.fromkeys(name for parts in items.values() for name in parts))
    sizes = Table(
        Words("题数", "Items"),
        [TASK, *map(same, names)],
        [[same(task), *(count(parts.get(name, 0)) for name in names)] for task, parts in items.items()],
    )
    files = Lines([same(name) for name in public])
    return Page(
        Words("发布包", "Pack"),
        same(""),
        (),
        [Section(Words("题数", "Sizes"), [sizes]), Section(Words("公开的文件", "Public files"), [files])],
        name="pack",
    )


def model_page(card: "ModelCard", curves: "LearningCurves") -> Page:
    """The card of a trained system, and how it learned."""
    numbers = Table(
        Words("在开发集上", "On dev"),
        [Words("指标", "measure"), Words("值", "value")],
        [[_measured(name), decimal(float(value), 4)] for name, value in card.dev.items()],
    )
    settings = Table(
        Words("设置", "Settings"),
        [Words("名字", "name"), Words("值", "value")],
        [[same(name), same(str(value))] for name, value in card.settings.items()],
        words=frozenset({1}),
    )
    facts = [
        (TASK, same(card.task)),
        (Words("系统", "system"), same(card.system)),
        (Words("种子", "seed"), same(str(card.seed))),
    ]
    learned = [Section(Words("学习曲线", "Learning curves"), list(_curves(curves)))] if curves else []
    blocks = [numbers] if card.dev else [Lines([Words("没有开发集上的数。", "There are no numbers on dev.")])]
    return Page(
        Words("模型", "Model"),
        same(""),
        facts,
        [
            Section(Words("多好", "How good"), blocks),
            *learned,
            Section(Words("怎样训练的", "How it was trained"), [settings]),
        ],
        name="model",
    )


def _measured(name: str) -> Words:
    """A number of a card, ``measure.number``, in words."""
    measure, _, number = name.partition(".")
    return number_title(measure, number)


def usage_page(used: "Report") -> Page:
    """What a language model was asked and what that cost."""
    rows = [
        (Words("请求", "requests"), count(used.rounds - used.cached), count(used.cached)),
        (Words("输入词元", "prompt tokens"), count(used.tokens_in), count(used.cached_in)),
        (Words("输出词元", "answer tokens"), count(used.tokens_out), count(used.cached_out)),
        (Words("费用", "cost"), decimal(used.cost, 4), decimal(used.cost_without_cache - used.cost, 4)),
    ]
    head = [same(""), Words("这次", "this run"), Words("已有的答复", "replies there were")]
    asked = Table(
        Words("用了多少", "Usage"),
        head,
        rows,
        note=Words("费用按管理员写的单价算；没有写的是 0。", "By the prices the administrator stated; 0 without any."),
    )
    facts = [(Words("题数", "Items"), count(used.questions)), (Words("没有答复", "Unanswered"), count(used.failed))]
    return Page(
        Words("语言模型", "Language model"),
        same(""),
        facts,
        [Section(Words("用了多少，花了多少", "Usage and cost"), [asked])],
        Hero(f"{used.cost:.4f}", Words("费用", "cost"), same("")),
        "usage",
    )


def _curves(curves: "LearningCurves") -> Iterator[Curves]:
    """The loss apart from the dev score: they have nothing in common but the epochs."""
    epochs = [str(i + 1) for i in range(max(map(len, curves.values())))]
    for title, which in ((Words("训练损失", "training loss"), "loss"), (Words("开发集得分", "dev score"), "dev")):
        lines = [
            (same(name) if name else title, [getattr(point, which) for point in points])
            for name, points in curves.items()
        ]
        if any(value is not None for _, values in lines for value in values):
            yield Curves(title, Words("轮", "epoch"), epochs, lines)
