"""Which files belong to a benchmark: those a backup takes along, and the small ones that people write."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from pingce.formats.source import read_text
from pingce.formats.tomlfile import toml_table
from pingce.formats.write import write_text
from pingce.spec.errors import UserError
from pingce.spec.words import Words
from pingce.store.errors import NotFound

from .benchmark import FILE, Benchmark
from .layout import FOLDERS, MODELS, is_hidden
from .runs import LOGS

OWN_FOLDERS = ("tasks", "scores", "lexicon", "dictionaries", LOGS)
"""Beside those of the stages."""
NOT_OURS = (".db", ".db-wal", ".db-shm", ".db-queue", ".zip", ".key")
"""Endings of what lies beside a benchmark but is no part of it: databases, archives, secrets."""

EDITABLE = re.compile(r"[^\W_][\w-]*\.(toml|json|txt|csv|md)|LICENSE")
LARGEST_EDITABLE = 1_000_000


@dataclass(frozen=True)
class EditableFile:
    """A small file at the top of a benchmark, such as the facts about its release."""

    name: str
    size: int


def editable_files(benchmark: Benchmark) -> list[EditableFile]:
    """Those that can be read and written on a page; the recipe has pages of its own."""
    return [
        EditableFile(path.name, path.stat().st_size)
        for path in sorted(benchmark.folder.iterdir())
        if _is_editable(path) and path.stat().st_size <= LARGEST_EDITABLE
    ]


def _is_editable(path: Path) -> bool:
    return bool(EDITABLE.fullmatch(path.name)) and path.name != FILE and path.is_file() and not path.is_symlink()


def read_editable(benchmark: Benchmark, name: str) -> str:
    """The text of a file of the benchmark that people may edit in the browser."""
    path = benchmark.folder / name
    if not EDITABLE.fullmatch(name) or not _is_editable(path):
        raise NotFound(Words(f"文件“{name}”", f"file '{name}'"), code="no-file")
    return read_text(path)


def write_editable(benchmark: Benchmark, name: str, text: str) -> None:
    """TOML that cannot be read is refused; what it says, the stage that uses it checks."""
    path = benchmark.folder / name
    if not EDITABLE.fullmatch(name) or name == FILE or (path.exists() and not _is_editable(path)):
        raise UserError(
            Words(f"“{name}”不能作文件名。", f"'{name}' cannot be the name of a file."),
            hint=Words(
                "用字母、数字、- 和 _，后缀 .toml、.json、.txt、.csv 或 .md。",
                "Use letters, digits, - and _, with the ending .toml, .json, .txt, .csv or .md.",
            ),
            code="bad-name",
        )
    if name.endswith(".toml"):
        toml_table(text.encode(), name)
    write_text(path, text)


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
