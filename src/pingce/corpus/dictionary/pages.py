"""A folder of fetched pages: each kept once under its checksum, with an index of every address asked for.

The index is a journal. Replaying it gives the crawl back as it was, so a killed run goes on exactly where it stopped;
it holds no times, so a resumed run leaves the same files as an undisturbed one.
"""

import fcntl
import gzip
import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import msgspec

from pingce.formats.write import atomic
from pingce.spec.errors import UserError, cannot_write
from pingce.spec.words import Words

from .wire import Answer, VisitKind

INDEX, SETTINGS, PAGES = "index.jsonl", "crawl.json", "pages"


class CrawlSettings(msgspec.Struct, frozen=True):
    """What makes a crawl the same crawl."""

    layout: str
    start: str
    by_word: bool


class Visit(msgspec.Struct, frozen=True, omit_defaults=True):
    """One address and what became of it."""

    url: str
    kind: VisitKind
    reason: str = ""
    page: str = ""
    """Checksum of its bytes, the name it is kept under."""
    at: str = ""
    """Where it was found, after redirects."""
    charset: str | None = None
    word: str = ""
    """The word it was asked for, where pages are addressed by word."""
    found: tuple[str, ...] = ()
    """Addresses seen here for the first time."""


class PageFolder:
    """Pages and index on disk."""

    def __init__(self, folder: Path, index: IO[bytes] | None = None) -> None:
        self.folder = folder
        self._index = index

    def visits(self) -> Iterator[Visit]:
        """In the order they were made; a line cut short by a kill does not count."""
        decode = msgspec.json.Decoder(Visit).decode
        path = self.folder / INDEX
        with path.open("rb") as file:
            for number, line in enumerate(file, start=1):
                if not line.endswith(b"\n"):
                    return
                try:
                    yield decode(line)
                except msgspec.DecodeError as problem:
                    raise UserError(
                        Words(f"{path}:{number}：{problem}。", f"{path}:{number}: {problem}."), code="bad-index"
                    ) from problem

    def add(self, visit: Visit, answer: Answer) -> None:
        """The page first: the index never names what is not there."""
        assert self._index is not None
        if visit.page and not self.path(visit.page).exists():
            self._keep(visit.page, answer.body)
        self._index.write(msgspec.json.encode(visit) + b"\n")
        self._index.flush()
        os.fsync(self._index.fileno())

    def path(self, page: str) -> Path:
        return self.folder / PAGES / page[:2] / f"{page}.html.gz"

    def page(self, visit: Visit) -> bytes:
        try:
            return gzip.decompress(self.path(visit.page).read_bytes())
        except (OSError, EOFError, gzip.BadGzipFile) as problem:
            raise UserError(
                Words(
                    f"无法读取 {self.path(visit.page)}：{problem}。", f"Cannot read {self.path(visit.page)}: {problem}."
                ),
                code="bad-page",
            ) from problem

    def _keep(self, page: str, body: bytes) -> None:
        path = self.path(page)
        path.parent.mkdir(parents=True, exist_ok=True)
        with atomic(path) as file:
            file.write(gzip.compress(body, mtime=0))


def checksum(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()


def is_page_folder(folder: Path) -> bool:
    return (folder / INDEX).is_file()


@contextmanager
def open_folder(folder: Path, settings: CrawlSettings) -> Iterator[PageFolder]:
    """For writing, by one crawl at a time; a folder of another crawl is refused."""
    try:
        (folder / PAGES).mkdir(parents=True, exist_ok=True)
        index = (folder / INDEX).open("ab")
    except OSError as problem:
        raise cannot_write(folder, problem) from problem
    with index:
        try:
            fcntl.flock(index, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as problem:
            raise UserError(
                Words(f"另一次抓取正在写 {folder}。", f"Another crawl is writing {folder} right now."),
                code="output-busy",
            ) from problem
        _settle(folder, settings)
        _drop_half_written(folder)
        yield PageFolder(folder, index)


def _settle(folder: Path, settings: CrawlSettings) -> None:
    path = folder / SETTINGS
    if not path.exists():
        with atomic(path) as file:
            file.write(msgspec.json.encode(settings) + b"\n")
        return
    try:
        before = msgspec.json.decode(path.read_bytes(), type=CrawlSettings)
    except msgspec.DecodeError as problem:
        raise UserError(Words(f"{path}：{problem}。", f"{path}: {problem}."), code="bad-index") from problem
    if before != settings:
        raise UserError(
            Words(
                f"{folder} 里是从 {before.start} 开始、版式 {before.layout} 的抓取；"
                f"现在要的是 {settings.start}、版式 {settings.layout}。",
                f"{folder} holds a crawl of {before.start} in layout {before.layout}; "
                f"asked for is {settings.start} in layout {settings.layout}.",
            ),
            hint=Words("请换一个文件夹。", "Use another folder."),
            code="other-crawl",
        )


def _drop_half_written(folder: Path) -> None:
    """What a kill left behind: the end of the index line and pages not yet in place."""
    index = folder / INDEX
    data = index.read_bytes()
    whole = data.rfind(b"\n") + 1
    if whole < len(data):
        os.truncate(index, whole)
    for leftover in (folder / PAGES).glob("*/.*"):
        leftover.unlink()
