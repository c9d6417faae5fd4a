"""Texts that somebody uploads become a source of a benchmark: stored in its folder, as UTF-8, under plain names.

An upload always goes to ``uploads/NAME`` of its source, so nothing that came with the folder is ever overwritten.
"""

import io
import re
import shutil
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from pingce.formats.provenance import SourceKind
from pingce.formats.source import real_name
from pingce.formats.write import write_bytes
from pingce.leaderboard.competition.uploads import UNPACKED_MOST, open_archive, read_member
from pingce.spec.errors import UserError, cannot_write
from pingce.spec.words import Words

from .benchmark import Benchmark, BenchmarkSource, refuse_bad_name
from .recipe import put_source
from .stages.release import replaced_folder

UPLOADS = "uploads"
ENDINGS = (".txt", ".jsonl")
MOST_FILES = 5000
LONGEST_NAME = 60
"""Characters of a name; file systems take 255 bytes, of which a Chinese character needs three."""


class UploadedFile(NamedTuple):
    """A file as it came: its name may have folders, as those of a chosen folder do."""

    name: str
    data: bytes


@dataclass(frozen=True)
class StoredText:
    """A text that is in the benchmark now."""

    path: str
    """Within the source; its folder is the genre."""
    characters: int
    recoded: bool
    """It came in GB18030 and is UTF-8 now."""


def store_texts(
    benchmark: Benchmark,
    name: str,
    files: Sequence[UploadedFile],
    *,
    kind: SourceKind | None = None,
    genre: str | None = None,
    add: bool = False,
) -> tuple[Benchmark, list[StoredText]]:
    """Texts, or zip files of texts, as a source; ``add``: beside what was uploaded to it before.

    A folder inside is a genre. Everything that cannot be used is told at once, and nothing is stored then.
    """
    refuse_bad_name(name)
    known = benchmark.sources_by_name.get(name)
    if known is not None and known.task is not None:
        raise UserError(
            Words(f"{name} 是任务 {known.task} 的题，不是文本。", f"{name} holds items of {known.task}, no texts."),
            code="not-texts",
        )
    texts = _texts(list(_unpacked(files)))
    relative = f"{UPLOADS}/{name}"
    folder = benchmark.path(relative)
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with replaced_folder(folder) as new:
            if add and folder.is_dir():
                shutil.copytree(folder, new, symlinks=True)
            stored = list(_stored(new, texts))
    except OSError as problem:
        raise cannot_write(folder, problem) from problem
    source = replace(known or BenchmarkSource(name, relative), path=relative)
    changed = put_source(benchmark, replace(source, kind=kind or source.kind, genre=genre or source.genre))
    return changed, stored


def _unpacked(files: Sequence[UploadedFile]) -> Iterator[UploadedFile]:
    left = UNPACKED_MOST
    for file in files:
        if not zipfile.is_zipfile(io.BytesIO(file.data)):
            yield file
            continue
        with open_archive(file.data) as pack:
            for info in pack.infolist():
                name = real_name(info)
                if info.is_dir() or "__MACOSX/" in name or not name.lower().endswith(ENDINGS):
                    continue
                content = read_member(pack, info, name, left)
                left -= len(content)
                yield UploadedFile(name, content)


class _Text(NamedTuple):
    parts: tuple[str, ...]
    text: str
    recoded: bool


def _texts(files: Sequence[UploadedFile]) -> list[_Text]:
    problems, texts = [], []
    named = [(file, PurePosixPath(file.name.replace("\\", "/")).parts) for file in files]
    top = {parts[0] for _, parts in named}
    shared = len(top) == 1 and all(len(parts) > 1 for _, parts in named)
    if len(files) > MOST_FILES:
        count = len(files)
        problems.append(Words(f"{count} 个文件；至多 {MOST_FILES} 个", f"{count} files; at most {MOST_FILES}"))
    for file, parts in named:
        if parts[-1].startswith("."):
            continue
        wrong: Words | None = None
        text, recoded = _decoded(file.data)
        if not parts[-1].lower().endswith(ENDINGS):
            wrong = Words("应为 .txt、.jsonl，或装着它们的 zip", "expected .txt, .jsonl or a zip of them")
        elif text is None:
            wrong = Words("既不是 UTF-8 也不是 GB18030 的文本", "text neither in UTF-8 nor in GB18030")
        elif not text.strip():
            wrong = Words("文件是空的", "the file is empty")
        if wrong is not None or text is None:
            assert wrong is not None
            problems.append(Words(f"{file.name}：{wrong.zh}", f"{file.name}: {wrong.en}"))
        else:
            inner = parts[1:] if shared else parts
            texts.append(_Text(tuple(map(_plain, inner[-2:])), text, recoded))
    if problems or not texts:
        none = [Words("没有收到文本", "no texts were received")]
        raise UserError(
            Words(
                "\n".join(problem.zh for problem in problems or none),
                "\n".join(problem.en for problem in problems or none),
            ),
            hint=Words("一个文件也没有存下。", "Nothing was stored."),
            code="bad-texts",
        )
    return texts


def _decoded(data: bytes) -> tuple[str | None, bool]:
    for encoding in ("utf-8-sig", "gb18030"):
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        return (None if "\0" in text else text), encoding == "gb18030"
    return None, False


def _plain(name: str) -> str:
    """Without anything a path or a page could stumble over; Chinese names stay."""
    stem, dot, ending = name.rpartition(".")
    cut = re.sub(r"[^\w.-]", "_", stem or ending).strip(".")[:LONGEST_NAME] or "text"
    return f"{cut}{dot}{ending.lower()}" if stem else cut


def _stored(folder: Path, texts: Sequence[_Text]) -> Iterator[StoredText]:
    for text in texts:
        path = folder.joinpath(*text.parts)
        number = 2
        while path.exists():
            path = path.with_name(f"{PurePosixPath(text.parts[-1]).stem}-{number}{path.suffix}")
            number += 1
        path.parent.mkdir(parents=True, exist_ok=True)
        write_bytes(path, text.text.encode())
        yield StoredText(path.relative_to(folder).as_posix(), len(text.text), text.recoded)
