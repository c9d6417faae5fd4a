"""The project at a glance, its reports and its files."""

from typing import Annotated

from fastapi import APIRouter, Query
from fastapi import Path as PathParameter
from fastapi.responses import FileResponse

from pingce.demo.filling import Filling
from pingce.flow.layout import STAGES, find_file, find_report
from pingce.spec.words import Words

from ..http.json_body import StrictRoute
from ..policies import POLICIES, Action
from ..request_context import RequestContext, allow
from ..schemas.project import FigureView, FillingView, ProjectView, StageView

router = APIRouter(tags=["project"], route_class=StrictRoute)

REPORT_HEADERS = {
    "Content-Security-Policy": (
        "sandbox allow-scripts; default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; "
        "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
    ),
    "X-Frame-Options": "SAMEORIGIN",
    "Cache-Control": "no-store",
}
"""A report is a file somebody put there: shown like a page of a stranger, who sees no session and can call nobody."""

Name = Annotated[str, PathParameter(max_length=200)]
FilePath = Annotated[str, Query(max_length=1000)]


@router.get("/project", summary="The seven stages: how much there is, reports and files")
def project(context: Annotated[RequestContext, allow(Action.SEE_PROJECT)]) -> ProjectView:
    server = context.server
    sees_files = POLICIES[Action.SEE_PROJECT_FILES].permits(context.actor.roles)
    sees_all = POLICIES[Action.SEE_FIGURES].permits(context.actor.roles)
    figures = server.project.figures(server.engine, len(server.models.listed()))
    stages = [
        StageView(
            name=name,
            figures=[
                FigureView.model_validate(figure)
                for figure in figures[name]
                if sees_all or not figure.not_for_annotators
            ],
            reports=list(server.project.reports(name)) if sees_files else [],
            files=list(server.project.files(name)) if sees_files else [],
        )
        for name in STAGES
    ]
    return ProjectView(stages=stages, filling=_filling(server.project.filling()), sees_files=sees_files)


@router.get("/project/reports/{name}", summary="A report page", response_class=FileResponse)
def project_report(name: Name, context: Annotated[RequestContext, allow(Action.SEE_PROJECT_FILES)]) -> FileResponse:
    """Reports may show items with their answers."""
    path = find_report(context.server.project.folder, name)
    return FileResponse(path, media_type="text/html; charset=utf-8", headers=REPORT_HEADERS)


@router.get("/project/files", summary="A file of a stage, by its path in the folder", response_class=FileResponse)
def project_file(path: FilePath, context: Annotated[RequestContext, allow(Action.SEE_PROJECT_FILES)]) -> FileResponse:
    """Of packs only the public side: held-back answers never leave through the server."""
    stored = find_file(context.server.project.folder, path)
    return FileResponse(stored, media_type="application/octet-stream", filename=stored.name)


def _filling(filling: Filling | None) -> FillingView | None:
    if filling is None or filling.kind != "demo":
        return None
    return FillingView(
        state=filling.state,
        steps=filling.steps,
        done=len(filling.done),
        stage=filling.stage,
        step=Words(filling.zh, filling.en),
    )
