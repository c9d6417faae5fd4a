"""Band keys of millions of passages, most of them on disk.

Young keys are in memory; from time to time they go to disk as one run in order, and runs of about the same size are
merged. In memory stays of each run what says nearly always whether a key is in it (a Bloom filter of two bytes per
key), and every 256th key, which says where to read. The files have no name and are gone with the process.
"""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Keys = NDArray[np.uint64]
    Numbers = NDArray[np.uint32]
    Places = NDArray[np.intp]

IN_MEMORY = 1 << 22
"""Keys that are held before they go to disk: 48 MB."""
SLOTS = 1 << 25
"""Of the sieve for keys in memory: one byte each, and only those in use take memory."""
WAYS = 8
"""Runs of about the same size that are merged together."""
PAGE = 256
"""Keys that are read at once."""
CHUNK = PAGE << 9
"""Keys of each run that are in memory while runs are merged."""
LINE, PROBES, PER_KEY = 512, 4, 16
"""Bits of a line of the filter, those asked for a key, all of them in one line, and bits there are for each key."""


class KeyRun(NamedTuple):
    """Keys in order and the passages they belong to; ``level`` says how often they have been merged."""

    keys: "Keys"
    numbers: "Numbers"
    level: int


class KeyTable:
    """Which passages have a key; ``folder`` is where there is room for those that do not stay in memory."""

    def __init__(self, folder: Path | None = None, *, in_memory: int = IN_MEMORY) -> None:
        import numpy as np

        self._folder = folder
        self._in_memory = in_memory
        self._sieve = np.zeros(SLOTS, dtype=np.bool_)
        self._young: list[KeyRun] = []
        self._held = 0
        self._stored: list[StoredRun] = []

    def find(self, keys: "Keys") -> "Iterator[tuple[Places, Numbers]]":
        """Places in ``keys``, which are in order, and numbers of passages that have the key there."""
        import numpy as np

        # Nearly all keys are new; the sieve and the filters say so at once, and only the rest is searched for.
        seen = np.flatnonzero(self._sieve[keys % np.uint64(SLOTS)])
        for run in self._young:
            yield from _matches(run.keys, run.numbers, keys, seen)
        for stored in self._stored:
            seen = np.flatnonzero(stored.may_have(keys))
            if len(seen):
                yield from _matches(*stored.around(keys[seen]), keys, seen)

    def add(self, keys: "Keys", numbers: "Numbers") -> None:
        import numpy as np

        self._sieve[keys % np.uint64(SLOTS)] = True
        self._young.append(_merged([KeyRun(keys, numbers, 0)], level=0))
        self._held += len(keys)
        while len(last := self._young[-WAYS:]) == WAYS and last[0].level == last[-1].level:
            self._young[-WAYS:] = [_merged(last, level=last[0].level + 1)]
        if self._held >= self._in_memory:
            self._store()

    def close(self) -> None:
        for stored in self._stored:
            stored.close()

    def _store(self) -> None:
        run = _merged(self._young, level=0)
        self._young, self._held = [], 0
        self._sieve[:] = False
        cuts = [slice(start, start + CHUNK) for start in range(0, len(run.keys), CHUNK)]
        stretches = ((run.keys[cut], run.numbers[cut]) for cut in cuts)
        self._stored.append(StoredRun(stretches, len(run.keys), 0, self._folder))
        while len(last := self._stored[-WAYS:]) == WAYS and last[0].level == last[-1].level:
            total = sum(stored.length for stored in last)
            merged = StoredRun(_together(last), total, last[0].level + 1, self._folder)
            for stored in last:
                stored.close()
            self._stored[-WAYS:] = [merged]


def _matches(found: "Keys", numbers: "Numbers", keys: "Keys", places: "Places") -> "Iterator[tuple[Places, Numbers]]":
    """Those of ``keys`` at ``places`` that are among the keys that were found."""
    import numpy as np

    wanted = keys[places]
    low = np.searchsorted(found, wanted)
    counts = np.searchsorted(found, wanted, side="right") - low
    if counts.any():
        within = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
        yield np.repeat(places, counts), numbers[np.repeat(low, counts) + within]


class StoredRun:
    """A run on disk, written once from stretches that are in order."""

    def __init__(
        self,
        stretches: "Iterator[tuple[Keys, Numbers]] | Sequence[tuple[Keys, Numbers]]",
        length: int,
        level: int,
        folder: Path | None,
    ) -> None:
        import numpy as np

        self.length = length
        self.level = level
        self._page = np.dtype([("keys", "<u8", PAGE), ("numbers", "<u4", PAGE)])
        self._lines = max(1, length * PER_KEY // LINE)
        self._filter = np.zeros(self._lines * LINE // 8, dtype=np.uint8)
        self._file = TemporaryFile(dir=folder)  # noqa: SIM115 (open as long as the run is in use)
        fences = []
        held_keys, held_numbers = np.empty(0, dtype=np.uint64), np.empty(0, dtype=np.uint32)
        for keys, numbers in stretches:
            self._note(keys)
            held_keys, held_numbers = np.concatenate([held_keys, keys]), np.concatenate([held_numbers, numbers])
            whole = len(held_keys) - len(held_keys) % PAGE
            fences.append(self._write(held_keys[:whole], held_numbers[:whole]))
            held_keys, held_numbers = held_keys[whole:], held_numbers[whole:]
        fences.append(self._write(held_keys, held_numbers))
        self._file.flush()
        self._fences = np.concatenate(fences)
        """The first key of each page."""

    def may_have(self, keys: "Keys") -> "NDArray[np.bool_]":
        """False for a key that is not here; true for the others and about one in two hundred of the rest."""
        import numpy as np

        lines, bits = self._bits(keys)
        maybe = np.ones(len(keys), dtype=np.bool_)
        for i in range(PROBES):
            place = lines * LINE + bits[i]
            maybe &= (self._filter[place >> 3] >> (7 - (place & 7)).astype(np.uint8)) & np.uint8(1) != 0
        return maybe

    def around(self, keys: "Keys") -> "tuple[Keys, Numbers]":
        """All that is stored on the pages where these keys would be, in order."""
        import numpy as np

        first = np.maximum(np.searchsorted(self._fences, keys) - 1, 0)
        last = np.maximum(np.searchsorted(self._fences, keys, side="right") - 1, 0)
        pages = first if np.array_equal(first, last) else _covered(first, last)
        pages = np.unique(pages)
        breaks = np.flatnonzero(np.diff(pages) != 1) + 1
        read = [self.read(int(part[0]), len(part)) for part in np.split(pages, breaks)]
        return np.concatenate([keys for keys, _ in read]), np.concatenate([numbers for _, numbers in read])

    def read(self, page: int, count: int) -> "tuple[Keys, Numbers]":
        """Keys and numbers of so many pages; fewer where the run ends."""
        import numpy as np

        size = self._page.itemsize
        pages = np.frombuffer(os.pread(self._file.fileno(), count * size, page * size), dtype=self._page)
        rest = max(0, self.length - page * PAGE)
        return pages["keys"].ravel()[:rest], pages["numbers"].ravel()[:rest]

    def close(self) -> None:
        self._file.close()

    def _write(self, keys: "Keys", numbers: "Numbers") -> "Keys":
        import numpy as np

        pages = np.zeros(-(-len(keys) // PAGE), dtype=self._page)
        rest = (0, -len(keys) % PAGE)  # of the last page; never looked at
        pages["keys"] = np.pad(keys, rest).reshape(-1, PAGE)
        pages["numbers"] = np.pad(numbers, rest).reshape(-1, PAGE)
        self._file.write(pages.tobytes())
        return pages["keys"][:, 0].copy()

    def _bits(self, keys: "Keys") -> "tuple[Places, list[Places]]":
        """The line of the filter and the bits in it; lines follow the order of the keys."""
        import numpy as np

        lines = ((keys >> np.uint64(32)) * np.uint64(self._lines)) >> np.uint64(32)
        mixed = keys * np.uint64(0xC2B2AE3D27D4EB4F)
        bits = [(mixed >> np.uint64(64 - 9 * (i + 1))) & np.uint64(LINE - 1) for i in range(PROBES)]
        return lines.astype(np.intp), [bit.astype(np.intp) for bit in bits]

    def _note(self, keys: "Keys") -> None:
        """A stretch of keys in order touches a stretch of the filter."""
        import numpy as np

        if not len(keys):
            return
        lines, bits = self._bits(keys)
        first, last = int(lines[0]), int(lines[-1])
        touched = np.zeros((last - first + 1) * LINE, dtype=np.bool_)
        for bit in bits:
            touched[(lines - first) * LINE + bit] = True
        self._filter[first * LINE // 8 : (last + 1) * LINE // 8] |= np.packbits(touched)


def _covered(first: "Places", last: "Places") -> "Places":
    """Every number from each first to its last; a key that many passages have goes over several pages."""
    import numpy as np

    counts = last - first + 1
    within = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
    covered: Places = np.repeat(first, counts) + within
    return covered


def _together(runs: "Sequence[StoredRun]") -> "Iterator[tuple[Keys, Numbers]]":
    """Several runs as one, in stretches: what lies before the first end of what was read is complete."""
    import numpy as np

    pages = CHUNK // PAGE
    held = [run.read(0, pages) for run in runs]
    following = [pages] * len(runs)
    while any(len(keys) for keys, _ in held):
        for i, run in enumerate(runs):
            if not len(held[i][0]) and following[i] * PAGE < run.length:
                held[i] = run.read(following[i], pages)
                following[i] += pages
        unfinished = [
            keys[-1] for i, (keys, _) in enumerate(held) if len(keys) and following[i] * PAGE < runs[i].length
        ]
        cuts = [
            len(keys) if not unfinished else int(np.searchsorted(keys, min(unfinished), side="right"))
            for keys, _ in held
        ]
        some = [KeyRun(keys[:cut], numbers[:cut], 0) for (keys, numbers), cut in zip(held, cuts, strict=True)]
        held = [(keys[cut:], numbers[cut:]) for (keys, numbers), cut in zip(held, cuts, strict=True)]
        merged = _merged(some, level=0)
        yield merged.keys, merged.numbers


def _merged(runs: Sequence[KeyRun], *, level: int) -> KeyRun:
    import numpy as np

    keys = np.concatenate([run.keys for run in runs])
    order = np.argsort(keys, kind="stable")
    return KeyRun(keys[order], np.concatenate([run.numbers for run in runs])[order], level)
