"""What this server is, and who is looking: the first thing every page asks, whether or not somebody is signed in."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter

from ..http.json_body import StrictRoute
from ..policies import Action
from ..request_context import RequestContext, allow
from ..schemas.people import MeView
from .account import me_view
from .documentation import has_help

router = APIRouter(tags=["account"], route_class=StrictRoute)


@dataclass(frozen=True)
class AboutView:
    """`demo`: anybody may be one of its people; `help`: the documentation is at /help; `me`: who is signed in."""

    demo: bool
    help: bool
    me: MeView | None


@router.get("/about", summary="What this server is, and who is looking")
def about(context: Annotated[RequestContext, allow(Action.RECOGNISE)]) -> AboutView:
    """Nobody is refused, so that a visitor's first page is no error."""
    return AboutView(context.server.demo, has_help(), me_view(context, context.who) if context.who else None)
