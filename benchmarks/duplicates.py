"""What does the index of near-duplicates take, in memory and time, for millions of passages?

    python -m benchmarks.duplicates [--passages 10000000]
    python -m benchmarks.duplicates --passages 1000000 --partitions 1 --partitions 8 [--engine ray] [--workers 2]

Signatures are drawn, one in ten of them a changed copy of an earlier one, and decided in batches as screening does.
Every line tells passages so far, CPU microseconds per passage of these, and the peak and present memory of the
process; the index alone is what is beyond the first line. With ``--partitions`` the same signatures are then decided
about in so many partitions, as screening with ``--partitions`` does, and the passages that stay have to be the same.
"""

import argparse
import re
import resource
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from pingce.corpus.engine import Engine, LocalEngine, RayEngine
from pingce.corpus.screen.duplicates import DuplicateIndex
from pingce.corpus.screen.families import GOES, KeyFile, Verdicts
from pingce.corpus.screen.partitions import decide_together
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


def kept_together(passages: int, count: int, folder: Path, engine: Engine) -> list[int]:
    """Those that stay of passages in ``count`` partitions."""
    files = [folder / f"{i}" for i in range(count)]
    starts = [0] * (count + 1)
    for file in files:
        file.mkdir()
    for raw, ids in batches(passages):
        number = ids[0] * count // passages
        starts[number + 1] = ids[-1] + 1
        with (files[number] / "signatures").open("ab") as stored:
            stored.write(raw)
    start, used = time.perf_counter(), cpu()
    for file in files:
        KeyFile(file).write(file / "signatures", SIMILARITY)
    keyed = time.perf_counter()
    with engine.session() as workers:
        decide_together(folder, tuple(files), tuple(starts), SIMILARITY, workers)
    seconds = f"{keyed - start:.1f} s for the keys, {time.perf_counter() - keyed:.1f} s for the groups and rounds"
    print(f"{count} partitions: {seconds}; {cpu() - used:.1f} s of CPU here", flush=True)
    return np.flatnonzero(Verdicts(folder, starts[-1]).known != GOES).tolist()


def cpu() -> float:
    """Of this process and those it has ended; the processes of Ray are not ours to count."""
    times = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(time.ru_utime + time.ru_stime for time in times)


def megabytes(what: str) -> int:
    status = Path("/proc/self/status").read_text("utf-8")
    return int(re.search(rf"{what}:\s*(\d+)", status)[1]) // 1024  # type: ignore[index]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--passages", type=int, default=10_000_000)
    parser.add_argument("--folder", type=Path, help="where the files lie; they have no names and go with the process")
    parser.add_argument("--partitions", type=int, action="append", default=[], help="may be repeated")
    parser.add_argument("--engine", choices=("local", "ray"), default="local")
    parser.add_argument("--address", help="of a Ray cluster")
    parser.add_argument("--workers", type=int, default=1)
    options = parser.parse_args()
    print(f"passages\tkept\tµs each\tpeak MB\tnow MB\n0\t0\t–\t{megabytes('VmHWM')}\t{megabytes('VmRSS')}")
    index = DuplicateIndex(SIMILARITY, folder=options.folder)
    seen = shown = 0
    kept: list[int] = []
    used = 0.0
    for raw, ids in batches(options.passages):
        start = time.process_time()
        twins = index.decide(raw, ids)
        used += time.process_time() - start
        kept += [number for number, twin in zip(ids, twins, strict=True) if twin is None]
        seen += len(ids)
        if seen - shown >= SHOWN or seen >= options.passages:
            each = 1e6 * used / (seen - shown)
            print(f"{seen}\t{len(kept)}\t{each:.1f}\t{megabytes('VmHWM')}\t{megabytes('VmRSS')}", flush=True)
            shown, used = seen, 0.0
    local = options.engine == "local"
    engine = LocalEngine(options.workers) if local else RayEngine(options.address, options.workers)
    for count in options.partitions:
        with tempfile.TemporaryDirectory(dir=options.folder) as folder:
            if kept_together(options.passages, count, Path(folder), engine) != kept:
                sys.exit(f"{count} partitions keep others.")


if __name__ == "__main__":
    main()
