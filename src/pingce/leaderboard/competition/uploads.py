"""What a team sends, as one file of answers per subtask.

An archive is never unpacked to a folder: its members are read into memory, up to a limit that does not trust what the
archive says about itself.
"""

import io
import re
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pingce.formats.source import DATA_ENDINGS, METHODS, real_name
from pingce.leaderboard.table import short_name
from pingce.spec.words import Words
from pingce.store.errors import Refused
from pingce.tasks.catalog import find_task

from .tasks import task_named

UNPACKED_MOST = 64 * 2**20
MOST_MEMBERS = 100
"""Those that Python unpacks no further than asked; with the others a few hundred bytes can become gigabytes."""
NAME_MOST = 100
_OUTSIDE = re.compile(r"(^|[/\\])\.\.([/\\]|$)|^[/\\]|^[A-Za-z]:|[\x00-\x1f]")


class TaskAnswers(NamedTuple):
    """A file of answers to one task."""

    task: str
    name: str
    data: bytes


def open_upload(name: str, data: bytes, tasks: Sequence[str], task: str | None = None) -> list[TaskAnswers]:
    """The answers in an upload, by task; ``task`` says which one a single file is for."""
    task = task_named(task, tasks) if task is not None else None
    if not data.strip():
        raise Refused(Words("文件是空的。", "The file is empty."), code="empty-file")
    if zipfile.is_zipfile(io.BytesIO(data)):
        return list(_from_archive(data, [task] if task is not None else tasks))
    plain = plain_name(name)
    if task is not None:
        return [TaskAnswers(task, plain, data)]
    several = _sheets(plain, data, tasks) or _joint(plain, data, tasks)
    if several:
        return several
    return [TaskAnswers(_task_named(plain, tasks), plain, data)]


def plain_name(name: str) -> str:
    """The last part of a name, without anything a path or a page could stumble over."""
    last = re.split(r"[/\\]", name)[-1]
    return re.sub(r"[^\w.-]", "_", last).lstrip(".")[-NAME_MOST:] or "answers"


def _from_archive(data: bytes, tasks: Sequence[str]) -> Iterator[TaskAnswers]:
    with open_archive(data) as pack:
        members = [info for info in pack.infolist() if not info.is_dir()]
        names = [real_name(info) for info in members]
        _check_names(names)
        wanted = [
            (name, info)
            for name, info in zip(names, members, strict=True)
            if "__MACOSX/" not in name and name.endswith(DATA_ENDINGS)
        ]
        if not wanted:
            raise Refused(
                Words(
                    "压缩包里没有答案文件（.jsonl、.json、.txt）。",
                    "The archive has no file of answers (.jsonl, .json, .txt).",
                ),
                code="no-answers-in-archive",
            )
        left = UNPACKED_MOST
        named: dict[str, str] = {}
        for name, info in wanted:
            content = read_member(pack, info, name, left)
            left -= len(content)
            plain = plain_name(name)
            only_task = tasks[0] if len(tasks) == 1 and len(wanted) == 1 else None
            several = _sheets(plain, content, tasks) or _joint(plain, content, tasks)
            for answers in several or [TaskAnswers(only_task or _task_named(plain, tasks), plain, content)]:
                if answers.task in named:
                    raise Refused(
                        Words(
                            f"{named[answers.task]} 和 {plain} 都是 {answers.task} 的答案。",
                            f"{named[answers.task]} and {plain} both answer {answers.task}.",
                        ),
                        code="task-twice",
                    )
                named[answers.task] = plain
                yield answers


def open_archive(data: bytes) -> zipfile.ZipFile:
    """A zip archive from memory; one that is damaged is refused."""
    try:
        return zipfile.ZipFile(io.BytesIO(data))
    except (zipfile.BadZipFile, NotImplementedError, ValueError) as problem:
        raise Refused(
            Words("压缩包已损坏。", "The archive is damaged."),
            code="bad-zip",
        ) from problem


def _check_names(names: Sequence[str]) -> None:
    if len(names) > MOST_MEMBERS:
        raise Refused(
            Words(
                f"压缩包里有 {len(names)} 个文件，最多 {MOST_MEMBERS} 个。",
                f"The archive has {len(names)} files; at most {MOST_MEMBERS}.",
            ),
            code="too-many-files",
        )
    if any(leads_out(name) for name in names):
        raise Refused(
            Words("压缩包里的文件名指向包外。", "A name in the archive leads out of it."), code="path-in-archive"
        )


def leads_out(name: str) -> bool:
    """Whether a name in an archive or a list of files is more than a way down."""
    return _OUTSIDE.search(name) is not None


def read_member(pack: zipfile.ZipFile, info: zipfile.ZipInfo, name: str, most: int) -> bytes:
    """A member; no more is taken out of it than it claims to hold, and it may not claim more than ``most``."""
    if info.flag_bits & 1:
        raise Refused(Words("压缩包已加密。", "The archive is encrypted."), code="zip-encrypted")
    if info.compress_type not in METHODS:
        raise Refused(
            Words(
                "压缩包的压缩方法不受支持；请做成普通的 zip（deflate）。",
                "The archive is packed in a way that is not taken; make an ordinary zip file (deflate).",
            ),
            code="bad-zip",
        )
    if info.file_size > most:
        size = UNPACKED_MOST // 2**20
        raise Refused(
            Words(f"解压后超过 {size} MiB。", f"Unpacked it is larger than {size} MiB."), code="archive-too-large"
        )
    try:
        with pack.open(info) as file:
            content = file.read(info.file_size + 1)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, ValueError) as problem:
        raise Refused(Words("压缩包已损坏。", "The archive is damaged."), code="bad-zip") from problem
    if zipfile.is_zipfile(io.BytesIO(content)):
        raise Refused(
            Words(f"{plain_name(name)} 本身又是压缩包。", f"{plain_name(name)} is an archive inside the archive."),
            code="archive-in-archive",
        )
    return content


def _task_named(name: str, tasks: Sequence[str]) -> str:
    """The task whose short name is in the file's name; the only task there is needs none."""
    named = [task for task in tasks if re.search(rf"(?<![a-z0-9]){re.escape(short_name(task))}(?![0-9])", name.lower())]
    if len(named) == 1:
        return named[0]
    if not named and len(tasks) == 1:
        return tasks[0]
    file_names = ", ".join(f"{short_name(task)}.jsonl" for task in tasks)
    raise Refused(
        Words(
            f"从文件名 {name} 看不出是哪个子任务；请命名为 {file_names}，或指明子任务。",
            f"The name {name} does not say which subtask this is; call it {file_names}, or name the subtask.",
        ),
        code="which-task",
    )


def _sheets(name: str, data: bytes, tasks: Sequence[str]) -> list[TaskAnswers]:
    """An answer sheet of 2021 answers several tasks at once."""
    keys = [(task, key) for task in tasks if (key := find_task(task).sheet_key) is not None]
    head = data[:4096].lstrip().removeprefix(b"\xef\xbb\xbf")
    if not keys or not head.startswith(b"{"):
        return []
    return [TaskAnswers(task, name, data) for task, key in keys if f'"{key}-'.encode() in data]


def _joint(name: str, data: bytes, tasks: Sequence[str]) -> list[TaskAnswers]:
    """The joint file of an edition answers every subtask whose ids are in it (SpaCE2025)."""
    own = [(task, joint.own) for task in tasks if (joint := find_task(task).joint) is not None]
    answered = [task for task, prefix in own if re.search(rf'"{re.escape(prefix)}'.encode(), data)]
    return [TaskAnswers(task, name, data) for task in answered] if len(answered) > 1 else []
