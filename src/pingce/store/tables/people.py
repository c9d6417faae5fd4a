"""People and how they get in.

Secrets (session, token and invite keys) are random and long, so a plain SHA-256 of them is kept; passwords are
chosen by people, so argon2 is. Times are seconds since 1970 (UTC).
"""

from sqlalchemy import Boolean, Float, ForeignKey, Index, Integer, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from .base import Base

NAME_LENGTH = 64
TITLE_LENGTH = 128


class User(Base):
    """A person, a team or a program that may sign in."""

    __tablename__ = "users"

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    name: Mapped[str] = mapped_column(String(NAME_LENGTH), unique=True)
    title: Mapped[str] = mapped_column(String(TITLE_LENGTH), default="")
    roles: Mapped[str] = mapped_column(String(80), default="")
    """Role values with a space between them, sorted."""
    lang: Mapped[str] = mapped_column(String(2), default="zh")
    password: Mapped[str] = mapped_column(String(200), default="")
    """argon2 hash; empty: nobody can sign in with a password."""
    active: Mapped[bool] = mapped_column(Boolean, default=True)
    created_at: Mapped[float] = mapped_column(Float)


class LoginSession(Base):
    """Somebody's browser."""

    __tablename__ = "sessions"

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    token_hash: Mapped[str] = mapped_column(String(64), unique=True)
    created_at: Mapped[float] = mapped_column(Float)
    expires_at: Mapped[float] = mapped_column(Float, index=True)


class ApiToken(Base):
    """A program's way in: shown once, limited to scopes."""

    __tablename__ = "tokens"

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    title: Mapped[str] = mapped_column(String(TITLE_LENGTH))
    token_hash: Mapped[str] = mapped_column(String(64), unique=True)
    scopes: Mapped[str] = mapped_column(String(200))
    """Scope names with a space between them, sorted."""
    created_at: Mapped[float] = mapped_column(Float)
    expires_at: Mapped[float | None] = mapped_column(Float)
    last_used_at: Mapped[float | None] = mapped_column(Float)


class Invite(Base):
    """A link that makes its reader a user with these roles, as often as `uses_left` says."""

    __tablename__ = "invites"

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    token_hash: Mapped[str] = mapped_column(String(64), unique=True)
    roles: Mapped[str] = mapped_column(String(80))
    title: Mapped[str] = mapped_column(String(TITLE_LENGTH), default="")
    group_id: Mapped[int | None] = mapped_column(ForeignKey("groups.id", ondelete="SET NULL"))
    uses_left: Mapped[int] = mapped_column(Integer, default=1)
    created_by: Mapped[int | None] = mapped_column(ForeignKey("users.id", ondelete="SET NULL"))
    created_at: Mapped[float] = mapped_column(Float)
    expires_at: Mapped[float] = mapped_column(Float)


class CampaignInvite(Base):
    """The campaign that whoever takes up an invite becomes a member of, with the invite's roles."""

    __tablename__ = "campaign_invites"

    invite_id: Mapped[int] = mapped_column(
        ForeignKey("invites.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
    )
    campaign_id: Mapped[int] = mapped_column(ForeignKey("campaigns.id"), index=True)


class Group(Base):
    """People who are put into campaigns together."""

    __tablename__ = "groups"

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    name: Mapped[str] = mapped_column(String(NAME_LENGTH), unique=True)


class GroupMember(Base):
    """Who is in which group."""

    __tablename__ = "group_members"
    __table_args__ = (UniqueConstraint("group_id", "user_id"),)

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    group_id: Mapped[int] = mapped_column(ForeignKey("groups.id", ondelete="CASCADE"))
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)


class LoginAttempt(Base):
    """A failed sign-in; in the database, so that several server processes count together."""

    __tablename__ = "login_attempts"
    __table_args__ = (Index("ix_login_attempts_key_at", "key", "at"),)

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    key: Mapped[str] = mapped_column(String(80))
    """`name:…` or `address:…`, hashed: what people type by mistake may be their password."""
    at: Mapped[float] = mapped_column(Float, index=True)
