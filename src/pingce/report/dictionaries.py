"""The page of one word in several dictionaries, their glosses side by side (table 1 of the word-sense paper)."""

from collections.abc import Mapping, Sequence
from itertools import zip_longest

from pingce.spec.words import Words, same

from .sections import Lines, Page, Section, Table, count

NO_WORD = Words("哪一部词典都没有这个词。", "No dictionary has this word.")


def side_by_side_page(word: str, columns: Mapping[str, Sequence[str]], sizes: Mapping[str, int] | None = None) -> Page:
    """A column per dictionary, a row per gloss; without a word only ``sizes``, the words of every dictionary."""
    facts = [(same(name), Words(f"{n:,} 词", f"{n:,} words")) for name, n in (sizes or {}).items()]
    title = Words(f"“{word}”的释义", f"Glosses of {word}")
    sections = [Section(title, [_table(columns) if any(columns.values()) else Lines([NO_WORD])])] if word else []
    return Page(Words("词典对照", "Dictionaries side by side"), same(""), facts, sections, name="dictionaries")


def _table(columns: Mapping[str, Sequence[str]]) -> Table:
    texts = frozenset(range(1, len(columns) + 1))
    rows = [
        [count(number), *(same(gloss) for gloss in glosses)]
        for number, glosses in enumerate(zip_longest(*columns.values(), fillvalue=""), start=1)
    ]
    return Table(same(""), [Words("义项", "sense"), *map(same, columns)], rows, words=texts, long=texts)
