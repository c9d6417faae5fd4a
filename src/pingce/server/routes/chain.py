"""Decided items of a campaign on to the next one: what to choose by, how many it would be, and doing it."""

from typing import Annotated, TypedDict

from fastapi import APIRouter

from pingce.annotate.services.campaigns import create_campaign, form_of_preset
from pingce.annotate.services.chain import ChainAs, Chained, Where, chain, preview
from pingce.annotate.services.chain_choices import ChainChoices, chain_choices
from pingce.formats.tiers import TierChoice, tier_choice
from pingce.spec.words import Words
from pingce.store.errors import Refused

from ..http.json_body import StrictRoute
from ..policies import Action
from ..request_context import PathId, RequestContext, allow
from ..schemas.campaigns import ChainIn, NewCampaignIn

router = APIRouter(tags=["items"], route_class=StrictRoute)


@router.get("/campaigns/{campaign}/chain", summary="What decided items can be chosen by, with counts")
def list_chain_choices(
    campaign: PathId, context: Annotated[RequestContext, allow(Action.MANAGE_CAMPAIGN)]
) -> ChainChoices:
    with context.reading() as db:
        return chain_choices(db, context.actor, campaign)


@router.post("/campaigns/{campaign}/chain/preview", summary="How many items chaining would bring; changes nothing")
def preview_chain(
    campaign: PathId, body: ChainIn, context: Annotated[RequestContext, allow(Action.MANAGE_CAMPAIGN)]
) -> Chained:
    target = _target(body)
    into = target if isinstance(target, int) else form_of_preset(target.preset)
    with context.reading() as db:
        return preview(db, context.actor, campaign, into, **_choice(body))


@router.post("/campaigns/{campaign}/chain", summary="Bring decided items into another campaign", status_code=201)
def chain_items(
    campaign: PathId, body: ChainIn, context: Annotated[RequestContext, allow(Action.MANAGE_CAMPAIGN)]
) -> Chained:
    """With their provenance; items that are there already are passed over, so it can be asked again and again.

    `where`: fields of the decided answer, `genre`, `kind` or `tier`, and the values that are wanted; without it what is
    usual between the two forms.
    """
    target = _target(body)
    with context.writing() as db:
        if isinstance(target, NewCampaignIn):  # gone again with the transaction if chaining is refused
            target = create_campaign(db, context.actor, title=target.title, preset=target.preset)
        return chain(db, context.actor, campaign, target, seed=body.seed, **_choice(body))


class _Choice(TypedDict):
    where: Where | None
    chain_as: ChainAs | None
    tiers: TierChoice


def _choice(body: ChainIn) -> _Choice:
    where = None if body.where is None else {name: frozenset(values) for name, values in body.where.items()}
    return {"where": where, "chain_as": body.chain_as, "tiers": tier_choice(body.tiers)}


def _target(body: ChainIn) -> int | NewCampaignIn:
    match body.to, body.new:
        case int(number), None:
            return number
        case None, NewCampaignIn() as new:
            return new
        case _:
            raise Refused(
                Words("请指定一个活动（to）或一个新活动（new）。", "Name one campaign (to) or a new one (new)."),
                code="no-target",
            )
