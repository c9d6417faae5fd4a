"""Pages of what a stage would do with other settings, tried on a little of its input."""

from collections import Counter

from pingce.corpus.replace.preview import ReplacePreview
from pingce.corpus.screen.counts import REASONS, together
from pingce.corpus.screen.preview import ScreenPreview, changed_fates
from pingce.spec.words import Words, same

from .replacement import SENTENCE_HEAD, sentence_row
from .screening import KEPT, PASSAGE_HEAD, fate_words, passage_row
from .sections import BehindRow, Hero, Lines, Page, Section, Table, count, decimal, item_group

NOW, CHANGED = Words("现在的设置", "settings as saved"), Words("改后的设置", "settings as changed")
TEXT = Words("文本", "text")
SHOWN = 30
"""Changed passages, and sentences of each side."""
BEFORE, AFTER = "before:", "after:"


def screen_preview_page(before: ScreenPreview, after: ScreenPreview) -> Page:
    """What both settings keep and drop of the same texts, and which passages change sides."""
    tallies = [together(side.screening.findings.tallies) for side in (before, after)]
    reasons = [reason for reason in REASONS if any(reason in tally.dropped for tally in tallies)]
    numbers = [(fate_words(""), [tally.kept.passages for tally in tallies])]
    numbers += [(fate_words(reason), [tally.dropped.get(reason, 0) for tally in tallies]) for reason in reasons]
    table = Table(
        Words("去留", "Kept and dropped"),
        (Words("结果", "outcome"), NOW, CHANGED, Words("差", "difference")),
        [(words, *map(count, both), same(f"{both[1] - both[0]:+,}")) for words, both in numbers],
        strong=frozenset({0}),
        behind=[["", BEFORE + name, AFTER + name] for name in (KEPT, *reasons)],
    )
    kept = tallies[1].kept.passages
    hero = Hero(
        f"{kept:,}",
        Words(f"段留下，共 {tallies[1].passages:,} 段", f"of {tallies[1].passages:,} passages kept"),
        Words(f"现在的设置留下 {tallies[0].kept.passages:,} 段", f"as saved: {tallies[0].kept.passages:,}"),
    )
    groups = {
        prefix + (reason or KEPT): item_group(fate_words(reason), PASSAGE_HEAD, rows)
        for prefix, side in ((BEFORE, before), (AFTER, after))
        for reason, rows in _by_fate(side).items()
    }
    files = Words(
        f"试算 {len(after.screening.files)} 个文件的开头，什么也没有写下。",
        f"Tried on the beginnings of {len(after.screening.files)} files; nothing was written.",
    )
    sections = [Section(Words("效果", "Effect"), [table], Words("点数字看段落。", "Click a number to see passages."))]
    sections.append(Section(Words("改变去留的段落", "Passages that change sides"), [_changed(before, after)]))
    return Page(Words("样本上的效果", "Effect on a sample"), files, (), sections, hero, "preview", groups)


def _by_fate(side: ScreenPreview) -> dict[str, list[BehindRow]]:
    rows: dict[str, list[BehindRow]] = {}
    for reason, passage in side.fates.values():
        rows.setdefault(reason, []).append(passage_row(passage))
    return rows


def _changed(before: ScreenPreview, after: ScreenPreview) -> Table | Lines:
    changed = changed_fates(before, after)
    if not changed:
        return Lines([Words("没有。", "None.")])
    rows = [
        (
            same(fate.passage.text),
            fate_words(fate.before),
            fate_words(fate.after),
            decimal(fate.passage.weight),
            decimal(fate.passage.density),
        )
        for fate in changed[:SHOWN]
    ]
    head = (TEXT, NOW, CHANGED, *PASSAGE_HEAD[:2])
    title = Words(f"{len(changed)} 段", f"{len(changed)} passages")
    return Table(title, head, rows, words=frozenset({1, 2}), long=frozenset({0}))


def replace_preview_page(before: ReplacePreview, after: ReplacePreview) -> Page:
    """How many sentences both settings make of the same originals, with samples."""
    sides = (before, after)
    titles = (
        (Words("原句", "originals"), [side.originals for side in sides]),
        (Words("没有可替换词的原句", "originals without a word to replace"), [side.without for side in sides]),
        (Words("生成的替换句", "sentences made"), [side.made for side in sides]),
        (Words("留下的替换句", "sentences chosen"), [len(side.chosen) for side in sides]),
    )
    numbers = Table(
        Words("数量", "Numbers"),
        (same(""), NOW, CHANGED),
        [(title, *map(count, both)) for title, both in titles],
        behind=[["", "", ""]] * 3 + [["", BEFORE + KEPT, AFTER + KEPT]],
    )
    pairs = [Counter(change.pair for sentence in side.chosen for change in sentence.changes) for side in sides]
    names = [name for name, _ in (pairs[0] + pairs[1]).most_common(SHOWN)]
    by_pair = Table(
        Words("词对", "Pairs"),
        (Words("替换", "exchanged"), NOW, CHANGED),
        [(same(name), *(count(each[name]) for each in pairs)) for name in names],
    )
    samples = Table(
        Words("改后的替换句", "Sentences as changed"),
        (TEXT, *SENTENCE_HEAD),
        [(same(row.text), *row.cells) for row in map(sentence_row, after.chosen[:SHOWN])],
        words=frozenset({1, 2}),
        long=frozenset({0, 3}),
    )
    groups = {
        prefix + KEPT: item_group(title, SENTENCE_HEAD, map(sentence_row, side.chosen))
        for prefix, title, side in ((BEFORE, NOW, before), (AFTER, CHANGED, after))
    }
    hero = Hero(
        f"{len(after.chosen):,}",
        Words(f"句，来自 {after.originals} 个原句", f"sentences of {after.originals} originals"),
        Words(f"现在的设置给出 {len(before.chosen):,} 句", f"as saved: {len(before.chosen):,}"),
    )
    lead = Words("只用几个原句试算，什么也没有写下。", "Tried on a few originals; nothing was written.")
    sections = [
        Section(Words("效果", "Effect"), [numbers, by_pair]),
        Section(Words("样本", "Sample"), [samples]),
    ]
    return Page(Words("样本上的效果", "Effect on a sample"), lead, (), sections, hero, "preview", groups)
