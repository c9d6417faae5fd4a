"""Sentences with one of the words in them: cheap first, the tagger later and only for those that may be taken.

First pass over a corpus: sentences that contain one of the words as characters, by length and filters. Second pass, on
those few: whether a tagger sees the word there as a word.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import msgspec

from pingce.corpus.passages import PassageLengths, passages
from pingce.corpus.reading import Batch, Chunk, Trouble
from pingce.language.tagging.words import Word
from pingce.spec.chance import short_seeded_number

from ..engine.work import batched
from .filters import Limits, fault
from .tagged import Document, Form, LazyTagger, documents


class SentenceCandidate(msgspec.Struct, frozen=True, array_like=True):
    """A sentence for a word."""

    order: int
    """Decides who is taken: a hash of seed, word and text, so that neither workers nor the order of files matter."""
    word: str
    text: str
    start: int
    file: str
    genre: str | None
    line: int
    offset: int
    is_word: bool | None
    """Whether the word is a word there; None: the tagger has to say."""


class FoundSentences(msgspec.Struct):
    """What a batch gave."""

    candidates: list[SentenceCandidate] = msgspec.field(default_factory=list)
    dropped: dict[str, int] = msgspec.field(default_factory=dict)
    """Sentences with a word in them that were no good, by reason."""
    sentences: int = 0
    read: int = 0

    def drop(self, reason: str, times: int = 1) -> None:
        self.dropped[reason] = self.dropped.get(reason, 0) + times


@dataclass(frozen=True)
class FindSentences:
    """The work of finding; needs no tagger."""

    words: frozenset[str]
    seed: int
    limits: Limits
    form: Form

    def open(self) -> tuple[int, ...]:
        return tuple(sorted({len(word) for word in self.words}))

    def do(self, state: tuple[int, ...], batch: Batch) -> FoundSentences:
        result = FoundSentences()
        for chunk in batch:
            result.read += chunk.read
            for document in documents(chunk, self.form):
                if isinstance(document, Trouble):
                    result.drop(document.code)
                else:
                    result.candidates.extend(self._in_document(document, chunk, state, result))
        return result

    def _in_document(
        self, document: Document, chunk: Chunk, lengths: tuple[int, ...], result: FoundSentences
    ) -> Iterator[SentenceCandidate]:
        cut = {word.start: word for word in document.words} if document.words is not None else None
        # In a tagged line characters have other places than in the text it stands for; the line's own place is told.
        tagged_line = cut is not None and chunk.kind == "text"
        # Passages of at least one character end at the first sentence end.
        for begin, end in passages(document.text, PassageLengths(1, 1, self.limits.longest)):
            result.sentences += 1
            text = document.text[begin:end]
            places = list(self._places(text, lengths))
            if not places:
                continue
            if (reason := fault(text, self.limits)) is not None:
                result.drop(reason)
                continue
            repeated = {word for word, _ in places if text.count(word) > 1}
            if repeated:  # nothing in the files of the task says which one is meant
                result.drop("repeated", len(repeated))
            for word, start in places:
                if word in repeated:
                    continue
                is_word = None if cut is None else _is_word(cut, word, begin + start)
                if is_word is False:
                    result.drop("not-a-word")
                    continue
                yield SentenceCandidate(
                    short_seeded_number(self.seed, word, text),
                    word,
                    text,
                    start,
                    chunk.file,
                    chunk.genre,
                    document.line,
                    document.offset + (0 if tagged_line else begin),
                    is_word,
                )

    def _places(self, text: str, lengths: tuple[int, ...]) -> Iterator[tuple[str, int]]:
        for length in lengths:
            for start in range(len(text) - length + 1):
                word = text[start : start + length]
                if word in self.words:
                    yield word, start


def _is_word(cut: dict[int, Word], word: str, start: int) -> bool:
    there = cut.get(start)
    return there is not None and there.text == word


BATCH = 500
"""Sentences: about a second of tagging."""

Question = tuple[str, tuple[tuple[str, int], ...]]
"""A sentence, and the words it was found for with their places."""


@dataclass(frozen=True)
class VerifyWords:
    """The work of tagging candidates."""

    tagger: str
    user_dictionary: Path | None = None

    def open(self) -> LazyTagger:
        return LazyTagger(self.tagger, self.user_dictionary)

    def do(self, state: LazyTagger, batch: list[Question]) -> list[tuple[str, str]]:
        """The (word, sentence) pairs that hold."""
        held = []
        for text, asked in batch:
            cut = {(word.text, word.start) for word in state.words(text)}
            held += [(word, text) for word, start in asked if (word, start) in cut]
        return held


def questions(candidates: Iterable[SentenceCandidate]) -> Iterator[list[Question]]:
    """Batches in a fixed order; a sentence found for several words is tagged once."""
    asked: dict[str, set[tuple[str, int]]] = {}
    for candidate in candidates:
        asked.setdefault(candidate.text, set()).add((candidate.word, candidate.start))
    pairs = ((text, tuple(sorted(words))) for text, words in sorted(asked.items()))
    return batched(pairs, BATCH)
