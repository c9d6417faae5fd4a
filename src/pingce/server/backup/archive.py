"""The file of a backup: a zip archive that says what it holds, with a checksum for everything in it."""

import hashlib
import shutil
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import IO

import msgspec

from pingce.spec.errors import UserError, cannot_read
from pingce.spec.words import Words
from pingce.store.copies.model import Kind

MANIFEST = "manifest.json"
DATABASE: dict[Kind, str] = {"sqlite": "database.sqlite.zst", "postgresql": "database.dump"}
FOLDER = "folder/"
BENCHMARKS = "benchmarks"
"""Where benchmarks go that lay elsewhere than beside the database."""
FORMAT = 1
CHUNK = 1 << 20
LONGEST_MANIFEST = 64 << 20
UNREADABLE = (KeyError, zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, RuntimeError)
"""What reading a damaged member may end with; RuntimeError: it is encrypted, or packed in a way nobody here knows."""


class ArchiveMember(msgspec.Struct, frozen=True):
    """A file in the archive, with what it must be."""

    path: str
    size: int
    sha256: str


class Manifest(msgspec.Struct, frozen=True):
    """What a backup says about itself; written last, so that one without it is not complete."""

    pingce: str
    """The version that made it."""
    revision: str
    """Of the tables."""
    database: Kind
    made_at: str
    held: bool
    """Whether writers waited until it was complete."""
    counts: dict[str, int]
    """Rows of every table."""
    files: tuple[ArchiveMember, ...]
    format: int = FORMAT


class ArchiveWriter:
    """Adds members and remembers their checksums."""

    def __init__(self, file: IO[bytes]) -> None:
        self._pack = zipfile.ZipFile(file, "w", zipfile.ZIP_STORED)
        self.members: list[ArchiveMember] = []

    def add(self, name: str, source: IO[bytes], *, packed: bool) -> None:
        """``packed``: it is small already."""
        info = zipfile.ZipInfo(name)
        info.compress_type = zipfile.ZIP_STORED if packed else zipfile.ZIP_DEFLATED
        digest, size = hashlib.sha256(), 0
        with self._pack.open(info, "w", force_zip64=True) as target:
            while chunk := source.read(CHUNK):
                digest.update(chunk)
                size += len(chunk)
                target.write(chunk)
        self.members.append(ArchiveMember(name, size, digest.hexdigest()))

    def finish(self, manifest: Manifest) -> None:
        """Write the manifest, last: an archive without one is incomplete."""
        self._pack.writestr(MANIFEST, msgspec.json.format(msgspec.json.encode(manifest)))

    def __enter__(self) -> "ArchiveWriter":
        return self

    def __exit__(self, *_: object) -> None:
        self._pack.close()


class ArchiveReader:
    """An archive whose manifest was read and whose names lead nowhere else."""

    def __init__(self, pack: zipfile.ZipFile, path: Path) -> None:
        self._pack, self.path = pack, path
        try:
            with pack.open(MANIFEST) as file:
                self.manifest = msgspec.json.decode(file.read(LONGEST_MANIFEST), type=Manifest)
        except (*UNREADABLE, msgspec.DecodeError) as problem:
            raise self.damaged(Words(f"没有可用的 {MANIFEST}", f"it has no usable {MANIFEST}")) from problem
        if self.manifest.format > FORMAT:
            raise UserError(
                Words(f"{path} 由更新的版本写出。", f"{path} was written by a later version of pingce."),
                hint=Words("请更新 pingce。", "Update pingce."),
                code="later-backup",
            )
        if odd := [member.path for member in self.manifest.files if not _is_plain(member.path)]:
            raise self.damaged(Words(f"不允许的文件名 {odd[0]!r}", f"the name {odd[0]!r} is not allowed"))

    def verify(self) -> None:
        """Every file against its checksum; all that are wrong are told."""
        database = DATABASE[self.manifest.database]
        if database not in (member.path for member in self.manifest.files):
            raise self.damaged(Words(f"没有 {database}", f"it has no {database}"))
        wrong = [member.path for member in self.manifest.files if not self._is_whole(member)]
        if wrong:
            listed = ", ".join(wrong)
            raise self.damaged(Words(f"校验和不符：{listed}", f"wrong checksums: {listed}"))

    def _is_whole(self, member: ArchiveMember) -> bool:
        """Nobody unpacks more of it than it says it holds."""
        digest, left = hashlib.sha256(), member.size
        try:
            with self._pack.open(member.path) as source:
                while left >= 0 and (chunk := source.read(CHUNK)):
                    digest.update(chunk)
                    left -= len(chunk)
        except UNREADABLE:
            return False
        return left == 0 and digest.hexdigest() == member.sha256

    @contextmanager
    def open(self, name: str) -> Iterator[IO[bytes]]:
        """A member as a stream of bytes."""
        with self._pack.open(name) as source:
            yield source

    def unpack(self, name: str, target: Path) -> None:
        """A member into a file."""
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with self._pack.open(name) as source, target.open("wb") as file:
            shutil.copyfileobj(source, file, CHUNK)

    def damaged(self, why: Words) -> UserError:
        """The error for an archive that cannot be restored; nothing was changed by then."""
        return UserError(
            Words(f"{self.path} 不能用于恢复：{why.zh}。", f"{self.path} cannot be restored: {why.en}."),
            hint=Words("什么也没有改。", "Nothing was changed."),
            code="damaged-backup",
        )


def _is_plain(name: str) -> bool:
    path = PurePosixPath(name)
    return not path.is_absolute() and ".." not in path.parts and "\\" not in name and bool(path.parts)


@contextmanager
def opened(path: Path) -> Iterator[ArchiveReader]:
    """An archive to read from; refuses what is none."""
    try:
        pack = zipfile.ZipFile(path)
    except OSError as problem:
        raise cannot_read(path, problem) from problem
    except zipfile.BadZipFile as problem:
        raise UserError(
            Words(f"{path} 不是备份，或不完整。", f"{path} is no backup, or not a complete one."),
            hint=Words("应为 pingce backup 写出的文件。", "Expected a file written by pingce backup."),
            code="damaged-backup",
        ) from problem
    with pack:
        yield ArchiveReader(pack, path)
