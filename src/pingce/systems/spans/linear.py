"""The linear choice of the odd word, used alone and beside a network."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, cast

from pingce.language.lexicon.load import load_lexicon
from pingce.language.originals import group_items
from pingce.language.text import TaggedText, tag_text
from pingce.spec.values import Reason
from pingce.spec.words import Words
from pingce.systems.interface import Example, Progress
from pingce.systems.learning.gaps import gap_at
from pingce.systems.learning.linear import Loglinear, fit_loglinear, load_loglinear, save_loglinear
from pingce.systems.learning.ngrams import NOTHING, Ngrams, OriginalNgrams, load_ngrams, pieces, train_ngrams
from pingce.systems.learning.replaceable import find_sites
from pingce.systems.learning.replaceable_features import fit_features, site_features

from .odd_words import anchors, candidates, suspicion
from .shape import ReasonShape
from .usage import Use, WordUsage, count_usage, load_usage, save_usage

SUSPECTS, USAGE = "suspects.json", "usage.json"
READING = Words("分词", "reading")


class MarkedText(NamedTuple):
    """A text to learn from."""

    reading: TaggedText
    reasons: tuple[Reason, ...]
    anchors: tuple[tuple[int, ...], ...]
    """By reason."""
    group: int

    @property
    def odd(self) -> frozenset[int]:
        return frozenset(i for words in self.anchors for i in words)


def mark(examples: Sequence[Example], shape: ReasonShape, progress: Progress) -> list[MarkedText]:
    """Training texts with their odd words and roles as words, grouped by original."""
    progress.begin(READING, len(examples))
    marked = []
    for example, group in zip(examples, group_items([example.item for example in examples]), strict=True):
        reading = tag_text(example.item.text)
        reasons = cast("tuple[Reason, ...]", example.answer[shape.field])
        marked.append(MarkedText(reading, reasons, tuple(tuple(anchors(reading, reason)) for reason in reasons), group))
        progress.advance()
    return marked


def usage_of(marked: Sequence[MarkedText]) -> tuple[WordUsage, dict[int, frozenset[Use]]]:
    """Counts over all texts, and what every original contributed to them."""
    return count_usage(
        [text.reading for text in marked], [text.odd for text in marked], [text.group for text in marked]
    )


@dataclass(frozen=True)
class LinearSuspects:
    """How odd every spatial word of a text is, by weights over its surroundings."""

    model: Loglinear
    usage: WordUsage
    ngrams: Ngrams

    def scores(self, reading: TaggedText) -> dict[int, float]:
        """Log-odds of every spatial word."""
        fits = noted(reading, self.ngrams, NOTHING)
        return {
            i: self.model.logit([*suspicion(reading, i, self.usage), *fits.get(i, ())]) for i in candidates(reading)
        }


def noted(reading: TaggedText, ngrams: Ngrams, left_out: OriginalNgrams) -> dict[int, list[str]]:
    """For words that have a replacement group, what judging looks at: the neighbourhood, and how probable the word is
    beside the others of its group.
    """
    sites = find_sites(reading, load_lexicon())
    return {
        site.at: [
            *fit_features("ngram", site, ngrams.fit_without(gap_at(reading.text, site), left_out)),
            *site_features(sites, k),
        ]
        for k, site in enumerate(sites.sites)
    }


def fit_suspects(folder: Path, marked: Sequence[MarkedText], *, strength: float) -> None:
    """Three files; the last one says that all are there, so that a run that was interrupted before begins again."""
    if (folder / SUSPECTS).is_file():
        return
    usage, own = usage_of(marked)
    counted = _originals(marked)
    ngrams = train_ngrams(counted.values(), None)
    rows, labels = [], []
    for text in marked:
        fits = noted(text.reading, ngrams, counted[text.group])
        for i in candidates(text.reading):
            rows.append([*suspicion(text.reading, i, usage, own[text.group]), *fits.get(i, ())])
            labels.append("odd" if i in text.odd else "fine")
    save_usage(folder / USAGE, usage)
    ngrams.save(folder)
    save_loglinear(folder / SUSPECTS, fit_loglinear(rows, labels, strength=strength))


def _originals(marked: Sequence[MarkedText]) -> dict[int, OriginalNgrams]:
    """The n-grams of every original, those that touch an odd word left out."""
    ngrams_of: dict[int, set[str]] = {}
    for text in marked:
        odd = [(text.reading.words[i].start, text.reading.words[i].end) for i in text.odd]
        ngrams_of.setdefault(text.group, set()).update(pieces(text.reading.text, without=odd))
    return {group: OriginalNgrams(frozenset(met)) for group, met in ngrams_of.items()}


def load_suspects(folder: Path) -> LinearSuspects:
    """What ``fit_suspects`` wrote into a model folder."""
    return LinearSuspects(load_loglinear(folder / SUSPECTS), load_usage(folder / USAGE), load_ngrams(folder))
