"""A pack of the release stage as files of a competition: a folder, or the same folder in an archive."""

import io
import zipfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from pingce.leaderboard.competition.uploads import MOST_MEMBERS, UNPACKED_MOST
from pingce.release.manifest import NAME, Manifest
from pingce.spec.errors import UserError
from pingce.spec.words import Words
from pingce.store.errors import NotFound, Refused

from .project.layout import packs

SIDES = ("public", "private")
TAKEN = ("questions", "gold", "inventory")


class PackFile(NamedTuple):
    task: str
    part: str
    content: str
    name: str
    data: bytes


def released_packs(project: Path | None) -> dict[Path, list[str]]:
    """Packs in the project's folder and the tasks each of them has."""
    return {} if project is None else {pack: _tasks_of(pack) for pack in packs(project)}


def pack_named(project: Path | None, name: str) -> Path:
    """One of them by its name; a path is none."""
    found = next((pack for pack in released_packs(project) if pack.name == name), None)
    if found is None:
        raise NotFound(Words(f"发布包“{name}”", f"pack '{name}'"))
    return found


def _tasks_of(pack: Path) -> list[str]:
    try:
        manifest = msgspec.json.decode((pack / SIDES[0] / NAME).read_bytes(), type=Manifest)
    except msgspec.DecodeError:
        return []  # choosing it says what is wrong
    return sorted({one.task for one in manifest.files if one.task is not None})


def files_of_folder(folder: Path, tasks: Sequence[str]) -> list[PackFile]:
    """From a folder written by ``pingce release pack``."""

    def read(name: str) -> bytes | None:
        path = folder / name
        return path.read_bytes() if path.is_file() else None

    return _wanted(read, tasks, str(folder))


def files_of_archive(data: bytes, tasks: Sequence[str]) -> list[PackFile]:
    """From the same folder packed into a zip file, with or without the folder's own name."""
    try:
        pack = zipfile.ZipFile(io.BytesIO(data))
    except zipfile.BadZipFile as problem:
        raise Refused(
            Words("不是 zip 文件，或已损坏。", "This is no zip file, or a damaged one."), code="bad-zip"
        ) from problem
    with pack:
        infos = {info.filename: info for info in pack.infolist() if not info.is_dir()}
        if len(infos) > 2 * MOST_MEMBERS or sum(info.file_size for info in infos.values()) > 4 * UNPACKED_MOST:
            raise Refused(Words("发布包太大。", "The pack is too large."), code="archive-too-large")
        start = next(
            (name.removesuffix(f"{SIDES[0]}/{NAME}") for name in infos if name.endswith(f"{SIDES[0]}/{NAME}")), ""
        )

        def read(name: str) -> bytes | None:
            info = infos.get(start + name)
            if info is None:
                return None
            with pack.open(info) as file:
                content = file.read(UNPACKED_MOST + 1)
            if len(content) > UNPACKED_MOST:
                raise Refused(Words("发布包太大。", "The pack is too large."), code="archive-too-large")
            return content

        return _wanted(read, tasks, "zip")


def _wanted(read: Callable[[str], bytes | None], tasks: Sequence[str], where: str) -> list[PackFile]:
    found = [one for side in SIDES for one in _side(read, side, tasks)]
    if not found:
        raise UserError(
            Words(f"{where} 里没有本评测任务的发布文件。", f"{where} has no files of this competition's tasks."),
            hint=Words(
                "应为 pingce release pack 写出的文件夹（public 和 private）。",
                "Expected a folder written by pingce release pack (public and private).",
            ),
            code="no-release",
        )
    best = {(one.task, one.part, one.content): one for one in reversed(found)}
    return list(best.values())


def _side(read: Callable[[str], bytes | None], side: str, tasks: Sequence[str]) -> Iterator[PackFile]:
    """What the manifest lists; the first file of a kind is the one that programs load."""
    raw = read(f"{side}/{NAME}")
    if raw is None:
        return
    try:
        manifest = msgspec.json.decode(raw, type=Manifest)
    except msgspec.DecodeError as problem:
        words = Words(f"{side}/{NAME} 不合格式：{problem}。", f"{side}/{NAME} is not in form: {problem}.")
        raise Refused(words, code="bad-release") from problem
    for file in manifest.files:
        if file.task is not None and file.task in tasks and file.content in TAKEN:
            data = read(f"{side}/{file.path}")
            if data is None:
                words = Words(f"缺少 {side}/{file.path}。", f"{side}/{file.path} is missing.")
                raise Refused(words, code="bad-release")
            yield PackFile(file.task, file.part or "train", file.content, file.path.rpartition("/")[2], data)
