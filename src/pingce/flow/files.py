"""Which files belong to a benchmark: those a backup takes along."""

from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from .benchmark import Benchmark
from .layout import FOLDERS, MODELS, is_hidden
from .runs import LOGS

OWN_FOLDERS = ("tasks", "scores", LOGS)
"""Beside those of the stages."""
NOT_OURS = (".db", ".db-wal", ".db-shm", ".db-queue", ".zip", ".key")
"""Endings of what lies beside a benchmark but is no part of it: databases, archives, secrets."""


def benchmark_files(benchmark: Benchmark, *, models: bool) -> Iterator[Path]:
    """Its file, its sources, what settings name, and what its stages left; no link leads to any of them."""
    root = benchmark.folder.resolve()
    seen: set[Path] = set()
    for top in _tops(benchmark, models=models):
        path = root / top
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            if file in seen or not file.is_file() or file.resolve() != file:
                continue
            if is_hidden(root, file) or file.name.endswith(NOT_OURS):
                continue
            seen.add(file)
            yield file


def _tops(benchmark: Benchmark, *, models: bool) -> Iterator[str]:
    yield from (path.name for path in sorted(benchmark.folder.iterdir()) if path.is_file())
    yield from (name for name in (*FOLDERS, *OWN_FOLDERS) if models or name != MODELS)
    yield from (PurePosixPath(source.path).parts[0] for source in benchmark.sources)
    for stage in benchmark.stages:
        for name, kind in stage.kind.settings.items():
            if kind.inside and name in stage.settings:
                yield PurePosixPath(str(stage.settings[name])).parts[0]
