"""The tables that reports of such benchmarks print, from a pack and the provenance beside it.

Sizes by part, genre and kind of source; labels, types and roles by part, genre and kind; words, senses and their
coverage; the long tail. The numbers are those of ``pingce quality dataset``; here the parts come from a pack.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from pingce.formats.taskfile.places import benchmark_tasks
from pingce.release.manifest import NAME, read_manifest
from pingce.spec.words import Words
from pingce.tasks.own import opened

from .benchmark import Benchmark, RecipeStage
from .packs import SIDES

if TYPE_CHECKING:
    from pingce.report.sections import Table

PACKS = 4
"""So many are kept: counting a large pack takes seconds, and nothing in it changes."""


@dataclass(frozen=True)
class TableView:
    """A table of a result, in both languages; every row has as many cells as the head."""

    title: Words
    head: Sequence[Words]
    rows: Sequence[Sequence[Words]]
    note: Words | None


@dataclass(frozen=True)
class TableSection:
    """A part of the page of a run, with the tables under one heading."""

    title: Words
    tables: Sequence[TableView]


@dataclass(frozen=True)
class PackFact:
    """One number of the whole pack."""

    title: Words
    value: Words


@dataclass(frozen=True)
class PackTables:
    """What a benchmark's pack is made of; `pack`: the stage it comes from, empty while there is none."""

    pack: str
    facts: Sequence[PackFact]
    sections: Sequence[TableSection]


def pack_parts(folder: Path) -> list[str]:
    """The parts of a pack that have answers, as ``pingce quality dataset`` takes them; each once."""
    parts: dict[tuple[str, str], Path] = {}
    for side in SIDES:
        for file in read_manifest(folder / side).files:
            if file.content == "gold" and file.task is not None and file.part is not None:
                parts.setdefault((file.task, file.part), folder / side / file.path)
    order = [(task, part) for task, part in parts]
    return [
        f"{task}:{part}={parts[task, part]}" for task, part in sorted(order, key=lambda key: (key[0], order.index(key)))
    ]


def pack_inventory(folder: Path) -> Path | None:
    """The glosses of word-sense data, where a pack has them."""
    files = [(side, file) for side in SIDES for file in read_manifest(folder / side).files]
    return next((folder / side / file.path for side, file in files if file.content == "inventory"), None)


def benchmark_tables(benchmark: Benchmark) -> PackTables:
    """Of the last pack of the recipe that is there."""
    packs = [stage for stage in benchmark.stages if stage.kind.name == "pack"]
    made = [stage for stage in packs if (benchmark.output(stage) / SIDES[0] / NAME).is_file()]
    return _tables(benchmark, made[-1]) if made else PackTables("", (), ())


def _tables(benchmark: Benchmark, stage: RecipeStage) -> PackTables:
    folder = benchmark.output(stage)
    for side in SIDES:  # a manifest is foreign data: none of its files may lead out of the benchmark
        for file in read_manifest(folder / side).files:
            benchmark.path((folder / side / file.path).relative_to(benchmark.folder).as_posix())
    changed = tuple((folder / side / NAME).stat().st_mtime_ns for side in SIDES)
    return _counted(benchmark.folder, folder, stage.name, changed)


@lru_cache(maxsize=PACKS)
def _counted(benchmark: Path, folder: Path, name: str, changed: tuple[int, ...]) -> PackTables:  # noqa: ARG001 (a key)
    from pingce.formats.load import load_inventory
    from pingce.formats.parts import read_parts
    from pingce.quality.dataset.summary import describe
    from pingce.report.dataset import describe_page
    from pingce.report.sections import plain_table

    glosses = pack_inventory(folder)
    with opened(benchmark_tasks(benchmark)):
        parts = read_parts(pack_parts(folder))
        page = describe_page(describe(parts, inventory=load_inventory(str(glosses)) if glosses is not None else None))
    sections = [
        TableSection(section.title, [_view(table) for block in section.blocks if (table := plain_table(block))])
        for section in page.sections
    ]
    return PackTables(name, [PackFact(title, value) for title, value in page.facts], sections)


def _view(table: "Table") -> TableView:
    return TableView(table.title, list(table.head), [list(row) for row in table.rows], table.note)
