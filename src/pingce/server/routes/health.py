"""Is the server there, and which one is it."""

from typing import Annotated

import orjson
from fastapi import APIRouter, Request
from fastapi.responses import Response
from sqlalchemy import text

from pingce import __version__

from ..policies import Action
from ..request_context import RequestContext, allow
from ..schemas.common import Out

router = APIRouter(tags=["health"])


class HealthView(Out):
    """Whether the server answers and its database does; for load balancers and monitors."""

    status: str
    version: str
    database: str
    demo: bool


@router.get("/openapi.json", include_in_schema=False)
def openapi_json(request: Request, context: Annotated[RequestContext, allow(Action.LOOK_AROUND)]) -> Response:  # noqa: ARG001
    """What this API can do; public, like the pages."""
    return Response(orjson.dumps(request.app.openapi()), media_type="application/json")


@router.get("/health", summary="Answers when the server and its database do and files can be written")
def health(context: Annotated[RequestContext, allow(Action.LOOK_AROUND)]) -> HealthView:
    with context.reading() as db:
        db.execute(text("SELECT 1"))
    context.server.storage.check()
    return HealthView(
        status="ok", version=__version__, database=context.server.engine.dialect.name, demo=context.server.demo
    )
