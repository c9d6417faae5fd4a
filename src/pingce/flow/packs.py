"""A pack of the release stage as files of a competition: a folder, or the same folder in an archive."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from pingce.formats.checksum import bytes_sha256
from pingce.leaderboard.competition.uploads import MOST_MEMBERS, UNPACKED_MOST, leads_out, open_archive, read_member
from pingce.release.checksums import flaws_by_sums, sum_flaws
from pingce.release.flaws import Flaw, FlawsError, problems
from pingce.release.manifest import NAME, SUMS, ReleaseFile, ReleaseManifest, read_manifest
from pingce.spec.errors import UserError, cannot_read
from pingce.spec.words import Words
from pingce.store.errors import NotFound, Refused

from .benchmark import find_benchmark
from .layout import is_inside, packs

SIDES = ("public", "private")
TAKEN = ("questions", "gold", "inventory")


def pack_folder(named: Path) -> Path:
    """A folder written by ``release pack``, or the pack stage of that name in the benchmark around us."""
    if named.exists() or len(named.parts) != 1:
        return named
    try:
        benchmark = find_benchmark()
    except UserError:
        return named  # whoever reads it says that it is no pack
    stage = benchmark.by_name.get(named.name)
    return named if stage is None or stage.kind.name != "pack" else benchmark.output(stage)


def file_in_pack(folder: Path, task: str, part: str | None, content: str) -> Path | None:
    """A file of a pack by what it holds; the first of a kind is the one that programs load."""
    for side in SIDES:
        for file in read_manifest(folder / side).files:
            if (file.task, file.part, file.content) == (task, part, content):
                return folder / side / file.path
    return None


def part_of_pack(folder: Path, task: str, part: str, content: str) -> Path:
    """The same where it has to be there."""
    path = file_in_pack(folder, task, part, content)
    if path is None:
        raise UserError(
            Words(f"{folder.name} 里没有 {task} 的 {part}。", f"{folder.name} has no {part} part of {task}."),
            hint=Words("这一部分是空的：看划分的比例和题数。", "That part is empty: see the ratio and the counts."),
            code="no-part",
        )
    return path


class PackFile(NamedTuple):
    """A file of a benchmark's pack that somebody downloads or a competition takes in, with its content."""

    task: str
    part: str
    content: str
    name: str
    data: bytes
    pack: str = ""
    """Name and version of the pack."""
    provenance: bytes = b""
    """The sidecar that the pack keeps for these items."""


def released_packs(project: Path | None) -> dict[Path, list[str]]:
    """Packs in the project's folder and the tasks each of them has."""
    return {} if project is None else {pack: _tasks_of(pack) for pack in packs(project)}


def pack_named(project: Path | None, name: str) -> Path:
    """One of them by its name; a path is none."""
    named_pack = next((pack for pack in released_packs(project) if pack.name == name), None)
    if named_pack is None:
        raise NotFound(Words(f"发布包“{name}”", f"pack '{name}'"))
    return named_pack


def holds_back(pack: Path) -> bool:
    """Whether a pack has a side that is not for everybody."""
    return (pack / SIDES[1]).exists()


def _tasks_of(pack: Path) -> list[str]:
    try:
        manifest = read_manifest(pack / SIDES[0])
    except UserError:
        return []  # choosing it says what is wrong
    return sorted({file.task for file in manifest.files if file.task is not None})


def files_of_folder(folder: Path, tasks: Sequence[str]) -> list[PackFile]:
    """From a folder written by ``pingce release pack``."""
    try:
        sides = [folder / side for side in SIDES if any((folder / side / name).is_file() for name in (NAME, SUMS))]
        _refuse_damaged([flaw for side in sides for flaw in sum_flaws(side)], str(folder))
    except OSError as problem:
        raise cannot_read(folder, problem) from problem

    def read(name: str) -> bytes | None:
        path = folder / name
        try:
            return path.read_bytes() if is_inside(folder, path) else None
        except OSError as problem:
            raise cannot_read(path, problem) from problem

    return _wanted(read, tasks, str(folder))


def files_of_archive(data: bytes, tasks: Sequence[str]) -> list[PackFile]:
    """From the same folder packed into a zip file, with or without the folder's own name."""
    with open_archive(data) as pack:
        infos = {info.filename: info for info in pack.infolist() if not info.is_dir()}
        if len(infos) > 2 * MOST_MEMBERS or sum(info.file_size for info in infos.values()) > 4 * UNPACKED_MOST:
            raise Refused(Words("发布包太大。", "The pack is too large."), code="archive-too-large")
        start = next(
            (name.removesuffix(f"{SIDES[0]}/{NAME}") for name in infos if name.endswith(f"{SIDES[0]}/{NAME}")), ""
        )

        def read(name: str) -> bytes | None:
            info = infos.get(start + name)
            return None if info is None else read_member(pack, info, name, UNPACKED_MOST)

        flaws = []
        for side in SIDES:
            inside = f"{start}{side}/"
            names = [name.removeprefix(inside) for name in infos if name.startswith(inside)]
            if NAME in names or SUMS in names:
                flaws += flaws_by_sums(side, read(f"{side}/{SUMS}"), names, _digest_in(read, side))
        _refuse_damaged(flaws, "zip")
        return _wanted(read, tasks, "zip")


def _digest_in(read: Callable[[str], bytes | None], side: str) -> Callable[[str], str]:
    return lambda name: bytes_sha256(read(f"{side}/{name}") or b"")


def _refuse_damaged(flaws: list[Flaw], where: str) -> None:
    """Teams would be scored by answers that nobody released."""
    if flaws:
        words = Words(
            f"{where} 有 {len(flaws)} 个问题，没有采用。",
            f"{where} has {problems(len(flaws))}; nothing was taken from it.",
        )
        raise FlawsError(words, flaws, code="bad-pack")


def _wanted(read: Callable[[str], bytes | None], tasks: Sequence[str], where: str) -> list[PackFile]:
    """The first file of a kind is the one that programs load; no other is read."""
    files: dict[tuple[str, str, str], PackFile] = {}
    beside = _Beside(read, tasks)
    for side in SIDES:
        for task, file in _listed(read, side, tasks):
            kind = (task, file.part or "train", file.content)
            if kind not in files:
                name, data = file.path.rpartition("/")[2], _content(read, side, file.path)
                files[kind] = PackFile(*kind, name, data, *beside.of(task, kind[1]))
    if not files:
        raise UserError(
            Words(f"{where} 里没有本评测任务的发布文件。", f"{where} has no files of this competition's tasks."),
            hint=Words(
                "应为 pingce release pack 写出的文件夹（public 和 private）。",
                "Expected a folder written by pingce release pack (public and private).",
            ),
            code="no-release",
        )
    return list(files.values())


class _Beside:
    """The name of a pack, and the sidecars of its private side, which know all."""

    def __init__(self, read: Callable[[str], bytes | None], tasks: Sequence[str]) -> None:
        manifest = _manifest(read, SIDES[0])
        self.name = "" if manifest is None else f"{manifest.name} {manifest.version}"
        self.sidecars: dict[tuple[str, str], bytes] = {}
        secret = _manifest(read, SIDES[1])
        for file in secret.files if secret is not None else ():
            if file.content == "provenance" and file.task is not None and file.task in tasks and file.part is not None:
                self.sidecars[file.task, file.part] = _content(read, SIDES[1], file.path)

    def of(self, task: str, split: str) -> tuple[str, bytes]:
        return self.name, self.sidecars.get((task, split), b"")


def _listed(read: Callable[[str], bytes | None], side: str, tasks: Sequence[str]) -> Iterator[tuple[str, ReleaseFile]]:
    manifest = _manifest(read, side)
    for file in manifest.files if manifest is not None else ():
        if file.task is not None and file.task in tasks and file.content in TAKEN:
            yield file.task, file


def _manifest(read: Callable[[str], bytes | None], side: str) -> ReleaseManifest | None:
    raw = read(f"{side}/{NAME}")
    if raw is None:
        return None
    try:
        return msgspec.json.decode(raw, type=ReleaseManifest)
    except (msgspec.DecodeError, UnicodeDecodeError) as problem:
        words = Words(f"{side}/{NAME} 不合格式：{problem}。", f"{side}/{NAME} is not in form: {problem}.")
        raise Refused(words, code="bad-release") from problem


def _content(read: Callable[[str], bytes | None], side: str, path: str) -> bytes:
    data = None if leads_out(path) else read(f"{side}/{path}")
    if data is None:
        raise Refused(Words(f"缺少 {side}/{path}。", f"{side}/{path} is missing."), code="bad-release")
    return data
