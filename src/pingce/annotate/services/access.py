"""Who may do what in a campaign, and what they find there.

Every service enters a campaign through ``enter`` or ``enter_to_work``: they find it, look up the person's roles in it
and refuse with one message whatever the person may not see. What roles may do in general stands in
:mod:`pingce.server.policies`.
"""

from dataclasses import dataclass
from typing import cast

from sqlalchemy import and_, bindparam, select
from sqlalchemy.orm import Session

from pingce.annotate.forms import Form, form_of
from pingce.annotate.settings import CampaignSettings, stored_settings
from pingce.scoring.likeness import Definition
from pingce.spec.words import Words
from pingce.store.errors import NotAllowed, NotFound
from pingce.store.people import ROLE_TITLES, Actor, Role, split_roles
from pingce.store.tables.annotate import Campaign, Item, Job, Member, Turn
from pingce.store.tables.people import User
from pingce.store.tables.removal import DELETED

from .shown import seen

ADMIN_ROLES = frozenset({Role.ADMIN, Role.BUILDER, Role.REVIEWER})
"""Administrators count as members everywhere, except that they do not annotate unawares."""
ANYBODY = (Role.ADMIN, Role.BUILDER, Role.REVIEWER, Role.ANNOTATOR)


@dataclass(frozen=True, slots=True)
class CampaignContext:
    """A campaign with its form and settings, and the roles one person has in it: what most services begin with."""

    campaign: Campaign
    settings: CampaignSettings
    form: Form
    roles: frozenset[Role]

    @property
    def id(self) -> int:
        return self.campaign.id

    @property
    def likeness(self) -> Definition:
        """What "alike" means in this campaign, from its first day to its last."""
        return cast("Definition", self.campaign.likeness)  # written by create_campaign and the migration alone


ENTER = (
    select(Campaign, Member.roles)
    .outerjoin(Member, and_(Member.campaign_id == Campaign.id, Member.user_id == bindparam("user")))
    .where(Campaign.id == bindparam("campaign"))
)


def enter(db: Session, actor: Actor, campaign_id: int, *needed: Role) -> CampaignContext:
    """The campaign, for somebody who is a member of it in one of the roles needed."""
    row = db.execute(ENTER, {"user": actor.id, "campaign": campaign_id}).one_or_none()
    campaign, stored = (None, "") if row is None else row
    roles = effective_roles(actor, stored or "") if campaign is not None else frozenset()
    if campaign is None or not roles or campaign.status == DELETED:
        # Whoever is no member does not learn which campaigns exist.
        raise NotFound(Words(f"标注活动 {campaign_id}", f"campaign {campaign_id}"))
    if roles.isdisjoint(needed):
        zh, en = "、".join(ROLE_TITLES[r].zh for r in needed), " or ".join(ROLE_TITLES[r].en for r in needed)
        raise NotAllowed(Words(f"需要在这项活动中担任{zh}。", f"This needs the role {en} in this campaign."))
    return CampaignContext(campaign, stored_settings(campaign.settings), form_of(campaign.form), roles)


ENTER_LOCKED = (
    select(Campaign, Member)
    .join(Member, Member.campaign_id == Campaign.id)
    .where(Campaign.id == bindparam("campaign"), Member.user_id == bindparam("user"))
    .with_for_update(of=Member)
    .execution_options(populate_existing=True)
)


def enter_to_work(db: Session, actor: Actor, campaign_id: int) -> tuple[CampaignContext, Member]:
    """The campaign for one of its annotators, whose membership is locked: one claim or submission at a time."""
    row = db.execute(ENTER_LOCKED, {"user": actor.id, "campaign": campaign_id}).one_or_none()
    if row is None or row[0].status == DELETED or Role.ANNOTATOR not in effective_roles(actor, row[1].roles):
        enter(db, actor, campaign_id, Role.ANNOTATOR)
        raise NotAllowed(Words("你已不是这项活动的标注员。", "You no longer annotate in this campaign."))
    campaign, member = row
    roles = effective_roles(actor, member.roles)
    return CampaignContext(campaign, stored_settings(campaign.settings), form_of(campaign.form), roles), member


def effective_roles(actor: Actor, stored: str) -> frozenset[Role]:
    """Roles of a membership that the actor also has in general."""
    return (split_roles(stored) & actor.roles) | (ADMIN_ROLES if Role.ADMIN in actor.roles else frozenset())


def people_of(db: Session, campaign_id: int) -> dict[int, frozenset[Role]]:
    """Everybody who works in a campaign now, with what they may do there; administrators who only could are not."""
    rows = db.execute(
        select(User.id, User.roles, Member.roles)
        .join(Member, Member.user_id == User.id)
        .where(Member.campaign_id == campaign_id, Member.roles != "", User.active)
    )
    return {user: split_roles(here) & split_roles(general) for user, general, here in rows}


def builds(roles: frozenset[Role]) -> bool:
    return not roles.isdisjoint((Role.ADMIN, Role.BUILDER))


def sees_items(roles: frozenset[Role]) -> bool:
    """Annotators see their own work alone: from a count of what is decided they could tell what was drawn."""
    return builds(roles) or Role.REVIEWER in roles


def find_item(db: Session, actor: Actor, item_id: int, *needed: Role) -> tuple[CampaignContext, Item]:
    """An item and its campaign, for somebody with one of the needed roles; for all others it is not there."""
    item = db.get(Item, item_id)
    if item is None or not db.scalar(select(seen(item.campaign_id)).where(Item.id == item_id)):
        raise NotFound(Words(f"题目 {item_id}", f"item {item_id}"))
    return enter(db, actor, item.campaign_id, *needed), item


def find_job(db: Session, actor: Actor, job_id: int) -> tuple[CampaignContext, Job]:
    """A job of one's own, to look at."""
    job = db.get(Job, job_id)
    if job is None:
        raise no_job(job_id)
    context = enter(db, actor, job.campaign_id, *ANYBODY)
    need_own(actor, job.user_id)
    return context, job


def need_own(actor: Actor, user_id: int) -> None:
    """Another person's job is none of one's business."""
    if user_id != actor.id:
        raise NotAllowed(Words("这是别人的作业。", "This is another person's job."), code="not-your-job")


def no_job(job_id: int) -> NotFound:
    return NotFound(Words(f"标注作业 {job_id}", f"job {job_id}"))


def find_turn(db: Session, actor: Actor, turn_id: int) -> tuple[CampaignContext, Turn]:
    """A reviewer's turn and its campaign; for anybody else it is not there."""
    turn = db.get(Turn, turn_id)
    if turn is None:
        raise NotFound(Words(f"审核 {turn_id}", f"review {turn_id}"))
    return enter(db, actor, turn.campaign_id, Role.REVIEWER), turn
