"""Items of a competition's files, kept so that each is found by id or by text, with where it comes from."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import orjson
from sqlalchemy import delete, insert, select
from sqlalchemy.orm import Session

from pingce.formats.provenance import decode_provenance, text_digests, violations_of
from pingce.spec.errors import UserError
from pingce.spec.values import Item
from pingce.spec.words import Words
from pingce.store.tables.annotate import KEY_LENGTH
from pingce.store.tables.competition import DataFile
from pingce.store.tables.provenance import PACK_LENGTH, ReleasedItem

CHUNK = 1000
Json = dict[str, object]


class NewReleased(NamedTuple):
    """An item of a file that was read."""

    qid: str
    position: int
    digests: Sequence[str]
    pack: str | None
    was: str | None
    record: Json | None
    answer: Json | None


def released_items(items: Sequence[Item], pack: str, sidecar: bytes, answers: Mapping[str, Json]) -> list[NewReleased]:
    """The items in the order of their file; ``sidecar``: the provenance that a pack has for them."""
    records = dict(_records(sidecar))
    return [
        NewReleased(
            item.id,
            position,
            text_digests(item.texts)[:2],
            pack[:PACK_LENGTH] or None,
            _was(records.get(item.id)),
            records.get(item.id),
            answers.get(item.id),
        )
        for position, item in enumerate(items)
        if len(item.id) <= KEY_LENGTH
    ]


def _was(record: Json | None) -> str | None:
    was = record.get("was") if record is not None else None
    return was if isinstance(was, str) and len(was) <= KEY_LENGTH else None


def _records(sidecar: bytes) -> Iterator[tuple[str, Json]]:
    """A pack is foreign data: what is not in our form stops everything before anything is stored."""
    for number, line in enumerate(sidecar.splitlines(), start=1):
        try:
            record = orjson.loads(line)
        except orjson.JSONDecodeError as problem:
            raise _bad(number, str(problem)) from problem
        if not isinstance(record, dict) or not isinstance(record.get("qid"), str):
            raise _bad(number, "qid")
        if violation := next(violations_of(record), None):
            raise _bad(number, violation.path)
        known: Json = dict(decode_provenance(record).record())
        yield record["qid"], {key: value for key, value in known.items() if key != "qid"}


def _bad(line: int, what: str) -> UserError:
    return UserError(
        Words(f"出处文件第 {line} 行不合格式：{what}。", f"Line {line} of the provenance is not in form: {what}."),
        hint=Words("请重新运行 pingce release pack。", "Run pingce release pack again."),
        code="bad-release",
    )


def store_released(db: Session, file: DataFile, items: Sequence[NewReleased]) -> None:
    """In place of those of the file that counted before."""
    earlier = select(DataFile.id).where(
        DataFile.competition_id == file.competition_id,
        DataFile.task == file.task,
        DataFile.part == file.part,
        DataFile.content == file.content,
    )
    db.execute(delete(ReleasedItem).where(ReleasedItem.file_id.in_(earlier)))
    rows = [_row(file, item) for item in items]
    for start in range(0, len(rows), CHUNK):
        db.execute(insert(ReleasedItem), rows[start : start + CHUNK])


def _row(file: DataFile, item: NewReleased) -> Json:
    return {
        "competition_id": file.competition_id,
        "file_id": file.id,
        "task": file.task,
        "part": file.part,
        "qid": item.qid,
        "position": item.position,
        "digest": item.digests[0] if item.digests else "",
        "other_digest": item.digests[1] if len(item.digests) > 1 else None,
        "pack": item.pack,
        "was": item.was,
        "record": item.record,
        "answer": item.answer,
    }
