"""Pages of a crawl, or saved by hand, → entries, a batch at a time for the engine.

The engine gives out batches of pages and puts results together in order, whatever process made them; this is the work
it does for ``pingce corpus dictionary parse``.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import msgspec

from pingce.formats.source import read_bytes
from pingce.spec.errors import UserError
from pingce.spec.words import Words

from .layout import PageLayout, load_layout
from .pages import PageFolder, Visit, is_page_folder
from .parse import Parsed, parse_page

BATCH = 200
"""Pages: about a second of work."""
ENDINGS = (".html", ".htm", ".shtml")


class Saved(NamedTuple):
    """A page to parse: a file of its own, or a visit of a crawl."""

    source: str
    folder: Path | None = None
    visit: Visit | None = None


class PageResult(NamedTuple):
    """Lines for the two files of a batch, and how many pages it had."""

    entries: list[bytes]
    notes: list[bytes]
    pages: int


def find_pages(inputs: Sequence[Path]) -> Iterator[Saved]:
    """Pages in a fixed order: of a crawl as they were visited, of a folder by name."""
    for path in inputs:
        if path.is_dir() and is_page_folder(path):
            latest = {visit.url: visit for visit in PageFolder(path).visits()}
            yield from (Saved(url, path, visit) for url, visit in latest.items() if visit.kind == "page")
        elif path.is_dir():
            inside = sorted(file for file in path.rglob("*") if file.is_file() and file.suffix.lower() in ENDINGS)
            if not inside:
                raise UserError(
                    Words(f"{path} 里没有网页。", f"{path} holds no pages."),
                    hint=Words(
                        f"应为抓取所得的文件夹，或以 {'、'.join(ENDINGS)} 结尾的文件。",
                        f"Expected the folder of a crawl, or files ending in {', '.join(ENDINGS)}.",
                    ),
                    code="empty-folder",
                )
            yield from (Saved(str(file)) for file in inside)
        elif path.is_file():
            yield Saved(str(path))
        else:
            raise UserError(
                Words(f"没有文件或文件夹 {path}。", f"There is no file or folder {path}."), code="no-such-file"
            )


@dataclass(frozen=True)
class ParsePages:
    """The work of parsing; a layout is loaded once in each worker."""

    layout: str

    def open(self) -> PageLayout:
        return load_layout(self.layout)

    def do(self, state: PageLayout, batch: list[Saved]) -> PageResult:
        encode = msgspec.json.Encoder().encode
        result = PageResult([], [], len(batch))
        for saved in batch:
            parsed = _parse(saved, state)
            if parsed.entry is not None:
                result.entries.append(encode(parsed.entry))
            for note in parsed.notes:
                result.notes.append(encode({"page": saved.source, "code": note.code, "detail": note.detail}))
        return result


def _parse(saved: Saved, layout: PageLayout) -> Parsed:
    if saved.visit is None or saved.folder is None:
        path = Path(saved.source)
        return parse_page(read_bytes(path), layout, url=path.name)
    visit = saved.visit
    page = PageFolder(saved.folder).page(visit)
    return parse_page(page, layout, url=visit.at or visit.url, charset=visit.charset, asked=visit.word or None)
