"""Making a backup while the server runs.

Files first, the database last. With ``hold`` writers wait from the moment the database is copied until the archive
stands complete under its name, so it has every answer that was acknowledged before it was there; readers go on.
"""

import re
import shutil
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, nullcontext, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, cast

from sqlalchemy import Engine, inspect, select, text
from sqlalchemy.exc import DBAPIError

from pingce import __version__
from pingce.flow.benchmark import Benchmark, is_benchmark, open_benchmark
from pingce.flow.files import benchmark_files
from pingce.flow.layout import FOLDERS, MODELS, is_hidden
from pingce.formats.source import Watch
from pingce.formats.write import atomic
from pingce.spec.errors import UserError, cannot_write
from pingce.spec.words import Words
from pingce.store.address import sqlite_file
from pingce.store.copies import postgres, sqlite
from pingce.store.copies.model import Copied, Kind, Way
from pingce.store.database import backend_of, cannot_open, open_database, reading
from pingce.store.tables.flow import BenchmarkRow

from ..people.secrets import SECRET_FILE
from ..settings import data_folder
from .archive import BENCHMARKS, DATABASE, FOLDER, ArchiveWriter, Manifest
from .locking import locked

WAYS: dict[Kind, Way] = {"sqlite": sqlite.WAY, "postgresql": postgres.WAY}
MARK = "backup-"
MOMENT = 60.0
PACKED = frozenset({".zst", ".gz", ".zip", ".xz", ".safetensors", ".npz", ".png", ".onnx"})
"""Endings of files that packing would not make smaller."""


def back_up(
    database: str, out: Path, *, models: bool = False, hold: bool = True, watch: Watch | None = None
) -> Manifest:
    """Write a backup of a database and of the project's folder to a file that appears when it is complete."""
    kind, path = kind_of(database), sqlite_file(database)
    if path is not None and not path.is_file():
        raise UserError(Words(f"没有数据库 {database}。", f"There is no database {database}."), code="no-database")
    engine = open_database(database)
    try:
        _need_open(engine)
        files = list(_all_files(engine, data_folder(database), models=models))
        _need_elsewhere(out, [*(file for _, file in files), *([path] if path is not None else [])])
        with ExitStack() as until_in_place, _workplace(out) as folder, _archive(out, folder) as writer:
            for name, path in files:
                with suppress(FileNotFoundError), path.open("rb") as source:  # somebody took it away meanwhile
                    writer.add(FOLDER + name, source, packed=path.suffix in PACKED)
            if hold:
                until_in_place.enter_context(WAYS[kind].held(engine))
            copied = _add_database(writer, engine, kind, folder / "copy", watch)
            manifest = _manifest(writer, kind, copied, held=hold)
            writer.finish(manifest)
        return manifest
    finally:
        engine.dispose()


def _need_elsewhere(out: Path, sources: Iterable[Path]) -> None:
    """An archive in the place of what it holds would be the end of that."""
    target = out.resolve()
    beside = {f"{source}{end}" for source in sources for end in ("", "-wal", "-shm", "-queue")}
    if any(Path(name).resolve() == target for name in beside):
        raise UserError(
            Words(f"{out} 正是要备份的文件之一。", f"{out} is one of the files to be backed up."),
            hint=Words("请把备份写到别处。", "Write the backup elsewhere."),
            code="backup-over-source",
        )


def _need_open(engine: Engine) -> None:
    """Whatever is wrong with the address, the rights or the file shows here."""
    try:
        with reading(engine) as db:
            db.execute(text("SELECT 1"))
    except DBAPIError as problem:
        raise cannot_open(problem) from problem


def kind_of(database: str) -> Kind:
    return cast("Kind", backend_of(database))


def project_files(folder: Path, *, models: bool) -> Iterator[tuple[str, Path]]:
    """The secret and the folders of the stages, without half-written files; what else lies there is not ours."""
    paths = [folder / SECRET_FILE]
    for name in (name for name in FOLDERS if models or name != MODELS):
        paths += sorted((folder / name).rglob("*"))
    for path in paths:
        if path.is_file() and not is_hidden(folder, path):
            yield path.relative_to(folder).as_posix(), path


def _all_files(engine: Engine, folder: Path, *, models: bool) -> Iterator[tuple[str, Path]]:
    """The project's folder and every benchmark that was opened with this database, wherever it lies."""
    names = set()
    for name, path in project_files(folder, models=models):
        names.add(name)
        yield name, path
    for benchmark in _benchmarks(engine):
        root = benchmark.folder.resolve()
        own = root == folder.resolve()
        for path in benchmark_files(benchmark, models=models):
            name = path.relative_to(root).as_posix()
            name = name if own else f"{BENCHMARKS}/{benchmark.name}/{name}"
            if name not in names:
                yield name, path


def _benchmarks(engine: Engine) -> Iterator[Benchmark]:
    """Those that are there; a database of an earlier version knows none, one we may not read is told of later."""
    with reading(engine) as db:
        if not inspect(db.connection()).has_table(BenchmarkRow.__tablename__):
            return
        try:
            folders = [Path(row.folder) for row in db.scalars(select(BenchmarkRow).order_by(BenchmarkRow.id))]
        except DBAPIError:
            return
    for folder in folders:
        if is_benchmark(folder):
            yield open_benchmark(folder)


@contextmanager
def _archive(out: Path, folder: Path) -> Iterator[ArchiveWriter]:
    with atomic(out, private=True, within=folder) as file, ArchiveWriter(file) as writer:
        yield writer


@contextmanager
def _workplace(out: Path) -> Iterator[Path]:
    """Beside the archive, where there is room for it or for nothing; what killed runs left there goes first."""
    try:
        _sweep(out)
        folder = tempfile.TemporaryDirectory(dir=out.resolve().parent, prefix=f".{out.name}.{MARK}")
    except OSError as problem:
        raise cannot_write(out, problem) from problem
    with folder as name, locked(Path(name)):
        yield Path(name)


def _sweep(out: Path) -> None:
    """Workplaces of runs to the same file that were killed: they hold password hashes and perhaps the secret.

    Who still works in one holds its lock; one that is a moment old may not have been locked yet.
    """
    ours = re.compile(rf"\.{re.escape(out.name)}\.{MARK}[a-z0-9_]{{8}}")
    for folder in out.resolve().parent.iterdir():
        if not ours.fullmatch(folder.name) or folder.is_symlink() or not folder.is_dir():
            continue
        if folder.stat().st_mtime > time.time() - MOMENT:
            continue
        with locked(folder) as is_ours:
            if is_ours:
                shutil.rmtree(folder, ignore_errors=True)


def _add_database(writer: ArchiveWriter, engine: Engine, kind: Kind, copy: Path, watch: Watch | None) -> Copied:
    from zstandard import ZstdCompressor

    copied = WAYS[kind].copy(engine, copy)
    size = copy.stat().st_size
    with copy.open("rb") as file, watch(file, size) if watch else nullcontext(file) as source:
        content: IO[bytes] = source
        if kind == "sqlite":  # pg_dump packs by itself
            content = ZstdCompressor(level=3).stream_reader(source, size=size)
        writer.add(DATABASE[kind], content, packed=True)
    return copied


def _manifest(writer: ArchiveWriter, kind: Kind, copied: Copied, *, held: bool) -> Manifest:
    return Manifest(
        pingce=__version__,
        revision=copied.revision,
        database=kind,
        made_at=datetime.now(UTC).isoformat(timespec="seconds"),
        held=held,
        counts=copied.counts,
        files=tuple(writer.members),
    )
