"""The page of a replacement run."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from pingce.corpus.replace.sentence import Replaced, decode
from pingce.corpus.replace.summary import PUBLISHED, Summary, ordered
from pingce.formats.replacement import undone
from pingce.spec.words import Lang, Words, same

from .charts import Bar, BarTable, Bin
from .sections import BehindRow, Block, Chart, CountedItems, Page, Section, Table, item_group, sections_page

MOST_PAIRS = 60
MOST_SAMPLES = 20
"""Sentences kept of each pair of words."""
SENTENCE_HEAD = (Words("替换", "exchanged"), Words("关系", "relation"), Words("原句", "original"))
USES = Words("次数", "uses")
PUBLISHED_EDITIONS = ("space2022", "space2021")
MOST_BINS = 16
"""Columns of the histogram; the last one takes the rest."""

CLASS_NAMES = {
    "f": Words("方位词 f", "localizers (f)"),
    "s": Words("处所词 s", "place words (s)"),
    "dv": Words("趋向动词 dv", "directional verbs (dv)"),
    "p": Words("介词 p", "prepositions (p)"),
    "d": Words("副词 d", "adverbs (d)"),
}
MODE_NAMES = {"single": Words("替换一词", "one word"), "double": Words("替换两词", "two words")}
RELATION_NAMES = {
    "synonym": Words("近义", "near-synonyms"),
    "antonym": Words("反义", "opposites"),
    "centre-periphery": Words("中心与边缘", "centre and periphery"),
    "other": Words("其他", "other"),
}
REASON_NAMES = {
    "homograph": Words("上下文中不是空间词", "not spatial after the word before it"),
    "part-of-word": Words("是另一个词的一部分", "part of another word"),
    "abstract-noun": Words("在抽象名词之后", "after an abstract noun"),
    "false-localizer": Words("假方位词（时间、状态）", "false localizer (time, state)"),
    "no-group": Words("没有可互换的词", "no word to exchange it for"),
}


def replacement_page(summary: Summary, *, source: str, lang: Lang = "zh") -> str:
    """One HTML document about a run; ``source`` is the name of the file with the originals."""
    return sections_page(describe_page(summary, source=source), lang=lang)


def read_samples(path: Path) -> list[Replaced]:
    """Sentences of a file that a replacement wrote: the first ``MOST_SAMPLES`` of each pair of words."""
    seen: Counter[str] = Counter()
    samples = []
    with path.open("rb") as file:
        for line in file:
            sentence = decode(line)
            if seen[sentence.pair] < MOST_SAMPLES:
                samples.append(sentence)
            seen[sentence.pair] += 1
    return samples


def describe_page(summary: Summary, *, source: str, most: int = MOST_PAIRS, samples: Sequence[Replaced] = ()) -> Page:
    """What the page and the command show; ``most`` pairs and words of the lists; ``samples``: sentences to look at."""
    facts = [
        (Words("原句文件", "file of originals"), same(source)),
        (Words("原句", "originals"), same(str(summary.originals))),
        (Words("没有可替换词的原句", "originals without a word to replace"), same(str(summary.without))),
        (Words("可替换的词", "words that can be replaced"), same(str(summary.positions))),
        (Words("生成的替换句", "sentences made"), same(str(summary.made))),
        (Words("写出的替换句", "sentences written"), same(str(summary.sentences))),
    ]
    lead = Words(
        "每个原句的空间词换成同组的词，得到替换句。",
        "Spatial words of each original exchanged for others of their group.",
    )
    title, groups = Words("词语替换", "Word replacement"), _groups(summary, samples, most)
    sections = list(_sections(summary, most, groups))
    return Page(title, lead, facts, sections, name="replacement", behind=groups or None)


def _groups(summary: Summary, samples: Sequence[Replaced], most: int) -> dict[str, CountedItems]:
    """Sentences by pair of words, for the pairs that are listed."""
    rows: dict[str, list[BehindRow]] = {}
    for sentence in samples:
        for change in sentence.changes:
            rows.setdefault(change.pair, []).append(sentence_row(sentence))
    totals: Counter[str] = Counter()
    for (old, new, *_), n in ordered(summary.pairs)[:most]:
        totals[f"{old}→{new}"] += n
    return {pair: item_group(same(pair), SENTENCE_HEAD, rows[pair], n) for pair, n in totals.items() if pair in rows}


def sentence_row(sentence: Replaced) -> BehindRow:
    """A sentence with what was exchanged in it, and its original."""
    changes = " · ".join(f"{change.old}→{change.new}" for change in sentence.changes)
    relations = [RELATION_NAMES[change.relation] for change in sentence.changes]
    relation = Words("、".join(each.zh for each in relations), ", ".join(each.en for each in relations))
    return BehindRow(
        sentence.id, sentence.text, (same(changes), relation, same(undone(sentence.text, sentence.changes) or ""))
    )


def _sections(summary: Summary, most: int, groups: Mapping[str, CountedItems]) -> Iterator[Section]:
    note = Words(
        "报告没有定义 4.39 和 6.03；这里理解为每个被替换词试用的词数。",
        "The reports do not define 4.39 and 6.03; we read them as words tried per replaced word.",
    )
    yield Section(Words("与公布的数字比较", "Beside the published numbers"), [_published(summary)], note)
    per_original = Chart(
        Words("每个原句的替换句数", "Sentences per original"),
        Words("替换句", "sentences"),
        Words("原句", "originals"),
        _bins(summary.per_original),
    )
    yield Section(Words("每个原句", "Every original"), [per_original], page_only=True)
    if summary.sentences:
        yield Section(Words("换了什么", "What was exchanged"), list(_exchanged(summary, most, groups)))
    if summary.skipped:
        rows = [(REASON_NAMES[reason], same(str(n))) for reason, n in ordered(summary.skipped)]
        table = Table(same(""), (Words("原因", "reason"), Words("次数", "count")), rows)
        yield Section(Words("没有替换的词", "Words left alone"), [table])


def _published(summary: Summary) -> Table:
    rows = [
        (title, same(f"{here:.2f}"), *(same(f"{PUBLISHED[edition][number]:.2f}") for edition in PUBLISHED_EDITIONS))
        for title, number, here in (
            (Words("每个原句的替换句", "sentences per original"), "per_original", summary.mean_per_original),
            (Words("每个被替换词试用的词", "words tried per replaced word"), "per_word", summary.mean_per_word),
        )
    ]
    return Table(same(""), (same(""), Words("本次", "here"), same("SpaCE2022"), same("SpaCE2021")), rows)


def _exchanged(summary: Summary, most: int, groups: Mapping[str, CountedItems]) -> Iterator[Block]:
    yield _shares(Words("方式", "Mode"), summary.modes, MODE_NAMES)
    yield _shares(Words("词类", "Class"), summary.classes, CLASS_NAMES)
    yield _shares(Words("关系", "Relation"), summary.relations, RELATION_NAMES)
    behind = [
        ["", "", "", "", pair if (pair := f"{old}→{new}") in groups else ""]
        for (old, new, *_), _ in ordered(summary.pairs)[:most]
    ]
    pairs = [
        (same(old), same(new), same(spatial_class), RELATION_NAMES[relation], same(str(n)))
        for (old, new, spatial_class, relation), n in ordered(summary.pairs)[:most]
    ]
    head = (Words("原词", "old"), Words("新词", "new"), Words("词类", "class"), Words("关系", "relation"), USES)
    shown = _of(len(pairs), len(summary.pairs))
    yield Table(Words("词对", "Pairs"), head, pairs, shown, words=frozenset({1, 2, 3}), behind=behind)
    words = [(same(word), same(str(n))) for word, n in ordered(summary.words)[:most]]
    yield Table(
        Words("换上的词", "New words"), (Words("新词", "new word"), USES), words, _of(len(words), len(summary.words))
    )


def _of(shown: int, total: int) -> Words:
    return Words(f"最多的 {shown} 个，共 {total} 个", f"the {shown} most frequent of {total}")


def _shares(title: Words, counts: Mapping[str, int], names: Mapping[str, Words]) -> BarTable:
    total = sum(counts.values())
    bars = [Bar(names[key], [counts[key] / total], n=counts[key]) for key in names if counts.get(key)]
    return BarTable(title, [Words("占比", "share")], bars, USES)


def _bins(sizes: Mapping[int, int]) -> Sequence[Bin]:
    """Originals by the number of their sentences, in columns of equal width."""
    filled = {size: n for size, n in sizes.items() if n}
    width = -(-(max(filled) + 1) // MOST_BINS)
    counts = [0] * (max(filled) // width + 1)
    for size, n in filled.items():
        counts[size // width] += n
    total, most = sum(counts), max(counts)
    names = [str(i * width) if width == 1 else f"{i * width}–{(i + 1) * width - 1}" for i in range(len(counts))]
    return [Bin(name, n, n / total, n / most) for name, n in zip(names, counts, strict=True)]
