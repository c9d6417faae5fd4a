"""Writing history: events, versions of answers, receipts.

Nothing is ever overwritten: a change is an event, an answer a new version, and a receipt lets the same request be sent
twice with one effect. Every service writes through these functions.
"""

import hashlib
from collections.abc import Sequence
from typing import NamedTuple, cast

import orjson
from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session

from pingce.annotate.rules.model import Hit, Level
from pingce.spec.words import Words
from pingce.store.errors import Conflict
from pingce.store.people import Actor
from pingce.store.prepared import Prepared, prepared_insert
from pingce.store.tables import all_tables
from pingce.store.tables.annotate import Item, Job, Json, StoredReceipt, Turn

TABLES = all_tables().tables
EVENTS, RECEIPTS = (prepared_insert(TABLES[name], numbered=False) for name in ("events", "receipts"))
ANSWERS = prepared_insert(TABLES["answers"])
"""History is written straight into its tables: nobody changes these rows, so no session needs to know them."""
SETTLED = ("submitted", "corrected", "mended")
"""Kinds of answers that count as a job's answer: the last of them."""


DRAFTED = "drafted"
"""The step of an answer that was handed in before: its author begins to change it, which nobody else sees yet."""


class StoredAnswer(NamedTuple):
    """A version of an answer as it stands in the history."""

    id: int
    job_id: int | None
    turn_id: int | None
    content: Json
    hits: Sequence[Json]


def note(
    db: Session,
    step: str,
    *,
    at: float,
    campaign: int,
    actor: Actor | None = None,
    item: Item | None = None,
    job: Job | None = None,
    turn: Turn | None = None,
    **details: object,
) -> None:
    """An event; ``actor`` None is the workbench itself.

    ``step`` names what happened; item, job and turn say to what. ``details`` are kept as they are and come out again
    with the full history.
    """
    EVENTS.rows(
        db,
        {
            "campaign_id": campaign,
            "item_id": item.id if item else None,
            "job_id": job.id if job else None,
            "turn_id": turn.id if turn else None,
            "actor_id": actor.id if actor else None,
            "step": step,
            "details": {**details, **({"item_state": item.state} if item else {})},
            "at": at,
        },
    )


def keep_answer(
    db: Session,
    item: Item,
    content: Json,
    *,
    kind: str,
    version: int,
    at: float,
    author: Actor | None = None,
    job: Job | None = None,
    turn: Turn | None = None,
    hits: Sequence[Hit] = (),
) -> StoredAnswer:
    """A new version of an answer.

    ``content`` is the answer as the form gives it, ``kind`` what it is (draft, submitted, corrected, reviewed …). It
    belongs to a ``job`` or to a review's ``turn``; ``hits`` are what the rules said about it at that moment. Versions
    are only ever added.
    """
    job_id, turn_id = job.id if job else None, turn.id if turn else None
    told = [hit_json(hit) for hit in hits]
    stored = ANSWERS.first(
        db,
        {
            "item_id": item.id,
            "job_id": job_id,
            "turn_id": turn_id,
            "author_id": author.id if author else None,
            "kind": kind,
            "version": version,
            "content": content,
            "hits": told,
            "system": None,
            "at": at,
        },
    )
    assert stored is not None
    return StoredAnswer(stored[0], job_id, turn_id, content, told)


def hit_json(hit: Hit) -> Json:
    """A rule hit as the history stores it, beside the answer it was about."""
    value = list(hit.found) if isinstance(hit.found, tuple) else hit.found
    return {"rule": hit.rule, "level": hit.level, "path": hit.path, "message": list(hit.message), "found": value}


def stored_hits(stored: Sequence[Json]) -> tuple[Hit, ...]:
    """Hits as ``hit_json`` wrote them beside an answer."""
    return tuple(
        Hit(str(hit["rule"]), cast("Level", hit["level"]), str(hit["path"]), Words(*hit["message"]), hit["found"])  # type: ignore[misc] # hit_json wrote two strings
        for hit in stored
    )


def digest(*request: object) -> str:
    return hashlib.sha256(orjson.dumps(request, option=orjson.OPT_SORT_KEYS)).hexdigest()


EARLIER = Prepared(
    select(StoredReceipt.request, StoredReceipt.result).where(
        StoredReceipt.actor_id == bindparam("actor"), StoredReceipt.key == bindparam("key")
    )
)


def earlier_result(db: Session, actor: Actor, key: str, request: str) -> Json | None:
    """What was answered the first time this key came; to be asked after locking what the request changes."""
    stored = EARLIER.first(db, {"actor": actor.id, "key": key})
    if stored is None:
        return None
    first, result = stored
    if first != request:
        raise Conflict(
            Words(f"键 {key} 已用于另一个请求。", f"The key {key} was already used for another request."),
            code="key-reused",
        )
    return dict(result)


def keep_result(db: Session, actor: Actor, key: str, request: str, result: Json, at: float) -> None:
    RECEIPTS.rows(db, {"actor_id": actor.id, "key": key, "request": request, "result": result, "at": at})
