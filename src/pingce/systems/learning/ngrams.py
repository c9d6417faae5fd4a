"""A character n-gram model of our own, counted on originals rather than sentences.

An n-gram counts once per original, however many sentences were made of it, and what touches a word known to be wrong
does not count. So an original can be taken out of the counts exactly: a training text is never scored by its own
siblings.
"""

import json
import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from pingce.formats.write import write_text
from pingce.spec.errors import UserError, reason
from pingce.spec.words import Words
from pingce.systems.interface import Progress

from .gaps import Fit, Gap
from .replaceable import Reading

ORDER = 4
SMOOTHING = 3.0
"""Weight of the shorter context."""
AHEAD = 3
"""Characters after the word that are scored with it."""
EDGE = "\n"
FILE = "ngrams.json"


def pieces(text: str, *, without: Iterable[tuple[int, int]] = ()) -> set[str]:
    """All n-grams up to the order; none that touches one of the stretches ``without``."""
    padded = EDGE * (ORDER - 1) + text + EDGE
    taboo = {i + ORDER - 1 for start, end in without for i in range(start, end)}
    ngrams = set[str]()
    for i in range(ORDER - 1, len(padded)):
        for n in range(1, ORDER + 1):
            if taboo and not taboo.isdisjoint(range(i - n + 1, i + 1)):
                break
            ngrams.add(padded[i - n + 1 : i + 1])
    return ngrams


class Ngrams:
    """Counts, and probabilities that fall back smoothly on shorter contexts."""

    def __init__(self, counts: Mapping[str, int]) -> None:
        self.counts = counts
        self._after: dict[str, int] = defaultdict(int)
        for piece, count in counts.items():
            self._after[piece[:-1]] += count
        self._vocabulary = sum(len(piece) == 1 for piece in counts) + 1

    def fits(self, gaps: Sequence[Gap], progress: Progress) -> list[Fit]:
        """How well each word of a group stands in each gap; equal gaps are computed once."""
        fit_of: dict[Gap, Fit] = {}
        for gap in gaps:
            if gap not in fit_of:
                fit_of[gap] = self.fit(gap)
        return [fit_of[gap] for gap in gaps]

    def fit(self, gap: Gap) -> Fit:
        """The same for one gap."""
        return self._fit(gap, NOTHING)

    def fit_without(self, gap: Gap, left_out: "OriginalNgrams") -> Fit:
        """As if one original had not been counted."""
        return self._fit(gap, left_out)

    def _fit(self, gap: Gap, left_out: "OriginalNgrams") -> Fit:
        before = (EDGE * (ORDER - 1) + gap.left)[-(ORDER - 1) :]
        after = (gap.right + EDGE)[:AHEAD]
        words = [self._text(before, word, left_out) for word in gap.words]
        wholes = [
            value + self._text((before + word)[-(ORDER - 1) :], after, left_out)
            for word, value in zip(gap.words, words, strict=True)
        ]
        return Fit(tuple(words), tuple(wholes))

    def _text(self, before: str, text: str, left_out: "OriginalNgrams") -> float:
        total, context = 0.0, before
        for character in text:
            total += math.log(self._share(context, character, left_out))
            context = (context + character)[-(ORDER - 1) :]
        return total

    def _share(self, context: str, character: str, left_out: "OriginalNgrams") -> float:
        share = 1 / self._vocabulary
        for start in range(len(context), -1, -1):
            history = context[start:]
            after = self._after.get(history, 0) - left_out.after.get(history, 0)
            if after <= 0:
                break
            piece = history + character
            count = self.counts.get(piece, 0) - (piece in left_out.pieces)
            share = (count + SMOOTHING * share) / (after + SMOOTHING)
        return share

    def save(self, folder: Path) -> None:
        write_text(folder / FILE, json.dumps(self.counts, ensure_ascii=False, sort_keys=True))


class OriginalNgrams:
    """What one original added to the counts."""

    def __init__(self, pieces: frozenset[str]) -> None:
        self.pieces = pieces
        self.after = Counter(piece[:-1] for piece in pieces)


NOTHING = OriginalNgrams(frozenset())


def load_ngrams(folder: Path) -> Ngrams:
    """The counts of a model folder."""
    return Ngrams(json.loads((folder / FILE).read_text(encoding="utf-8")))


def count_originals(
    readings: Sequence[Reading], wrong: Sequence[Sequence[bool] | None], originals: Sequence[int]
) -> dict[int, OriginalNgrams]:
    """The n-grams of every original; a text that is wrong nobody knows where tells nothing."""
    ngrams_of: dict[int, set[str]] = defaultdict(set)
    for reading, marks, original in zip(readings, wrong, originals, strict=True):
        if marks is not None:
            stretches = [(site.start, site.end) for site, bad in zip(reading.sites, marks, strict=True) if bad]
            ngrams_of[original] |= pieces(reading.text, without=stretches)
    return {original: OriginalNgrams(frozenset(met)) for original, met in ngrams_of.items()}


def train_ngrams(counted: Iterable[OriginalNgrams], corpus: Path | None) -> Ngrams:
    """The training originals, and any further texts, one per line."""
    counts = Counter[str]()
    for original in counted:
        counts.update(original.pieces)
    for line in _lines(corpus) if corpus is not None else ():
        counts.update(pieces(line))
    return Ngrams(counts)


def _lines(corpus: Path) -> Iterator[str]:
    try:
        with corpus.open(encoding="utf-8") as file:
            yield from (line.strip() for line in file if line.strip())
    except (OSError, UnicodeDecodeError) as problem:
        why = reason(problem) if isinstance(problem, OSError) else Words("不是 UTF-8", "it is not UTF-8")
        raise UserError(
            Words(f"无法读取语料 {corpus}：{why.zh}。", f"Cannot read the corpus {corpus}: {why.en}."),
            hint=Words("corpus 是每行一段的纯文本。", "corpus is plain text, a passage per line."),
            code="cannot-read",
        ) from problem
