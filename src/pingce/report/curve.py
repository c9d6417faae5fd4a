"""The page of a learning curve: how well a word-sense system does on the sentences of more and more words."""

from collections.abc import Sequence
from statistics import mean, stdev

from pingce.scoring.frequency import SUBSETS
from pingce.spec.words import Words, same
from pingce.systems.senses.curve import CurvePoint, Protocol

from .sections import Drawn, Hero, Page, Section, Table, count, decimal
from .words import SUBSETS as SUBSET_TITLES

PROTOCOLS: dict[Protocol, Words] = {
    "resplit": Words(
        "选中的词的句子重新划分（论文的做法）", "sentences of the chosen words split anew, as in the paper"
    ),
    "fixed-dev": Words("都在同一个开发集上测", "all measured on one dev set"),
}
HEAD = (
    Words("词数", "words"),
    Words("句数", "sentences"),
    Words("准确率", "accuracy"),
    Words("标准差", "standard deviation"),
)


def curve_page(points: Sequence[CurvePoint], protocol: Protocol) -> Page:
    """A row for every number of words, means over the seeds."""
    by_size: dict[int, list[CurvePoint]] = {}
    for point in points:
        by_size.setdefault(point.words, []).append(point)
    rows, drawn = [], []
    for size, runs in by_size.items():
        accuracies = [run.accuracy for run in runs]
        subsets = [
            decimal(mean(run.subsets[name] for run in runs) if name in runs[0].subsets else None, 4) for name in SUBSETS
        ]
        spread = stdev(accuracies) if len(accuracies) > 1 else None
        rows.append([count(size), count(runs[0].sentences), decimal(mean(accuracies), 4), decimal(spread, 4), *subsets])
        drawn.append(Drawn(mean(accuracies), main=size == max(by_size)))
    table = Table(same(""), [*HEAD, *(SUBSET_TITLES.get(name, same(name)) for name in SUBSETS)], rows, drawn=drawn)
    return Page(
        Words("学习曲线", "Learning curve"),
        same(""),
        [
            (Words("办法", "Protocol"), PROTOCOLS[protocol]),
            (Words("种子", "Seeds"), same(", ".join(map(str, sorted({point.seed for point in points}))))),
        ],
        [Section(Words("词越来越多", "More and more words"), [table])],
        Hero(rows[-1][2].zh, HEAD[2], Words("用全部的词", "on all words")) if rows else None,
        "curve",
    )
