"""Files of items: what they would bring, a campaign made from one in a single step, more items for one that is there.

A preview stores nothing, and a campaign is there only if everything about it was taken: items, people and settings.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Depends, Form, Response, UploadFile

from pingce.annotate.files.items import read_new_items
from pingce.annotate.files.own import ColumnMapping, TableReading
from pingce.annotate.files.preview import ImportPreview, pack_file, preview_items
from pingce.annotate.files.samples import SampleKind, sample_file
from pingce.annotate.forms import Form as AnnotationForm
from pingce.annotate.forms import form_of
from pingce.annotate.items import NewItem
from pingce.annotate.services import campaigns
from pingce.annotate.services.access import enter
from pingce.annotate.services.campaign_views import Imported
from pingce.annotate.services.large_imports import import_many
from pingce.store.people import Role

from ..forms import CampaignView
from ..http.json_body import StrictRoute
from ..policies import Action
from ..request_context import PathId, RequestContext, allow
from ..schemas.campaigns import CampaignPlanIn, ColumnsIn
from ..uploads import form_part, on_disk
from .campaigns import make_campaign

router = APIRouter(tags=["items"], route_class=StrictRoute)

MEDIA: dict[SampleKind, str] = {
    "txt": "text/plain; charset=utf-8",
    "csv": "text/csv; charset=utf-8",
    "jsonl": "application/x-ndjson",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}


@dataclass(frozen=True)
class ItemsUpload:
    """A file of items with all that was said about it."""

    file: UploadFile
    inventory: UploadFile | None
    questions: UploadFile | None
    group_by: str
    control: bool
    member: str
    table: TableReading

    @contextmanager
    def stored(self) -> Iterator[tuple[str, str | None, str | None]]:
        """Names of the file, the glosses and the questions, for as long as they are read."""
        with on_disk(self.file) as name, on_disk(self.inventory) as glosses, on_disk(self.questions) as asked:
            assert name is not None
            yield pack_file(name, self.member), glosses, asked

    def read(self, form: AnnotationForm) -> list[NewItem]:
        """All of it: uploads are limited, and whoever answers meanwhile should not wait for the reading."""
        with self.stored() as (name, glosses, asked):
            return list(
                read_new_items(
                    form,
                    name,
                    group_by=self.group_by,
                    control=self.control,
                    inventory=glosses,
                    questions=asked,
                    table=self.table,
                )
            )


def items_upload(
    file: UploadFile,
    inventory: UploadFile | None = None,
    questions: UploadFile | None = None,
    group_by: Annotated[str, Form(max_length=64)] = "",
    control: Annotated[bool, Form()] = False,
    member: Annotated[str, Form(max_length=400)] = "",
    columns: Annotated[str, Form(max_length=10_000)] = "",
    paragraphs: Annotated[bool, Form()] = False,
    header: Annotated[bool | None, Form()] = None,
    own: Annotated[bool, Form()] = False,
) -> ItemsUpload:
    """`group_by`: a text or key that says what belongs together. `control`: the answers in the file are gold.

    `inventory`: the glosses, for senses. `questions`: the texts, where explanations of a submission are rated.
    `member`: the file of a zip pack. For files that are not in the task's format: `columns` (JSON: which column is
    what), `header` (the first row names the columns), `paragraphs` (of a text, not line by line), `own` (read it so
    even where it looks like the task's format).
    """
    given = form_part(ColumnsIn, "columns", columns) if columns else None
    mapping = None if given is None else ColumnMapping(given.id, given.texts, given.options)
    reading = TableReading(mapping, paragraphs, header, own)
    return ItemsUpload(file, inventory, questions, group_by, control, member, reading)


Upload = Annotated[ItemsUpload, Depends(items_upload)]


@router.post("/imports/preview", summary="What a file of items would bring, and everything that is wrong with it")
def preview_import(
    upload: Upload,
    form: Annotated[str, Form(max_length=64)],
    context: Annotated[RequestContext, allow(Action.CREATE_CAMPAIGN)],  # noqa: ARG001 (says who may)
) -> ImportPreview:
    with upload.stored() as (name, glosses, asked):
        return preview_items(
            form_of(form),
            name,
            group_by=upload.group_by,
            control=upload.control,
            inventory=glosses,
            questions=asked,
            table=upload.table,
        )


@router.post("/imports/campaigns", summary="Make a campaign with the items of a file and its people", status_code=201)
def import_campaign(
    upload: Upload,
    plan: Annotated[str, Form(max_length=1_000_000)],
    context: Annotated[RequestContext, allow(Action.CREATE_CAMPAIGN)],
) -> CampaignView:
    """`plan`: JSON with what a campaign needs, its members, and whether it is open at once."""
    body = form_part(CampaignPlanIn, "plan", plan)
    new = upload.read(form_of(body.form) if body.form else campaigns.form_of_preset(body.preset or ""))
    with context.writing() as db:
        return make_campaign(db, context.actor, body, new)


@router.post("/campaigns/{campaign}/items/file", summary="Add the items of a file", status_code=201)
def add_items_file(
    campaign: PathId, upload: Upload, context: Annotated[RequestContext, allow(Action.MANAGE_CAMPAIGN)]
) -> Imported:
    with context.reading() as db:
        form = enter(db, context.actor, campaign, Role.BUILDER).form
    new = upload.read(form)
    return import_many(context.writing, context.actor, campaign, new)


@router.get(
    "/imports/samples/{kind}",
    summary="A small file to start from, for a form",
    response_class=Response,
    responses={200: {"description": "A file", "content": {media: {} for media in MEDIA.values()}}},
)
def sample(
    kind: SampleKind,
    form: str,
    context: Annotated[RequestContext, allow(Action.CREATE_CAMPAIGN)],  # noqa: ARG001 (says who may)
) -> Response:
    name = f"sample.{kind}"
    return Response(
        sample_file(form_of(form), kind),
        media_type=MEDIA[kind],
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )
