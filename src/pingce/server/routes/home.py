"""The first page of somebody who is signed in, and finding things from everywhere."""

from typing import Annotated

from fastapi import APIRouter

from ..home import HomeView, home_view
from ..http.json_body import StrictRoute
from ..policies import Action
from ..request_context import RequestContext, Search, allow
from ..search import FoundView, search

router = APIRouter(tags=["home"], route_class=StrictRoute)


@router.get("/home", summary="What waits for the person who asks, by what they do here")
def see_home(context: Annotated[RequestContext, allow(Action.OWN_ACCOUNT)]) -> HomeView:
    with context.reading() as db:
        return home_view(db, context.actor, context.server.benchmarks, now=context.now)


@router.get("/search", summary="Items, people, campaigns, benchmarks and competitions by a few characters")
def search_everything(
    context: Annotated[RequestContext, allow(Action.OWN_ACCOUNT)], words: Search = ""
) -> list[FoundView]:
    """Only what the person who asks may open."""
    with context.reading() as db:
        return search(db, context.actor, words, context.server.benchmarks)
