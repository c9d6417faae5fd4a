"""API tokens: for programs, limited to scopes, shown once."""

from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from pingce.spec.words import Words
from pingce.store.errors import NotFound
from pingce.store.people import Actor
from pingce.store.tables.people import ApiToken

from ..policies import Scope
from .secrets import key_hash, new_key
from .sessions import TOKEN_START


@dataclass(frozen=True)
class TokenView:
    """A token as its owner sees it later: without the key."""

    id: int
    title: str
    scopes: list[Scope]
    created_at: float
    expires_at: float | None
    last_used_at: float | None


@dataclass(frozen=True)
class NewTokenView(TokenView):
    """A token that was just made."""

    token: str
    """Shown this once; only its hash is kept."""


def create_token(
    db: Session, actor: Actor, *, title: str, scopes: Iterable[Scope | str], days: int | None, now: float
) -> NewTokenView:
    """A token for a program, limited to scopes and perhaps in time; its key is shown this once."""
    key = TOKEN_START + new_key()
    token = ApiToken(
        user_id=actor.id,
        title=title,
        token_hash=key_hash(key),
        scopes=" ".join(sorted({Scope(scope).value for scope in scopes})),
        created_at=now,
        expires_at=None if days is None else now + days * 86_400,
    )
    db.add(token)
    db.flush()
    return NewTokenView(**vars(_token(token)), token=key)


def list_tokens(db: Session, actor: Actor) -> list[TokenView]:
    """One's own tokens, without their keys."""
    return [_token(t) for t in db.scalars(select(ApiToken).where(ApiToken.user_id == actor.id).order_by(ApiToken.id))]


def delete_token(db: Session, actor: Actor, token_id: int) -> None:
    """One's own only; somebody else's does not exist."""
    token = db.scalar(select(ApiToken).where(ApiToken.id == token_id, ApiToken.user_id == actor.id))
    if token is None:
        raise NotFound(Words(f"编号为 {token_id} 的令牌", f"token {token_id} of yours"))
    db.execute(delete(ApiToken).where(ApiToken.id == token_id))


def delete_tokens(db: Session, actor: Actor) -> None:
    """All of them: whoever knew the old password could have made one."""
    db.execute(delete(ApiToken).where(ApiToken.user_id == actor.id))


def _token(token: ApiToken) -> TokenView:
    return TokenView(
        id=token.id,
        title=token.title,
        scopes=[Scope(scope) for scope in token.scopes.split()],
        created_at=token.created_at,
        expires_at=token.expires_at,
        last_used_at=token.last_used_at,
    )
