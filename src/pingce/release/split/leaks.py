"""What a split cannot keep apart, said before anybody publishes it.

Near-identical texts in two parts remain only where items state different originals. Texts that two subtasks ask stay
in one part, but there one subtask may tell the answer of the other; such items can be left out, or it has to be known.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..inputs import Decided
from .run import Part, Split
from .shared import asked_elsewhere
from .strata import label


class NearLeak(NamedTuple):
    """Nearly the same text in two parts."""

    similarity: float
    one: str
    part: Part
    other: str
    other_part: Part


class SharedTexts(NamedTuple):
    """Items of a judging subtask whose text another subtask asks in the same part, which is held back."""

    part: Part
    task: str
    other: str
    labels: dict[str, int]

    @property
    def items(self) -> int:
        return sum(self.labels.values())

    @property
    def telling(self) -> float:
        """How often the most frequent label is right: 1.0 means that the other subtask tells the answer."""
        return max(self.labels.values()) / self.items


class Leaks(NamedTuple):
    near: list[NearLeak]
    shared: list[SharedTexts]


def leaks(decided: Sequence[Decided], done: Split) -> Leaks:
    return Leaks(list(_near(decided, done)), _shared(decided, done))


def _near(decided: Sequence[Decided], done: Split) -> Iterator[NearLeak]:
    for i, j, similarity in done.near:
        if done.parts[i] != done.parts[j]:
            names = [f"{decided[k].task.id} {decided[k].item.id}" for k in (i, j)]
            yield NearLeak(round(similarity, 4), names[0], done.parts[i], names[1], done.parts[j])


def _shared(decided: Sequence[Decided], done: Split) -> list[SharedTexts]:
    counts: dict[tuple[Part, str, str], Counter[str]] = {}
    for i, others in asked_elsewhere(decided).items():
        if done.parts[i] == "train" or i in done.left_out:
            continue
        for other in others:
            counts.setdefault((done.parts[i], decided[i].task.id, other), Counter())[label(decided[i])] += 1
    return [SharedTexts(*key, dict(sorted(counts[key].items()))) for key in sorted(counts)]
