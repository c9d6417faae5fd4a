"""Gaps of a text, and how probable each word of a group is there, whichever language model is asked.

A gap is a place where a word of a group stands; n-grams and language models both answer how well each word of the group
would fit there, through one protocol.
"""

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple, Protocol

from pingce.formats.write import write_text
from pingce.systems.interface import Progress

from .replaceable import Reading, Site

LEFT, RIGHT = 20, 6
"""Characters a language model sees to either side; what decides about a localizer stands close to it."""
PART = 500
"""Gaps between two notes of a run that may be interrupted."""


class Gap(NamedTuple):
    """A gap and the words that could fill it; equal for all texts that differ only in the word itself."""

    left: str
    right: str
    words: tuple[str, ...]


class Fit(NamedTuple):
    """Log-probabilities, one per word of the gap."""

    word: tuple[float, ...]
    """Of the word after what stands to its left."""
    whole: tuple[float, ...]
    """Of the word and what follows it."""


class GapScorer(Protocol):
    """A language model."""

    def fits(self, gaps: Sequence[Gap], progress: Progress) -> list[Fit]: ...

    def save(self, folder: Path) -> None: ...


def gap_at(text: str, site: Site) -> Gap:
    """The gap where a site stands, with as much of the text as a scorer may see."""
    return Gap(text[max(0, site.start - LEFT) : site.start], text[site.end : site.end + RIGHT], site.group.words)


def find_gaps(readings: Sequence[Reading]) -> list[Gap]:
    """The gaps of all sites of all texts, in order."""
    return [gap_at(reading.text, site) for reading in readings for site in reading.sites]


def margin(values: Sequence[float], at: int) -> float:
    """How much better the word is than the best of the others; below zero another word fits better."""
    return values[at] - max(value for i, value in enumerate(values) if i != at)


def chunks(gaps: Sequence[Gap], size: int) -> list[Sequence[Gap]]:
    """Batches for a scorer."""
    return [gaps[start : start + size] for start in range(0, len(gaps), size)]


def noted_fits(scorer: GapScorer, gaps: Sequence[Gap], folder: Path, progress: Progress) -> list[Fit]:
    """The same, but what has been computed is written down and not computed again, in this run or in another.

    A folder of notes belongs to one model; they say which gap they are about and nothing else.
    """
    fit_of = _notes(folder)
    missing = sorted({gap for gap in gaps if gap not in fit_of})
    for chunk in chunks(missing, PART):
        fits = scorer.fits(chunk, progress)
        note = json.dumps(list(zip(chunk, fits, strict=True)), ensure_ascii=False)
        write_text(folder / f"fits-{hashlib.sha256(note.encode()).hexdigest()[:16]}.json", note)
        fit_of.update(zip(chunk, fits, strict=True))
    return [fit_of[gap] for gap in gaps]


def _notes(folder: Path) -> dict[Gap, Fit]:
    return {
        Gap(left, right, tuple(words)): Fit(tuple(word), tuple(whole))
        for path in sorted(folder.glob("fits-*.json"))
        for (left, right, words), (word, whole) in json.loads(path.read_text(encoding="utf-8"))
    }
