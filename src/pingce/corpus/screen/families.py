"""Near-duplicates of a corpus that is screened in partitions: which passages stay, found by all machines together.

Passages with an equal band (duplicates.py) form groups; passages in no group stay. In each round the first undecided
passage of all its groups stays, and what is like it in one of them goes. So a passage goes exactly if an earlier one
that stays is like it, as in one process that sees all passages in order, and the partitions make no difference. Each
group is compared with those of its passages that stay, however many it has.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from .duplicates import BLOCK, band_keys, rows_per_band
from .signatures import PERMUTATIONS, SIGNATURE_BYTES

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.int64]

UNDECIDED, STAYS, FIRST, GOES = range(4)
"""What is known of a passage; ``FIRST``: it stays, and nobody has been compared with it yet."""


class KeyFile:
    """The band keys of a partition in order, and the passage of each, as two files."""

    def __init__(self, folder: Path) -> None:
        self._keys, self._rows = folder / "keys", folder / "key-rows"

    def write(self, signatures: Path, similarity: float) -> None:
        import numpy as np

        raw = np.fromfile(signatures, dtype="<u2").reshape(-1, PERMUTATIONS)
        keys = band_keys(raw, rows_per_band(similarity))
        order = np.argsort(keys.ravel(), kind="stable")
        keys.ravel()[order].astype("<u8").tofile(self._keys)
        (order // keys.shape[1]).astype("<u4").tofile(self._rows)

    def read(self, first: int, last: int) -> "tuple[NDArray[np.uint64], Numbers]":
        """Those from ``first`` to ``last``, which are all of their groups that this partition has."""
        import numpy as np

        if not self._keys.stat().st_size:
            return np.empty(0, dtype=np.uint64), np.empty(0, dtype=np.int64)
        keys = np.memmap(self._keys, dtype="<u8", mode="r")
        some = slice(np.searchsorted(keys, np.uint64(first)), np.searchsorted(keys, np.uint64(last), "right"))
        rows = np.memmap(self._rows, dtype="<u4", mode="r")[some]
        return np.array(keys[some]), rows.astype(np.int64)


class KeyShare(NamedTuple):
    """One of ``of`` equal shares of all keys."""

    number: int
    of: int

    @property
    def first(self) -> int:
        return (self.number << 64) // self.of

    @property
    def last(self) -> int:
        return ((self.number + 1 << 64) // self.of) - 1


class Groups(NamedTuple):
    """Passages with an equal band: the group of each place, the passage there, and its signature; groups in order."""

    group: "Numbers"
    passage: "Numbers"
    signature: "NDArray[np.uint16]"


class Meeting(NamedTuple):
    """Passages that are like one that stays, and how many of the values of their signatures are equal."""

    passage: "Numbers"
    stays: "Numbers"
    equal: "NDArray[np.uint8]"


def find_groups(partitions: Sequence[Path], starts: Sequence[int], share: KeyShare) -> Groups:
    """The groups of a share of the keys, of passages of all partitions; ``starts``: the number of each one's first."""
    import numpy as np

    read = [KeyFile(folder).read(share.first, share.last) for folder in partitions]
    keys = np.concatenate([keys for keys, _ in read])
    passages = np.concatenate([rows + start for (_, rows), start in zip(read, starts, strict=True)])
    order = np.argsort(keys, kind="stable")  # partitions are in order: so are the passages of a group
    keys = keys[order]
    same = keys[1:] == keys[:-1]
    several = np.concatenate([[False], same]) | np.concatenate([same, [False]])
    keys, passages = keys[several], passages[order][several]
    begins = np.concatenate([np.ones(min(1, len(keys)), dtype=bool), keys[1:] != keys[:-1]])
    return Groups(np.cumsum(begins) - 1, passages, _signatures(partitions, starts, passages))


def _signatures(partitions: Sequence[Path], starts: Sequence[int], passages: "Numbers") -> "NDArray[np.uint16]":
    import numpy as np

    signatures = np.empty((len(passages), PERMUTATIONS), dtype="<u2")
    where = np.searchsorted(np.asarray(starts), passages, "right") - 1
    for i, folder in enumerate(partitions):
        mine = np.flatnonzero(where == i)
        if len(mine):
            stored = np.memmap(folder / "signatures", dtype="<u2", mode="r").reshape(-1, PERMUTATIONS)
            signatures[mine] = stored[passages[mine] - starts[i]]
    return signatures


def not_first(groups: Groups, known: "NDArray[np.uint8]") -> "Numbers":
    """Undecided passages that come after another undecided one in a group."""
    import numpy as np

    places = np.flatnonzero(known[groups.passage] == UNDECIDED)
    later = np.flatnonzero(groups.group[places][1:] == groups.group[places][:-1]) + 1
    return np.unique(groups.passage[places[later]])


def meetings(groups: Groups, known: "NDArray[np.uint8]", similarity: float) -> Meeting:
    """All that come after a ``FIRST`` in a group and are like it."""
    import numpy as np

    if not len(groups.group):
        return Meeting(groups.passage, groups.passage, np.empty(0, dtype=np.uint8))
    places = np.flatnonzero(known[groups.passage] == FIRST)
    first = np.full(groups.group[-1] + 1, len(groups.group))
    first[groups.group[places]] = places
    later = np.flatnonzero(np.arange(len(groups.group)) > first[groups.group])
    parts = []
    for start in range(0, len(later), BLOCK):
        some = later[start : start + BLOCK]
        equal = (groups.signature[some] == groups.signature[first[groups.group[some]]]).sum(axis=1)
        near = equal / PERMUTATIONS >= similarity
        parts.append((some[near], equal[near]))
    alike = np.concatenate([np.empty(0, dtype=np.int64), *(places for places, _ in parts)])
    equal = np.concatenate([np.empty(0, dtype=np.int64), *(equal for _, equal in parts)])
    return Meeting(groups.passage[alike], groups.passage[first[groups.group[alike]]], equal.astype(np.uint8))


class Verdicts:
    """What is known of every passage, in files that all machines read: ten bytes for each."""

    def __init__(self, folder: Path, passages: int, *, new: bool = False) -> None:
        import numpy as np

        if new:
            for name, size in (("known", 1), ("equal", 1), ("like", 8)):
                with (folder / name).open("wb") as file:
                    file.truncate(max(1, passages) * size)
        mode: Any = "r+" if new else "r"
        self._files = [
            np.memmap(folder / name, dtype=kind, mode=mode)
            for name, kind in (("known", np.uint8), ("equal", np.uint8), ("like", np.int64))
        ]
        self.known, self.equal, self.like = (file[:passages] for file in self._files)
        """Of a passage that goes: ``like`` is the one that stays and is most like it, of equals the first; ``equal``,
        how many values their signatures have in common."""

    def flush(self) -> None:
        """So that other machines see it."""
        for file in self._files:
            file.flush()

    def meet(self, met: Meeting) -> None:
        import numpy as np

        order = np.lexsort((met.stays, -met.equal.astype(np.int64), met.passage))
        passage, stays, equal = met.passage[order], met.stays[order], met.equal[order]
        best = np.concatenate([np.ones(min(1, len(passage)), dtype=bool), passage[1:] != passage[:-1]])
        passage, stays, equal = passage[best], stays[best], equal[best]
        known, before = self.known[passage], self.equal[passage]
        better = (known != GOES) | (equal > before) | ((equal == before) & (stays < self.like[passage]))
        self.known[passage] = GOES
        self.equal[passage[better]], self.like[passage[better]] = equal[better], stays[better]


@dataclass(frozen=True)
class GroupWork:
    """Find the groups of a share of the keys and keep them beside the partitions; done shares are left alone."""

    folder: Path
    partitions: tuple[Path, ...]
    starts: tuple[int, ...]

    def open(self) -> None: ...

    def do(self, state: None, share: KeyShare) -> "Numbers":  # noqa: ARG002 (there is none)
        """The passages in groups, each once."""
        import numpy as np

        groups = find_groups(self.partitions, self.starts, share)
        for name, values in groups._asdict().items():
            np.save(self.folder / f"{name}-{share.number}.npy", values)
        return np.unique(groups.passage)


@dataclass(frozen=True)
class LaterWork:
    """The first half of a round for the groups of a share: who is not the first undecided one."""

    folder: Path
    passages: int

    def open(self) -> None: ...

    def do(self, state: None, share: KeyShare) -> "Numbers":  # noqa: ARG002 (there is none)
        return not_first(_stored(self.folder, share), Verdicts(self.folder, self.passages).known)


@dataclass(frozen=True)
class MeetingWork:
    """The second half: who is like the first one."""

    folder: Path
    passages: int
    similarity: float

    def open(self) -> None: ...

    def do(self, state: None, share: KeyShare) -> Meeting:  # noqa: ARG002 (there is none)
        return meetings(_stored(self.folder, share), Verdicts(self.folder, self.passages).known, self.similarity)


def _stored(folder: Path, share: KeyShare) -> Groups:
    import numpy as np

    return Groups(*(np.load(folder / f"{name}-{share.number}.npy", mmap_mode="r") for name in Groups._fields))


def signature_count(folder: Path) -> int:
    """How many passages of a partition are left to be decided about."""
    return (folder / "signatures").stat().st_size // SIGNATURE_BYTES
