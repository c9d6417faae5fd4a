"""From a backup to a workbench in a place where there is none yet."""

import shutil
from contextlib import nullcontext
from functools import partial
from pathlib import Path

from sqlalchemy import Engine, select

from pingce.flow.benchmark import FILE as BENCHMARK_FILE
from pingce.flow.benchmark import is_benchmark, open_benchmark
from pingce.flow.files import NOT_OURS
from pingce.flow.layout import FOLDERS
from pingce.formats.source import Watch
from pingce.spec.errors import UserError, cannot_write
from pingce.spec.words import Words
from pingce.store.copies.model import describe
from pingce.store.database import migrate, transaction
from pingce.store.tables.flow import BenchmarkRow

from ..people.secrets import SECRET_FILE
from ..settings import data_folder, make_data_folder
from .archive import BENCHMARKS, CHUNK, DATABASE, FOLDER, ArchiveReader, Manifest, opened
from .make import WAYS, kind_of
from .placing import need_free, placed, workplace

PLACES = (SECRET_FILE, *FOLDERS, BENCHMARKS)
COPY = "copy"
"""The database, in the workplace."""
FRAME_HEAD = 18
"""Bytes in which a packed file says how large it will be."""
NO_DATABASE = Words("其中的数据库已损坏", "the database in it is damaged")


def restore(archive: Path, database: str, *, watch: Watch | None = None) -> Manifest:
    """Everything is checked before anything is written; what was written is brought to this version's tables."""
    with opened(archive) as reader:
        manifest = reader.manifest
        _need_same_kind(manifest, database)
        tops = _tops(reader)
        WAYS[manifest.database].need_empty(database)
        folder = data_folder(database)
        need_free(folder, tops)
        reader.verify()
        unpacked = _unpacked_size(reader)
        make_data_folder(database)
        _need_room(folder, unpacked + sum(member.size for member in manifest.files))
        try:
            with workplace(folder) as work_folder:
                _unpack(reader, work_folder, unpacked, watch)
                # The database comes last: where there is one, everything else is there, too.
                with placed(folder, work_folder / FOLDER, tops):
                    WAYS[manifest.database].fill(database, work_folder / COPY, partial(_finish, manifest, folder))
        except OSError as problem:
            raise cannot_write(folder, problem) from problem
    return manifest


def _need_same_kind(manifest: Manifest, database: str) -> None:
    there, kind = manifest.database, kind_of(database)
    if there != kind:
        raise UserError(
            Words(f"备份来自 {there}，不能恢复到 {kind}。", f"The backup is of {there}; it does not fit {kind}."),
            code="other-kind",
        )


def _tops(reader: ArchiveReader) -> list[str]:
    """What the archive would put into the folder; a made-up one may hold other names, which are refused."""
    tops: list[str] = []
    names = [member.path.removeprefix(FOLDER) for member in reader.manifest.files if member.path.startswith(FOLDER)]
    with_benchmark = BENCHMARK_FILE in names
    for name in names:
        top = name.partition("/")[0]
        # The secret is a file, the folders of the stages are folders; a benchmark has besides what it names itself.
        ours = top in PLACES and (name == top) == (top == SECRET_FILE)
        of_benchmark = with_benchmark and top not in PLACES and not top.startswith(".") and not top.endswith(NOT_OURS)
        if not ours and not of_benchmark:
            raise reader.damaged(Words(f"里面有不认识的 {name!r}", f"it holds something unknown, {name!r}"))
        tops.append(top)
    return list(dict.fromkeys(tops))


def _unpacked_size(reader: ArchiveReader) -> int:
    """Of the database, as it says itself at its beginning; no more than that will be taken out of it."""
    from zstandard import ZstdError, frame_content_size

    kind = reader.manifest.database
    if kind != "sqlite":
        return next(member.size for member in reader.manifest.files if member.path == DATABASE[kind])
    with reader.open(DATABASE[kind]) as source:
        try:
            size = frame_content_size(source.read(FRAME_HEAD))
        except ZstdError:
            size = -1
    if size < 0:
        raise reader.damaged(NO_DATABASE)
    return size


def _need_room(folder: Path, needed: int) -> None:
    """Said before the disk is full, on which others may be writing."""
    free = shutil.disk_usage(folder).free
    if needed > free:
        raise UserError(
            Words(
                f"{folder} 那里还剩 {free >> 20} MiB，恢复需要 {needed >> 20} MiB。",
                f"There are {free >> 20} MiB left where {folder} is; restoring takes {needed >> 20} MiB.",
            ),
            code="no-room",
        )


def _unpack(reader: ArchiveReader, folder: Path, unpacked: int, watch: Watch | None) -> None:
    for member in reader.manifest.files:
        if member.path.startswith(FOLDER):
            reader.unpack(member.path, folder / member.path)
    secret = folder / FOLDER / SECRET_FILE
    if secret.is_file():
        secret.chmod(0o600)
    copy = folder / COPY
    _unpack_database(reader, copy, watch)
    if copy.stat().st_size != unpacked:
        raise reader.damaged(NO_DATABASE)


def _unpack_database(reader: ArchiveReader, copy: Path, watch: Watch | None) -> None:
    from zstandard import ZstdDecompressor, ZstdError

    kind = reader.manifest.database
    name = DATABASE[kind]
    size = next((member.size for member in reader.manifest.files if member.path == name), 0)
    copy.touch(mode=0o600)
    watched = watch or (lambda file, _: nullcontext(file))
    with copy.open("wb") as target, reader.open(name) as packed, watched(packed, size) as source:
        content = ZstdDecompressor().stream_reader(source) if kind == "sqlite" else source
        try:
            shutil.copyfileobj(content, target, CHUNK)
        except ZstdError as problem:
            raise reader.damaged(NO_DATABASE) from problem


def _finish(manifest: Manifest, folder: Path, engine: Engine) -> None:
    """Not one row less than was counted when the backup was made."""
    with engine.connect() as connection:
        restored = describe(connection)
    if restored.counts != manifest.counts or restored.revision != manifest.revision:
        listed = ", ".join(name for name, count in manifest.counts.items() if restored.counts.get(name) != count)
        words = Words(f"恢复的表与备份不符：{listed}。", f"Restored tables differ from the backup: {listed}.")
        raise UserError(words, code="damaged-backup")
    migrate(engine)
    _rehome(engine, folder)


def _rehome(engine: Engine, folder: Path) -> None:
    """Benchmarks are where they were restored to, not where they were."""
    with transaction(engine) as db:
        for row in db.scalars(select(BenchmarkRow)):
            own = folder / BENCHMARKS / row.name
            if is_benchmark(own):
                row.folder = str(own.resolve())
            elif is_benchmark(folder) and open_benchmark(folder).name == row.name:
                row.folder = str(folder.resolve())
