"""From a backup to a workbench in a place where there is none yet."""

import shutil
import tempfile
from contextlib import nullcontext
from functools import partial
from pathlib import Path

from sqlalchemy import Engine

from pingce.formats.source import Watch
from pingce.spec.errors import UserError, cannot_write
from pingce.spec.words import Words
from pingce.store.copies.model import describe, not_empty
from pingce.store.database import migrate

from ..people.secrets import SECRET_FILE
from ..project.layout import MODELS
from ..settings import data_folder, make_data_folder
from .archive import CHUNK, DATABASE, FOLDER, Manifest, Reader, opened
from .make import STAGES, WAYS, kind_of

PLACES = (SECRET_FILE, *STAGES, MODELS)


def restore(archive: Path, database: str, *, watch: Watch | None = None) -> Manifest:
    """Everything is checked before anything is written; what was written is brought to this version's tables."""
    with opened(archive) as reader:
        manifest = reader.manifest
        _need_same_kind(manifest, database)
        tops = _tops(reader)
        WAYS[manifest.database].need_empty(database)
        folder = data_folder(database)
        for top in tops:
            if (folder / top).exists():
                raise not_empty(str(folder / top))
        reader.verify()
        make_data_folder(database)
        try:
            with tempfile.TemporaryDirectory(dir=folder, prefix=".restore-") as name:
                _restore(reader, database, Path(name), watch)
                for top in tops:
                    (Path(name) / FOLDER / top).rename(folder / top)
        except OSError as problem:
            raise cannot_write(folder, problem) from problem
    return manifest


def _need_same_kind(manifest: Manifest, database: str) -> None:
    there, wanted = manifest.database, kind_of(database)
    if there != wanted:
        raise UserError(
            Words(f"备份来自 {there}，不能恢复到 {wanted}。", f"The backup is of {there}; it does not fit {wanted}."),
            code="other-kind",
        )


def _tops(reader: Reader) -> list[str]:
    """What the archive would put into the folder; a made-up one may hold other names, which are refused."""
    names = [one.path.removeprefix(FOLDER) for one in reader.manifest.files if one.path.startswith(FOLDER)]
    tops = list(dict.fromkeys(name.partition("/")[0] for name in names))
    if odd := [top for top in tops if top not in PLACES]:
        words = Words(f"备份里有不认识的 {odd[0]}。", f"The backup holds something unknown: {odd[0]}.")
        raise UserError(words, code="damaged-backup")
    return tops


def _restore(reader: Reader, database: str, place: Path, watch: Watch | None) -> None:
    for member in reader.manifest.files:
        if member.path.startswith(FOLDER):
            reader.unpack(member.path, place / member.path)
    secret = place / FOLDER / SECRET_FILE
    if secret.is_file():
        secret.chmod(0o600)
    copy = place / "copy"
    _unpack_database(reader, copy, watch)
    WAYS[reader.manifest.database].fill(database, copy, partial(_finish, reader.manifest))


def _unpack_database(reader: Reader, copy: Path, watch: Watch | None) -> None:
    from zstandard import ZstdDecompressor

    kind = reader.manifest.database
    name = DATABASE[kind]
    size = next((one.size for one in reader.manifest.files if one.path == name), 0)
    copy.touch(mode=0o600)
    watched = watch or (lambda file, _: nullcontext(file))
    with copy.open("wb") as target, reader.open(name) as packed, watched(packed, size) as source:
        if kind == "sqlite":
            ZstdDecompressor().copy_stream(source, target)
        else:
            shutil.copyfileobj(source, target, CHUNK)


def _finish(manifest: Manifest, engine: Engine) -> None:
    """Not one row less than was counted when the backup was made."""
    with engine.connect() as connection:
        found = describe(connection)
    if found.counts != manifest.counts or found.revision != manifest.revision:
        listed = ", ".join(name for name, count in manifest.counts.items() if found.counts.get(name) != count)
        words = Words(f"恢复的表与备份不符：{listed}。", f"Restored tables differ from the backup: {listed}.")
        raise UserError(words, code="damaged-backup")
    migrate(engine)
