"""The page of a cleaned corpus: texts before and after by kind of source and genre, and why texts went."""

from collections.abc import Iterator, Sequence

from pingce.annotate.forms import CLEANING_REASON
from pingce.annotate.services.cleaning import CleaningRow, CleaningView
from pingce.spec.measure import ratio
from pingce.spec.words import Words, same

from .sections import Drawn, Hero, Page, Section, Table, count, percent

KINDS = {
    "web": Words("网络", "web"),
    "professional": Words("专业", "professional"),
    "dictionary": Words("词典例句", "dictionary examples"),
}
NOT_STATED = Words("未注明", "not stated")
ALL = Words("合计", "all")
HEAD = (
    Words("清理前", "before"),
    Words("保留", "kept"),
    Words("改正", "mended"),
    Words("删去", "dropped"),
    Words("未定", "undecided"),
    Words("清理后", "after"),
    Words("留下", "left"),
)


def cleaning_page(view: CleaningView) -> Page:
    """What ``pingce annotate cleaning`` prints and the flow shows of the stage."""
    total = view.total
    hero = Hero(
        f"{total.after:,}",
        Words(
            f"条留下 · {100 * ratio(total.after, total.before):.1f} %",
            f"texts left · {100 * ratio(total.after, total.before):.1f} %",
        ),
        Words(f"清理前 {total.before:,} · {view.title}", f"{total.before:,} before · {view.title}"),
    )
    return Page(Words("清理前后", "Before and after cleaning"), same(""), (), list(_sections(view)), hero, "cleaning")


def _sections(view: CleaningView) -> Iterator[Section]:
    kinds = [(KINDS.get(row.name, NOT_STATED), row) for row in view.kinds]
    by_kind = Words("按来源", "By kind of source")
    yield Section(by_kind, [_table(by_kind, [*kinds, (ALL, view.total)])])
    genres = [(same(row.name) if row.name else NOT_STATED, row) for row in view.genres]
    if len(genres) > 1:
        by_genre = Words("按体裁", "By genre")
        yield Section(by_genre, [_table(by_genre, genres)])
    if view.total.reasons or view.total.mended_for:
        yield Section(Words("为什么", "Why"), [_reasons(view)])


def _table(title: Words, rows: Sequence[tuple[Words, CleaningRow]]) -> Table:
    shares = [ratio(row.after, row.before) for _, row in rows]
    cells = [
        (name, *map(count, (row.before, row.kept, row.mended, row.dropped, row.undecided, row.after)), percent(share))
        for (name, row), share in zip(rows, shares, strict=True)
    ]
    strong = frozenset(i for i, (name, _) in enumerate(rows) if name is ALL)
    return Table(title, (title, *HEAD), cells, drawn=[Drawn(share) for share in shares], strong=strong)


def _reasons(view: CleaningView) -> Table:
    kinds = [row for row in view.kinds if row.reasons or row.mended_for]
    title = Words("原因", "reason")
    titles = [KINDS.get(row.name, NOT_STATED) for row in kinds]
    head = [title, Words("删去", "dropped"), Words("改正", "mended")]
    head += [Words(f"删去：{name.zh}", f"dropped: {name.en}") for name in titles]
    rows = [
        (
            CLEANING_REASON.titles[reason],
            count(view.total.reasons.get(reason, 0)),
            count(view.total.mended_for.get(reason, 0)),
            *(count(row.reasons.get(reason, 0)) for row in kinds),
        )
        for reason in CLEANING_REASON.labels
        if reason in view.total.reasons or reason in view.total.mended_for
    ]
    return Table(title, head, rows)
