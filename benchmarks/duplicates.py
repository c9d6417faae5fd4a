"""What does the index of near-duplicates take, in memory and time, for millions of passages?

    python -m benchmarks.duplicates [--passages 10000000]

Signatures are drawn, one in ten of them a changed copy of an earlier one, and decided in batches as screening does.
Every line tells passages so far, CPU microseconds per passage of these, and the peak and present memory of the
process; the index alone is what is beyond the first line.
"""

import argparse
import re
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from pingce.corpus.screen.duplicates import DuplicateIndex
from pingce.corpus.screen.signatures import PERMUTATIONS

BATCH = 750
"""Passages in 256 kB of text."""
SHOWN = 1_000_000
SIMILARITY = 0.8
RECENT, CHANGED = 20_000, 0.3


def batches(passages: int) -> Iterator[tuple[bytes, list[int]]]:
    chance = np.random.default_rng(25)
    recent = chance.integers(0, 1 << 16, (BATCH, PERMUTATIONS), dtype=np.uint16)
    for start in range(0, passages, BATCH):
        batch = chance.integers(0, 1 << 16, (BATCH, PERMUTATIONS), dtype=np.uint16)
        copies = recent[chance.integers(0, len(recent), BATCH // 10)]
        changed = chance.random(copies.shape) < chance.random((len(copies), 1)) * CHANGED
        batch[: len(copies)] = np.where(changed, batch[: len(copies)], copies)
        recent = np.concatenate([recent[-RECENT:], batch[len(copies) : len(copies) + BATCH // 10]])
        yield batch.astype("<u2").tobytes(), list(range(start, start + BATCH))


def megabytes(what: str) -> int:
    status = Path("/proc/self/status").read_text("utf-8")
    return int(re.search(rf"{what}:\s*(\d+)", status)[1]) // 1024  # type: ignore[index]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--passages", type=int, default=10_000_000)
    parser.add_argument("--folder", type=Path, help="where the files lie; they have no names and go with the process")
    options = parser.parse_args()
    print(f"passages\tkept\tµs each\tpeak MB\tnow MB\n0\t0\t–\t{megabytes('VmHWM')}\t{megabytes('VmRSS')}")
    index = DuplicateIndex(SIMILARITY, folder=options.folder)
    seen = kept = shown = 0
    used = 0.0
    for raw, ids in batches(options.passages):
        start = time.process_time()
        kept += index.decide(raw, ids).count(None)
        used += time.process_time() - start
        seen += len(ids)
        if seen - shown >= SHOWN or seen >= options.passages:
            each = 1e6 * used / (seen - shown)
            print(f"{seen}\t{kept}\t{each:.1f}\t{megabytes('VmHWM')}\t{megabytes('VmRSS')}", flush=True)
            shown, used = seen, 0.0


if __name__ == "__main__":
    main()
