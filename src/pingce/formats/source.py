"""Opening what the user names: a file, or a file inside a zip pack.

``find_source`` gives a ``Source`` that opens the bytes, counts how many were read and knows what to call the file in
messages; it may be a member of a zip archive, named ``pack.zip/dev.jsonl``. ``read_bytes`` and ``read_text`` give small
files as a whole.
"""

import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import IO, NamedTuple

from pingce.spec.errors import NOTHING, UserError, cannot_read
from pingce.spec.words import Words

DATA_ENDINGS = (".json", ".jsonl", ".txt", ".csv", ".tsv")
METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""Of packing. Python unpacks the others in pieces of any size: a few bytes can fill the memory."""


Watch = Callable[[IO[bytes], int], AbstractContextManager[IO[bytes]]]
"""Stands between a file of so many bytes and its reader, to show how far it is."""


class Source(NamedTuple):
    """A file to read; ``member`` is its place in a zip pack."""

    path: Path
    member: str | None = None
    watch: Watch | None = None

    @property
    def name(self) -> str:
        """What messages call it; a file in a pack is named behind the pack."""
        return str(self.path) if self.member is None else f"{self.path}/{self.member}"

    @property
    def base_name(self) -> str:
        """The name without folders."""
        return (self.member or self.path.name).rsplit("/", 1)[-1]

    @contextmanager
    def open(self) -> Iterator[IO[bytes]]:
        """The unpacked bytes; what is encrypted, damaged or packed in a strange way is refused with a hint."""
        if self.member is None:
            with _readable(self.path) as file, self._watched(file, self.path.stat().st_size) as reader:
                yield reader
            return
        with _pack(self.path) as pack:
            info = members(pack)[self.member]
            if info.flag_bits & 1:
                raise UserError(
                    Words(f"{self.name} 已加密。", f"{self.name} is encrypted."),
                    hint=Words("请先解压。", "Unpack it first."),
                    code="zip-encrypted",
                )
            if info.compress_type not in METHODS:
                raise UserError(
                    Words(f"{self.name} 的压缩方法不受支持。", f"{self.name} is packed in a way that is not taken."),
                    hint=Words("请做成普通的 zip（deflate）。", "Make an ordinary zip file (deflate)."),
                    code="bad-zip",
                )
            try:
                with pack.open(info) as file, self._watched(file, info.file_size) as reader:
                    yield reader
            except (zipfile.BadZipFile, zlib.error, EOFError) as problem:
                words = Words(f"{self.name} 已损坏：{problem}。", f"{self.name} is damaged: {problem}.")
                raise UserError(words, code="bad-zip") from problem

    def _watched(self, file: IO[bytes], size: int) -> AbstractContextManager[IO[bytes]]:
        return nullcontext(file) if self.watch is None else self.watch(file, size)


def find_source(name: str | Path, watch: Watch | None = None) -> Source:
    """The file ``name`` stands for; ``pack.zip/inner.jsonl`` names a file inside a pack."""
    try:
        return _find(Path(name))._replace(watch=watch)
    except OSError as problem:  # a name that is too long, a folder without permission
        raise cannot_read(str(name)[:80], problem) from problem


def _find(path: Path) -> Source:
    if path.is_file():
        return _in_pack(path, "") if zipfile.is_zipfile(path) else Source(path)
    if path.is_dir():
        raise UserError(
            Words(f"{path} 是文件夹；应为文件。", f"{path} is a folder; expected a file."), code="is-a-folder"
        )
    for parent in path.parents:
        if parent.is_file() and zipfile.is_zipfile(parent):
            return _in_pack(parent, str(path.relative_to(parent)))
    if path.exists():
        raise UserError(
            Words(f"{path} 是管道或设备；应为文件。", f"{path} is a pipe or a device; expected a file."),
            hint=Words("请先把内容存成文件。", "Save what it gives as a file first."),
            code="no-ordinary-file",
        )
    raise UserError(Words(f"没有文件 {path}。", f"There is no file {path}."), code="no-such-file")


def members(pack: zipfile.ZipFile) -> dict[str, zipfile.ZipInfo]:
    """The data files of a pack by their real names."""
    return {
        real_name(info): info
        for info in pack.infolist()
        if not info.is_dir() and "__MACOSX/" not in info.filename and real_name(info).endswith(DATA_ENDINGS)
    }


def real_name(info: zipfile.ZipInfo) -> str:
    """The name as its author saw it.

    Packs made on Windows hold GBK names, some tools write UTF-8 without saying so; Python shows both
    as code page 437.
    """
    if info.flag_bits & 0x800:
        return info.filename
    raw = info.filename.encode("cp437", "replace")
    for encoding in ("utf-8", "gb18030"):
        try:
            return raw.decode(encoding)
        except UnicodeDecodeError:
            continue
    return info.filename


def _in_pack(path: Path, member: str) -> Source:
    with _pack(path) as pack:
        names = list(members(pack))
    matching = [n for n in names if n == member or n.endswith(f"/{member}")] if member else names
    if len(matching) == 1:
        return Source(path, matching[0])
    listing = Words("、".join(names) or "没有可读的文件", ", ".join(names) or "nothing readable")
    if not member:
        raise UserError(
            Words(
                f"{path} 里有 {len(names)} 个数据文件；应为一个。",
                f"{path} holds {len(names)} data files; expected one.",
            ),
            hint=Words(
                f"请用 {path}/文件名 指明其中一个：{listing.zh}。",
                f"Name one of them as {path}/NAME: {listing.en}.",
            ),
            code="zip-choice",
        )
    raise UserError(
        Words(f"{path} 里有多个 {member}。", f"{path} has several files {member}.")
        if matching
        else Words(f"{path} 里没有 {member}。", f"{path} has no file {member}."),
        hint=Words(f"其中有：{listing.zh}。", f"It holds: {listing.en}."),
        code="zip-member",
    )


@contextmanager
def _pack(path: Path) -> Iterator[zipfile.ZipFile]:
    try:
        with zipfile.ZipFile(path) as pack:
            yield pack
    except zipfile.BadZipFile as problem:
        words = Words(f"{path} 不是可用的 zip 包：{problem}。", f"{path} is no usable zip pack: {problem}.")
        raise UserError(words, code="bad-zip") from problem


def read_bytes(path: Path, hint: Words = NOTHING) -> bytes:
    """A small file as a whole, or why it cannot be read."""
    try:
        return path.read_bytes()
    except OSError as problem:
        raise cannot_read(path, problem, hint=hint) from problem


def read_text(path: Path) -> str:
    """A small file of UTF-8 text as a whole, or why it cannot be read."""
    try:
        return read_bytes(path).decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        raise cannot_read(path, Words("不是 UTF-8", "it is not UTF-8")) from problem


@contextmanager
def _readable(path: Path) -> Iterator[IO[bytes]]:
    try:
        file = path.open("rb")
    except OSError as problem:
        raise cannot_read(path, problem) from problem
    try:
        with file:
            yield file
    except OSError as problem:  # a disk or a network that fails half way
        raise cannot_read(path, problem) from problem
