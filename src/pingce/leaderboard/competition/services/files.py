"""Questions and answers of a competition; who may fetch which.

Files come in by part (train, dev, test) and content (questions, answers, glosses), are checked, and leave only in the
phases that offer them; who replaces an answer file has to give a reason.
"""

import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast, get_args

from sqlalchemy import select
from sqlalchemy.orm import Session, undefer

from pingce.formats.checksum import bytes_sha256
from pingce.leaderboard.competition.calendar import DatedFile
from pingce.leaderboard.competition.files import StoredFile
from pingce.leaderboard.competition.phases import Download, Part, open_phases
from pingce.leaderboard.competition.scoring_jobs import read_records
from pingce.leaderboard.competition.uploads import plain_name
from pingce.leaderboard.competition.views import FileView
from pingce.leaderboard.competition.visibility import may_download
from pingce.spec.words import Words
from pingce.store.errors import NotAllowed, NotFound, Refused
from pingce.store.people import Actor
from pingce.store.tables.competition import DataFile
from pingce.tasks.catalog import find_task

from ..views import FileContent
from .access import CompetitionContext, enter, manage
from .dates import file_dates
from .released import NewReleased, released_items, store_released
from .teams import check_agreement

CONTENTS = ("questions", "gold", "inventory")


@dataclass(frozen=True)
class NewFile:
    """A file that was read and found usable."""

    task: str
    part: str
    content: str
    file: StoredFile
    size: int
    records: int
    items: Sequence[NewReleased] = ()


def prepare(
    task: str,
    split: str,
    content: str,
    name: str,
    data: bytes,
    pack: str = "",
    provenance: bytes = b"",
    *,
    shown: str | None = None,
) -> NewFile:
    """Read a file before the transaction: others wait for that. ``shown``: its path, where problems should say it.

    ``pack``: the name of the pack it is part of, ``provenance``: the sidecar that the pack has for it.
    """
    find_task(task)
    if split not in get_args(Part) or content not in CONTENTS:
        raise Refused(Words("part 或 content 有误。", "The part or the content is wrong."), code="bad-file-kind")
    file = StoredFile(plain_name(name), bytes_sha256(data), zlib.compress(data, 6))
    read = read_records(task, content, file, shown or file.name)
    items = released_items(read.items, pack, provenance, read.answers)
    return NewFile(task, split, content, file, len(data), read.records, items)


def add_file(
    db: Session, actor: Actor, competition_id: int, new: NewFile, *, reason: str = "", at: float | None = None
) -> FileView:
    """Take a file into the competition; one of its kind that was there before is kept but no longer used."""
    context = manage(db, actor, competition_id, at=at)
    if new.task not in context.competition.tasks:
        raise Refused(Words(f"本评测没有 {new.task}。", f"This competition has no {new.task}."), code="unknown-task")
    before = newest(db, competition_id, new.task, new.part, new.content)
    if before is not None and before.sha256 == new.file.sha256:
        return _view(before, context, file_dates(db, competition_id))
    if before is not None and new.content == "gold" and not reason.strip():
        raise Refused(Words("换答案文件要说明原因。", "Say why the answer file is replaced."), code="reason-missing")
    row = DataFile(
        competition_id=competition_id,
        task=new.task,
        part=new.part,
        content=new.content,
        name=new.file.name,
        sha256=new.file.sha256,
        size=new.size,
        records=new.records,
        data=new.file.packed,
        reason=reason.strip(),
        created_by=actor.id,
        created_at=context.now,
    )
    db.add(row)
    db.flush()
    store_released(db, row, new.items)
    return _view(row, context, file_dates(db, competition_id))


def newest(db: Session, competition_id: int, task: str, split: str, content: str) -> DataFile | None:
    """The file that counts."""
    return db.scalar(
        select(DataFile)
        .where(
            DataFile.competition_id == competition_id,
            DataFile.task == task,
            DataFile.part == split,
            DataFile.content == content,
        )
        .order_by(DataFile.id.desc())
        .limit(1)
    )


def stored(db: Session, row: DataFile) -> StoredFile:
    """With its bytes, which are otherwise left in the database."""
    packed = db.scalar(select(DataFile).options(undefer(DataFile.data)).where(DataFile.id == row.id))
    assert packed is not None
    return StoredFile(row.name, row.sha256, packed.data)


def files(db: Session, context: CompetitionContext) -> list[FileView]:
    """What counts now; answers are not even named to those who may not fetch them."""
    rows = db.scalars(select(DataFile).where(DataFile.competition_id == context.id).order_by(DataFile.id))
    latest = {(row.task, row.part, row.content): row for row in rows}
    dates = file_dates(db, context.id)
    shown = [_view(row, context, dates) for row in latest.values()]
    return [file for file in shown if context.viewer == "organiser" or file.download or file.content != "gold"]


def download(db: Session, actor: Actor | None, competition_id: int, file_id: int) -> StoredFile:
    """A file, if its date or a phase that holds now offers it and the agreement was accepted."""
    context = enter(db, actor, competition_id)
    row = db.get(DataFile, file_id)
    if row is None or row.competition_id != competition_id:
        raise NotFound(Words(f"编号为 {file_id} 的文件", f"file {file_id}"))
    if not _may_fetch(row, context, file_dates(db, competition_id)):
        if row.content == "gold":
            raise NotFound(Words(f"编号为 {file_id} 的文件", f"file {file_id}"))
        raise NotAllowed(
            Words("本阶段还不能下载这个文件。", "This file cannot be downloaded in this phase."), code="not-yet"
        )
    if context.viewer == "team":
        check_agreement(db, context, open_phases(context.plans, context.now))
    return stored(db, row)


Dates = Mapping[tuple[str, Download], DatedFile]


def _may_fetch(row: DataFile, context: CompetitionContext, dates: Dates) -> bool:
    """Glosses go with whatever else of their subtask may be fetched."""
    what = download_name(row)
    downloads: Sequence[Download] = get_args(Download) if what is None else (what,)
    return any(
        may_download(context.plans, download, context.viewer, context.now, dates.get((row.task, download)))
        for download in downloads
    )


def download_name(row: DataFile) -> Download | None:
    """What a phase calls the file."""
    if row.content == "inventory":
        return None
    if row.part == "train":
        return "train"
    name = f"{row.part} {'questions' if row.content == 'questions' else 'answers'}"
    return next(download for download in get_args(Download) if download == name)


def _view(row: DataFile, context: CompetitionContext, dates: Dates) -> FileView:
    what = download_name(row)
    date = dates.get((row.task, what)) if what is not None else None
    return FileView(
        id=row.id,
        task=row.task,
        part=cast("Part", row.part),
        content=cast("FileContent", row.content),
        name=row.name,
        sha256=row.sha256,
        size=row.size,
        records=row.records,
        reason=row.reason,
        created_at=row.created_at,
        download=_may_fetch(row, context, dates),
        comes_at=date.at if date is not None else None,
    )
