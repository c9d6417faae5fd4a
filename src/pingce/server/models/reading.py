"""How a text is read before any model is asked: its spatial words, and what could stand in the place of each.

This needs no training, so it is what the try-it page can always show: the words are those that annotators see
highlighted, the alternatives those that ``corpus replace`` would put in.
"""

from dataclasses import dataclass

from pingce.annotate.rules import spatial_words
from pingce.corpus.replace.positions import Position, judged
from pingce.language.lexicon.load import load_lexicon
from pingce.language.lexicon.model import SpatialClass
from pingce.language.text import tag_text

MOST_ALTERNATIVES = 12


@dataclass(frozen=True)
class ReadWord:
    """A spatial word; positions are code points, `end` is exclusive."""

    start: int
    end: int
    text: str
    kind: SpatialClass


@dataclass(frozen=True)
class ReplaceableSite:
    """A word that could be another one of its group."""

    start: int
    old: str
    alternatives: tuple[str, ...]


@dataclass(frozen=True)
class TextReading:
    """The spatial words of a text and the places where another word could stand."""

    words: tuple[ReadWord, ...]
    sites: tuple[ReplaceableSite, ...]


def read_spatially(text: str) -> TextReading:
    """The reading of one text."""
    lexicon = load_lexicon()
    positions = (site for site in judged(lexicon, text, tag_text(text).words) if isinstance(site, Position))
    return TextReading(
        tuple(ReadWord(start, end, text[start:end], kind) for start, end, kind in spatial_words(text)),
        tuple(
            ReplaceableSite(position.start, position.old, position.group.others(position.old)[:MOST_ALTERNATIVES])
            for position in positions
        ),
    )
