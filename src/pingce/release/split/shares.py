"""What a split achieved: items of each part, over all and by label, genre …"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ..inputs import Decided
from .run import PARTS, Split
from .strata import Stratum, strata_of


class Achieved(NamedTuple):
    """The items of one stratum in each part."""

    stratum: Stratum
    counts: tuple[int, ...]

    @property
    def by_part(self) -> dict[str, int]:
        return dict(zip(PARTS, self.counts, strict=True))

    @property
    def shares(self) -> tuple[float, ...]:
        return tuple(count / sum(self.counts) for count in self.counts)


def achieved(decided: Sequence[Decided], done: Split) -> list[Achieved]:
    """Subtask by subtask: all items, then labels and other strata, the frequent ones first."""
    counts: dict[Stratum, list[int]] = {}
    for i, (own, part) in enumerate(zip(strata_of(decided, done.settings.strata), done.parts, strict=True)):
        for stratum in own if i not in done.left_out else ():
            counts.setdefault(stratum, [0] * len(PARTS))[PARTS.index(part)] += 1
    kinds = {kind: i for i, kind in enumerate(("", "label", *done.settings.strata))}
    order = sorted(counts, key=lambda s: (s.task, kinds[s.kind], -sum(counts[s]), s.value))
    return [Achieved(stratum, tuple(counts[stratum])) for stratum in order]


def group_sizes(done: Split) -> Mapping[str, tuple[int, int]]:
    """Groups of each part and the items of its largest."""
    sizes: dict[int, int] = {}
    part_of: dict[int, str] = {}
    for number, part in zip(done.groups, done.parts, strict=True):
        sizes[number] = sizes.get(number, 0) + 1
        part_of[number] = part
    return {
        part: (len(own), max(own, default=0))
        for part in PARTS
        for own in [[size for number, size in sizes.items() if part_of[number] == part]]
    }
