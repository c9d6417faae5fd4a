"""Making and changing campaigns.

A campaign is a form, settings (a preset and what differs from it), levels of rules and members. Settings by which items
are laid out cannot change once there are items; ``campaign_detail`` says which those are.
"""

from collections.abc import Mapping, Sequence
from typing import cast

from sqlalchemy import and_, func, or_, select
from sqlalchemy.orm import Session

from pingce.annotate.forms import Form, form_of
from pingce.annotate.items import Json
from pingce.annotate.rules import read_levels
from pingce.annotate.sampling import new_secret
from pingce.annotate.services.campaign_views import CampaignBrief, CampaignDetail, CampaignStatus
from pingce.annotate.settings import (
    OWN,
    PRESETS,
    CampaignSettings,
    Preset,
    find_preset,
    make_settings,
    settings_json,
    stored_settings,
)
from pingce.annotate.workflow import ItemState, JobState, TurnState
from pingce.scoring.likeness import MEAN
from pingce.spec.errors import UserError
from pingce.spec.words import Words
from pingce.store.database import clock, typed_number
from pingce.store.errors import Conflict, NotAllowed, NotFound, Refused
from pingce.store.own_tasks import keep_task
from pingce.store.people import Actor, Role, join_roles, split_roles
from pingce.store.tables.annotate import Campaign, Item, Job, Member, Turn
from pingce.store.tables.people import TITLE_LENGTH
from pingce.store.tables.removal import ARCHIVED, DELETED

from .access import ADMIN_ROLES, ANYBODY, CampaignContext, builds, enter, sees_items
from .kept import item_counts
from .record import note
from .turns import barred

STATUSES = ("draft", "open", "paused", "closed")
"""Only an open campaign gives out items; what somebody holds may be handed in at any time."""
FIXED_ONCE_BEGUN: Mapping[str, Words] = {
    "answers": Words("每题人数", "people per item"),
    "second_share": Words("多人题的比例", "share with more than one person"),
    "second_genres": Words("总是多人的体裁", "genres with more than one person"),
    "alone_levels": Words("可独立作答的等级", "levels that answer alone"),
    "fixed_annotators": Words("每组固定标注员", "fixed people per group"),
    "finish_group": Words("做完一组再做下一组", "finish a group before the next"),
    "gate": Words("第一批比例", "first part"),
    "order": Words("发题顺序", "order"),
    "study": Words("人类测试或复核", "human test or audit"),
}
"""What items are laid out by, and what people call it."""
DRAWN_BY = frozenset(
    {
        "audit_rate",
        "audit_rate_first",
        "audit_first",
        "control_rate",
        "second_share",
        "second_genres",
        "alone_levels",
    }
)
"""Settings that only builders see: by them the others could tell how likely it is that somebody looks."""
WAITS_FOR_ME = (JobState.CLAIMED, JobState.RETURNED, JobState.REJECTED)


def _flow(preset: str) -> Preset:
    flow = find_preset(preset)
    if flow is None:
        names = (*PRESETS, OWN.name)
        raise NotFound(Words(f"流程 {preset}（有：{'、'.join(names)}）", f"preset {preset} (of {', '.join(names)})"))
    return flow


def form_of_preset(preset: str) -> Form:
    """The form of the campaigns that a preset makes; that for tasks of one's own has to be told which."""
    flow = _flow(preset)
    if flow is OWN:
        raise _no_form()
    return form_of(flow.form_id)


def _no_form() -> Refused:
    return Refused(Words("需要指定 preset 或 form。", "Name a preset or a form."), code="no-form")


def create_campaign(
    db: Session,
    actor: Actor,
    *,
    title: str,
    preset: str | None = None,
    form: str | None = None,
    settings: Mapping[str, object] | None = None,
    rules: Mapping[str, object] | None = None,
    secret: str | None = None,
    at: float | None = None,
) -> int:
    """A new campaign in draft; its maker becomes its builder. ``settings`` are what differs from the preset.

    ``secret``: what is drawn with, where a story or a test wants to know; else random.
    """
    if not actor.is_any(Role.BUILDER, Role.ADMIN):
        raise NotAllowed(Words("只有建设者可以新建活动。", "Only builders make campaigns."))
    if preset is None and not form:
        raise _no_form()
    base = _flow(preset).settings if preset is not None else CampaignSettings()
    chosen = form_of(form) if form else form_of_preset(str(preset))
    made = make_settings(settings or {}, base)
    keep_task(db, chosen.task.id)
    _need_free_title(db, title)
    at = clock(db) if at is None else at
    campaign = Campaign(
        title=title,
        preset=preset,
        form=chosen.id,
        status="draft",
        settings=settings_json(made),
        rules=dict(read_levels(chosen, rules or {})),
        size=0,
        secret=secret if secret is not None else new_secret(),
        likeness=MEAN,
        created_by=actor.id,
        created_at=at,
    )
    db.add(campaign)
    db.flush()
    roles = join_roles(frozenset({Role.BUILDER}))
    db.add(Member(campaign_id=campaign.id, user_id=actor.id, roles=roles, claimed=0, submitted=0))
    note(
        db, "created", at=at, campaign=campaign.id, actor=actor, title=title, preset=preset, settings=campaign.settings
    )
    db.flush()
    return campaign.id


def _need_free_title(db: Session, title: str) -> None:
    if not title.strip():
        raise Refused(Words("活动需要名称。", "A campaign needs a title."), code="no-title")
    if len(title) > TITLE_LENGTH:
        most = TITLE_LENGTH
        raise Refused(Words(f"名称最多 {most} 个字符。", f"A title has at most {most} characters."), code="long-title")
    if db.scalar(select(Campaign.id).where(Campaign.title == title)) is not None:
        raise Conflict(
            Words(f"已有名为“{title}”的活动。", f"There is a campaign '{title}' already."), code="title-taken"
        )


def change_campaign(
    db: Session,
    actor: Actor,
    campaign_id: int,
    *,
    title: str | None = None,
    status: str | None = None,
    settings: Mapping[str, object] | None = None,
    rules: Mapping[str, object] | None = None,
    at: float | None = None,
) -> None:
    """Change what is given; ``settings`` name only what changes, ``rules`` replace all levels."""
    context = enter(db, actor, campaign_id, Role.BUILDER)
    campaign = context.campaign
    changes: Json = {}
    if title is not None and title != campaign.title:
        _need_free_title(db, title)
        changes["title"] = campaign.title = title
    if status is not None:
        if status not in STATUSES:
            raise Refused(Words(f"状态应为 {'、'.join(STATUSES)}。", f"The status is one of {', '.join(STATUSES)}."))
        if campaign.status == ARCHIVED:
            raise Conflict(
                Words("活动已归档，先恢复。", "The campaign is archived: restore it first."), code="archived"
            )
        changes["status"] = campaign.status = status
    if settings:
        _need_changeable(context, settings)
        campaign.settings = settings_json(make_settings(settings, context.settings))
        changes["settings"] = dict(settings)
    if rules is not None:
        campaign.rules = dict(read_levels(context.form, rules))
        changes["rules"] = campaign.rules
    note(db, "changed", at=clock(db) if at is None else at, campaign=campaign_id, actor=actor, changes=changes)
    db.flush()


def _need_changeable(context: CampaignContext, settings: Mapping[str, object]) -> None:
    """What items were laid out by cannot change under them."""
    now = settings_json(context.settings)
    fixed = [FIXED_ONCE_BEGUN[name] for name in _frozen(context) if name in settings and settings[name] != now[name]]
    if fixed:
        zh, en = "、".join(title.zh for title in fixed), ", ".join(title.en for title in fixed)
        raise Conflict(
            Words(f"已有题目，不能再改：{zh}。", f"There are items already: {en} cannot change."),
            code="setting-fixed",
        )


def _frozen(context: CampaignContext) -> tuple[str, ...]:
    return tuple(FIXED_ONCE_BEGUN) if context.campaign.size else ()


def campaigns_of(db: Session, actor: Actor) -> list[CampaignBrief]:
    """Campaigns one is a member of, newest first; all of them for administrators."""
    mine = {
        campaign_id: split_roles(roles) & actor.roles
        for campaign_id, roles in db.execute(select(Member.campaign_id, Member.roles).where(Member.user_id == actor.id))
    }
    everything = ADMIN_ROLES if Role.ADMIN in actor.roles else frozenset[Role]()
    memberships = [
        (campaign, roles)
        for campaign in db.scalars(
            select(Campaign).where(Campaign.status.not_in((ARCHIVED, DELETED))).order_by(Campaign.id.desc())
        )
        if (roles := mine.get(campaign.id, frozenset()) | everything)
    ]
    ids = [campaign.id for campaign, roles in memberships if sees_items(roles)]
    decided = _counts(db, Item.campaign_id, Item.campaign_id.in_(ids), Item.state == ItemState.DECIDED)
    return _briefs(db, actor, memberships, decided)


def campaign_detail(db: Session, actor: Actor, campaign_id: int, *, most: int | None = None) -> CampaignDetail:
    """A campaign as its page shows it: settings, rules and items by state, as far as the person may see them.

    ``most``: items that may be looked at anew to count them, see :func:`.kept.current`.
    """
    context = enter(db, actor, campaign_id, *ANYBODY)
    counts = item_counts(db, context, most=most) if sees_items(context.roles) else {}
    decided = {context.id: counts.get(ItemState.DECIDED, 0)}
    settings = settings_json(context.settings)
    return CampaignDetail(
        brief=_briefs(db, actor, [(context.campaign, context.roles)], decided)[0],
        settings={name: value for name, value in settings.items() if builds(context.roles) or name not in DRAWN_BY},
        rules={name: str(level) for name, level in context.campaign.rules.items()},
        counts=counts,
        frozen=_frozen(context),
    )


def _briefs(
    db: Session, actor: Actor, campaigns: Sequence[tuple[Campaign, frozenset[Role]]], decided: Mapping[int, int]
) -> list[CampaignBrief]:
    mine = dict(db.execute(select(Member.campaign_id, Member.submitted).where(Member.user_id == actor.id)).all())
    waiting = _counts(db, Job.campaign_id, Job.user_id == actor.id, Job.state.in_(WAITS_FOR_ME))
    queues = _turns(db, actor, [campaign.id for campaign, roles in campaigns if Role.REVIEWER in roles])
    return [
        CampaignBrief(
            id=campaign.id,
            title=campaign.title,
            preset=campaign.preset,
            form=campaign.form,
            task=form_of(campaign.form).task.id,
            status=cast("CampaignStatus", campaign.status),
            created_at=campaign.created_at,
            roles=tuple(sorted(roles)),
            items=campaign.size,
            decided=decided.get(campaign.id, 0) if sees_items(roles) else None,
            mine=mine.get(campaign.id, 0),
            waiting_for_me=waiting.get(campaign.id, 0),
            to_review=_queue(queues, campaign.id, roles, "review", "audit"),
            to_appeal=_queue(queues, campaign.id, roles, "appeal"),
            appeals=stored_settings(campaign.settings).appeals,
        )
        for campaign, roles in campaigns
    ]


def _turns(db: Session, actor: Actor, campaigns: Sequence[int]) -> dict[tuple[int, str], int]:
    """What waits for a reviewer, by campaign and kind: what they hold, and what they may take up."""
    if not campaigns:
        return {}
    free = and_(Turn.state == TurnState.WAITING, ~barred(actor.id))
    held = and_(Turn.state == TurnState.CLAIMED, Turn.reviewer_id == actor.id)
    rows = db.execute(
        select(Turn.campaign_id, Turn.kind, func.count())
        .where(Turn.campaign_id.in_(campaigns), or_(free, held))
        .group_by(Turn.campaign_id, Turn.kind)
    )
    return {(row[0], row[1]): row[2] for row in rows}


def _queue(queues: Mapping[tuple[int, str], int], campaign: int, roles: frozenset[Role], *kinds: str) -> int | None:
    return sum(queues.get((campaign, kind), 0) for kind in kinds) if Role.REVIEWER in roles else None


def _counts(db: Session, by: object, *conditions: object) -> dict[int, int]:
    rows = db.execute(select(by, func.count()).where(*conditions).group_by(by))  # type: ignore[call-overload] # columns and comparisons
    return {row[0]: row[1] for row in rows}


def makes_data_set(db: Session, actor: Actor, campaign_id: int) -> bool:
    """Whether its decided answers are records of the task; points, cleaned texts and votes are not."""
    form = enter(db, actor, campaign_id, *ANYBODY).form
    return not form.gives_points and not form.cleans and not form.votes


def cleans(db: Session, actor: Actor, campaign_id: int) -> bool:
    """Whether the campaign looks a corpus through, so that its records are texts."""
    return enter(db, actor, campaign_id, *ANYBODY).form.cleans


def gives_points(db: Session, actor: Actor, campaign_id: int) -> bool:
    """Whether people rate explanations there: every rating is a row of its own."""
    return enter(db, actor, campaign_id, *ANYBODY).form.gives_points


def is_title(db: Session, title: str) -> bool:
    return db.scalar(select(Campaign.id).where(Campaign.title == title)) is not None


def campaign_named(db: Session, actor: Actor, name: str) -> int:
    """A campaign by number or title, as people type it at the command line; no title hides another's number."""
    campaign_id = db.scalar(select(Campaign.id).where(Campaign.id == typed_number(name)))
    if campaign_id is None:
        campaign_id = db.scalar(select(Campaign.id).where(Campaign.title == name))
    if campaign_id is None:
        titles = [brief.title for brief in campaigns_of(db, actor)]
        raise UserError(
            Words(f"没有活动“{name}”。", f"There is no campaign '{name}'."),
            hint=Words(f"有：{'、'.join(titles)}。", f"There are: {', '.join(titles)}.") if titles else "",
            code="not-found",
        )
    return enter(db, actor, campaign_id, *ANYBODY).id
