"""When people heard a reviewer's word about their answers, for figures before and after it."""

from sqlalchemy import and_, func, or_, select
from sqlalchemy.orm import Session

from pingce.store.tables.annotate import Job, Turn
from pingce.store.tables.history import Decision

from .access import CampaignContext


def first_told(db: Session, context: CampaignContext) -> dict[int, float]:
    """When each person first heard a reviewer's word: an answer sent back or mended, a decision returned."""
    about_answer = and_(Turn.kind == "audit", Turn.job_id == Job.id, Turn.verdict.in_(("rejected", "mended")))
    about_item = Turn.kind == ("review" if context.settings.return_to != "nobody" else "")
    rows = db.execute(
        select(Job.user_id, func.min(Decision.at))
        .join(Decision, Decision.item_id == Job.item_id)
        .join(Turn, Turn.id == Decision.turn_id)
        .where(Job.campaign_id == context.id, Job.submitted_at.is_not(None), or_(about_answer, about_item))
        .group_by(Job.user_id)
    )
    return dict(rows.all())
