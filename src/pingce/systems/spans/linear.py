"""The linear choice of the odd word, used alone and beside a network."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, cast

from pingce.language.originals import group_items
from pingce.spec.values import Reason
from pingce.spec.words import Words
from pingce.systems.interface import Example, Watch
from pingce.systems.sequences.loglinear import Loglinear, fit_loglinear, load_loglinear, save_loglinear
from pingce.systems.sequences.reading import Reading, read

from .shape import ReasonShape
from .suspects import anchors, candidates, suspicion
from .usage import Usage, Use, count_usage, load_usage, save_usage

SUSPECTS, USAGE = "suspects.json", "usage.json"
READING = Words("分词", "reading")


class Marked(NamedTuple):
    """A text to learn from."""

    reading: Reading
    reasons: tuple[Reason, ...]
    anchors: tuple[tuple[int, ...], ...]
    """By reason."""
    group: int

    @property
    def odd(self) -> frozenset[int]:
        return frozenset(i for found in self.anchors for i in found)


def mark(examples: Sequence[Example], shape: ReasonShape, watch: Watch) -> list[Marked]:
    watch.begin(READING, len(examples))
    marked = []
    for example, group in zip(examples, group_items([example.item for example in examples]), strict=True):
        reading = read(example.item.text)
        reasons = cast("tuple[Reason, ...]", example.answer[shape.field])
        marked.append(Marked(reading, reasons, tuple(tuple(anchors(reading, reason)) for reason in reasons), group))
        watch.advance()
    return marked


def usage_of(marked: Sequence[Marked]) -> tuple[Usage, dict[int, frozenset[Use]]]:
    """Counts over all texts, and what every original contributed to them."""
    return count_usage([one.reading for one in marked], [one.odd for one in marked], [one.group for one in marked])


@dataclass(frozen=True)
class LinearSuspects:
    model: Loglinear
    usage: Usage

    def scores(self, reading: Reading) -> dict[int, float]:
        """Log-odds of every spatial word."""
        return {i: self.model.logit(suspicion(reading, i, self.usage)) for i in candidates(reading)}


def fit_suspects(folder: Path, marked: Sequence[Marked], *, strength: float) -> None:
    """Two files; the second is written last, so that a run that was interrupted before begins again."""
    if (folder / SUSPECTS).is_file():
        return
    usage, own = usage_of(marked)
    rows, labels = [], []
    for one in marked:
        for i in candidates(one.reading):
            rows.append(suspicion(one.reading, i, usage, own[one.group]))
            labels.append("odd" if i in one.odd else "fine")
    save_usage(folder / USAGE, usage)
    save_loglinear(folder / SUSPECTS, fit_loglinear(rows, labels, strength=strength))


def load_suspects(folder: Path) -> LinearSuspects:
    return LinearSuspects(load_loglinear(folder / SUSPECTS), load_usage(folder / USAGE))
