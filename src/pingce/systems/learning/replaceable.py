"""The places of a text where a spatial word could have been replaced.

Comes in: a text. Comes out: its sites, with the group of words that could stand there; the candidates for what is odd
in judging and spans.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from pingce.language.lexicon.load import load_lexicon
from pingce.language.lexicon.model import Lexicon, ReplacementGroup
from pingce.language.tagging.words import Word
from pingce.language.text import TaggedText, tag_text
from pingce.spec.values import Item
from pingce.spec.words import Words
from pingce.systems.interface import Progress

READING = Words("读文本", "reading texts")


class Site(NamedTuple):
    """A spatial word and the words that may stand for it."""

    start: int
    word: str
    at: int
    """Among the words of the text."""
    group: ReplacementGroup
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
    """Tags texts with a lexicon loaded once; remembers nothing, so the same text always reads the same."""

    @cached_property
    def lexicon(self) -> Lexicon:
        return load_lexicon()

    def read(self, text: str) -> Reading:
        """Tag a text and find its sites."""
        return find_sites(tag_text(text, lexicon=self.lexicon), self.lexicon)


def find_sites(tagged: TaggedText, lexicon: Lexicon) -> Reading:
    """The spatial words of a text that belong to a group of words that may stand for each other."""
    text, words, sites = tagged.text, tagged.words, []
    for i, (word, cls) in enumerate(zip(words, tagged.classes, strict=True)):
        group = lexicon.group_of(word.text, cls) if cls is not None else None
        if group is not None:
            false = cls == "f" and lexicon.false_localizer(text, word) is not None
            sites.append(Site(word.start, word.text, i, group, false))
    return Reading(text, words, sites)


def read_items(
    reader: Reader, items: Sequence[Item], groups: frozenset[str] | None, progress: Progress
) -> list[Reading]:
    """All texts; only sites of ``groups`` if they are given."""
    progress.begin(READING, len(items))
    readings = []
    for item in items:
        reading = reader.read(item.text)
        readings.append(reading if groups is None else keep_groups(reading, groups))
        progress.advance()
    return readings


def keep_groups(reading: Reading, names: frozenset[str]) -> Reading:
    """Only the sites whose group is one of ``names``."""
    return reading._replace(sites=[site for site in reading.sites if site.group.id in names])
