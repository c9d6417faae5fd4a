"""What people are told of while they look elsewhere, and who wants to be told by mail.

Times are seconds since 1970 (UTC).
"""

from sqlalchemy import JSON, Boolean, Float, ForeignKey, Index, Integer, String
from sqlalchemy.orm import Mapped, mapped_column

from .annotate import STATE_LENGTH, Json
from .base import Base

PLACE_LENGTH = 200
ADDRESS_LENGTH = 254


class Notification(Base):
    """Something that happened for one person; rows are written once, only ``read_at`` and ``mailed_at`` change."""

    __tablename__ = "notifications"
    __table_args__ = (Index("ix_notifications_user", "user_id", "read_at", "id"),)

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"))
    kind: Mapped[str] = mapped_column(String(STATE_LENGTH))
    place: Mapped[str] = mapped_column(String(PLACE_LENGTH))
    """Path of the page where it is dealt with; what has the same kind and place is told together."""
    campaign_id: Mapped[int | None] = mapped_column(ForeignKey("campaigns.id"))
    """Who is no longer a member of it is not told any more."""
    facts: Mapped[Json] = mapped_column(JSON)
    """Names that the sentence is made with."""
    at: Mapped[float] = mapped_column(Float)
    read_at: Mapped[float | None] = mapped_column(Float)
    mailed_at: Mapped[float | None] = mapped_column(Float)
    """When it was taken for a letter."""


class MailSetting(Base):
    """An address that somebody confirmed, and whether notifications go there."""

    __tablename__ = "mail_settings"

    user_id: Mapped[int] = mapped_column(
        ForeignKey("users.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
    )
    address: Mapped[str] = mapped_column(String(ADDRESS_LENGTH))
    active: Mapped[bool] = mapped_column(Boolean)
    since: Mapped[float] = mapped_column(Float)
    """Nothing older is sent."""
