"""The places of a text where a spatial word could have been replaced."""

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from pingce.language.lexicon.load import load_lexicon
from pingce.language.lexicon.model import Group, Lexicon, SpatialClass
from pingce.language.tagging.catalog import make_tagger
from pingce.language.tagging.words import Tagger, Word
from pingce.spec.values import Item
from pingce.spec.words import Words
from pingce.systems.interface import Watch

READING = Words("读文本", "reading texts")


class Site(NamedTuple):
    """A spatial word and the words that may stand for it."""

    start: int
    word: str
    at: int
    """Among the words of the text."""
    group: Group
    false: bool
    """A localizer of time, state or order."""

    @property
    def end(self) -> int:
        return self.start + len(self.word)


class Reading(NamedTuple):
    """A text with its words and its sites."""

    text: str
    words: Sequence[Word]
    sites: Sequence[Site]


class Reader:
    """Tagger and lexicon, loaded once; remembers nothing, so the same text always reads the same."""

    @cached_property
    def lexicon(self) -> Lexicon:
        return load_lexicon()

    @cached_property
    def _tagger(self) -> Tagger:
        return make_tagger()

    def read(self, text: str) -> Reading:
        words = self._tagger.tag(text)
        return find_sites(text, words, [self.lexicon.class_in(words, i) for i in range(len(words))], self.lexicon)


def find_sites(text: str, words: Sequence[Word], classes: Sequence[SpatialClass | None], lexicon: Lexicon) -> Reading:
    sites = []
    for i, (word, cls) in enumerate(zip(words, classes, strict=True)):
        group = lexicon.group_of(word.text, cls) if cls is not None else None
        if group is not None:
            false = cls == "f" and lexicon.false_localizer(text, word) is not None
            sites.append(Site(word.start, word.text, i, group, false))
    return Reading(text, words, sites)


def read_items(reader: Reader, items: Sequence[Item], groups: frozenset[str] | None, watch: Watch) -> list[Reading]:
    """All texts; only sites of ``groups`` if they are given."""
    watch.begin(READING, len(items))
    readings = []
    for item in items:
        reading = reader.read(item.text)
        readings.append(reading if groups is None else keep_groups(reading, groups))
        watch.advance()
    return readings


def keep_groups(reading: Reading, names: frozenset[str]) -> Reading:
    """Only the sites whose group is one of ``names``."""
    return reading._replace(sites=[site for site in reading.sites if site.group.id in names])
