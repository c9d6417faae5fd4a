"""Invite links: who opens one becomes a user with the roles it carries."""

from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from pingce.spec.words import Words
from pingce.store.errors import NotFound
from pingce.store.people import Role, join_roles, split_roles
from pingce.store.tables.people import Group, Invite, User

from .accounts import create_user
from .groups import group_named
from .secrets import Password, key_hash, new_key


@dataclass(frozen=True, kw_only=True)
class JoinView:
    """What an invite offers to whoever opens it."""

    roles: list[Role]
    title: str
    group: str | None
    expires_at: float


@dataclass(frozen=True, kw_only=True)
class InviteView(JoinView):
    """An invite as those who look after people see it: without its link."""

    id: int
    uses_left: int
    created_at: float


@dataclass(frozen=True, kw_only=True)
class NewInviteView(InviteView):
    """An invite that was just made."""

    path: str
    """`/join/…`, to be put behind the address of this server; shown this once."""


def create_invite(
    db: Session,
    *,
    roles: Iterable[Role],
    now: float,
    by: int | None = None,
    title: str = "",
    group: str | None = None,
    uses: int = 1,
    days: float = 7,
) -> NewInviteView:
    """A link that makes accounts with these roles; only its hash is kept, so it is shown this once."""
    key = new_key()
    invite = Invite(
        token_hash=key_hash(key),
        roles=join_roles(roles),
        title=title,
        group_id=group_named(db, group).id if group else None,
        uses_left=uses,
        created_by=by,
        created_at=now,
        expires_at=now + days * 86_400,
    )
    db.add(invite)
    db.flush()
    return NewInviteView(**vars(_invite(invite, group)), path=f"/join/{key}")


def list_invites(db: Session, *, now: float) -> list[InviteView]:
    """Those that still work."""
    query = (
        select(Invite, Group.name)
        .outerjoin(Group, Group.id == Invite.group_id)
        .where(Invite.expires_at > now, Invite.uses_left > 0)
        .order_by(Invite.id)
    )
    return [_invite(invite, group) for invite, group in db.execute(query)]


def delete_invite(db: Session, invite_id: int) -> None:
    """Take an invite back; who used it stays."""
    invite = db.get(Invite, invite_id)
    if invite is None:
        raise NotFound(Words(f"编号为 {invite_id} 的邀请", f"invite {invite_id}"))
    db.execute(delete(Invite).where(Invite.id == invite_id))


def look_at_invite(db: Session, key: str, *, now: float) -> InviteView:
    """What an invite offers, if it still works."""
    query = (
        select(Invite, Group.name)
        .outerjoin(Group, Group.id == Invite.group_id)
        .where(Invite.token_hash == key_hash(key), Invite.expires_at > now, Invite.uses_left > 0)
    )
    row = db.execute(query).first()
    if row is None:
        raise NotFound(
            Words(
                "这个邀请，或者它已用完、已过期；请向管理员要一个新的",
                "such invite, or it has been used or has expired; ask an administrator for a new one",
            ),
            code="no-such-invite",
        )
    return _invite(row[0], row[1])


def join(db: Session, key: str, *, name: str, password: Password, title: str, lang: str, now: float) -> User:
    """One use is taken first, in one statement: two people cannot share the last one."""
    invite = look_at_invite(db, key, now=now)
    taken = update(Invite).where(Invite.id == invite.id, Invite.uses_left > 0).values(uses_left=Invite.uses_left - 1)
    if db.execute(taken.returning(Invite.id)).first() is None:
        look_at_invite(db, "", now=now)
    groups = [invite.group] if invite.group else []
    made = create_user(db, name, roles=invite.roles, password=password, title=title, lang=lang, groups=groups, now=now)
    user = db.get(User, made.id)
    assert user is not None
    return user


def _invite(invite: Invite, group: str | None) -> InviteView:
    return InviteView(
        id=invite.id,
        roles=sorted(split_roles(invite.roles)),
        title=invite.title,
        group=group,
        uses_left=invite.uses_left,
        created_at=invite.created_at,
        expires_at=invite.expires_at,
    )
