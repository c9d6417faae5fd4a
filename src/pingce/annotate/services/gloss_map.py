"""Answers as they read today: glosses of a campaign's words may have been merged or reworded since they were given.

Stored answers are never altered and keep the wording of their time; whoever compares, counts or exports answers reads
them through ``GlossMap``. An answer with a gloss that was split or deleted has no reading: somebody must decide.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session

from pingce.annotate.items import Json
from pingce.formats.gloss_edits import current_glosses
from pingce.store.tables.annotate import Item
from pingce.store.tables.glosses import GlossChange

from .access import CampaignContext

SENSES = "senses"


class GlossMap:
    """The changes of the glosses of a campaign, or of one word in it."""

    def __init__(self, db: Session, context: CampaignContext, word: str | None = None) -> None:
        self.changes: dict[str, list[Mapping[str, Sequence[str]]]] = defaultdict(list)
        if SENSES not in context.form.by_name:
            return
        query = select(GlossChange.word, GlossChange.became).where(GlossChange.campaign_id == context.id)
        if word is not None:
            query = query.where(GlossChange.word == word)
        for changed, became in db.execute(query.order_by(GlossChange.id)):
            self.changes[changed].append(became)

    def today(self, word: str | None, content: Json) -> Json | None:
        """The same answer in today's glosses; None where a gloss of it was split or deleted."""
        changes = self.changes.get(word or "")
        chosen = content.get(SENSES)
        if not changes or not isinstance(chosen, list):
            return content
        now = current_glosses([str(gloss) for gloss in chosen], changes)
        return None if now is None else {**content, SENSES: list(now)}

    def readable(self, word: str | None, content: Json) -> Json:
        """Today's reading, else the wording of its time: for figures, where nothing may be left out."""
        return self.today(word, content) or content


def answers_today(db: Session, context: CampaignContext, item: Item, contents: Sequence[Json]) -> list[Json] | None:
    """Answers to one item in today's glosses; None where one of them has no reading."""
    word = item.texts.get("word")
    glosses = GlossMap(db, context, word)
    read = [glosses.today(word, content) for content in contents]
    known = [content for content in read if content is not None]
    return known if len(known) == len(read) else None
