"""The page of a screening: what came in, what was kept, why the rest was not."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from pingce.corpus.screen.counts import (
    DENSITY_BINS,
    LENGTH_BINS,
    LENGTH_STEP,
    REASONS,
    WEIGHT_BINS,
    Side,
    Tally,
    together,
)
from pingce.corpus.screen.oddities import frequent
from pingce.corpus.screen.run import Screening
from pingce.corpus.screen.summary import mean_length, mean_weight
from pingce.spec.measure import ratio
from pingce.spec.words import Lang, Words, same

from .charts import Bar, BarTable, Bin
from .page import render
from .screening_words import ODDITIES, REASON_TITLES, TROUBLES

HEAT = 8
"""Steps of the heat tint."""
NO_GENRE = Words("无体裁", "no genre")
PASSAGES = Words("段数", "passages")
WEIGHT, DENSITY = Words("权重", "Weight"), Words("权重 / 百字", "Weight / 100")
LENGTH = Words("字数", "Characters")


class Distribution(NamedTuple):
    """A histogram with its table."""

    title: Words
    note: Words
    unit: Words
    bins: Sequence[Bin]
    kept: Sequence[int]


class GenreRow(NamedTuple):
    name: Words
    tally: Tally
    share: float
    length: float | None
    weight: float | None


class HeatTable(NamedTuple):
    """Counts of each genre, with a tint by their share of the genre's largest."""

    title: Words
    head: Words
    genres: Sequence[Words]
    rows: Sequence[tuple[Words, Sequence[tuple[int, int]]]]


class OddRow(NamedTuple):
    kind: str
    title: Words
    n: int
    characters: Sequence[tuple[str, int]]
    place: str
    around: str


def screening_page(screening: Screening, *, lang: Lang = "zh") -> str:
    """One HTML document about a run."""
    tallies = screening.findings.tallies
    total = together(tallies)
    named = [(same(genre) if genre else NO_GENRE, tally) for genre, tally in tallies.items()]
    return render(
        "screening.html",
        lang=lang,
        title=Words("语料筛选", "Screening"),
        screening=screening,
        total=total,
        share=ratio(total.kept.passages, total.passages),
        genres=[_genre(name, tally) for name, tally in named],
        everything=_genre(Words("全部", "all"), total),
        reasons=_reasons(total),
        distributions=list(_distributions(screening, total)),
        heat_tables=list(_heat_tables(named)) if len(named) > 1 else [],
        oddities=list(_oddities(screening)),
        troubles=[(TROUBLES[one.code], file, one) for file, one in screening.findings.troubles],
        trouble_count=sum(screening.findings.trouble_counts.values()),
    )


def _genre(name: Words, tally: Tally) -> GenreRow:
    share = ratio(tally.kept.passages, tally.passages)
    return GenreRow(name, tally, share, mean_length(tally.kept), mean_weight(tally.kept))


def _reasons(total: Tally) -> BarTable:
    bars = [
        Bar(REASON_TITLES[reason], [ratio(n, total.passages)], n=n, code=reason)
        for reason in REASONS
        if (n := total.dropped.get(reason))
    ]
    return BarTable(Words("原因", "reason"), [Words("占全部", "of all")], bars, PASSAGES)


def _distributions(screening: Screening, total: Tally) -> Iterator[Distribution]:
    spatial, passage = screening.settings.spatial, screening.settings.passage
    yield Distribution(
        Words("每段的空间权重", "Spatial weight of a passage"),
        Words(f"低于 {spatial.min_weight:g} 的删去", f"Below {spatial.min_weight:g} a passage is dropped"),
        WEIGHT,
        *_histogram(total, WEIGHT_BINS, 1, _weights),
    )
    yield Distribution(
        Words("每百字的空间权重", "Spatial weight per 100 characters"),
        Words(f"低于 {spatial.min_density:g} 的删去", f"Below {spatial.min_density:g} a passage is dropped"),
        DENSITY,
        *_histogram(total, DENSITY_BINS, 1, _densities),
    )
    yield Distribution(
        Words("长度（字）", "Length in characters"),
        Words(
            f"{passage.shortest} 至 {passage.longest} 字，够 {passage.target} 字后在句末断开",
            f"{passage.shortest} to {passage.longest}; closes at a sentence end from {passage.target} on",
        ),
        LENGTH,
        *_histogram(total, LENGTH_BINS, LENGTH_STEP, _lengths),
    )


def _histogram(
    total: Tally, count: int, step: int, pick: Callable[[Side], Mapping[int, int]]
) -> tuple[list[Bin], list[int]]:
    """What was weighed in columns, and how many of each column were kept."""
    weighed, kept = pick(total.weighed), pick(total.kept)
    most, places = max(weighed.values(), default=0), _filled([weighed])
    counts = [weighed.get(i, 0) for i in places]
    bins = [
        Bin(_name(i, count, step), n, ratio(n, total.weighed.passages), n / most)
        for i, n in zip(places, counts, strict=True)
    ]
    return bins, [kept.get(i, 0) for i in places]


def _name(i: int, count: int, step: int) -> str:
    return f"{i * step}+" if i == count - 1 else str(i * step)


def _heat_tables(named: Sequence[tuple[Words, Tally]]) -> Iterator[HeatTable]:
    found = [reason for reason in REASONS if any(reason in tally.dropped for _, tally in named)]
    yield _heat(
        Words("各体裁的删去原因", "Reasons by genre"),
        Words("原因", "Reason"),
        [REASON_TITLES[reason] for reason in found],
        [(name, [tally.dropped.get(reason, 0) for reason in found]) for name, tally in named],
    )
    for title, head, count, step, pick in (
        (Words("各体裁的空间权重", "Weight by genre"), WEIGHT, WEIGHT_BINS, 1, _weights),
        (Words("各体裁的每百字权重", "Weight per 100 characters by genre"), DENSITY, DENSITY_BINS, 1, _densities),
        (Words("各体裁的长度", "Length by genre"), LENGTH, LENGTH_BINS, LENGTH_STEP, _lengths),
    ):
        places = _filled([pick(tally.weighed) for _, tally in named])
        yield _heat(
            title,
            head,
            [same(_name(i, count, step)) for i in places],
            [(name, [pick(tally.weighed).get(i, 0) for i in places]) for name, tally in named],
        )


def _heat(
    title: Words, head: Words, names: Sequence[Words], columns: Sequence[tuple[Words, Sequence[int]]]
) -> HeatTable:
    tints = [[(n, round(HEAT * ratio(n, max(counts)))) for n in counts] for _, counts in columns]
    rows = [(name, [tint[i] for tint in tints]) for i, name in enumerate(names)]
    return HeatTable(title, head, [genre for genre, _ in columns], rows)


def _filled(bins: Sequence[Mapping[int, int]]) -> range:
    """From the first bin with anything in it to the last."""
    places = [place for one in bins for place in one]
    return range(min(places), max(places) + 1) if places else range(0)


def _weights(side: Side) -> Mapping[int, int]:
    return side.weights


def _densities(side: Side) -> Mapping[int, int]:
    return side.densities


def _lengths(side: Side) -> Mapping[int, int]:
    return side.lengths


def _oddities(screening: Screening) -> Iterator[OddRow]:
    for kind, oddity in sorted(screening.findings.oddities.items()):
        yield OddRow(kind, ODDITIES[kind], oddity.count, frequent(oddity), oddity.place, _visible(oddity.around))


def _visible(text: str) -> str:
    """Characters that cannot be seen as their code points."""
    return "".join(c if c.isprintable() else f"⟨U+{ord(c):04X}⟩" for c in text)
