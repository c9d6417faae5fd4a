"""Items of a campaign: bringing them in, reading everything about them, taking them out again."""

from collections.abc import Iterator
from typing import Annotated

from fastapi import APIRouter, Form, Query, UploadFile
from fastapi.responses import StreamingResponse

from pingce.annotate.files.items import read_suggestions
from pingce.annotate.services import comments, controls, items, manage, many, preannotate, relations, send_back
from pingce.annotate.services.access import enter
from pingce.annotate.services.campaign_views import CommentView, ControlView, Imported, ItemRow, ItemView
from pingce.annotate.services.chain_choices import ExportCounts, export_counts
from pingce.annotate.services.download import ENDINGS, ExportFormat, export_chunks
from pingce.annotate.services.item_filter import ItemFilter, PersonPart
from pingce.annotate.services.many import ManyResult
from pingce.annotate.services.relations import WordRelation
from pingce.annotate.services.tiers import need_known_tiers
from pingce.formats.tiers import TierChoice, tier_choice
from pingce.store.people import Role

from ..http.json_body import StrictRoute
from ..policies import Action
from ..request_context import Limit, Offset, PathId, RequestContext, Search, allow
from ..schemas.campaigns import ControlsIn, ItemsIn, ItemStateView, RelationsIn
from ..schemas.common import LARGEST_ID, ListPage
from ..schemas.jobs import CommentIn, SkipIn
from ..schemas.many import ManyIn, ManyNowIn
from ..uploads import on_disk

router = APIRouter(tags=["items"], route_class=StrictRoute)

MEDIA = {
    "official": "application/x-ndjson",
    "provenance": "application/x-ndjson",
    "history": "application/x-ndjson",
    "csv": "text/csv; charset=utf-8",
}


@router.post("/campaigns/{campaign}/items", summary="Add items", status_code=201)
def add_items(
    campaign: PathId, body: ItemsIn, context: Annotated[RequestContext, allow(Action.MANAGE_CAMPAIGN)]
) -> Imported:
    new = [items.NewItem(item.id, item.texts, item.extra, item.group, item.gold) for item in body.items]
    with context.writing() as db:
        return items.import_items(db, context.actor, campaign, new)


@router.post("/campaigns/{campaign}/preannotations", summary="Suggest answers from a prediction file", status_code=201)
def add_preannotations(
    campaign: PathId,
    file: UploadFile,
    system: Annotated[str, Form(min_length=1, max_length=128)],
    context: Annotated[RequestContext, allow(Action.MANAGE_CAMPAIGN)],
) -> Imported:
    with context.reading() as db:
        form = enter(db, context.actor, campaign, Role.BUILDER).form
    with on_disk(file) as name:
        assert name is not None
        answers = list(read_suggestions(form, name))
    with context.reading() as db:
        prepared = preannotate.prepare(db, context.actor, campaign, answers, system=system)
    with context.writing() as db:
        return preannotate.store(db, context.actor, campaign, prepared)


@router.get("/campaigns/{campaign}/items", summary="Items, by words, state, group, person and label")
def list_items(
    campaign: PathId,
    context: Annotated[RequestContext, allow(Action.SEE_ITEMS)],
    search: Search = "",
    state: Annotated[str, Query(max_length=16)] = "",
    group: Search = "",
    control: bool | None = None,
    person: Annotated[int | None, Query(ge=1, le=LARGEST_ID)] = None,
    part: PersonPart = "any",
    label: Search = "",
    offset: Offset = 0,
    limit: Limit = 50,
) -> ListPage[ItemRow]:
    """`person`: who answered (`part=answered`) or still has it to answer (`holding`); `label`: `field=label`."""
    wanted = ItemFilter(search, state, group, control, person, part, label)
    with context.reading() as db:
        total, rows = items.find_items(db, context.actor, campaign, wanted, offset=offset, limit=limit)
    return ListPage(total=total, offset=offset, rows=rows)


@router.post("/campaigns/{campaign}/items/step/preview", summary="What a step for many items would do")
def preview_step(
    campaign: PathId, body: ManyIn, context: Annotated[RequestContext, allow(Action.CHANGE_MANY_ITEMS)]
) -> ManyResult:
    with context.writing(flush=False) as db:
        return many.preview_many(db, context.actor, campaign, body.order)


@router.post("/campaigns/{campaign}/items/step", summary="A step for many items, all of them in one change")
def step_many(
    campaign: PathId, body: ManyNowIn, context: Annotated[RequestContext, allow(Action.CHANGE_MANY_ITEMS)]
) -> ManyResult:
    """What sends back is for reviewers, the rest for builders. Refused when the preview no longer holds."""
    with context.writing() as db:
        return many.do_many(db, context.actor, campaign, body.order, expected=body.expected)


@router.get("/items/{item}", summary="An item with all answers and its full history")
def see_item(item: PathId, context: Annotated[RequestContext, allow(Action.SEE_ITEMS)]) -> ItemView:
    with context.reading() as db:
        return items.item_view(db, context.actor, item)


@router.post("/items/{item}/withdraw", summary="Take an item out of the campaign; its history stays")
def withdraw_item(
    item: PathId, body: SkipIn, context: Annotated[RequestContext, allow(Action.MANAGE_CAMPAIGN)]
) -> ItemStateView:
    with context.writing() as db:
        return ItemStateView(item=item, state=manage.withdraw(db, context.actor, item, body.reason))


@router.post("/items/{item}/reopen", summary="Have a decided or withdrawn item decided anew")
def reopen_item(
    item: PathId, body: SkipIn, context: Annotated[RequestContext, allow(Action.MANAGE_CAMPAIGN)]
) -> ItemStateView:
    with context.writing() as db:
        return ItemStateView(item=item, state=manage.reopen(db, context.actor, item, body.reason))


@router.post("/items/{item}/send-back", summary="Send a decided item back to those who answered it")
def send_back_item(
    item: PathId, body: SkipIn, context: Annotated[RequestContext, allow(Action.SEND_BACK)]
) -> ItemStateView:
    """They are told and answer anew; never an item that a released pack contains."""
    with context.writing() as db:
        return ItemStateView(item=item, state=send_back.send_back_decided(db, context.actor, item, body.reason))


@router.post("/items/{item}/escalate", summary="Send an item to a reviewer now, with the answers there are")
def escalate_item(
    item: PathId, body: SkipIn, context: Annotated[RequestContext, allow(Action.MANAGE_CAMPAIGN)]
) -> ItemStateView:
    with context.writing() as db:
        return ItemStateView(item=item, state=manage.escalate(db, context.actor, item, body.reason))


@router.get("/items/{item}/comments", summary="Comments on an item")
def list_comments(item: PathId, context: Annotated[RequestContext, allow(Action.COMMENT)]) -> list[CommentView]:
    with context.reading() as db:
        return list(comments.comments(db, context.actor, item))


@router.post("/items/{item}/comments", summary="Comment on an item", status_code=201)
def add_comment(
    item: PathId, body: CommentIn, context: Annotated[RequestContext, allow(Action.COMMENT)]
) -> CommentView:
    with context.writing() as db:
        return comments.add_comment(db, context.actor, item, body.text)


@router.get("/campaigns/{campaign}/controls", summary="Control items and how they were answered")
def list_controls(
    campaign: PathId, context: Annotated[RequestContext, allow(Action.MANAGE_CAMPAIGN)]
) -> list[ControlView]:
    with context.reading() as db:
        return list(controls.controls(db, context.actor, campaign))


@router.post("/campaigns/{campaign}/controls", summary="Make items control items, or ordinary ones again")
def set_controls(
    campaign: PathId, body: ControlsIn, context: Annotated[RequestContext, allow(Action.MANAGE_CAMPAIGN)]
) -> list[ControlView]:
    with context.writing() as db:
        controls.set_controls(db, context.actor, campaign, {control.item: control.gold for control in body.controls})
        return list(controls.controls(db, context.actor, campaign))


@router.get("/campaigns/{campaign}/relations", summary="How glosses stand to each other")
def list_relations(
    campaign: PathId, context: Annotated[RequestContext, allow(Action.SEE_CAMPAIGNS)]
) -> list[WordRelation]:
    with context.reading() as db:
        return list(relations.relations(db, context.actor, campaign))


@router.put("/campaigns/{campaign}/relations", summary="Say how glosses stand to each other, for the sense rules")
def set_relations(
    campaign: PathId, body: RelationsIn, context: Annotated[RequestContext, allow(Action.MANAGE_CAMPAIGN)]
) -> list[WordRelation]:
    """Replaces the relations of the words that are named."""
    given = [relations.WordRelation(**relation.model_dump()) for relation in body.relations]
    with context.writing() as db:
        relations.set_relations(db, context.actor, campaign, given, words=body.words)
        return list(relations.relations(db, context.actor, campaign))


@router.get(
    "/campaigns/{campaign}/export",
    summary="Decided items in the task's format, the full history, or a table",
    response_class=StreamingResponse,
    responses={200: {"description": "A file", "content": {media: {} for media in dict.fromkeys(MEDIA.values())}}},
)
def export_campaign(
    campaign: PathId,
    context: Annotated[RequestContext, allow(Action.EXPORT)],
    format: ExportFormat = "official",  # noqa: A002 (the name in the address)
    tiers: Annotated[str, Query(max_length=200)] = "",
) -> StreamingResponse:
    """`tiers`: names with commas, or `all`; without it the tiers that are released, if the campaign was graded."""
    choice = tier_choice(tiers)
    with context.reading() as db:
        enter(db, context.actor, campaign, Role.BUILDER)  # an error has to come before the first line
        need_known_tiers(db, campaign, choice)
    return StreamingResponse(
        _chunks(context, campaign, format, choice),
        media_type=MEDIA[format],
        headers={"Content-Disposition": f'attachment; filename="campaign-{campaign}.{ENDINGS[format]}"'},
    )


@router.get("/campaigns/{campaign}/export/counts", summary="What an export takes, and what keeps the others out")
def count_export(
    campaign: PathId,
    context: Annotated[RequestContext, allow(Action.EXPORT)],
    tiers: Annotated[str, Query(max_length=200)] = "",
) -> ExportCounts:
    with context.reading() as db:
        return export_counts(db, context.actor, campaign, tiers=tier_choice(tiers))


def _chunks(context: RequestContext, campaign: int, kind: ExportFormat, tiers: TierChoice) -> Iterator[bytes]:
    with context.reading() as db:
        yield from export_chunks(db, context.actor, campaign, kind, tiers=tiers)
