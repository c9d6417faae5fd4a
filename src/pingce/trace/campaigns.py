"""An item in a campaign, as far as the person who asks may see it."""

from collections.abc import Iterable
from typing import NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session

from pingce.annotate.services.access import ANYBODY, CampaignContext, enter
from pingce.annotate.services.comments import comments_on, job_comments
from pingce.annotate.services.items import final_content
from pingce.annotate.services.show import SOMEBODY, shown_names, shown_state
from pingce.annotate.services.tiers import known_tiers
from pingce.annotate.workflow import ANSWERED_JOBS, ItemState, JobState
from pingce.store.errors import NotAllowed, NotFound
from pingce.store.people import Actor, Role
from pingce.store.tables.annotate import Item, Job, Turn
from pingce.store.tables.history import AnswerVersion, Decision, Event
from pingce.store.tables.provenance import ItemOrigin, StoredTier

from .model import TracedAnswer, TracedCampaign, TracedDecision, TracedRemark, TracedTier, TracedTurn

APPEALED = "appealed"


class SeenItem(NamedTuple):
    """An item of a campaign in which the person has a role."""

    context: CampaignContext
    item: Item
    origin: ItemOrigin
    job: Job | None
    """The person's own, if they were ever given the item."""

    @property
    def everything(self) -> bool:
        """Builders and reviewers see all of it; annotators their own work alone."""
        return not self.context.roles.isdisjoint((Role.ADMIN, Role.BUILDER, Role.REVIEWER))

    @property
    def waits(self) -> bool:
        """They hold it and have not answered yet: what others said would be their answer."""
        return self.job is not None and self.job.state == JobState.CLAIMED

    @property
    def answered(self) -> bool:
        return self.job is not None and self.job.state in ANSWERED_JOBS


def seen_items(db: Session, actor: Actor, origins: Iterable[ItemOrigin]) -> list[SeenItem]:
    """Those of campaigns the person belongs to; of the others they do not learn that they exist."""
    seen = []
    for origin in origins:
        item = db.get_one(Item, origin.item_id)
        try:
            context = enter(db, actor, item.campaign_id, *ANYBODY)
        except NotFound:
            continue
        job = db.scalar(select(Job).where(Job.item_id == item.id, Job.user_id == actor.id))
        seen.append(SeenItem(context, item, origin, job))
    return seen


def sees_campaign(db: Session, actor: Actor, campaign: int) -> bool:
    """Whether all items of a campaign are open to the person."""
    try:
        enter(db, actor, campaign, Role.BUILDER, Role.REVIEWER)
    except (NotAllowed, NotFound):
        return False
    return True


def whole_view(db: Session, seen: SeenItem) -> TracedCampaign:
    """All that was said and decided; to reviewers of a blind campaign not by whom."""
    context, item = seen.context, seen.item
    blind = context.settings.blind and Role.BUILDER not in context.roles
    answers = _answers(db, item)
    turns = db.scalars(select(Turn).where(Turn.item_id == item.id).order_by(Turn.id)).all()
    appeals = db.scalars(select(Event).where(Event.item_id == item.id, Event.step == APPEALED).order_by(Event.id)).all()
    decisions = db.execute(
        select(Decision, AnswerVersion.content)
        .outerjoin(AnswerVersion, AnswerVersion.id == Decision.answer_id)
        .where(Decision.item_id == item.id)
        .order_by(Decision.id)
    ).all()
    ids = {answer.author_id for answer, _ in answers} | {turn.reviewer_id for turn in turns}
    ids |= {event.actor_id for event in appeals} | {decision.actor_id for decision, _ in decisions}
    names = dict.fromkeys(ids, SOMEBODY) if blind else shown_names(db, ids)
    tier = db.get(StoredTier, item.id)
    return TracedCampaign(
        campaign=context.id,
        title=context.campaign.title,
        form=context.form.id,
        task=context.form.task.id,
        item=item.id,
        ref=item.ref,
        sight="everything",
        state=item.state,
        outcome=item.outcome,
        texts=item.texts,
        answers=tuple(_answer(answer, names[answer.author_id], seconds) for answer, seconds in answers),
        reviews=tuple(_turn(turn, names[turn.reviewer_id]) for turn in turns),
        appeals=tuple(
            TracedRemark(names[event.actor_id], event.at, str(event.details.get("reason", ""))) for event in appeals
        ),
        comments=tuple(TracedRemark(remark.by, remark.at, remark.text) for remark in comments_on(db, item)),
        decisions=tuple(_decision(decision, content, names[decision.actor_id]) for decision, content in decisions),
        final=final_content(db, item),
        tier=None if tier is None else TracedTier(tier.tier, tier.release, tier.rule, tuple(tier.labels)),
        exported=item.state == ItemState.DECIDED and _is_released(db, item, tier),
    )


def own_view(db: Session, actor: Actor, seen: SeenItem) -> TracedCampaign:
    """One's own answer and what the campaign lets annotators read: neither decisions nor tiers, by which control items
    could be told from others, and no id of the file, which may give an item away.
    """
    context, item, job = seen.context, seen.item, seen.job
    assert job is not None
    own = select(AnswerVersion).where(AnswerVersion.job_id == job.id, AnswerVersion.author_id == actor.id)
    answers = db.scalars(own.order_by(AnswerVersion.id)).all()
    names = shown_names(db, [actor.id])
    return TracedCampaign(
        campaign=context.id,
        title=context.campaign.title,
        form=context.form.id,
        task=context.form.task.id,
        item=0,
        ref="",
        sight="own",
        state=shown_state(job, item),
        outcome=None,
        texts=item.texts,
        answers=tuple(_answer(answer, names[actor.id], job.seconds) for answer in answers),
        comments=tuple(TracedRemark(remark.by, remark.at, remark.text) for remark in job_comments(db, actor, job.id)),
    )


def _answers(db: Session, item: Item) -> list[tuple[AnswerVersion, float | None]]:
    rows = db.execute(
        select(AnswerVersion, Job.seconds)
        .outerjoin(Job, Job.id == AnswerVersion.job_id)
        .where(AnswerVersion.item_id == item.id)
        .order_by(AnswerVersion.id)
    )
    return [(answer, seconds) for answer, seconds in rows]


def _answer(answer: AnswerVersion, by: str, seconds: float | None) -> TracedAnswer:
    return TracedAnswer(answer.system or by, answer.kind, answer.version, answer.at, seconds, answer.content)


def _turn(turn: Turn, by: str) -> TracedTurn:
    return TracedTurn(turn.kind, turn.state, turn.round, turn.verdict, by, turn.created_at, turn.decided_at)


def _decision(decision: Decision, content: dict[str, object] | None, by: str) -> TracedDecision:
    return TracedDecision(
        by, decision.at, decision.outcome, decision.about_item, decision.reason_code, decision.reason, content
    )


def _is_released(db: Session, item: Item, tier: StoredTier | None) -> bool:
    """As an export without further wishes takes it."""
    return tier.release if tier is not None else not known_tiers(db, item.campaign_id)
