"""Invite links: who opens one becomes a user with the roles it carries."""

from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from pingce.annotate.services.members import join_campaign
from pingce.spec.words import Words
from pingce.store.errors import NotFound
from pingce.store.people import Role, join_roles, split_roles
from pingce.store.tables.annotate import Campaign
from pingce.store.tables.people import CampaignInvite, Group, Invite, User
from pingce.store.tables.removal import ARCHIVED, DELETED

from .accounts import create_user
from .groups import group_named
from .secrets import Password, key_hash, new_key

NOT_TO_JOIN = (ARCHIVED, DELETED)
"""Nobody joins a campaign that was put away."""


@dataclass(frozen=True, kw_only=True)
class JoinView:
    """What an invite offers to whoever opens it."""

    roles: list[Role]
    title: str
    group: str | None
    expires_at: float
    campaign: int | None
    """Whoever joins becomes a member of it."""
    campaign_title: str | None


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
    campaign: int | None = None,
) -> NewInviteView:
    """A link that makes accounts with these roles; only its hash is kept, so it is shown this once.

    It works ``uses`` times and for so many ``days``; who joins by it also comes into ``group`` and ``campaign``,
    where they are given.
    """
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
    joined = db.get(Campaign, campaign) if campaign is not None else None
    if joined is not None:
        db.add(CampaignInvite(invite_id=invite.id, campaign_id=joined.id))
        db.flush()
    return NewInviteView(**vars(_invite(invite, group, joined)), path=f"/join/{key}")


WITH_PLACES = (
    select(Invite, Group.name, Campaign)
    .outerjoin(Group, Group.id == Invite.group_id)
    .outerjoin(CampaignInvite, CampaignInvite.invite_id == Invite.id)
    .outerjoin(Campaign, Campaign.id == CampaignInvite.campaign_id)
)


def list_invites(db: Session, *, now: float, campaign: int | None = None) -> list[InviteView]:
    """Those that still work; those into one campaign, if it is named."""
    query = WITH_PLACES.where(Invite.expires_at > now, Invite.uses_left > 0).order_by(Invite.id)
    if campaign is not None:
        query = query.where(CampaignInvite.campaign_id == campaign)
    return [_invite(*row) for row in db.execute(query)]


def delete_invite(db: Session, invite_id: int, *, campaign: int | None = None) -> None:
    """Take an invite back, if a campaign is named one into that; who used it stays."""
    invite = db.get(Invite, invite_id)
    bound = db.get(CampaignInvite, invite_id)
    if invite is None or (campaign is not None and (bound is None or bound.campaign_id != campaign)):
        raise NotFound(Words(f"编号为 {invite_id} 的邀请", f"invite {invite_id}"))
    db.execute(delete(Invite).where(Invite.id == invite_id))


def look_at_invite(db: Session, key: str, *, now: float) -> InviteView:
    """What an invite offers, if it still works."""
    query = WITH_PLACES.where(Invite.token_hash == key_hash(key), Invite.expires_at > now, Invite.uses_left > 0)
    row = db.execute(query).first()
    if row is None or (row[2] is not None and row[2].status in NOT_TO_JOIN):
        raise NotFound(
            Words(
                "这个邀请，或者它已用完、已过期；请向管理员要一个新的",
                "such invite, or it has been used or has expired; ask an administrator for a new one",
            ),
            code="no-such-invite",
        )
    return _invite(*row)


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
    if invite.campaign is not None:
        join_campaign(db, invite.campaign, user.id, invite.roles, at=now)
    return user


def _invite(invite: Invite, group: str | None, campaign: Campaign | None) -> InviteView:
    return InviteView(
        id=invite.id,
        roles=sorted(split_roles(invite.roles)),
        title=invite.title,
        group=group,
        uses_left=invite.uses_left,
        created_at=invite.created_at,
        expires_at=invite.expires_at,
        campaign=campaign.id if campaign is not None else None,
        campaign_title=campaign.title if campaign is not None else None,
    )
