"""Figures for Prometheus, for those on this machine and for administrators' tokens."""

import ipaddress
from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response

from ..policies import Action
from ..request_context import Allow, RequestContext

FORWARDED = ("forwarded", "x-forwarded-for", "x-real-ip", "via")
"""What proxies add: then the machine that asks is not the one that wants to know."""
TEXT = "text/plain; version=0.0.4; charset=utf-8"

router = APIRouter(include_in_schema=False)


class AllowHere(Allow):
    """Whoever asks from this machine itself needs nothing."""

    async def _look(self, request: Request) -> RequestContext:
        if is_here(request):
            return RequestContext(request.app.state.server, None)
        return await super()._look(request)


def is_here(request: Request) -> bool:
    if request.client is None or any(name in request.headers for name in FORWARDED):
        return False
    try:
        return ipaddress.ip_address(request.client.host).is_loopback
    except ValueError:
        return False


@router.get("/metrics")
def metrics(request: Request, context: Annotated[RequestContext, Depends(AllowHere(Action.SEE_METRICS))]) -> Response:  # noqa: ARG001
    """Prometheus asks here every few seconds."""
    return Response(request.app.state.metrics.text(), media_type=TEXT, headers={"Cache-Control": "no-store"})
