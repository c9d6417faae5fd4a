"""Folders that hold tasks: ``tasks/NAME.toml`` of a benchmark, ``tasks/EDITION/NAME.toml`` of a pack or a model.

A pack and a model carry the description of their task along, so that whoever has only them can check, train and score.
"""

import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath

from pingce.formats.settings import read_settings
from pingce.formats.source import METHODS, real_name
from pingce.spec.errors import UserError, cannot_read, not_utf8
from pingce.spec.words import Words
from pingce.tasks.own import PART, OwnTask, TaskListing

from .read import LARGEST, read_task, too_large

BENCHMARK = "benchmark.toml"
FOLDER = "tasks"
ENDING = ".toml"
PUBLIC = "public"
"""The part of a pack that everybody gets, where its tasks are."""
MARKS = ("release.json", "model.toml")
"""What a pack and a model have at their top."""
UPWARDS = 4
"""So many folders above a file may be the pack it belongs to."""


def carried_path(task_id: str) -> PurePosixPath:
    """Where a pack or a model has the description of a task."""
    return PurePosixPath(FOLDER) / f"{task_id}{ENDING}"


def write_carried(folder: Path, own: OwnTask) -> Path:
    """Put the description of a task into a pack or a model."""
    from pingce.formats.write import write_text

    path = folder / carried_path(own.task.id)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_text(path, own.description)
    return path


def read_file(path: Path, task_id: str) -> OwnTask:
    """A description in a file of its own, which is no link to anything else."""
    if path.is_symlink() or not path.is_file():
        raise cannot_read(path, Words("不是普通文件", "it is no ordinary file"))
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST + 1)
    except OSError as problem:
        raise cannot_read(path, problem) from problem
    return described(content, task_id, str(path))


def described(content: bytes, task_id: str, where: str) -> OwnTask:
    """The task that the bytes of a file describe."""
    if len(content) > LARGEST:
        raise too_large(where)
    try:
        description = content.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        raise not_utf8(where, problem) from problem
    return OwnTask(read_task(description, task_id, where), description, where)


class TaskFolder:
    """The tasks of a benchmark: every ``NAME.toml`` of a folder, under the benchmark's own edition."""

    def __init__(self, folder: Path, edition: str) -> None:
        self.folder, self.edition = folder, edition

    def find(self, task_id: str) -> OwnTask | None:
        edition, _, name = task_id.partition("/")
        path = self.folder / f"{name}{ENDING}"
        if edition != self.edition or not PART.fullmatch(name) or not path.exists():
            return None
        return read_file(path, task_id)

    def listed(self) -> TaskListing:
        return _listing((path, f"{self.edition}/{path.stem}") for path in sorted(self.folder.glob(f"*{ENDING}")))


def benchmark_tasks(folder: Path) -> TaskFolder:
    """The tasks of the benchmark in a folder, whatever else its file says."""
    settings = read_settings(folder / BENCHMARK)
    name = settings.string("name")
    settings.finish()
    return TaskFolder(folder / FOLDER, name)


class CarriedTasks:
    """The tasks that files and folders carry along, because they are or belong to a pack or a model."""

    def __init__(self, paths: Iterable[Path]) -> None:
        self.paths = tuple(paths)

    def find(self, task_id: str) -> OwnTask | None:
        if not all(PART.fullmatch(part) for part in task_id.split("/", 1)):
            return None
        for home in _homes(self.paths):
            if home.is_file():
                content = _member(home, str(carried_path(task_id)))
                if content is not None:
                    return described(content, task_id, f"{home}/{carried_path(task_id)}")
            elif (home / carried_path(task_id)).exists():
                return read_file(home / carried_path(task_id), task_id)
        return None

    def listed(self) -> TaskListing:
        """Of folders; what is in a zip is found by its id."""
        files = (
            (path, path.relative_to(home / FOLDER).with_suffix("").as_posix())
            for home in _homes(self.paths)
            for path in sorted((home / FOLDER).glob(f"*/*{ENDING}"))
        )
        return _listing(files)


def _homes(paths: Iterable[Path]) -> Iterator[Path]:
    """Folders and zip files that may be the pack or the model that a path is or lies in."""
    seen: set[Path] = set()
    for path in paths:
        given = path.absolute()
        for home in (given, *given.parents[:UPWARDS]):
            for candidate in (home, home / PUBLIC):
                if candidate not in seen and _carries(candidate):
                    seen.add(candidate)
                    yield candidate


def _carries(path: Path) -> bool:
    """A pack or a model by the file that every one of them has, or a zip; any other folder may have what it likes."""
    return any((path / name).is_file() for name in MARKS) or (path.is_file() and zipfile.is_zipfile(path))


def _member(pack: Path, name: str) -> bytes | None:
    """A small file of a zip, at its top or below the one folder it holds."""
    try:
        with zipfile.ZipFile(pack) as archive:
            for info in archive.infolist():
                inside = real_name(info)
                if inside == name or inside.partition("/")[2] == name:
                    if info.compress_type not in METHODS or info.flag_bits & 1:
                        return None
                    with archive.open(info) as file:
                        return file.read(LARGEST + 1)
    except (OSError, zipfile.BadZipFile) as problem:
        words = Words(f"{pack} 不是可用的 zip 包：{problem}。", f"{pack} is no usable zip pack: {problem}.")
        raise UserError(words, code="bad-zip") from problem
    return None


def _listing(files: Iterable[tuple[Path, str]]) -> TaskListing:
    tasks: list[OwnTask] = []
    problems: list[UserError] = []
    for path, task_id in files:
        try:
            tasks.append(read_file(path, task_id))
        except UserError as problem:
            problems.append(problem)
    return TaskListing(tuple(tasks), tuple(problems))
