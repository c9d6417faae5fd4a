"""Campaigns: making and changing them, members, figures."""

from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Response
from sqlalchemy.orm import Session

from pingce.annotate.figures import FiguresView
from pingce.annotate.items import NewItem
from pingce.annotate.progress import CampaignProgress
from pingce.annotate.services import campaigns, cleaning, items, members, removal, votes
from pingce.annotate.services import figures as figure_services
from pingce.annotate.services import progress as progress_services
from pingce.annotate.services.access import enter
from pingce.annotate.services.campaign_views import CampaignBrief, MemberView
from pingce.annotate.services.cleaning import CleaningView
from pingce.annotate.services.removal import PutAwayCampaign, RemovalPreview
from pingce.annotate.services.votes import VotesView
from pingce.store.people import Actor, Role, split_roles

from ..forms import CampaignView, campaign_view, presets
from ..http.json_body import StrictRoute
from ..people import invites
from ..people.groups import users_of_group
from ..people.invites import InviteView, NewInviteView
from ..policies import Action
from ..request_context import PathId, RequestContext, allow
from ..schemas.campaigns import CampaignChange, CampaignPlanIn, MembersIn, PresetView
from ..schemas.common import Done
from ..schemas.people import CampaignInviteIn

router = APIRouter(tags=["campaigns"], route_class=StrictRoute)

MOST_COUNTED = 2000
"""Items a page looks at anew for its figures; only those of a large campaign that was never counted are more."""
OF_A_GROUP = frozenset({Role.REVIEWER, Role.ANNOTATOR})
"""What people of a group become in a campaign, as far as they are that in general."""


@router.get("/presets", summary="Published flows and forms a campaign can start from")
def list_presets(context: Annotated[RequestContext, allow(Action.CREATE_CAMPAIGN)]) -> list[PresetView]:  # noqa: ARG001 (says who may)
    return presets()


@router.get("/campaigns", summary="Campaigns one may see")
def list_campaigns(context: Annotated[RequestContext, allow(Action.SEE_CAMPAIGNS)]) -> list[CampaignBrief]:
    with context.reading() as db:
        return list(campaigns.campaigns_of(db, context.actor))


@router.post("/campaigns", summary="Make a campaign", status_code=201)
def create_campaign(
    body: CampaignPlanIn, context: Annotated[RequestContext, allow(Action.CREATE_CAMPAIGN)]
) -> CampaignView:
    with context.writing() as db:
        return make_campaign(db, context.actor, body)


def make_campaign(db: Session, actor: Actor, body: CampaignPlanIn, new: Sequence[NewItem] = ()) -> CampaignView:
    """A campaign with its items and people, in the caller's transaction: all of it or nothing."""
    wanted = body.model_dump(include={"title", "preset", "form", "settings", "rules"})
    made = campaigns.create_campaign(db, actor, **wanted)
    if new:
        items.import_items(db, actor, made, new)
    if changes := member_changes(db, body):
        members.set_members(db, actor, made, changes)
    if body.open:
        campaigns.change_campaign(db, actor, made, status="open")
    return campaign_view(campaigns.campaign_detail(db, actor, made))


@router.get("/campaigns/{campaign}", summary="A campaign: settings, form, rules, counts, one's own roles in it")
def see_campaign(campaign: PathId, context: Annotated[RequestContext, allow(Action.SEE_CAMPAIGNS)]) -> CampaignView:
    with context.snapshot() as db:
        return campaign_view(campaigns.campaign_detail(db, context.actor, campaign, most=MOST_COUNTED))


@router.patch("/campaigns/{campaign}", summary="Change title, status, settings or levels of rules")
def change_campaign(
    campaign: PathId, body: CampaignChange, context: Annotated[RequestContext, allow(Action.MANAGE_CAMPAIGN)]
) -> CampaignView:
    with context.writing() as db:
        campaigns.change_campaign(db, context.actor, campaign, **body.model_dump())
        return campaign_view(campaigns.campaign_detail(db, context.actor, campaign))


@router.get("/campaigns/{campaign}/removal", summary="What deleting a campaign would take along")
def preview_removal(
    campaign: PathId, context: Annotated[RequestContext, allow(Action.MANAGE_CAMPAIGN)]
) -> RemovalPreview:
    with context.reading() as db:
        return removal.removal_preview(db, context.actor, campaign)


@router.delete("/campaigns/{campaign}", summary="Delete a campaign; it can be brought back for thirty days")
def delete_campaign(campaign: PathId, context: Annotated[RequestContext, allow(Action.MANAGE_CAMPAIGN)]) -> Done:
    with context.writing() as db:
        removal.delete_campaign(db, context.actor, campaign)
    return Done()


@router.post("/campaigns/{campaign}/archive", summary="Put a campaign away; it can still be read and exported")
def archive_campaign(campaign: PathId, context: Annotated[RequestContext, allow(Action.MANAGE_CAMPAIGN)]) -> Done:
    with context.writing() as db:
        removal.archive_campaign(db, context.actor, campaign)
    return Done()


@router.post("/campaigns/{campaign}/restore", summary="Bring back a campaign that was archived or deleted")
def restore_campaign(
    campaign: PathId, context: Annotated[RequestContext, allow(Action.MANAGE_CAMPAIGN)]
) -> CampaignView:
    with context.writing() as db:
        removal.restore_campaign(db, context.actor, campaign)
        return campaign_view(campaigns.campaign_detail(db, context.actor, campaign))


@router.get("/put-away", summary="Archived and deleted campaigns that one can bring back")
def list_put_away(context: Annotated[RequestContext, allow(Action.MANAGE_CAMPAIGN)]) -> list[PutAwayCampaign]:
    with context.reading() as db:
        return removal.put_away_campaigns(db, context.actor)


@router.get("/campaigns/{campaign}/members", summary="Who takes part, and as what")
def list_members(campaign: PathId, context: Annotated[RequestContext, allow(Action.SEE_FIGURES)]) -> list[MemberView]:
    with context.reading() as db:
        return list(members.members(db, context.actor, campaign))


@router.post("/campaigns/{campaign}/members", summary="Add, change or remove members")
def set_members(
    campaign: PathId, body: MembersIn, context: Annotated[RequestContext, allow(Action.MANAGE_CAMPAIGN)]
) -> list[MemberView]:
    with context.writing() as db:
        members.set_members(db, context.actor, campaign, member_changes(db, body))
        return list(members.members(db, context.actor, campaign))


def member_changes(db: Session, body: MembersIn) -> list[members.MemberChange]:
    """The people named, and those of the group with what they are in general."""
    changes = [
        members.MemberChange(change.user, frozenset(change.roles), change.audit_rate, change.level)
        for change in body.members
    ]
    if body.group:
        named = {change.user for change in changes}
        changes += [
            members.MemberChange(user.id, split_roles(user.roles) & OF_A_GROUP)
            for user in users_of_group(db, body.group)
            if user.id not in named
        ]
    return changes


@router.get("/campaigns/{campaign}/progress", summary="Items and jobs by state, by person and by day")
def progress(campaign: PathId, context: Annotated[RequestContext, allow(Action.SEE_FIGURES)]) -> CampaignProgress:
    with context.snapshot() as db:
        return progress_services.progress(db, context.actor, campaign, most=MOST_COUNTED)


@router.get("/campaigns/{campaign}/cleaning", summary="Texts before and after cleaning, by kind of source and genre")
def see_cleaning(campaign: PathId, context: Annotated[RequestContext, allow(Action.SEE_FIGURES)]) -> CleaningView:
    """Of a campaign made with `clean-passages` or `clean-sentences`; its `official` export are the texts that stay."""
    with context.reading() as db:
        return cleaning.cleaning(db, context.actor, campaign)


@router.get("/campaigns/{campaign}/votes", summary="What experts said about words, and what was decided")
def see_votes(campaign: PathId, context: Annotated[RequestContext, allow(Action.SEE_FIGURES)]) -> VotesView:
    """Of a campaign made with `word-vote`."""
    with context.reading() as db:
        return votes.votes(db, context.actor, campaign)


@router.get("/campaigns/{campaign}/votes/excluded", summary="The words left out with their reasons, as CSV")
def see_excluded(campaign: PathId, context: Annotated[RequestContext, allow(Action.EXPORT)]) -> Response:
    """As `pingce corpus words --exclude` reads it."""
    with context.reading() as db:
        content = votes.exclusions_csv(votes.votes(db, context.actor, campaign))
    attached = {"Content-Disposition": f'attachment; filename="excluded-{campaign}.csv"'}
    return Response(content, media_type="text/csv; charset=utf-8", headers=attached)


@router.get("/campaigns/{campaign}/figures", summary="Pass rates, agreement, time, controls, appeals")
def figures(campaign: PathId, context: Annotated[RequestContext, allow(Action.SEE_FIGURES)]) -> FiguresView:
    with context.snapshot() as db:
        return figure_services.figures(db, context.actor, campaign, most=MOST_COUNTED)


@router.get("/campaigns/{campaign}/invites", summary="Invites into the campaign that still work")
def list_campaign_invites(
    campaign: PathId, context: Annotated[RequestContext, allow(Action.MANAGE_CAMPAIGN)]
) -> list[InviteView]:
    with context.reading() as db:
        enter(db, context.actor, campaign, Role.BUILDER)
        return invites.list_invites(db, now=context.now, campaign=campaign)


@router.post("/campaigns/{campaign}/invites", summary="Invite people into the campaign by a link", status_code=201)
def make_campaign_invite(
    campaign: PathId, body: CampaignInviteIn, context: Annotated[RequestContext, allow(Action.MANAGE_CAMPAIGN)]
) -> NewInviteView:
    """Whoever opens the link makes an account and is a member at once. The link is shown this once."""
    with context.writing() as db:
        enter(db, context.actor, campaign, Role.BUILDER)
        return invites.create_invite(
            db,
            roles=[Role(role) for role in body.roles],
            title=body.title,
            uses=body.uses,
            days=body.days,
            by=context.actor.id,
            now=context.now,
            campaign=campaign,
        )


@router.delete("/campaigns/{campaign}/invites/{invite}", summary="Take an invite into the campaign back")
def drop_campaign_invite(
    campaign: PathId, invite: PathId, context: Annotated[RequestContext, allow(Action.MANAGE_CAMPAIGN)]
) -> Done:
    with context.writing() as db:
        enter(db, context.actor, campaign, Role.BUILDER)
        invites.delete_invite(db, invite, campaign=campaign)
    return Done()
