"""Signing in without a password, in demo mode only."""

from typing import Annotated

from fastapi import APIRouter, Request, Response

from pingce.demo.people import PEOPLE, DemoPerson
from pingce.spec.words import Words
from pingce.store.errors import NotFound
from pingce.store.people import split_roles

from ..http.json_body import StrictRoute
from ..people import sessions
from ..people.accounts import actor_of, find_user
from ..people.secrets import key_hash
from ..policies import Action
from ..request_context import RequestContext, allow
from ..schemas.people import DemoLoginIn, MeView
from .account import me_view, set_cookie

router = APIRouter(tags=["demo"], route_class=StrictRoute)


@router.get("/demo/users", summary="Who one can be in the demo")
def demo_users(context: Annotated[RequestContext, allow(Action.SIGN_IN)]) -> list[DemoPerson]:
    people = _demo_people(context)
    with context.reading() as db:
        users = [(about, find_user(db, name)) for name, about in people.items()]
    return [
        DemoPerson(user.name, user.title, tuple(sorted(split_roles(user.roles))), about)
        for about, user in users
        if user is not None
    ]


@router.post("/demo/login", summary="Be somebody in the demo")
def demo_login(
    body: DemoLoginIn, request: Request, response: Response, context: Annotated[RequestContext, allow(Action.SIGN_IN)]
) -> MeView:
    now = context.now
    with context.writing() as db:
        user = find_user(db, body.name) if body.name in _demo_people(context) else None
        if user is None:
            raise NotFound(Words(f"演示用户“{body.name}”", f"demo user '{body.name}'"))
        key = sessions.start_session(db, user, now=now)
        who = sessions.SignedIn(actor_of(user), user.title, user.lang, key_hash(key), None, now)
    set_cookie(request, response, key)
    return me_view(context, who)


def _demo_people(context: RequestContext) -> dict[str, Words]:
    if not context.server.demo:
        raise NotFound(Words("演示模式", "demo here"), code="no-demo")
    return {person.name: person.about for person in PEOPLE}
