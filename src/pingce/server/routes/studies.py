"""Human studies: a sample drawn from a file of released data, a campaign made of it, and what became of it.

A preview stores nothing. Results hold what people said about published answers, so they are for those who run the
campaign; whoever takes part learns nothing of them.
"""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, Depends, Form, Query, UploadFile

from pingce.annotate.services import campaigns, members
from pingce.annotate.services.download import export_chunks
from pingce.annotate.services.studies import StudyKind, create_study, study_items, study_standing
from pingce.flow.result_pages import page_record
from pingce.formats.parts import Part, read_part
from pingce.formats.provenance import sidecar_of
from pingce.quality.annotations import Annotations
from pingce.quality.audit import audit
from pingce.quality.draw import DrawnCell, DrawnSample, DrawPlan, draw
from pingce.quality.human import human
from pingce.quality.outliers import load_outlier_rules, outlier_presets
from pingce.quality.reading import read_annotations
from pingce.report.human import human_page
from pingce.report.sections import Page
from pingce.report.studies import audit_page
from pingce.spec.shapes import SenseChoice
from pingce.spec.words import Words
from pingce.store.errors import NotFound
from pingce.tasks.catalog import known_tasks

from ..forms import CampaignView, campaign_view
from ..http.json_body import StrictRoute
from ..policies import Action
from ..request_context import PathId, RequestContext, allow
from ..schemas.studies import SampleIn, StudyIn, StudyView
from ..uploads import form_part, on_disk
from .campaigns import member_changes

router = APIRouter(tags=["studies"], route_class=StrictRoute)
DEFAULT_RULES = "pingce"
"""What our own rules for who is left out are called beside the presets."""


@dataclass(frozen=True)
class DrawnView:
    """What a sample would be made of."""

    items: int
    candidates: int
    cells: list[DrawnCell]
    notes: list[Words]


@dataclass(frozen=True)
class StudyUpload:
    """A file with answers, the sidecar that tells genres, and glosses."""

    task: str
    file: UploadFile
    provenance: UploadFile | None
    inventory: UploadFile | None

    @contextmanager
    def stored(self) -> Iterator[tuple[str, str | None]]:
        """The file with its sidecar beside it, and the glosses, for as long as they are read."""
        with on_disk(self.file) as name, on_disk(self.provenance) as beside, on_disk(self.inventory) as glosses:
            assert name is not None
            if beside is not None:
                shutil.copyfile(beside, sidecar_of(Path(name)))
            yield name, glosses

    def part(self, name: str) -> Part:
        return read_part(f"{self.task}={name}")


def study_upload(
    file: UploadFile,
    task: Annotated[str, Form(max_length=64)],
    provenance: UploadFile | None = None,
    inventory: UploadFile | None = None,
) -> StudyUpload:
    """`file`: released data with answers, in the format of `task`. `provenance`: its `.provenance.jsonl`, where genres
    do not stand in the records. `inventory`: the glosses, for senses.
    """
    return StudyUpload(task, file, provenance, inventory)


Upload = Annotated[StudyUpload, Depends(study_upload)]


@dataclass(frozen=True)
class StudyTask:
    """A task whose released data can be drawn from."""

    id: str
    title: Words
    needs_glosses: bool


@router.get("/studies/tasks", summary="Tasks whose data a human study can be made of")
def list_study_tasks(context: Annotated[RequestContext, allow(Action.CREATE_CAMPAIGN)]) -> list[StudyTask]:  # noqa: ARG001 (says who may)
    return [
        StudyTask(task.id, task.title, any(isinstance(field.shape, SenseChoice) for field in task.answer))
        for task in known_tasks().values()
    ]


@router.post("/studies/preview", summary="What a sample for a human study would be made of; stores nothing")
def preview_study(
    upload: Upload,
    sample: Annotated[str, Form(max_length=10_000)],
    context: Annotated[RequestContext, allow(Action.CREATE_CAMPAIGN)],  # noqa: ARG001 (says who may)
) -> DrawnView:
    wanted = form_part(SampleIn, "sample", sample)
    with upload.stored() as (name, _glosses):
        part = upload.part(name)
        drawn = _draw(part, wanted)
    return DrawnView(len(drawn.ids), sum(map(bool, part.answers)), list(drawn.cells), list(drawn.notes))


@router.post("/studies", summary="Draw a sample and make the campaign of a human study", status_code=201)
def make_study(
    upload: Upload,
    plan: Annotated[str, Form(max_length=1_000_000)],
    context: Annotated[RequestContext, allow(Action.CREATE_CAMPAIGN)],
) -> CampaignView:
    body = form_part(StudyIn, "plan", plan)
    with upload.stored() as (name, glosses):
        part = upload.part(name)
        new = study_items(part.task.id, name, _draw(part, body).ids, inventory=glosses)
    with context.writing() as db:
        number = create_study(
            db, context.actor, title=body.title, task=part.task.id, kind=body.kind, people=body.people, items=new
        )
        if changes := member_changes(db, body):
            members.set_members(db, context.actor, number, changes)
        if body.open:
            campaigns.change_campaign(db, context.actor, number, status="open")
        return campaign_view(campaigns.campaign_detail(db, context.actor, number))


def _draw(part: Part, sample: SampleIn) -> DrawnSample:
    return draw(part, DrawPlan(sample.items, sample.by, sample.labels, sample.seed))


@router.get("/campaigns/{campaign}/study", summary="What a human study came to, so far")
def see_study(
    campaign: PathId,
    context: Annotated[RequestContext, allow(Action.MANAGE_CAMPAIGN)],
    rules: Annotated[str, Query(max_length=64)] = DEFAULT_RULES,
    leave_out: Annotated[list[str] | None, Query(max_length=50)] = None,
) -> StudyView:
    """`rules`: who of a test is left out (`pingce`, or a preset). `leave_out`: login names that do not count either."""
    with context.reading() as db, tempfile.TemporaryDirectory(prefix="pingce-") as folder:
        standing = study_standing(db, context.actor, campaign)
        file = Path(folder) / "history.jsonl"
        with file.open("wb") as history:
            history.writelines(export_chunks(db, context.actor, campaign, "history"))
        names = {person.name: person.shown for person in standing.people}
        strangers = [name for name in leave_out or () if name not in names]
        if strangers:
            raise NotFound(Words(f"成员 {'、'.join(strangers)}", f"member {', '.join(strangers)}"))
        page = None
        if any(person.answered for person in standing.people):
            data = _with_shown_names(read_annotations(str(file)), names)
            page = page_record(_page(standing.kind, data, rules, [names[name] for name in leave_out or ()]))
    return StudyView(
        kind=standing.kind,
        items=standing.items,
        asked=standing.asked,
        people=list(standing.people),
        rules=[DEFAULT_RULES, *outlier_presets()],
        page=page,
    )


def _page(kind: StudyKind, data: Annotations, rules: str, leave_out: list[str]) -> Page:
    if kind == "audit":
        return audit_page(audit(data))
    presets = outlier_presets()
    if rules not in (DEFAULT_RULES, *presets):  # a name, never a file of the server
        raise NotFound(Words(f"规则 {rules}", f"rules {rules}"))
    limits = load_outlier_rules(None if rules == DEFAULT_RULES else presets[rules])
    return human_page(human(data, limits, leave_out=leave_out), data)


def _with_shown_names(data: Annotations, names: dict[str, str]) -> Annotations:
    """The same answers under the names people have on pages."""
    versions = [
        replace(annotation, annotator=names.get(annotation.annotator, annotation.annotator))
        for annotation in data.versions
    ]
    return replace(data, versions=versions)
