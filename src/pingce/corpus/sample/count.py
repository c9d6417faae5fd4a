"""How often the words of an inventory occur in a corpus."""

from dataclasses import dataclass
from pathlib import Path

import msgspec

from pingce.corpus.reading import Batch, Trouble

from .cutter import Cutter
from .tagged import Form, documents


class Counted(msgspec.Struct):
    """What a batch, or all of them, gave."""

    frequencies: dict[str, int] = msgspec.field(default_factory=dict)
    tokens: int = 0
    troubles: int = 0
    """Lines that could not be used."""
    read: int = 0
    """Bytes, for showing progress."""

    def add(self, more: "Counted") -> None:
        for word, times in more.frequencies.items():
            self.frequencies[word] = self.frequencies.get(word, 0) + times
        self.tokens += more.tokens
        self.troubles += more.troubles
        self.read += more.read


@dataclass(frozen=True)
class CountWords:
    """The work of counting."""

    vocabulary: frozenset[str]
    form: Form
    tagger: str
    user_dictionary: Path | None = None

    def open(self) -> Cutter:
        return Cutter(self.tagger, self.user_dictionary)

    def do(self, state: Cutter, batch: Batch) -> Counted:
        counted = Counted()
        for chunk in batch:
            counted.read += chunk.read
            for document in documents(chunk, self.form):
                if isinstance(document, Trouble):
                    counted.troubles += 1
                    continue
                words = document.words if document.words is not None else state.words(document.text)
                counted.tokens += len(words)
                for word in words:
                    if word.text in self.vocabulary:
                        counted.frequencies[word.text] = counted.frequencies.get(word.text, 0) + 1
        return counted
