"""Answers against the rules of the campaign.

The same check as in the browser, with the levels the campaign has set. ``checked`` refuses an answer that breaks a
blocking rule; the others only tell.
"""

from typing import cast

from sqlalchemy.orm import Session

from pingce.annotate.rules import Hit, blocks, check
from pingce.annotate.rules.model import Setting
from pingce.spec.words import Words
from pingce.store.errors import Conflict, Refused
from pingce.store.people import Actor, Role
from pingce.store.tables.annotate import Item, Json

from .access import CampaignContext, enter, find_item, find_job
from .show import annotation_item

BLOCKED = Words("答案不能提交，请先改正。", "The answer cannot be taken; mend it first.")


def hits_of(db: Session, context: CampaignContext, item: Item, answer: Json) -> list[Hit]:
    """What the rules of the campaign's form say about an answer to this item, at the campaign's own levels."""
    levels = cast("dict[str, Setting]", context.campaign.rules)  # read_levels saw to it when they were stored
    return check(context.form, annotation_item(db, context, item), answer, levels)


def checked(db: Session, context: CampaignContext, item: Item, answer: Json) -> list[Hit]:
    """Hits that may stay; what blocks is refused, whoever sends it."""
    hits = hits_of(db, context, item, answer)
    if blocks(hits):
        raise Refused(BLOCKED, hits=hits, code="answer-refused")
    return hits


def check_answer(db: Session, actor: Actor, campaign_id: int, item_id: int, answer: Json) -> list[Hit]:
    """What the rules say while a reviewer or builder types; changes nothing."""
    context = enter(db, actor, campaign_id, Role.REVIEWER, Role.BUILDER)
    _, item = find_item(db, actor, item_id, Role.REVIEWER, Role.BUILDER)
    if item.campaign_id != campaign_id:
        raise Conflict(Words("题目不属于这项活动。", "The item belongs to another campaign."), code="other-campaign")
    return hits_of(db, context, item, answer)


def check_job(db: Session, actor: Actor, job_id: int, answer: Json) -> list[Hit]:
    """What the rules say while an annotator types, who knows the job and not the item."""
    context, job = find_job(db, actor, job_id)
    return hits_of(db, context, db.get_one(Item, job.item_id), answer)
