"""Which items stand or fall together, so that intervals respect it.

Seven sentences made from one original are not seven independent items: a system that misreads the original gets them
all wrong. Resampling items one by one makes intervals too narrow; whole clusters are drawn instead.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from pingce.spec.measure import Case
from pingce.spec.task import TaskSpec
from pingce.spec.values import Item

ClusterKind = Literal["original", "word", "text"]
Resample = Literal["clusters", "items"]
RESAMPLE_WAYS: tuple[Resample, ...] = get_args(Resample)


@dataclass(frozen=True)
class Clusters:
    """The cluster of every item, numbered from 0, and what its items have in common."""

    kind: ClusterKind
    numbers: Sequence[int]

    @property
    def count(self) -> int:
        return max(self.numbers) + 1


def find_clusters(task: TaskSpec, cases: Sequence[Case]) -> Clusters | None:
    """The clusters of the items of cases: :func:`item_clusters`."""
    return item_clusters([case.item for case in cases], has_senses=task.has_senses)


def item_clusters(items: Sequence[Item], *, has_senses: bool = False) -> Clusters | None:
    """By the original that items state, else by the target word, else by the text; None where nothing is shared.

    Nor where everything is: of a single cluster nobody can say how another would have come out. Twins in another
    language are items of another subtask; where one file holds both, as generated sets do, they state one original.
    """
    originals = [item.stated_original for item in items]
    if any(original is not None for original in originals):
        keys = [f"o{original}" if original is not None else f"i{i}" for i, original in enumerate(originals)]
        return _numbered("original", keys)
    if has_senses:
        return _numbered("word", [item.texts.get("word", f"\0{i}") for i, item in enumerate(items)])
    return _numbered("text", [item.text or f"\0{i}" for i, item in enumerate(items)])


def _numbered(kind: ClusterKind, keys: Sequence[str]) -> Clusters | None:
    numbers: dict[str, int] = {}
    listed = [numbers.setdefault(key, len(numbers)) for key in keys]
    return Clusters(kind, listed) if 1 < len(numbers) < len(keys) else None
