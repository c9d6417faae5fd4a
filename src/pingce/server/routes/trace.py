"""One item's whole life, as far as the person who asks may see it."""

from typing import Annotated

from fastapi import APIRouter, Query

from pingce.trace.database import trace
from pingce.trace.model import Trace

from ..http.json_body import StrictRoute
from ..policies import Action
from ..request_context import RequestContext, allow

router = APIRouter(tags=["trace"], route_class=StrictRoute)

LONGEST_TEXT = 4000


@router.get("/trace", summary="The life of an item, by its id or its whole text")
def trace_item(
    query: Annotated[str, Query(min_length=1, max_length=LONGEST_TEXT)],
    context: Annotated[RequestContext, allow(Action.TRACE)],
) -> Trace:
    """From the line of the raw file through campaigns and packs to each system's answer and score.

    Builders and reviewers see what their campaigns know; annotators their own answers, by the text; teams what is
    public of a competition's items and what their own systems said. Nobody who holds the item sees others' answers
    before they have handed theirs in, and held-back answers reach no team.
    """
    folder = context.server.project.folder
    with context.reading() as db:
        return trace(db, context.actor, query, roots=[] if folder is None else [folder])
