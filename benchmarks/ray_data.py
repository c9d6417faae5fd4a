"""Near-duplicates in partitions: our rounds beside Ray Data, on one Ray of this machine.

    python -m benchmarks.ray_data [--passages 200000] [--workers 2]

Both begin with the signatures of four partitions on disk. Ours makes the keys, groups equal ones and decides who stays;
Ray Data makes the same keys and sorts them, and only counts the passages in groups of two and more. CPU seconds are
those of this process and of all processes of Ray.
"""

import argparse
import logging
import resource
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import ray
import ray.data

from benchmarks.duplicates import SIMILARITY, batches
from pingce.corpus.engine import RayEngine
from pingce.corpus.screen.duplicates import band_keys, rows_per_band
from pingce.corpus.screen.families import GOES, KeyFile, Verdicts
from pingce.corpus.screen.partitions import decide_together
from pingce.corpus.screen.signatures import PERMUTATIONS

PARTITIONS = 4
TICKS = 100
STORE = 1_000_000_000
Rows = Any
"""Columns by name: what Ray Data gives and takes, which has several types for it."""


def written(passages: int, folder: Path) -> tuple[list[Path], list[int]]:
    """Partitions of drawn signatures, and the number of the first passage of each."""
    files, starts = [folder / f"{i}" for i in range(PARTITIONS)], [0] * (PARTITIONS + 1)
    for file in files:
        file.mkdir()
    for raw, ids in batches(passages):
        number = ids[0] * PARTITIONS // passages
        starts[number + 1] = ids[-1] + 1
        with (files[number] / "signatures").open("ab") as stored:
            stored.write(raw)
    return files, starts


def cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    ticks = 0
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if b"ray" in (process / "cmdline").read_bytes():
                ticks += sum(map(int, (process / "stat").read_text("utf-8").rsplit(")", 1)[1].split()[11:13]))
        except OSError:
            continue  # ended in the meantime
    return used.ru_utime + used.ru_stime + ticks / TICKS


@contextmanager
def timed(what: str) -> Iterator[None]:
    start, used = time.perf_counter(), cpu()
    yield
    print(f"{what}: {time.perf_counter() - start:.1f} s, {cpu() - used:.1f} s of CPU", flush=True)


def keyed(partition: Rows) -> Rows:
    raw = np.fromfile(Path(str(partition["path"][0])) / "signatures", dtype="<u2").reshape(-1, PERMUTATIONS)
    keys = band_keys(raw, rows_per_band(SIMILARITY)).astype(np.int64)
    return {"key": keys.ravel(), "row": np.repeat(np.arange(len(raw)) + int(partition["start"][0]), keys.shape[1])}


def in_groups(rows: Rows) -> Rows:
    same = rows["key"][1:] == rows["key"][:-1]
    several = np.concatenate([[False], same]) | np.concatenate([same, [False]])
    return {"key": rows["key"][several], "row": rows["row"][several]}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--passages", type=int, default=200_000)
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    ray.init(
        num_cpus=options.workers,
        object_store_memory=STORE,
        include_dashboard=False,
        log_to_driver=False,
        logging_level=logging.ERROR,
    )
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        files, starts = written(options.passages, folder)
        with RayEngine(None, options.workers).session() as workers, timed("ours, to the end"):
            for file in files:
                KeyFile(file).write(file / "signatures", SIMILARITY)
            decide_together(folder, tuple(files), tuple(starts), SIMILARITY, workers)
        goes = int((Verdicts(folder, starts[-1]).known == GOES).sum())
        parts = [{"path": str(file), "start": start} for file, start in zip(files, starts, strict=False)]
        with timed("Ray Data, groups only"):
            keys = ray.data.from_items(parts, override_num_blocks=PARTITIONS).map_batches(keyed, batch_size=1)
            rows = keys.sort(["key", "row"]).map_batches(in_groups, batch_size=None).count()
        print(f"{goes} of {options.passages} passages go; {rows} keys are in groups")


if __name__ == "__main__":
    main()
