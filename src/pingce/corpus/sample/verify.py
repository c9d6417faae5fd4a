"""Is the word a word there, or only part of a longer one?"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from ..engine.batches import batched
from .cutter import Cutter
from .find import Candidate

BATCH = 500
"""Sentences: about a second of tagging."""

Question = tuple[str, tuple[tuple[str, int], ...]]
"""A sentence, and the words it was found for with their places."""


@dataclass(frozen=True)
class VerifyWords:
    """The work of tagging candidates."""

    tagger: str
    user_dictionary: Path | None = None

    def open(self) -> Cutter:
        return Cutter(self.tagger, self.user_dictionary)

    def do(self, state: Cutter, batch: list[Question]) -> list[tuple[str, str]]:
        """The (word, sentence) pairs that hold."""
        held = []
        for text, asked in batch:
            cut = {(word.text, word.start) for word in state.words(text)}
            held += [(word, text) for word, start in asked if (word, start) in cut]
        return held


def questions(candidates: Iterable[Candidate]) -> Iterator[list[Question]]:
    """Batches in a fixed order; a sentence found for several words is tagged once."""
    asked: dict[str, set[tuple[str, int]]] = {}
    for one in candidates:
        asked.setdefault(one.text, set()).add((one.word, one.start))
    pairs = ((text, tuple(sorted(words))) for text, words in sorted(asked.items()))
    return batched(pairs, BATCH)
