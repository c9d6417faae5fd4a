"""How much a passage says about space: its words by class, weighted.

Tagged words in, a number out: every class of spatial words has a weight in the settings (localizers 1, adverbs a half),
and how much a passage needs to be kept stands there too.
"""

from collections.abc import Sequence
from itertools import compress, count
from typing import NamedTuple, Protocol

from pingce.language.lexicon.model import BEGINNING, CLASSES, Lexicon
from pingce.language.tagging.cover import WORD, Pair
from pingce.language.tagging.words import Word

from .settings import Weights

TAGS = "n nr ns nt nz t s f v dv a b z d r m q p c u y e o i l j h k g w x"
"""All that taggers give; a rule of the lexicon may be about any of them."""


class Weight(NamedTuple):
    """How much a passage says about space: the sum that the threshold is compared with, and its words by spatial
    class.
    """

    total: float
    counts: dict[str, int]


class PairTagger(Protocol):
    """What we need of a tagger: words and tags, no places."""

    def pairs(self, text: str, /) -> Sequence[Pair]: ...


class Scales:
    """A tagger, a lexicon and weights.

    Words count with a look at the tag before them (出发前: not a place). The patterns of false localizers are left to
    replacing: here they change one localizer in ten, tell spatial from other text no better and cost a tenth of the
    time.
    """

    def __init__(self, tagger: PairTagger, lexicon: Lexicon, weights: Weights) -> None:
        self._pairs = tagger.pairs
        self._lexicon = lexicon
        self._weights: dict[str, float] = {name: float(getattr(weights, name)) for name in CLASSES}
        self._known = known_pairs(lexicon)
        self._words = frozenset(word for word, _ in self._known)
        self._in_context: dict[tuple[Pair, str], str | None] = {}

    def weigh(self, text: str) -> Weight:
        counts: dict[str, int] = dict.fromkeys(CLASSES, 0)
        total = 0.0
        pairs = self._pairs(text)
        # Asking for the word alone first is what makes this quick: few are spatial.
        for i in compress(count(), map(self._words.__contains__, map(WORD, pairs))):
            spatial_class = self._known.get(pairs[i])
            if spatial_class == "":
                spatial_class = self._class_after(pairs[i], pairs[i - 1][1] if i else BEGINNING)
            if spatial_class is not None:
                counts[spatial_class] += 1
                total += self._weights[spatial_class]
        return Weight(total, counts)

    def _class_after(self, pair: Pair, before: str) -> str | None:
        """Asked once; there are few such words and few tags."""
        key = (pair, before)
        if key not in self._in_context:
            word = Word(*pair, 0)
            words = [word] if before == BEGINNING else [Word("", before, 0), word]
            self._in_context[key] = self._lexicon.class_in(words, len(words) - 1)
        return self._in_context[key]


def known_pairs(lexicon: Lexicon) -> dict[Pair, str]:
    """Words with tags that may be spatial and their class; an empty one depends on the word before."""
    words = frozenset[str]().union(*lexicon.classes.values())
    depending = frozenset[str]().union(*(rule.words for rule in lexicon.homographs))
    tags = frozenset(TAGS.split()).union(*lexicon.tags.values(), *(rule.tags for rule in lexicon.homographs))
    classes: dict[Pair, str] = {}
    for word in words | depending:
        for tag in tags:
            if word in depending:
                classes[word, tag] = ""
            elif spatial_class := lexicon.spatial_class(Word(word, tag, 0)):
                classes[word, tag] = spatial_class
    return classes
