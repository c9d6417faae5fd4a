"""Suggested answers from a system: what annotators find filled in when they open an item.

Reading and checking the predictions happens before the transaction (``prepare``), storing them in it (``store``):
others write meanwhile. What people make of a suggestion is theirs; exports never take one as an answer.
"""

from collections.abc import Iterable
from typing import NamedTuple

from sqlalchemy import insert, select, update
from sqlalchemy.orm import Session

from pingce.annotate.item_problems import NUL
from pingce.annotate.items import Json
from pingce.annotate.rules import Hit
from pingce.annotate.services.campaign_views import Imported
from pingce.spec.words import Words
from pingce.store.database import clock
from pingce.store.errors import Refused
from pingce.store.people import Actor, Role
from pingce.store.tables.annotate import Item
from pingce.store.tables.history import AnswerVersion
from pingce.store.tables.people import TITLE_LENGTH

from .access import enter
from .checking import hits_of
from .record import hit_json, note
from .shown import shown

CHUNK = 1000
TOLD = 20


class Suggestions(NamedTuple):
    """Checked and ready to be stored."""

    system: str
    rows: list[Json]
    passed_over: int


def prepare(
    db: Session, actor: Actor, campaign_id: int, answers: Iterable[tuple[str, Json]], *, system: str
) -> Suggestions:
    """Check answers by the items' own ids; reads only, since thousands of checks would hold up everybody's writing.

    What blocks a submission does not block a suggestion: the annotator mends it. Control items take none, they
    would lose their use.
    """
    context = enter(db, actor, campaign_id, Role.BUILDER)
    if not system.strip() or len(system) > TITLE_LENGTH or NUL in system:
        raise Refused(
            Words(f"系统名应有 1 到 {TITLE_LENGTH} 个字符。", f"A system's name has 1 to {TITLE_LENGTH} characters."),
            code="bad-system",
        )
    given = list(answers)
    items = {item.ref: item for item in _items(db, campaign_id, [ref for ref, _ in given])}
    unknown = [ref for ref, _ in given if ref not in items]
    if unknown:
        more = f" (+{len(unknown) - TOLD})" if len(unknown) > TOLD else ""
        listed = ", ".join(unknown[:TOLD]) + more
        raise Refused(Words(f"没有这些题目：{listed}。", f"There are no such items: {listed}."), code="unknown-items")
    usable = [(items[ref], answer) for ref, answer in given if not items[ref].control]
    rows = [_row(item, answer, hits_of(db, context, item, answer), system) for item, answer in usable]
    return Suggestions(system, rows, len(given) - len(rows))


def store(
    db: Session, actor: Actor, campaign_id: int, suggestions: Suggestions, *, at: float | None = None
) -> Imported:
    """A newer suggestion is shown instead of an older, both stay readable."""
    context = enter(db, actor, campaign_id, Role.BUILDER)
    at = clock(db) if at is None else at
    system, rows, passed_over = suggestions
    for start in range(0, len(rows), CHUNK):
        batch = rows[start : start + CHUNK]
        db.execute(insert(AnswerVersion), [row | {"at": at} for row in batch])
        db.execute(update(Item).where(Item.id.in_([row["item_id"] for row in batch])).values(suggested=True))
    note(db, "suggested", at=at, campaign=campaign_id, actor=actor, system=system, count=len(rows))
    db.flush()
    return Imported(len(rows), passed_over, context.campaign.size)


def _items(db: Session, campaign_id: int, refs: list[str]) -> Iterable[Item]:
    for start in range(0, len(refs), CHUNK):
        batch = [ref for ref in refs[start : start + CHUNK] if NUL not in ref]
        yield from db.scalars(select(Item).where(shown(campaign_id), Item.ref.in_(batch)))


def _row(item: Item, answer: Json, hits: list[Hit], system: str) -> Json:
    return {
        "item_id": item.id,
        "kind": "suggested",
        "version": 0,
        "content": answer,
        "hits": [hit_json(hit) for hit in hits],
        "system": system,
    }
