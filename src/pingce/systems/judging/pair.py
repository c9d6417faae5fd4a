"""Does the reason hold? HashedLogistic regression over what the reason quotes and how it stands in the text.

The text is known to be wrong, so the question is whether the reason names the word that is: how probable the quoted
spatial words are beside the others of their group, compared with all sites of the text.
"""

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from pingce.formats.senses import Inventory
from pingce.spec.task import TaskSpec
from pingce.spec.values import Item
from pingce.systems.interface import Prediction, Progress, Training
from pingce.systems.learning.gaps import Fit, find_gaps, margin
from pingce.systems.learning.linear import HashedLogistic, fit_hashed, hashed, load_hashed
from pingce.systems.learning.ngrams import Ngrams, load_ngrams
from pingce.systems.learning.replaceable import Reader, Reading, read_items
from pingce.systems.learning.replaceable_features import fit_features, site_features

from .linear import LinearSettings, count_and_fit, split
from .prediction import judged, says_yes
from .word_labels import label_words, load_groups, save_groups

QUOTED = re.compile("“([^”]*)”")
KINDS = (("不宜搭配", "A"), ("语义冲突", "B"), ("信息冲突", "C"), ("不符合常识", "D"))
"""By the words of the template; the first that occurs."""


class ReasonParts(NamedTuple):
    """A reason taken apart."""

    kind: str
    """Of the template, "" for free words."""
    quotes: tuple[str, ...]
    rest: str
    """What is said in words of one's own, after the colon."""


def take_apart(reason: str) -> ReasonParts:
    """A reason by the words of the template it follows."""
    kind = next((kind for words, kind in KINDS if words in reason), "")
    return ReasonParts(kind, tuple(QUOTED.findall(reason)), reason.partition("：")[2])


def nearest(text: str, quotes: tuple[str, ...]) -> list[int]:
    """Where each quotation stands, −1 if it does not; of several places those next to the first quotation's first."""
    starts: list[int] = []
    for quote in quotes:
        places = [match.start() for match in re.finditer(re.escape(quote), text)] if quote else []
        anchor = starts[0] if starts and starts[0] >= 0 else 0
        starts.append(min(places, key=lambda start: abs(start - anchor), default=-1))
    return starts


WEIGHTS = "reasons.npz"
STEPS = (0, 2, 5, 10, 20, 40, 80)
"""Distances in characters."""
PAUSES = frozenset("，。；！？：")


@dataclass(frozen=True)
class PairSettings(LinearSettings):
    """As for whole texts; ``normal_share`` is the share of reasons expected to hold."""

    strength: float = 0.3


@dataclass(frozen=True)
class PairModel:
    """Log-odds that the reason holds."""

    field: str
    settings: PairSettings
    groups: frozenset[str]
    ngrams: Ngrams
    weights: HashedLogistic
    reader: Reader

    def predict(self, items: Sequence[Item], progress: Progress) -> list[Prediction]:
        readings = read_items(self.reader, items, self.groups, progress)
        fits = split(self.ngrams.fits(find_gaps(readings), progress), readings)
        rows = [
            pair_features(reading, reason_of(item), fitting)
            for item, reading, fitting in zip(items, readings, fits, strict=True)
        ]
        shift = math.log(self.settings.normal_share / (1 - self.settings.normal_share))
        odds = self.weights.log_odds(hashed(rows)).tolist() if rows else []
        return [judged(self.field, value + shift) for value in odds]


class ReasonPair:
    """For tasks with a text and a reason."""

    Settings = PairSettings

    def train(self, training: Training) -> None:
        settings: PairSettings = training.settings
        items = [example.item for example in training.train]
        labels = label_words(items, [False] * len(items), Reader(), training.progress)
        ngrams, scored = count_and_fit(labels, settings.corpus)
        fits = split(scored, labels.readings)
        rows = [
            pair_features(reading, reason_of(item), fitting)
            for item, reading, fitting in zip(items, labels.readings, fits, strict=True)
        ]
        holds = says_yes(training.train, reason_field(training.task))
        fit_hashed(hashed(rows), holds, strength=settings.strength).save(training.folder / WEIGHTS)
        save_groups(training.folder, labels.groups)
        ngrams.save(training.folder)

    def load(self, folder: Path, task: TaskSpec, settings: PairSettings, inventory: Inventory | None) -> PairModel:
        return PairModel(
            field=reason_field(task),
            settings=settings,
            groups=load_groups(folder),
            ngrams=load_ngrams(folder),
            weights=load_hashed(folder / WEIGHTS),
            reader=Reader(),
        )


def reason_field(task: TaskSpec) -> str:
    """The last field is about the reason."""
    return task.public_answer[-1].name


def reason_of(item: Item) -> str:
    """The text after the first."""
    return list(item.texts.values())[1]


def pair_features(reading: Reading, reason: str, fits: Sequence[Fit]) -> list[str]:
    """What speaks for a reason: its kind, its quotes, and how odd the quoted words are in the text."""
    parts = take_apart(reason)
    starts = nearest(reading.text, parts.quotes)
    features = [f"kind={parts.kind}"]
    features += _quotes(parts)
    features += _distance(reading.text, parts, starts)
    margins = [
        margin(fit.whole, site.group.words.index(site.word)) for site, fit in zip(reading.sites, fits, strict=True)
    ]
    for number, (quote, start) in enumerate(zip(parts.quotes, starts, strict=True)):
        features += _quoted_sites(reading, fits, margins, f"{parts.kind}{number}", start, start + len(quote))
    covered = _covered(reading, parts, starts)
    features.append(f"covers={parts.kind}|{len(covered)}")
    if margins:
        oddest = min(range(len(margins)), key=lambda i: margins[i])
        features.append(f"oddest={parts.kind}|{oddest in covered}")
    return features


def _quotes(parts: ReasonParts) -> Iterator[str]:
    """The expressions themselves, their ends, and what is said about them."""
    kind = parts.kind
    for number, quote in enumerate(parts.quotes):
        yield f"q{number}={kind}|{quote}"
        yield f"first{number}={kind}|{quote[:1]}"
        yield f"last{number}={kind}|{quote[-1:]}"
        yield f"length{number}={kind}|{min(len(quote), 12)}"
        for i in range(len(quote) - 1):
            yield f"in{number}={kind}|{quote[i : i + 2]}"
    yield f"ends={kind}|{'|'.join(quote[-1:] for quote in parts.quotes)}"
    yield f"all={kind}|{'|'.join(parts.quotes)}"
    yield f"said={kind}|{min(len(parts.rest) // 4, 8)}"
    for i in range(len(parts.rest) - 1):
        yield f"said={parts.rest[i : i + 2]}"


def _distance(text: str, parts: ReasonParts, starts: Sequence[int]) -> Iterator[str]:
    """How far apart the first two quotations are, which comes first, and whether a pause lies between them."""
    if len(starts) < 2 or min(starts[:2]) < 0:
        yield f"apart={parts.kind}|{len(starts)}|missing"
        return
    (low, quote), (high, _) = sorted(zip(starts[:2], parts.quotes[:2], strict=True))
    gap = high - low - len(quote)
    step = sum(gap > limit for limit in STEPS)
    pauses = sum(character in PAUSES for character in text[low + len(quote) : high])
    yield f"apart={parts.kind}|{step}"
    yield f"order={parts.kind}|{starts[0] < starts[1]}|{gap < 0}"
    yield f"pauses={parts.kind}|{min(pauses, 3)}"


def _quoted_sites(
    reading: Reading, fits: Sequence[Fit], margins: Sequence[float], name: str, start: int, end: int
) -> Iterator[str]:
    for at, site in enumerate(reading.sites):
        if start <= site.start < end:
            rank = sum(other < margins[at] for other in margins)
            yield f"rank={name}|{min(rank, 4)}"
            yield f"word={name}|{site.word}"
            yield from (f"{name} {feature}" for feature in fit_features("ngram", site, fits[at]))
            yield from (f"{name[0]} {feature}" for feature in site_features(reading, at))


def _covered(reading: Reading, parts: ReasonParts, starts: Sequence[int]) -> set[int]:
    return {
        at
        for at, site in enumerate(reading.sites)
        if any(start <= site.start < start + len(q) for q, start in zip(parts.quotes, starts, strict=True))
    }
