"""A text as words with tags, spatial classes and clauses: what features of systems and live rules look at.

``tag_text`` makes a ``TaggedText``: words with tags, for each its spatial class, which word a character belongs to, and
where clauses end. Made once per text and looked at by everybody.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import accumulate

from pingce.language.lexicon.load import load_lexicon
from pingce.language.lexicon.model import Lexicon, SpatialClass
from pingce.language.tagging.catalog import Pipeline, make_tagger
from pingce.language.tagging.words import Word

CLAUSE_ENDS = frozenset("，。；！？：…,;!?:\n")
SENTENCE_ENDS = frozenset("。！？!?\n")
NOMINAL = frozenset({"n", "nr", "ns", "nt", "nz", "r", "s", "x", "j"})
QUOTES = frozenset("“”‘’「」")
BEFORE_VERB = frozenset({"v", "d", "p", "dv"})


@cache
def shared_tagger() -> Pipeline:
    """One for the process; it is read-only."""
    return make_tagger()


@dataclass(frozen=True)
class TaggedText:
    """A text cut into tagged words that cover it in order; classes, clauses and counts are by word."""

    text: str
    words: Sequence[Word]
    classes: Sequence[SpatialClass | None]

    @cached_property
    def clauses(self) -> list[int]:
        """Number of the clause a word stands in."""
        return _counted(self.words, CLAUSE_ENDS)

    @cached_property
    def sentences(self) -> list[int]:
        """Number of the sentence a word stands in."""
        return _counted(self.words, SENTENCE_ENDS)

    @cached_property
    def word_at(self) -> list[int]:
        """The word every character belongs to."""
        return [i for i, word in enumerate(self.words) for _ in word.text]

    @cached_property
    def counts(self) -> Counter[str]:
        """How often every word stands in the text."""
        return Counter(word.text for word in self.words)

    @cached_property
    def nouns(self) -> list[bool]:
        """Whether a word is a noun or stands for one, by its tag."""
        return [word.tag in NOMINAL for word in self.words]

    @cached_property
    def first_nouns(self) -> list[bool]:
        """Whether a noun is the first of its clause."""
        seen: set[int] = set()
        marks = []
        for noun, clause in zip(self.nouns, self.clauses, strict=True):
            marks.append(noun and clause not in seen)
            if noun:
                seen.add(clause)
        return marks

    @cached_property
    def subjects(self) -> list[bool]:
        """Whether a noun stands first in its clause, before a verb, an adverb or a preposition."""
        following = [*(word.tag for word in self.words[1:]), "w"]
        return [first and tag in BEFORE_VERB for first, tag in zip(self.first_nouns, following, strict=True)]

    @cached_property
    def running(self) -> dict[str, list[int]]:
        """How many nouns, verbs, subjects, quotation marks and 的 stand before a word."""
        marks = {
            "noun": self.nouns,
            "verb": [word.tag == "v" for word in self.words],
            "subject": self.subjects,
            "quote": [word.text in QUOTES for word in self.words],
            "的": [word.text == "的" for word in self.words],
        }
        return {name: [0, *accumulate(map(int, flags))] for name, flags in marks.items()}

    def between(self, name: str, gap: range) -> int:
        """How many of a sort (see ``running``) there are in a range of words."""
        counts = self.running[name]
        return counts[max(gap.start, gap.stop)] - counts[gap.start]

    @cached_property
    def plain(self) -> list[list[str]]:
        """Features of every word by itself and by its neighbours."""
        return [[*_plain(self, i)] for i in range(len(self.words))]

    def covered(self, positions: Iterable[int]) -> list[int]:
        """Words of which at least half the characters are among the positions."""
        counts: dict[int, int] = {}
        for position in set(positions):
            word = self.word_at[position]
            counts[word] = counts.get(word, 0) + 1
        return sorted(i for i, count in counts.items() if 2 * count >= len(self.words[i].text))

    def positions(self, words: Iterable[int]) -> tuple[int, ...]:
        """The characters of these words, in their order."""
        return tuple(i for word in words for i in range(self.words[word].start, self.words[word].end))


def tag_text(text: str, *, lexicon: Lexicon | None = None) -> TaggedText:
    """By the tagger of this process; the same text always gives the same words."""
    lexicon = lexicon or load_lexicon()
    words = shared_tagger().tag(text)
    return TaggedText(text, words, [lexicon.class_in(words, i) for i in range(len(words))])


def _counted(words: Sequence[Word], ends: frozenset[str]) -> list[int]:
    numbers, number = [], 0
    for word in words:
        numbers.append(number)
        number += word.text in ends
    return numbers


def _plain(reading: TaggedText, i: int) -> Iterator[str]:
    words, word = reading.words, reading.words[i]
    yield "bias"
    yield f"w={word.text}"
    yield f"t={word.tag}"
    yield f"c={reading.classes[i]}"
    yield f"x={word.text[-1]}"
    for offset in (-2, -1, 1, 2):
        k = i + offset
        other = words[k] if 0 <= k < len(words) else None
        yield f"t{offset}={other.tag if other else '|'}"
        if abs(offset) == 1:
            yield f"w{offset}={other.text if other else '|'}"
            yield f"tt{offset}={word.tag}_{other.tag if other else '|'}"
