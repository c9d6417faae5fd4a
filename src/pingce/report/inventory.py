"""The page of one or more sense inventories: their numbers side by side, sense counts and lengths as charts."""

from collections.abc import Iterator, Mapping

from pingce.corpus.dictionary.statistics import Distribution, InventoryStatistics
from pingce.spec.words import Lang, Words, same

from .charts import Bin
from .sections import Chart, Page, Section, Table, sections_page

SENSES = Words("义项数", "senses")
WORDS = Words("词数", "words")
MOST_SENSES = 12
"""Words with as many senses or more share the last column."""
MOST_CHARACTERS = 8
STEP, MOST_LENGTH = 10, 100
"""Characters to a column of the length chart, and where the last one begins."""


def inventory_page(inventories: Mapping[str, InventoryStatistics], *, lang: Lang = "zh") -> str:
    """One HTML document; inventories by the names of their files."""
    return sections_page(describe_page(inventories), lang=lang)


def describe_page(inventories: Mapping[str, InventoryStatistics], *, most_senses: int | None = MOST_SENSES) -> Page:
    """What the page and the command show; ``most_senses``: where the last column of the sense counts begins."""
    columns = [[value for _, value in facts(numbers)] for numbers in inventories.values()]
    names = [name for name, _ in facts(next(iter(inventories.values())))]
    rows = [(name, *map(same, values)) for name, *values in zip(names, *columns, strict=True)]
    table = Table(same(""), (same(""), *map(same, inventories)), rows)
    return Page(
        Words("释义表", "Sense inventory"),
        Words("一个义项由词和释义共同确定。", "A sense is known by its word and its gloss."),
        (),
        [
            Section(Words("数字", "Numbers"), [table]),
            *(
                Section(same(name), list(_charts(numbers, most_senses or numbers.senses.most)))
                for name, numbers in inventories.items()
            ),
        ],
    )


def _charts(numbers: InventoryStatistics, most_senses: int) -> Iterator[Chart]:
    length = Words("字数", "characters")
    lengths = columns(numbers.length_with_examples, step=STEP, last=MOST_LENGTH)
    for chart in (
        Chart(Words("每词的义项数", "Senses per word"), SENSES, WORDS, columns(numbers.senses, last=most_senses)),
        Chart(Words("释义连例句的长度", "Length of a gloss with its examples"), length, SENSES, lengths),
        Chart(Words("词长", "Length of a word"), length, WORDS, columns(numbers.characters, last=MOST_CHARACTERS)),
    ):
        if chart.bins:
            yield chart


def facts(numbers: InventoryStatistics) -> list[tuple[Words, str]]:
    """The numbers a paper gives about its inventory."""
    return [
        (Words("词", "words"), f"{numbers.words:,}"),
        (Words("多义词", "polysemous words"), f"{numbers.polysemous:,}"),
        (Words("义项", "senses"), f"{numbers.glosses:,}"),
        (Words("每词义项数", "senses per word"), f"{numbers.senses.mean:.2f}"),
        (Words("每个多义词的义项数", "senses per polysemous word"), f"{numbers.senses_of_polysemous.mean:.2f}"),
        (Words("最多义项数", "most senses of a word"), str(numbers.senses.most)),
        (Words("释义长度（字）", "characters per gloss"), f"{numbers.length.mean:.1f}"),
        (Words("释义连例句的长度（字）", "… with its examples"), f"{numbers.length_with_examples.mean:.1f}"),
        (Words("带例句的义项", "senses with examples"), f"{numbers.glosses_with_examples:,}"),
        (Words("几个词共用的释义", "glosses shared by several words"), f"{numbers.shared_glosses:,}"),
    ]


def columns(values: Distribution, *, last: int, step: int = 1) -> list[Bin]:
    """A histogram from the smallest value on; everything from ``last`` on is one column."""
    counts: dict[int, int] = {}
    for value, times in values.counts.items():
        column = min(value, last) // step * step
        counts[column] = counts.get(column, 0) + times
    if not counts:
        return []
    most = max(counts.values())
    shown = range(min(counts), max(counts) + 1, step)
    exact = step == 1 and max(values.counts) <= last
    names = {column: _name(column, step, last, exact=exact) for column in shown}
    return [
        Bin(names[column], counts.get(column, 0), counts.get(column, 0) / values.n, counts.get(column, 0) / most)
        for column in shown
    ]


def _name(column: int, step: int, last: int, *, exact: bool) -> str:
    if column == last and not exact:
        return f"≥{last}"
    return str(column) if step == 1 else f"{column}–"
