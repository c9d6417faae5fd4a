"""The first page of somebody who is signed in."""

from typing import Annotated

from fastapi import APIRouter

from ..deps import RequestContext, allow
from ..home import HomeView, home_view
from ..http.json_body import StrictRoute
from ..policies import Action

router = APIRouter(tags=["home"], route_class=StrictRoute)


@router.get("/home", summary="What waits for the person who asks, by what they do here")
def see_home(context: Annotated[RequestContext, allow(Action.OWN_ACCOUNT)]) -> HomeView:
    with context.reading() as db:
        return home_view(db, context.actor, context.server.benchmarks, now=context.now)
