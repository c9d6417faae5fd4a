"""People: making, finding and changing them.

Names are unique in one Unicode spelling; somebody who leaves is made inactive and keeps their history. Passwords come
in hashed (:mod:`.secrets`).
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import cast

from sqlalchemy import delete, func, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from pingce.spec.words import Lang, Words
from pingce.store.errors import Conflict, NotFound, Refused
from pingce.store.people import Actor, Role, join_roles, split_roles
from pingce.store.tables.people import TITLE_LENGTH, ApiToken, Group, GroupMember, LoginSession, User

from .groups import groups_by_user, set_groups_of
from .secrets import Password

NAME = re.compile(r"[^\s/\\<>\"'&,;\x00-\x1f\x7f]{1,64}")


@dataclass(frozen=True)
class PersonView:
    """A person as others may see them: no hashes."""

    id: int
    name: str
    title: str
    roles: list[Role]
    lang: Lang
    active: bool
    groups: list[str]
    created_at: float


@dataclass(frozen=True)
class NewPersonView(PersonView):
    """A person who was just added."""

    password: str | None
    """The password that was made, shown this once; None when one was given."""


def plain_name(name: str) -> str:
    """One spelling per name: the same characters may be composed in two ways."""
    return unicodedata.normalize("NFC", name).strip()


def actor_of(user: User) -> Actor:
    """The person as services know them."""
    return Actor(user.id, user.name, split_roles(user.roles))


def find_user(db: Session, name: str) -> User | None:
    """By name, in whatever Unicode spelling it was typed."""
    return db.scalar(select(User).where(User.name == plain_name(name)))


def get_user(db: Session, user_id: int) -> User:
    """By number; refuses one that does not exist."""
    user = db.get(User, user_id)
    if user is None:
        raise NotFound(Words(f"编号为 {user_id} 的人", f"person {user_id}"))
    return user


def create_user(
    db: Session,
    name: str,
    *,
    roles: Iterable[Role],
    password: Password,
    now: float,
    title: str = "",
    lang: str = "zh",
    groups: Sequence[str] = (),
) -> NewPersonView:
    """Add a person, all of it or nothing; the password comes hashed."""
    name = plain_name(name)
    _check_shape(name)
    if len(title) > TITLE_LENGTH:
        raise Refused(
            Words(f"称呼最多 {TITLE_LENGTH} 个字符。", f"A title has at most {TITLE_LENGTH} characters."),
            code="long-title",
        )
    user = User(
        name=name,
        title=title or name,
        roles=join_roles(roles),
        lang=lang,
        password=password.hashed,
        created_at=now,
        active=True,
    )
    try:
        with db.begin_nested():
            db.add(user)
    except IntegrityError as problem:
        raise name_taken(name) from problem
    set_groups_of(db, user.id, groups)
    return NewPersonView(**vars(person_of(db, user)), password=password.shown)


def check_name(db: Session, name: str) -> None:
    """Whether somebody new may have it; to be asked before a password is hashed, which takes long."""
    name = plain_name(name)
    _check_shape(name)
    if find_user(db, name) is not None:
        raise name_taken(name)


def _check_shape(name: str) -> None:
    if not NAME.fullmatch(name):
        raise Refused(
            Words(
                f"“{name}”不能作用户名：1 至 64 个字符，不含空白和 / \\ < > \" ' & , ;",
                f"'{name}' cannot be a name: 1 to 64 characters without white space and / \\ < > \" ' & , ;",
            ),
            code="bad-name",
        )


def name_taken(name: str) -> Conflict:
    """The error for a name somebody else has."""
    return Conflict(Words(f"用户名“{name}”已有人使用。", f"The name '{name}' is taken."), code="name-taken")


def person_of(db: Session, user: User) -> PersonView:
    """A stored person as others may see them."""
    return _person(user, groups_by_user(db, [user.id]).get(user.id, []))


def _person(user: User, groups: list[str]) -> PersonView:
    return PersonView(
        id=user.id,
        name=user.name,
        title=user.title,
        roles=sorted(split_roles(user.roles)),
        lang=cast("Lang", user.lang),
        active=user.active,
        groups=groups,
        created_at=user.created_at,
    )


def list_people(
    db: Session, *, search: str = "", role: Role | None = None, group: str = "", offset: int = 0, limit: int = 100
) -> tuple[int, list[PersonView]]:
    """How many there are, and a page of them by name."""
    query = select(User)
    if search:
        query = query.where(User.name.contains(search, autoescape=True) | User.title.contains(search, autoescape=True))
    if role is not None:
        query = query.where((" " + User.roles + " ").contains(f" {role} "))
    if group:
        of_group = select(GroupMember.user_id).join(Group, Group.id == GroupMember.group_id).where(Group.name == group)
        query = query.where(User.id.in_(of_group))
    total = db.scalar(select(func.count()).select_from(query.subquery())) or 0
    users = db.scalars(query.order_by(User.name).offset(offset).limit(limit)).all()
    groups = groups_by_user(db, [user.id for user in users])
    return total, [_person(user, groups.get(user.id, [])) for user in users]


def change_user(
    db: Session,
    user_id: int,
    *,
    title: str | None = None,
    roles: Iterable[Role] | None = None,
    active: bool | None = None,
    groups: Sequence[str] | None = None,
    password: Password | None = None,
    lang: str | None = None,
) -> PersonView:
    """Only what is given changes; a new password or a deactivation ends all sessions and tokens of the person."""
    user = get_user(db, user_id)
    user.title = user.title if title is None else title
    user.lang = user.lang if lang is None else lang
    user.roles = user.roles if roles is None else join_roles(roles)
    user.active = user.active if active is None else active
    if password is not None:
        user.password = password.hashed
    if groups is not None:
        set_groups_of(db, user.id, groups)
    db.flush()
    if password is not None or not user.active:
        for key in (LoginSession, ApiToken):
            db.execute(delete(key).where(key.user_id == user.id))
    if (roles is not None or active is not None) and not _admins(db):
        raise Conflict(
            Words("至少要有一位在岗的管理员。", "At least one active administrator has to remain."), code="last-admin"
        )
    return person_of(db, user)


def _admins(db: Session) -> int:
    is_admin = (" " + User.roles + " ").contains(f" {Role.ADMIN} ")
    return db.scalar(select(func.count(User.id)).where(is_admin, User.active.is_(True))) or 0
