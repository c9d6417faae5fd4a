"""The page of a replacement run."""

from collections.abc import Mapping, Sequence

from pingce.corpus.replace.summary import PUBLISHED, Summary, ordered
from pingce.spec.words import Lang, Words

from .charts import Bar, BarTable, Bin
from .page import render

MOST_PAIRS = 60
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
    return render(
        "replacement.html",
        title=Words("词语替换", "Word replacement"),
        lang=lang,
        summary=summary,
        source=source,
        published=PUBLISHED,
        bins=_bins(summary.per_original),
        tables=[
            _shares(Words("方式", "Mode"), summary.modes, MODE_NAMES),
            _shares(Words("词类", "Class"), summary.classes, CLASS_NAMES),
            _shares(Words("关系", "Relation"), summary.relations, RELATION_NAMES),
        ],
        skipped=[(REASON_NAMES[reason], n) for reason, n in ordered(summary.skipped)],
        words=ordered(summary.words)[:MOST_PAIRS],
        pairs=[(old, new, RELATION_NAMES[relation], n) for (old, new, _, relation), n in ordered(summary.pairs)][
            :MOST_PAIRS
        ],
        all_pairs=len(summary.pairs),
        all_words=len(summary.words),
    )


def _shares(title: Words, counts: Mapping[str, int], names: Mapping[str, Words]) -> BarTable:
    total = sum(counts.values())
    bars = [Bar(names[key], [counts[key] / total], n=counts[key]) for key in names if counts.get(key)]
    return BarTable(title, [Words("占比", "share")], bars, Words("次数", "uses"))


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
