"""Groups of people."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import delete, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from pingce.spec.words import Words
from pingce.store.errors import Conflict, NotFound, Refused
from pingce.store.tables.people import NAME_LENGTH, Group, GroupMember, User


@dataclass(frozen=True)
class GroupOf:
    """A group and the ids of its people."""

    id: int
    name: str
    members: list[int]


def groups_by_user(db: Session, users: Sequence[int]) -> dict[int, list[str]]:
    """Names of groups, for many people in one query."""
    query = (
        select(GroupMember.user_id, Group.name)
        .join(Group, Group.id == GroupMember.group_id)
        .where(GroupMember.user_id.in_(users))
        .order_by(Group.name)
    )
    names: defaultdict[int, list[str]] = defaultdict(list)
    for user_id, name in db.execute(query):
        names[user_id].append(name)
    return dict(names)


def find_group(db: Session, name: str) -> Group:
    """By name; refuses one that does not exist."""
    group = db.scalar(select(Group).where(Group.name == name))
    if group is None:
        raise NotFound(Words(f"名为“{name}”的组", f"group '{name}'"))
    return group


def users_of_group(db: Session, name: str) -> list[User]:
    """The people in a group."""
    group = find_group(db, name)
    members = select(User).join(GroupMember, GroupMember.user_id == User.id).where(GroupMember.group_id == group.id)
    return list(db.scalars(members.where(User.active.is_(True)).order_by(User.id)))


def group_named(db: Session, name: str) -> Group:
    """Makes it where there is none: lists of people name groups before anybody made them."""
    group = db.scalar(select(Group).where(Group.name == name))
    if group is None:
        if not 0 < len(name) <= NAME_LENGTH:
            most = NAME_LENGTH
            raise Refused(
                Words(f"组名应有 1 到 {most} 个字符。", f"The name of a group has 1 to {most} characters."),
                code="bad-group",
            )
        group = Group(name=name)
        db.add(group)
        db.flush()
    return group


def set_groups_of(db: Session, user_id: int, names: Sequence[str]) -> None:
    """Put a person into exactly these groups; new ones are made."""
    db.execute(delete(GroupMember).where(GroupMember.user_id == user_id))
    db.add_all(GroupMember(group_id=group_named(db, name).id, user_id=user_id) for name in dict.fromkeys(names))
    db.flush()


def list_groups(db: Session) -> list[GroupOf]:
    """All groups with the numbers of their people."""
    members: defaultdict[int, list[int]] = defaultdict(list)
    for group_id, user_id in db.execute(
        select(GroupMember.group_id, GroupMember.user_id).order_by(GroupMember.user_id)
    ):
        members[group_id].append(user_id)
    return [
        GroupOf(group.id, group.name, members[group.id]) for group in db.scalars(select(Group).order_by(Group.name))
    ]


def create_group(db: Session, name: str, members: Sequence[int]) -> GroupOf:
    """A group of that name with these people; a name that is taken is refused."""
    group = Group(name=name)
    try:
        with db.begin_nested():
            db.add(group)
    except IntegrityError as problem:
        raise _taken(name) from problem
    _set_members(db, group.id, members)
    return _group_of(db, group)


def change_group(db: Session, group_id: int, *, name: str | None, members: Sequence[int] | None) -> GroupOf:
    """Another name, other people, or both; None leaves as it is."""
    group = _get(db, group_id)
    if name is not None:
        try:
            with db.begin_nested():
                group.name = name
        except IntegrityError as problem:
            raise _taken(name) from problem
    if members is not None:
        _set_members(db, group_id, members)
    return _group_of(db, group)


def delete_group(db: Session, group_id: int) -> None:
    """The group goes, its people stay."""
    db.delete(_get(db, group_id))


def _get(db: Session, group_id: int) -> Group:
    group = db.get(Group, group_id)
    if group is None:
        raise NotFound(Words(f"编号为 {group_id} 的组", f"group {group_id}"))
    return group


def _group_of(db: Session, group: Group) -> GroupOf:
    members = db.scalars(
        select(GroupMember.user_id).where(GroupMember.group_id == group.id).order_by(GroupMember.user_id)
    )
    return GroupOf(group.id, group.name, list(members))


def _set_members(db: Session, group_id: int, members: Sequence[int]) -> None:
    user_ids = sorted(set(members))
    existing = set(db.scalars(select(User.id).where(User.id.in_(user_ids))))
    if unknown := [user_id for user_id in user_ids if user_id not in existing]:
        raise Refused(
            Words(f"没有这些编号的人：{unknown}", f"There are no people with these ids: {unknown}"),
            code="unknown-person",
        )
    db.execute(delete(GroupMember).where(GroupMember.group_id == group_id))
    db.add_all(GroupMember(group_id=group_id, user_id=user_id) for user_id in user_ids)
    db.flush()


def _taken(name: str) -> Conflict:
    return Conflict(Words(f"已有名为“{name}”的组。", f"There is a group '{name}' already."), code="name-taken")
