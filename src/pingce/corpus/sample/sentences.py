"""Sentences for the words to annotate: so many for each sense, web and professional texts in given shares.

Two passes. The first goes through the corpora without a tagger and keeps, for every word and source, the candidates
with the lowest hashes; the second asks the tagger only about those. What both found so far is stored with every
batch, so a killed run goes on, and neither workers nor interruptions change the result.
"""

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

import msgspec

from pingce.corpus.engine import Engine, Resumable, ordered
from pingce.corpus.entries import DictionaryEntry
from pingce.corpus.inputs import CorpusFile
from pingce.corpus.reading import read_batches
from pingce.corpus.sample.candidates import FindSentences, SentenceCandidate, VerifyWords, questions
from pingce.corpus.sample.draw import Draw, Illustration, SourceShares, draw, illustrations
from pingce.corpus.sample.filters import Limits
from pingce.corpus.sample.pool import ORIGINS, CandidatePool, Origin
from pingce.corpus.sample.tagged import Form

Stage = str
"""A source, VERIFY or ITEMS."""
VERIFY, ITEMS, DONE = "verify", "items", "done"


@dataclass(frozen=True)
class SampleSettings:
    """What is asked for."""

    senses: Mapping[str, int]
    """Of every word."""
    per_sense: int = 5
    share: SourceShares = field(default_factory=SourceShares)
    fill: bool = False
    seed: int = 0
    limits: Limits = field(default_factory=Limits)
    spare: int = 10
    """Candidates kept for every sentence wanted; some will turn out to be no words, or too much like others."""
    form: Form = "auto"
    tagger: str = "default"
    user_dictionary: Path | None = None


class SamplingState(msgspec.Struct, omit_defaults=True):
    """What a batch added, for the next run."""

    stage: Stage
    """With " done" behind it: all of its batches are written."""
    candidates: list[SentenceCandidate] = msgspec.field(default_factory=list)
    dropped: dict[str, int] = msgspec.field(default_factory=dict)
    sentences: int = 0
    read: int = 0
    held: list[tuple[str, str]] = msgspec.field(default_factory=list)


@dataclass
class SamplingProgress:
    """Everything so far."""

    pool: CandidatePool
    batches: dict[Stage, int] = field(default_factory=dict)
    finished: set[Stage] = field(default_factory=set)
    dropped: dict[Origin, dict[str, int]] = field(default_factory=lambda: {origin: {} for origin in ORIGINS})
    sentences: dict[Origin, int] = field(default_factory=lambda: dict.fromkeys(ORIGINS, 0))
    held: set[tuple[str, str]] = field(default_factory=set)
    asked: int = 0
    """Candidates the tagger was asked about."""

    def add(self, state: SamplingState) -> None:
        stage, _, end = state.stage.partition(" ")
        if end == DONE:
            self.finished.add(stage)
            return
        self.batches[stage] = self.batches.get(stage, 0) + 1
        self.held.update(state.held)
        for origin in ORIGINS:
            if origin == stage:
                self.pool.add(origin, state.candidates)
                self.sentences[origin] += state.sentences
                for reason, times in state.dropped.items():
                    self.dropped[origin][reason] = self.dropped[origin].get(reason, 0) + times


@dataclass(frozen=True)
class Sampled:
    """A finished run."""

    draw: Draw
    extra: Mapping[str, Sequence[Illustration]]
    progress: SamplingProgress


def sample_sentences(
    settings: SampleSettings,
    files: Mapping[Origin, Sequence[CorpusFile]],
    examples: Sequence[DictionaryEntry],
    engine: Engine,
    output: Resumable,
    *,
    examples_per_sense: int = 1,
    advance: Callable[[int], None] = lambda _: None,
) -> Sampled:
    """Find, verify, draw."""
    quotas = {word: settings.per_sense * n for word, n in settings.senses.items()}
    so_far = SamplingProgress(CandidatePool({word: settings.spare * quota for word, quota in quotas.items()}))
    for stored in output.states:
        state = msgspec.msgpack.decode(stored, type=SamplingState)
        so_far.add(state)
        advance(state.read)
    finder = FindSentences(frozenset(quotas), settings.seed, settings.limits, settings.form)
    for origin in ORIGINS:
        _find(origin, finder, files.get(origin, ()), engine, output, so_far, advance)
    _verify(VerifyWords(settings.tagger, settings.user_dictionary), engine, output, so_far)
    drawn = draw(quotas, so_far_candidates(so_far), share=settings.share, fill=settings.fill)
    taken = {
        word: [drawn_sentence.candidate.text for drawn_sentence in sentences]
        for word, sentences in drawn.sentences.items()
    }
    extra = illustrations(examples, taken, settings.limits, per_sense=examples_per_sense)
    return Sampled(drawn, extra, so_far)


def _find(
    origin: Origin,
    finder: FindSentences,
    files: Sequence[CorpusFile],
    engine: Engine,
    output: Resumable,
    so_far: SamplingProgress,
    advance: Callable[[int], None],
) -> None:
    if origin in so_far.finished:
        return
    batches = islice(read_batches(files), so_far.batches.get(origin, 0), None)
    for result in ordered(finder, batches, engine):
        # Only what has a place now is stored: anything else never comes in later.
        kept = so_far.pool.add(origin, result.candidates)
        state = SamplingState(origin, kept, result.dropped, result.sentences, result.read)
        output.write([], msgspec.msgpack.encode(state))
        so_far.add(msgspec.structs.replace(state, candidates=[]))
        advance(result.read)
    _finish(origin, output, so_far)


def _verify(verifier: VerifyWords, engine: Engine, output: Resumable, so_far: SamplingProgress) -> None:
    unknown = list(so_far.pool.unknown())
    so_far.asked = len(unknown)
    if VERIFY in so_far.finished:
        return
    batches = islice(questions(unknown), so_far.batches.get(VERIFY, 0), None)
    for held in ordered(verifier, batches, engine):
        state = SamplingState(VERIFY, held=held)
        output.write([], msgspec.msgpack.encode(state))
        so_far.add(state)
    _finish(VERIFY, output, so_far)


def _finish(stage: Stage, output: Resumable, so_far: SamplingProgress) -> None:
    state = SamplingState(f"{stage} {DONE}")
    output.write([], msgspec.msgpack.encode(state))
    so_far.add(state)


def so_far_candidates(so_far: SamplingProgress) -> Callable[[Origin, str], list[SentenceCandidate]]:
    """Candidates of which the word is known to be a word."""

    def candidates(origin: Origin, word: str) -> list[SentenceCandidate]:
        return [
            candidate
            for candidate in so_far.pool.candidates(origin, word)
            if candidate.is_word or (word, candidate.text) in so_far.held
        ]

    return candidates


def items(sampled: Sampled, senses: Mapping[str, int]) -> Iterator[dict[str, object]]:
    """Items for annotation, word by word."""
    for word, n in senses.items():
        for origin, candidate in sampled.draw.sentences[word]:
            source: dict[str, object] = {
                "kind": origin,
                "file": candidate.file,
                "line": candidate.line,
                "offset": candidate.offset,
            }
            if candidate.genre is not None:
                source["genre"] = candidate.genre
            yield _item(word, candidate.text, n, source)
        for example in sampled.extra.get(word, ()):
            yield _item(word, example.text, n, {"kind": "dictionary", "gloss": example.gloss})


def _item(word: str, text: str, senses: int, source: dict[str, object]) -> dict[str, object]:
    digest = hashlib.sha256(f"{word}\0{text}".encode()).hexdigest()[:16]
    return {"id": digest, "text": text, "word": word, "start": text.index(word), "senses": senses, "source": source}


def write_items(output: Resumable, sampled: Sampled, senses: Mapping[str, int]) -> int:
    """JSON lines, and beside them the question lines of wsd/senses (``sentence word``); returns how many."""
    written = list(items(sampled, senses))
    if ITEMS not in sampled.progress.finished:
        encode = msgspec.json.Encoder().encode
        lines = [f"{item['text']} {item['word']}".encode() for item in written]
        state = msgspec.msgpack.encode(SamplingState(f"{ITEMS} {DONE}"))
        output.write([encode(item) for item in written], state, sidecars=[lines])
    return len(written)
