"""What a split achieved, and what it cannot keep apart: said before anybody publishes it.

Near-identical texts in two parts remain only where items state different originals. Texts that two subtasks ask stay
in one part, but there one subtask may tell the answer of the other; such items can be left out, or it has to be known.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from ..inputs import Decided
from .run import SPLIT_NAMES, Split, SplitName
from .shared import asked_elsewhere
from .strata import Stratum, label, strata_of


class Achieved(NamedTuple):
    """The items of one stratum in each part."""

    stratum: Stratum
    counts: tuple[int, ...]

    @property
    def by_part(self) -> dict[str, int]:
        return dict(zip(SPLIT_NAMES, self.counts, strict=True))

    @property
    def shares(self) -> tuple[float, ...]:
        return tuple(count / sum(self.counts) for count in self.counts)


def achieved(decided: Sequence[Decided], done: Split) -> list[Achieved]:
    """Subtask by subtask: all items, then labels and other strata, the frequent ones first."""
    counts: dict[Stratum, list[int]] = {}
    for i, (own, split) in enumerate(zip(strata_of(decided, done.settings.strata), done.parts, strict=True)):
        for stratum in own if i not in done.left_out else ():
            counts.setdefault(stratum, [0] * len(SPLIT_NAMES))[SPLIT_NAMES.index(split)] += 1
    kinds = {kind: i for i, kind in enumerate(("", "label", *done.settings.strata))}
    order = sorted(counts, key=lambda s: (s.task, kinds[s.kind], -sum(counts[s]), s.value))
    return [Achieved(stratum, tuple(counts[stratum])) for stratum in order]


def group_sizes(done: Split) -> Mapping[str, tuple[int, int]]:
    """Groups of each part and the items of its largest."""
    sizes: dict[int, int] = {}
    part_of: dict[int, str] = {}
    for number, split in zip(done.groups, done.parts, strict=True):
        sizes[number] = sizes.get(number, 0) + 1
        part_of[number] = split
    return {
        split: (len(own), max(own, default=0))
        for split in SPLIT_NAMES
        for own in [[size for number, size in sizes.items() if part_of[number] == split]]
    }


class GroupedBy(NamedTuple):
    """By what items were put together: how many state their original, and where."""

    provenance: int
    stated: int
    text: int


def grouped_by(decided: Sequence[Decided]) -> GroupedBy:
    """How many items were grouped by the original their provenance states, by one that was found, or by their text."""
    provenance = sum(entry.origin is not None and entry.origin.original is not None for entry in decided)
    text = sum(entry.original is None for entry in decided)
    return GroupedBy(provenance, len(decided) - provenance - text, text)


class NearLeak(NamedTuple):
    """Nearly the same text in two parts."""

    similarity: float
    item: str
    part: SplitName
    other: str
    other_part: SplitName


class SharedTexts(NamedTuple):
    """Items of a judging subtask whose text another subtask asks in the same part, which is held back."""

    part: SplitName
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


class SplitLeaks(NamedTuple):
    """What stands in two parts of a split all the same: nearly identical items, and texts that subtasks share."""

    near: list[NearLeak]
    shared: list[SharedTexts]


def leaks(decided: Sequence[Decided], done: Split) -> SplitLeaks:
    return SplitLeaks(list(_near(decided, done)), _shared(decided, done))


def _near(decided: Sequence[Decided], done: Split) -> Iterator[NearLeak]:
    for i, j, similarity in done.near:
        if done.parts[i] != done.parts[j]:
            names = [f"{decided[k].task.id} {decided[k].item.id}" for k in (i, j)]
            yield NearLeak(round(similarity, 4), names[0], done.parts[i], names[1], done.parts[j])


def _shared(decided: Sequence[Decided], done: Split) -> list[SharedTexts]:
    counts: dict[tuple[SplitName, str, str], Counter[str]] = {}
    for i, others in asked_elsewhere(decided).items():
        if done.parts[i] == "train" or i in done.left_out:
            continue
        for other in others:
            counts.setdefault((done.parts[i], decided[i].task.id, other), Counter())[label(decided[i])] += 1
    return [SharedTexts(*key, dict(sorted(counts[key].items()))) for key in sorted(counts)]
