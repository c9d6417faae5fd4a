"""Which words to annotate: the most frequent ones of each number of senses.

As published: frequencies from a tagged corpus, bins of words with 2, 3, … senses (the last bin takes all above), the
top of each bin; experts then take out words of which only one sense is alive. Those stay in the output, with reasons.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import msgspec

from pingce.corpus.engine import Engine, Resumable, ordered
from pingce.corpus.inputs import CorpusFile
from pingce.corpus.reading import Batch, Trouble, read_batches

from .tagged import Form, LazyTagger, documents


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

    def open(self) -> LazyTagger:
        return LazyTagger(self.tagger, self.user_dictionary)

    def do(self, state: LazyTagger, batch: Batch) -> Counted:
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


FEWEST = 2
"""Senses of the first bin."""


class SenseBin(NamedTuple):
    """Words with so many senses."""

    first: int
    last: int | None
    """None: and more."""

    @property
    def name(self) -> str:
        return f"≥{self.first}" if self.last is None else str(self.first)

    def holds(self, senses: int) -> bool:
        return senses >= self.first and (self.last is None or senses <= self.last)


class Chosen(msgspec.Struct, frozen=True, omit_defaults=True):
    """A word of the output."""

    word: str
    senses: int
    bin: str
    frequency: int
    rank: int
    """In its bin, from 1."""
    excluded: str = ""
    """Why the experts took it out."""


class BinReport(NamedTuple):
    """What a bin offered and gave."""

    bin: str
    words: int
    """In the inventory."""
    found: int
    """Of these, in the corpus."""
    chosen: int
    excluded: int
    missing: int
    """Words wanted but not there."""
    least_frequency: int


class WordChoice(NamedTuple):
    """The words chosen to annotate, what each number of senses gave, and exclusions that changed nothing."""

    words: list[Chosen]
    bins: list[BinReport]
    unused: list[str]
    """Exclusions of words that were not chosen anyway."""


def bins(count: int) -> list[SenseBin]:
    """2, 3, … senses one by one, and a last bin for all above."""
    last = FEWEST + count - 1
    return [*(SenseBin(n, n) for n in range(FEWEST, last)), SenseBin(last, None)]


def choose_words(
    senses: Mapping[str, int],
    frequencies: Mapping[str, int],
    *,
    bins_wanted: int = 6,
    top: int = 200,
    excluded: Mapping[str, str] | None = None,
    refill: bool = False,
) -> WordChoice:
    """The top of each bin; equal frequencies keep the order of the inventory.

    Excluded words keep their places, as published; with ``refill`` the next ones come in for them.
    """
    reasons = excluded or {}
    chosen: list[Chosen] = []
    reports: list[BinReport] = []
    for sense_bin in bins(bins_wanted):
        members = [word for word, n in senses.items() if sense_bin.holds(n)]
        occurring = sorted((w for w in members if frequencies.get(w, 0)), key=lambda w: -frequencies[w])
        taken = _top(occurring, top, reasons, refill=refill)
        words = [
            Chosen(word, senses[word], sense_bin.name, frequencies[word], rank, reasons.get(word, ""))
            for rank, word in enumerate(taken, start=1)
        ]
        chosen += words
        kept = [word for word in words if not word.excluded]
        places = len(kept) if refill else len(words)
        reports.append(
            BinReport(
                sense_bin.name,
                len(members),
                len(occurring),
                len(kept),
                len(words) - len(kept),
                top - places,
                min((word.frequency for word in words), default=0),
            )
        )
    chosen_words = {word.word for word in chosen}
    return WordChoice(chosen, reports, [word for word in reasons if word not in chosen_words])


def _top(ranked: Sequence[str], top: int, reasons: Mapping[str, str], *, refill: bool) -> list[str]:
    taken: list[str] = []
    left = top
    for word in ranked:
        if not left:
            break
        taken.append(word)
        left -= not (refill and word in reasons)
    return taken


def count_words(
    work: CountWords,
    files: Sequence[CorpusFile],
    engine: Engine,
    output: Resumable,
    advance: Callable[[int], None] = lambda _: None,
) -> Counted:
    """Count through the engine; what an interrupted run has counted is taken from its states."""
    total = Counted()
    for state in output.states:
        total.add(msgspec.msgpack.decode(state, type=Counted))
    advance(total.read)
    for counted in ordered(work, output.remaining(read_batches(files)), engine):
        output.write([], msgspec.msgpack.encode(counted))
        total.add(counted)
        advance(counted.read)
    return total


def word_lines(choice: WordChoice) -> Iterator[bytes]:
    """The chosen words as lines of JSON, the output of ``pingce corpus words``."""
    encode = msgspec.json.Encoder().encode
    return (encode(word) for word in choice.words)
