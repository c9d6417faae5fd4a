"""Signing in and out, one's own account and tokens, invites taken up."""

from functools import partial
from typing import Annotated

from fastapi import APIRouter, Request, Response
from fastapi import Path as PathParameter

from ..http.errors import WrongPasswordError
from ..http.json_body import StrictRoute
from ..http.sign_in_lines import address_of, count_attempt, in_line
from ..people import attempts, devices, invites, sessions, tokens
from ..people.accounts import actor_of, change_user, check_name, get_user
from ..people.invites import JoinView
from ..people.secrets import hash_password, key_hash, password_fits
from ..people.tokens import NewTokenView, TokenView
from ..policies import Action
from ..request_context import COOKIE, PathId, RequestContext, allow
from ..schemas.common import Done
from ..schemas.people import (
    JoinIn,
    LoginIn,
    MeIn,
    MeView,
    PasswordIn,
    TokenIn,
)

router = APIRouter(tags=["account"], route_class=StrictRoute)

InviteKey = Annotated[str, PathParameter(max_length=100)]


def me_view(context: RequestContext, who: sessions.SignedIn) -> MeView:
    return MeView(
        id=who.actor.id,
        name=who.actor.name,
        title=who.title,
        roles=sorted(who.actor.roles),
        lang="en" if who.lang == "en" else "zh",
        csrf=sessions.csrf_token(context.server.secret, who.session) if who.session else "",
        demo=context.server.demo,
    )


def set_cookie(request: Request, response: Response, key: str) -> None:
    _keep(request, response, COOKIE, key, days=sessions.SESSION_DAYS)


def _know_device(request: Request, response: Response, context: RequestContext, name: str) -> None:
    """Somebody has signed in with this browser."""
    cookie = devices.with_device(context.server.secret, request.cookies.get(devices.COOKIE, ""), name)
    _keep(request, response, devices.COOKIE, cookie, days=devices.DAYS, path="/api/login")


def _keep(request: Request, response: Response, name: str, value: str, *, days: int, path: str = "/") -> None:
    """Scripts cannot read it, other sites' forms do not send it; over https it never travels in the clear."""
    secure = request.url.scheme == "https"
    response.set_cookie(name, value, max_age=days * 86_400, httponly=True, samesite="lax", secure=secure, path=path)


@router.post("/login", summary="Sign in with name and password")
async def login(
    body: LoginIn, request: Request, response: Response, context: Annotated[RequestContext, allow(Action.SIGN_IN)]
) -> MeView:
    device = devices.known_device(context.server.secret, request.cookies.get(devices.COOKIE, ""), body.name)
    keys = attempts.attempt_keys(context.server.secret, body.name, address_of(request), device)
    context.server.sign_in_lines.refusals.check(keys)
    key, who = await context.server.sign_in_lines.sign_in.run(partial(_sign_in, context, body, keys))
    set_cookie(request, response, key)
    _know_device(request, response, context, who.actor.name)
    return me_view(context, who)


def _sign_in(context: RequestContext, body: LoginIn, keys: dict[str, str]) -> tuple[str, sessions.SignedIn]:
    """The key for the cookie, and who it is."""
    now = context.now
    count_attempt(context, keys, now=now)
    with context.reading() as db:
        user = sessions.check_password(db, body.name, body.password)
    if user is None:
        raise WrongPasswordError
    with context.writing() as db:
        attempts.forgive(db, keys, now=now)
        user = get_user(db, user.id)
        key = sessions.start_session(db, user, now=now)
        return key, sessions.SignedIn(actor_of(user), user.title, user.lang, key_hash(key), None, now)


@router.post("/logout", summary="Sign out")
def logout(response: Response, context: Annotated[RequestContext, allow(Action.OWN_ACCOUNT)]) -> Done:
    with context.changing_people() as db:
        if context.who and context.who.session:
            sessions.end_session(db, context.who.session)
    response.delete_cookie(COOKIE, path="/")
    return Done()


@router.get("/me", summary="Who is signed in")
def me(context: Annotated[RequestContext, allow(Action.OWN_ACCOUNT)]) -> MeView:
    assert context.who is not None
    return me_view(context, context.who)


@router.patch("/me", summary="Change one's own title and language")
def change_me(body: MeIn, context: Annotated[RequestContext, allow(Action.OWN_SECRETS)]) -> MeView:
    assert context.who is not None
    with context.changing_people() as db:
        person = change_user(db, context.actor.id, title=body.title, lang=body.lang)
    who = context.who
    changed = sessions.SignedIn(who.actor, person.title, person.lang, who.session, who.scopes, who.expires_at)
    return me_view(context, changed)


@router.post("/me/password", summary="Change one's own password; signs out everywhere else and deletes API tokens")
@in_line("sign_in")
def change_password(body: PasswordIn, context: Annotated[RequestContext, allow(Action.OWN_SECRETS)]) -> Done:
    now = context.now
    keys = attempts.own_key(context.server.secret, context.actor.id)
    count_attempt(context, keys, now=now)
    with context.reading() as db:
        stored = get_user(db, context.actor.id).password
    if not password_fits(stored, body.old):
        raise WrongPasswordError
    new = hash_password(body.new)
    with context.changing_people() as db:
        attempts.forgive(db, keys, now=now)
        get_user(db, context.actor.id).password = new.hashed
        sessions.end_other_sessions(db, context.actor.id, context.who.session if context.who else None)
        tokens.delete_tokens(db, context.actor)
    return Done()


@router.get("/tokens", summary="One's own API tokens")
def my_tokens(context: Annotated[RequestContext, allow(Action.OWN_SECRETS)]) -> list[TokenView]:
    with context.reading() as db:
        return list(tokens.list_tokens(db, context.actor))


@router.post("/tokens", summary="Make an API token; it is shown this once", status_code=201)
def make_token(body: TokenIn, context: Annotated[RequestContext, allow(Action.OWN_SECRETS)]) -> NewTokenView:
    with context.writing() as db:
        return tokens.create_token(
            db, context.actor, title=body.title, scopes=body.scopes, days=body.days, now=context.now
        )


@router.delete("/tokens/{token}", summary="Delete an API token")
def drop_token(token: PathId, context: Annotated[RequestContext, allow(Action.OWN_SECRETS)]) -> Done:
    with context.changing_people() as db:
        tokens.delete_token(db, context.actor, token)
    return Done()


@router.get("/join/{key}", summary="What an invite offers")
def see_invite(key: InviteKey, context: Annotated[RequestContext, allow(Action.SIGN_IN)]) -> JoinView:
    with context.reading() as db:
        return invites.look_at_invite(db, key, now=context.now)


@router.post("/join/{key}", summary="Take up an invite: makes the account and signs in", status_code=201)
@in_line("sign_in")
def take_up_invite(
    key: InviteKey,
    body: JoinIn,
    request: Request,
    response: Response,
    context: Annotated[RequestContext, allow(Action.SIGN_IN)],
) -> MeView:
    now = context.now
    keys = attempts.address_key("join", context.server.secret, address_of(request))
    with context.reading() as db:
        invites.look_at_invite(db, key, now=now)
    count_attempt(context, keys, now=now)
    with context.reading() as db:
        check_name(db, body.name)
    password = hash_password(body.password)
    with context.changing_people() as db:
        attempts.take_back(db, keys, now=now)
        user = invites.join(db, key, name=body.name, password=password, title=body.title, lang=body.lang, now=now)
        session = sessions.start_session(db, user, now=now)
        who = sessions.SignedIn(actor_of(user), user.title, user.lang, key_hash(session), None, now)
    set_cookie(request, response, session)
    _know_device(request, response, context, who.actor.name)
    return me_view(context, who)
