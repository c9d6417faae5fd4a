"""Who may annotate in a campaign: its training items, people's attempts at its test, and who was admitted.

Times are seconds since 1970 (UTC). Attempts and admissions are kept for good: the newest admission of a person counts.
"""

from sqlalchemy import JSON, Boolean, Float, ForeignKey, Index, Integer, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from .annotate import KEY_LENGTH, STATE_LENGTH, Json
from .base import Base


class TrainingItem(Base):
    """An item with its right answer, to learn from (``example``) or to be tested with (``test``)."""

    __tablename__ = "training_items"
    __table_args__ = (UniqueConstraint("campaign_id", "ref"), Index("ix_training_items_use", "campaign_id", "use"))

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    campaign_id: Mapped[int] = mapped_column(ForeignKey("campaigns.id"))
    ref: Mapped[str] = mapped_column(String(KEY_LENGTH))
    use: Mapped[str] = mapped_column(String(STATE_LENGTH))
    texts: Mapped[dict[str, str]] = mapped_column(JSON)
    extra: Mapped[Json] = mapped_column(JSON)
    gold: Mapped[Json] = mapped_column(JSON)
    remark: Mapped[str] = mapped_column(Text)
    """Why the answer is right: shown with it after somebody tried an example."""


class TrainingAttempt(Base):
    """One time somebody took the test; ``finished_at`` None: under way."""

    __tablename__ = "training_attempts"
    __table_args__ = (UniqueConstraint("campaign_id", "user_id", "number"),)

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    campaign_id: Mapped[int] = mapped_column(ForeignKey("campaigns.id"))
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"), index=True)
    number: Mapped[int] = mapped_column(Integer)
    """From 1."""
    items: Mapped[list[int]] = mapped_column(JSON)
    """Training items in the order they are asked."""
    answers: Mapped[Json] = mapped_column(JSON)
    """Item id (as text) → answer."""
    begun_at: Mapped[float] = mapped_column(Float)
    finished_at: Mapped[float | None] = mapped_column(Float)
    right: Mapped[int | None] = mapped_column(Integer)
    passed: Mapped[bool | None] = mapped_column(Boolean)


class Admission(Base):
    """That somebody may annotate in a campaign or may not, by what, and with which result."""

    __tablename__ = "admissions"
    __table_args__ = (Index("ix_admissions_person", "campaign_id", "user_id", "id"),)

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    campaign_id: Mapped[int] = mapped_column(ForeignKey("campaigns.id"))
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"), index=True)
    admitted: Mapped[bool] = mapped_column(Boolean)
    by: Mapped[str] = mapped_column(String(STATE_LENGTH))
    """``test``, ``campaign`` (an earlier one) or ``builder``."""
    source_id: Mapped[int | None] = mapped_column(ForeignKey("campaigns.id"))
    right: Mapped[int | None] = mapped_column(Integer)
    total: Mapped[int | None] = mapped_column(Integer)
    reason: Mapped[str] = mapped_column(Text)
    actor_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"))
    """None: the workbench itself, from a test."""
    at: Mapped[float] = mapped_column(Float)
