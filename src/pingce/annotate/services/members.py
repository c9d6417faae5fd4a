"""Who takes part in a campaign, and as what.

Roles in a campaign are given to people who have them in general; an audit rate of one's own can stand in place of the
campaign's. Who leaves gives back the seats of groups that are not finished.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from pingce.annotate.services.campaign_views import MemberView
from pingce.spec.words import Words
from pingce.store.database import clock
from pingce.store.errors import NotFound, Refused
from pingce.store.people import ROLE_TITLES, Actor, Role, join_roles, split_roles
from pingce.store.tables.annotate import STATE_LENGTH, ItemGroup, Member, Seat
from pingce.store.tables.people import User

from .access import builds, enter
from .record import note

POSSIBLE = frozenset({Role.BUILDER, Role.REVIEWER, Role.ANNOTATOR})


@dataclass(frozen=True, slots=True)
class MemberChange:
    """``roles`` empty: no longer a member; what they did stays. ``audit_rate`` None: the campaign's.

    ``level``: how well they work (A, B …); empty: not known; None: as it was.
    """

    user: int
    roles: frozenset[Role]
    audit_rate: float | None = None
    level: str | None = None


def members(db: Session, actor: Actor, campaign_id: int) -> list[MemberView]:
    """Rates of audit are for builders."""
    rates = builds(enter(db, actor, campaign_id, Role.BUILDER, Role.REVIEWER).roles)
    rows = db.execute(
        select(Member, User)
        .join(User, User.id == Member.user_id)
        .where(Member.campaign_id == campaign_id, Member.roles != "")
        .order_by(User.name)
    )
    return [
        MemberView(
            user.id,
            user.name,
            user.title,
            tuple(sorted(split_roles(member.roles))),
            member.audit_rate if rates else None,
            member.level if rates else None,
        )
        for member, user in rows
    ]


def set_members(
    db: Session, actor: Actor, campaign_id: int, changes: Iterable[MemberChange], *, at: float | None = None
) -> None:
    """Add, change or remove; who leaves gives back the seats of groups that are not finished."""
    context = enter(db, actor, campaign_id, Role.BUILDER)
    at = clock(db) if at is None else at
    for change in changes:
        user = db.get(User, change.user)
        if user is None:
            raise NotFound(Words(f"用户 {change.user}", f"user {change.user}"))
        _need_possible(user, change)
        member = db.scalars(
            select(Member).where(Member.campaign_id == campaign_id, Member.user_id == change.user)
        ).one_or_none()
        if member is None:
            member = Member(campaign_id=campaign_id, user_id=change.user, claimed=0, submitted=0)
            db.add(member)
        member.roles, member.audit_rate = join_roles(change.roles), change.audit_rate
        if change.level is not None:
            member.level = change.level.strip() or None
        if Role.ANNOTATOR not in change.roles:
            _free_seats(db, campaign_id, change.user)
        note(
            db,
            "member",
            at=at,
            campaign=context.id,
            actor=actor,
            user=change.user,
            roles=member.roles,
            level=member.level,
        )
    db.flush()


def join_campaign(db: Session, campaign_id: int, user_id: int, roles: Iterable[Role], *, at: float) -> None:
    """Somebody new takes up an invite into a campaign."""
    stored = join_roles(roles)
    db.add(Member(campaign_id=campaign_id, user_id=user_id, roles=stored, claimed=0, submitted=0))
    note(db, "joined", at=at, campaign=campaign_id, user=user_id, roles=stored)
    db.flush()


def _need_possible(user: User, change: MemberChange) -> None:
    missing = change.roles - (split_roles(user.roles) & POSSIBLE)
    if missing:
        titles = [ROLE_TITLES[role] for role in sorted(missing)]
        zh, en = "、".join(title.zh for title in titles), ", ".join(title.en for title in titles)
        raise Refused(
            Words(f"{user.name} 没有角色 {zh}。", f"{user.name} does not have the role {en}."),
            code="role-missing",
        )
    if change.audit_rate is not None and not 0 <= change.audit_rate <= 1:
        raise Refused(Words("抽审比例应在 0 和 1 之间。", "An audit rate is from 0 to 1."), code="bad-rate")
    _need_short(change.level)


def set_levels(
    db: Session, actor: Actor, campaign_id: int, levels: Mapping[str, str | None], *, at: float | None = None
) -> list[MemberView]:
    """Levels by name, as ``pingce quality people`` gives them; roles stay, people who are no members are refused."""
    context = enter(db, actor, campaign_id, Role.BUILDER)
    at = clock(db) if at is None else at
    query = select(User.name, Member).join(Member, Member.user_id == User.id)
    here = dict(db.execute(query.where(Member.campaign_id == campaign_id)).all())
    if unknown := sorted(set(levels) - set(here)):
        raise Refused(
            Words(f"不是这项活动的成员：{'、'.join(unknown)}。", f"No members of this campaign: {', '.join(unknown)}."),
            code="no-member",
        )
    for name, level in levels.items():
        member = here[name]
        _need_short(level)
        member.level = (level or "").strip() or None
        note(db, "level", at=at, campaign=context.id, actor=actor, user=member.user_id, level=member.level)
    db.flush()
    return members(db, actor, campaign_id)


def _need_short(level: str | None) -> None:
    if level is not None and len(level.strip()) > STATE_LENGTH:
        raise Refused(
            Words(f"等级最多 {STATE_LENGTH} 字。", f"A level has at most {STATE_LENGTH} characters."), code="long-level"
        )


def _free_seats(db: Session, campaign_id: int, user_id: int) -> None:
    """Somebody else takes over what is left of a group; the answers that are there stay."""
    rows = db.execute(
        select(Seat, ItemGroup)
        .join(ItemGroup, ItemGroup.id == Seat.group_id)
        .where(Seat.user_id == user_id, Seat.finished.is_(False), ItemGroup.campaign_id == campaign_id)
        .with_for_update()
    ).all()
    for seat, group in rows:
        group.free_seats += 1
        db.delete(seat)
