"""The page of a screening: what came in, what was kept, why the rest was not."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from pingce.corpus.screen.counts import (
    DENSITY_BINS,
    LENGTH_BINS,
    LENGTH_STEP,
    REASONS,
    WEIGHT_BINS,
    GenreTally,
    PassageCounts,
    together,
)
from pingce.corpus.screen.oddities import frequent
from pingce.corpus.screen.run import PassageSample, Screening
from pingce.corpus.screen.summary import mean_length, mean_weight
from pingce.spec.measure import ratio
from pingce.spec.words import Lang, Words, same

from .charts import Bin
from .sections import (
    BehindRow,
    Block,
    Chart,
    CountedItems,
    Drawn,
    Hero,
    Lines,
    Page,
    Section,
    Table,
    code,
    count,
    decimal,
    item_group,
    sections_page,
    tint,
)

MOST_FREQUENT = 5
"""Characters named of each kind."""
KEPT = "kept"
"""The group of passages that were kept; the others are called by their reason."""
PASSAGE_HEAD = (
    Words("权重", "weight"),
    Words("每百字", "per 100"),
    Words("出处", "where"),
    Words("说明", "note"),
)
NO_GENRE = Words("无体裁", "no genre")
PASSAGES = Words("段数", "passages")
WEIGHT, DENSITY = Words("权重", "Weight"), Words("权重 / 百字", "Weight / 100")
LENGTH = Words("字数", "Characters")
REASON_TITLES = {
    "too-short": Words("太短", "too short"),
    "too-long": Words("没有断句处，太长", "too long, no sentence end"),
    "open-start": Words("开头不完整", "begins in the middle"),
    "open-end": Words("以逗号、顿号或冒号结尾", "ends in a comma or colon"),
    "no-end": Words("没有句末标点", "no end mark"),
    "unbalanced": Words("引号或括号不成对", "quotes or brackets without partner"),
    "code": Words("程序代码", "program text"),
    "table": Words("表格或数字", "table or numbers"),
    "foreign": Words("外文", "another language"),
    "verse": Words("韵文", "verse"),
    "classical": Words("文言", "classical Chinese"),
    "low-weight": Words("空间词太少", "too few spatial words"),
    "low-density": Words("空间词太稀", "spatial words too thin"),
    "near-duplicate": Words("与前文重复", "near-duplicate of an earlier one"),
}
ODDITIES = {
    "control": Words("控制字符", "control characters"),
    "full-width": Words("全角字母和数字", "full-width letters and digits"),
    "half-width": Words("汉字之间的半角标点", "half-width marks between Chinese characters"),
    "hidden": Words("零宽和不可见字符", "zero-width and invisible characters"),
    "private-use": Words("私用区字符", "private-use characters"),
    "replacement": Words("替换字符（U+FFFD）", "replacement characters (U+FFFD)"),
    "traditional": Words("繁体字", "traditional characters"),
}
TROUBLES = {
    "bad-bytes": Words("无法解码的字节", "bytes that cannot be decoded"),
    "bad-record": Words("无法使用的 JSON 行", "JSON line that cannot be used"),
}


def screening_page(screening: Screening, *, lang: Lang = "zh") -> str:
    """One HTML document about a run."""
    return sections_page(describe_page(screening), lang=lang)


def describe_page(screening: Screening) -> Page:
    """What the page and the command show."""
    total = together(screening.findings.tallies)
    weights = screening.settings.weights
    facts = [
        (Words("文件", "files"), count(len(screening.files))),
        (Words("段数", "passages"), count(total.passages)),
        (Words("字数", "characters"), count(total.characters)),
        (Words("分词标注", "tagger"), same(screening.versions[0])),
        (Words("词表", "lexicon"), same(screening.versions[1])),
        (
            Words("权重", "weights"),
            same(f"f {weights.f:g} · s {weights.s:g} · dv {weights.dv:g} · p {weights.p:g} · d {weights.d:g}"),
        ),
    ]
    lead = Words(
        "从原始语料到可供标注的段落：每一段的来源、去留和原因。",
        "From raw text to passages ready for annotation: what came in, what was kept, and why the rest was not.",
    )
    title = Words("语料筛选", "Screening")
    behind = _samples(screening, total)
    return Page(title, lead, facts, list(_sections(screening, total)), _hero(total), "screening", behind or None)


def _samples(screening: Screening, total: GenreTally) -> dict[str, CountedItems]:
    """Passages kept and dropped, where the run was asked for samples."""
    groups = {}
    for reason, passages in screening.findings.samples.items():
        n = total.dropped.get(reason, 0) if reason else total.kept.passages
        groups[reason or KEPT] = item_group(fate_words(reason), PASSAGE_HEAD, map(passage_row, passages), n)
    return groups


def fate_words(reason: str) -> Words:
    """What became of a passage: kept, or why not."""
    if not reason:
        return Words("留下", "kept")
    title = REASON_TITLES[reason]
    return Words(f"删去：{title.zh}", f"dropped: {title.en}")


def passage_row(passage: PassageSample) -> BehindRow:
    """A passage among the items behind a number: how much it says about space, and what it repeats, if anything."""
    like = Words(f"与 {passage.like} 重复", f"repeats {passage.like}") if passage.like else same("")
    cells = (decimal(passage.weight), decimal(passage.density), same(passage.place), like)
    return BehindRow(passage.id, passage.text, cells)


def _hero(total: GenreTally) -> Hero:
    share = 100 * ratio(total.kept.passages, total.passages)
    characters, length = f"{total.kept.characters:,}", mean_length(total.kept)
    mean = Words("", "") if length is None else Words(f" · 平均长度 {length:.1f}", f" · mean length {length:.1f}")
    return Hero(
        f"{total.kept.passages:,}",
        Words(f"段留下 · {share:.1f} %", f"passages kept · {share:.1f} %"),
        Words(f"{characters} 字{mean.zh}", f"{characters} characters{mean.en}"),
    )


def _sections(screening: Screening, total: GenreTally) -> Iterator[Section]:
    tallies = screening.findings.tallies
    named = [(same(genre) if genre else NO_GENRE, tally) for genre, tally in tallies.items()]
    shown = screening.findings.samples
    yield Section(Words("体裁", "Genres"), [_genres(named, total, sampled=bool(shown))])
    if any(reason in total.dropped for reason in REASONS):
        note = Words(
            "按表中次序检查，一段只记第一个原因。",
            "Looked for in this order; a passage counts under the first that applies.",
        )
        if shown:
            note = Words(f"{note.zh}点数字看样本。", f"{note.en} Click a number to see a sample.")
        yield Section(Words("删去的原因", "Why passages were dropped"), [_reasons(total, shown)], note)
    charts = [chart for chart in _distributions(screening, total) if chart.bins]
    if charts:
        note = Words("图中是标注过的全部段落。", "The columns are all passages that were tagged.")
        yield Section(Words("分布", "Distributions"), charts, note, page_only=True)
    if len(named) > 1:
        yield Section(Words("各体裁的比较", "Genres side by side"), list(_heat_tables(named)), page_only=True)
    if screening.findings.oddities:
        note = Words("只报告，不改动。", "Reported, never changed.")
        yield Section(Words("少见的字符", "Odd characters"), [_oddities(screening)], note, page_only=True)
    problems = list(_problems(screening))
    if problems:
        yield Section(Words("文件的问题", "Problems of the files"), problems, page_only=True)


def _genres(named: Sequence[tuple[Words, GenreTally]], total: GenreTally, *, sampled: bool) -> Table:
    rows = [*(named if len(named) > 1 else ()), (Words("全部", "all"), total)]
    head = (
        Words("体裁", "genre"),
        Words("段数", "passages"),
        Words("留下", "kept"),
        same("%"),
        Words("字数", "characters"),
        Words("留下字数", "kept characters"),
        Words("平均长度", "mean length"),
        Words("平均权重", "mean weight"),
    )
    behind = [*([""] for _ in rows[:-1]), ["", "", KEPT]] if sampled and total.kept.passages else ()
    lines = [_genre(name, tally) for name, tally in rows]
    return Table(same(""), head, lines, strong=frozenset({len(rows) - 1}), behind=behind)


def _genre(name: Words, tally: GenreTally) -> tuple[Words, ...]:
    kept = tally.kept
    return (
        name,
        same(str(tally.passages)),
        same(str(kept.passages)),
        same(_share(kept.passages, tally)),
        same(str(tally.characters)),
        same(str(kept.characters)),
        decimal(mean_length(kept), 1),
        decimal(mean_weight(kept)),
    )


def _share(n: int, tally: GenreTally) -> str:
    return f"{100 * n / tally.passages:.1f}" if tally.passages else "–"


def _reasons(total: GenreTally, sampled: Collection[str]) -> Table:
    dropped = [(reason, total.dropped[reason]) for reason in REASONS if reason in total.dropped]
    rows = [(REASON_TITLES[reason], same(reason), same(str(n)), same(_share(n, total))) for reason, n in dropped]
    head = (Words("删去的原因", "dropped because"), Words("代码", "code"), PASSAGES, same("%"))
    drawn = [Drawn(ratio(n, total.passages)) for _, n in dropped]
    behind = [["", "", reason if reason in sampled else ""] for reason, _ in dropped]
    return Table(same(""), head, rows, words=frozenset({1}), drawn=drawn, behind=behind)


def _distributions(screening: Screening, total: GenreTally) -> Iterator[Chart]:
    spatial, passage = screening.settings.spatial, screening.settings.passage
    yield _chart(
        Words("每段的空间权重", "Spatial weight of a passage"),
        Words(f"低于 {spatial.min_weight:g} 的删去", f"Below {spatial.min_weight:g} a passage is dropped"),
        WEIGHT,
        *_histogram(total, WEIGHT_BINS, 1, _weights),
    )
    yield _chart(
        Words("每百字的空间权重", "Spatial weight per 100 characters"),
        Words(f"低于 {spatial.min_density:g} 的删去", f"Below {spatial.min_density:g} a passage is dropped"),
        DENSITY,
        *_histogram(total, DENSITY_BINS, 1, _densities),
    )
    yield _chart(
        Words("长度（字）", "Length in characters"),
        Words(
            f"{passage.shortest} 至 {passage.longest} 字，够 {passage.target} 字后在句末断开",
            f"{passage.shortest} to {passage.longest}; closes at a sentence end from {passage.target} on",
        ),
        LENGTH,
        *_histogram(total, LENGTH_BINS, LENGTH_STEP, _lengths),
    )


def _chart(title: Words, note: Words, unit: Words, bins: Sequence[Bin], kept: Sequence[int]) -> Chart:
    return Chart(title, unit, PASSAGES, bins, note, (Words("留下", "kept"), kept))


def _histogram(
    total: GenreTally, bins_in_all: int, step: int, pick: Callable[[PassageCounts], Mapping[int, int]]
) -> tuple[list[Bin], list[int]]:
    """What was weighed in columns, and how many of each column were kept."""
    weighed, kept = pick(total.weighed), pick(total.kept)
    most, places = max(weighed.values(), default=0), _filled([weighed])
    counts = [weighed.get(i, 0) for i in places]
    bins = [
        Bin(_name(i, bins_in_all, step), n, ratio(n, total.weighed.passages), n / most)
        for i, n in zip(places, counts, strict=True)
    ]
    return bins, [kept.get(i, 0) for i in places]


def _name(i: int, bins_in_all: int, step: int) -> str:
    return f"{i * step}+" if i == bins_in_all - 1 else str(i * step)


def _heat_tables(named: Sequence[tuple[Words, GenreTally]]) -> Iterator[Table]:
    reasons = [reason for reason in REASONS if any(reason in tally.dropped for _, tally in named)]
    yield _heat(
        Words("各体裁的删去原因", "Reasons by genre"),
        Words("原因", "Reason"),
        [REASON_TITLES[reason] for reason in reasons],
        [(name, [tally.dropped.get(reason, 0) for reason in reasons]) for name, tally in named],
    )
    for title, head, bins_in_all, step, pick in (
        (Words("各体裁的空间权重", "Weight by genre"), WEIGHT, WEIGHT_BINS, 1, _weights),
        (Words("各体裁的每百字权重", "Weight per 100 characters by genre"), DENSITY, DENSITY_BINS, 1, _densities),
        (Words("各体裁的长度", "Length by genre"), LENGTH, LENGTH_BINS, LENGTH_STEP, _lengths),
    ):
        places = _filled([pick(tally.weighed) for _, tally in named])
        yield _heat(
            title,
            head,
            [same(_name(i, bins_in_all, step)) for i in places],
            [(name, [pick(tally.weighed).get(i, 0) for i in places]) for name, tally in named],
        )


def _heat(title: Words, head: Words, names: Sequence[Words], columns: Sequence[tuple[Words, Sequence[int]]]) -> Table:
    """Counts of each genre, with a tint by their share of the genre's largest."""
    most = [max(counts, default=0) for _, counts in columns]
    rows = [(name, *(same(str(counts[i])) for _, counts in columns)) for i, name in enumerate(names)]
    tints = [
        [tint(ratio(counts[i], largest)) for (_, counts), largest in zip(columns, most, strict=True)]
        for i in range(len(names))
    ]
    return Table(title, (head, *(genre for genre, _ in columns)), rows, tints=tints)


def _filled(bins: Sequence[Mapping[int, int]]) -> range:
    """From the first bin with anything in it to the last."""
    places = [column for columns in bins for column in columns]
    return range(min(places), max(places) + 1) if places else range(0)


def _weights(side: PassageCounts) -> Mapping[int, int]:
    return side.weights


def _densities(side: PassageCounts) -> Mapping[int, int]:
    return side.densities


def _lengths(side: PassageCounts) -> Mapping[int, int]:
    return side.lengths


def _oddities(screening: Screening) -> Table:
    rows = [
        (
            code(ODDITIES[kind], kind),
            same(str(oddity.count)),
            same(" · ".join(f"{character} {n}" for character, n in frequent(oddity)[:MOST_FREQUENT])),
            same(f"{_visible(oddity.around)} {oddity.place}"),
        )
        for kind, oddity in sorted(screening.findings.oddities.items())
    ]
    head = (
        Words("种类", "kind"),
        Words("次数", "count"),
        Words("最常见的", "most frequent"),
        Words("第一例", "first example"),
    )
    return Table(same(""), head, rows, long=frozenset({2, 3}))


def _problems(screening: Screening) -> Iterator[Block]:
    if screening.gb18030:
        files = ", ".join(screening.gb18030)
        yield Lines([Words(f"按 GB18030 读取：{files}", f"Read as GB18030: {files}")])
    troubles, total = screening.findings.troubles, sum(screening.findings.trouble_counts.values())
    if total:
        rows = [
            (
                code(TROUBLES[trouble.code], trouble.code),
                Words(f"{file}:{trouble.line} 字节 {trouble.byte}", f"{file}:{trouble.line} byte {trouble.byte}"),
                same(trouble.found),
            )
            for file, trouble in troubles
        ]
        head = (Words("问题", "problem"), Words("位置", "place"), Words("所见", "found"))
        more = Words(f"共 {total} 行无法使用", f"{total} unusable lines in all") if total > len(troubles) else None
        yield Table(same(""), head, rows, more, long=frozenset({1, 2}))


def _visible(text: str) -> str:
    """Characters that cannot be seen as their code points."""
    return "".join(c if c.isprintable() else f"⟨U+{ord(c):04X}⟩" for c in text)
