"""What a spatial lexicon says about words: classes, groups, relations, contexts.

Five classes of spatial words, groups in which words can replace each other, pairs that are synonyms or antonyms, and
contexts in which a word is none of it. Immutable; corpus, rules and systems share one.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, NamedTuple, get_args

from pingce.language.tagging.words import Word

SpatialClass = Literal["f", "s", "dv", "p", "d"]
CLASSES: tuple[SpatialClass, ...] = get_args(SpatialClass)
Relation = Literal["synonym", "antonym", "centre-periphery", "other"]
RELATIONS: tuple[Relation, ...] = get_args(Relation)
MODELS = ("上下", "前后", "左右", "三维", "内外", "盒子", "线", "环", "指南针", "远近", "功能", "处所")

BEGINNING = "^"
"""Stands for the tag before the first word."""


class ReplacementGroup(NamedTuple):
    """Words that may stand for each other."""

    id: str
    cls: SpatialClass
    model: str
    words: tuple[str, ...]

    def others(self, word: str) -> tuple[str, ...]:
        """The words that may stand for this one."""
        return tuple(other for other in self.words if other != word)


class Homograph(NamedTuple):
    """A word whose class depends on the tag of the word before it; ``None``: not spatial there."""

    words: frozenset[str]
    tags: frozenset[str]
    """Empty: any."""
    after: frozenset[str]
    """Empty: anything."""
    cls: SpatialClass | None

    def fits(self, word: Word, tag_before: str) -> bool:
        """Whether the rule is about this word here."""
        return (
            word.text in self.words
            and (not self.tags or word.tag in self.tags)
            and (not self.after or tag_before in self.after)
        )


class FalseLocalizer(NamedTuple):
    """Localizers of time, state or order, known by the text around them."""

    id: str
    words: frozenset[str]
    before: re.Pattern[str]
    after: re.Pattern[str]

    def fits(self, text: str, word: Word) -> bool:
        """Whether this word of the text is one of those that only look spatial."""
        return (
            word.text in self.words
            and self.before.search(text, max(0, word.start - REACH), word.start) is not None
            and self.after.match(text, word.end, word.end + REACH) is not None
        )


REACH = 24
"""Characters a pattern may look to either side; no frame of a false localizer is wider."""


@dataclass(frozen=True)
class Lexicon:
    """A checked lexicon; made by :func:`pingce.language.lexicon.load.load_lexicon`."""

    groups: tuple[ReplacementGroup, ...]
    classes: Mapping[SpatialClass, frozenset[str]]
    """All words of a class, those of its groups included."""
    tags: Mapping[SpatialClass, frozenset[str]]
    homographs: tuple[Homograph, ...]
    false_localizers: tuple[FalseLocalizer, ...]
    abstract: frozenset[str]
    whole: frozenset[str]
    synonyms: frozenset[frozenset[str]]
    antonyms: frozenset[frozenset[str]]
    centre: frozenset[str]
    periphery: frozenset[str]
    version: str
    """Changes with the content; part of what a result depends on."""
    _group_of: dict[tuple[str, str], ReplacementGroup] = field(
        init=False, repr=False, compare=False, default_factory=dict
    )

    def __post_init__(self) -> None:
        self._group_of.update({(group.cls, word): group for group in self.groups for word in group.words})

    def spatial_class(self, word: Word) -> SpatialClass | None:
        """The class of a word as it is tagged; prepositions and adverbs only if they are listed."""
        for cls in CLASSES:
            if word.tag in self.tags[cls] and word.text in self.classes[cls]:
                return cls
        return None

    def class_in(self, words: Sequence[Word], i: int) -> SpatialClass | None:
        """The class of the i-th word with a look at the word before it."""
        word = words[i]
        tag_before = words[i - 1].tag if i else BEGINNING
        for rule in self._homographs_of.get(word.text, ()):
            if rule.fits(word, tag_before):
                return rule.cls
        return self.spatial_class(word)

    def group_of(self, text: str, cls: SpatialClass) -> ReplacementGroup | None:
        """The group a word of this class can be replaced within, if any."""
        return self._group_of.get((cls, text))

    def false_localizer(self, text: str, word: Word) -> FalseLocalizer | None:
        """The pattern that says this localizer is not about space."""
        return next((pattern for pattern in self.false_localizers if pattern.fits(text, word)), None)

    def is_abstract(self, noun: str) -> bool:
        """An abstract noun, or a compound that ends in one of two characters or more (市场经济)."""
        return noun in self.abstract or any(noun[i:] in self.abstract for i in range(2, len(noun) - 1))

    def relation(self, old: str, new: str) -> Relation:
        """How two words of a replacement stand to each other; what no list names is ``other``."""
        pair = frozenset((old, new))
        if pair in self.synonyms:
            return "synonym"
        if pair in self.antonyms:
            return "antonym"
        if (old in self.centre and new in self.periphery) or (new in self.centre and old in self.periphery):
            return "centre-periphery"
        return "other"

    @cached_property
    def _homographs_of(self) -> Mapping[str, Sequence[Homograph]]:
        """The rules about each word, in their order."""
        words = frozenset[str]().union(*(rule.words for rule in self.homographs))
        return {word: [rule for rule in self.homographs if word in rule.words] for word in words}

    @cached_property
    def spatial_words(self) -> frozenset[str]:
        """Every word that may be spatial somewhere: those of the classes, and those with rules of their own."""
        return frozenset[str]().union(*self.classes.values(), self._homographs_of)

    @cached_property
    def fixed(self) -> frozenset[str]:
        """Words of two characters or more that end in a localizer and are one word, whatever a tagger does."""
        grouped = {word for group in self.groups if group.cls in ("f", "s") for word in group.words if len(word) > 1}
        return self.whole | grouped

    @cached_property
    def longest(self) -> int:
        """Characters of the longest word that a tagger may have cut."""
        return max(map(len, self.fixed), default=0)
