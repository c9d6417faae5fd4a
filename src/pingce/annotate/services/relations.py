"""How the glosses of a word stand to each other, for the sense rules of a campaign.

Disjoint, overlapping or one including the other: said by the builder for the words of a campaign, used by the sense
rules to see whether chosen glosses go together.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from pingce.annotate.items import KINDS
from pingce.spec.words import Words
from pingce.store.database import clock
from pingce.store.errors import Refused
from pingce.store.people import Actor, Role
from pingce.store.tables.annotate import GlossRelation

from .access import ANYBODY, enter
from .record import note


@dataclass(frozen=True, slots=True)
class WordRelation:
    """``first`` and ``second`` are glosses by id or text; in ``includes`` the first is the wider one."""

    word: str
    first: str
    second: str
    kind: str


def relations(db: Session, actor: Actor, campaign_id: int) -> list[WordRelation]:
    """How the glosses of the campaign's words stand to each other, in the order they were given."""
    enter(db, actor, campaign_id, *ANYBODY)
    rows = db.scalars(select(GlossRelation).where(GlossRelation.campaign_id == campaign_id).order_by(GlossRelation.id))
    return [WordRelation(row.word, row.first, row.second, row.kind) for row in rows]


def set_relations(
    db: Session,
    actor: Actor,
    campaign_id: int,
    given: Sequence[WordRelation],
    *,
    words: Collection[str] = (),
    at: float | None = None,
) -> None:
    """Replace the relations of the words that occur in ``given`` or are named in ``words``; what they were stays in
    the history. A word that is only named has none afterwards.
    """
    context = enter(db, actor, campaign_id, Role.BUILDER)
    wrong = [relation for relation in given if relation.kind not in KINDS or relation.first == relation.second]
    pairs = {(relation.word, *sorted((relation.first, relation.second))) for relation in given}
    if wrong or len(pairs) != len(given):
        listed = "; ".join(
            f"{relation.word}: {relation.first} {relation.kind} {relation.second}" for relation in wrong[:20]
        )
        raise Refused(
            Words(
                f"释义关系有误或重复（{'、'.join(KINDS)}）。{listed}",
                f"Relations are wrong or said twice ({', '.join(KINDS)}). {listed}",
            ),
            code="bad-relations",
        )
    replaced = {relation.word for relation in given} | set(words)
    db.execute(delete(GlossRelation).where(GlossRelation.campaign_id == context.id, GlossRelation.word.in_(replaced)))
    db.add_all(
        GlossRelation(
            campaign_id=context.id, word=relation.word, first=relation.first, second=relation.second, kind=relation.kind
        )
        for relation in given
    )
    note(
        db,
        "relations",
        at=clock(db) if at is None else at,
        campaign=campaign_id,
        actor=actor,
        words=sorted(replaced),
        relations=[[relation.word, relation.first, relation.kind, relation.second] for relation in given],
    )
    db.flush()
