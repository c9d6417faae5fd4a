"""The history of annotation: these tables only ever grow (triggers refuse anything else).

Times are seconds since 1970 (UTC).
"""

from sqlalchemy import JSON, Boolean, Float, ForeignKey, Index, Integer, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from .annotate import STATE_LENGTH, Json
from .base import Base
from .people import TITLE_LENGTH


class AnswerVersion(Base):
    """Something that was said about an item: a suggestion, a draft, a submission, a reviewer's answer."""

    __tablename__ = "answers"
    __table_args__ = (Index("ix_answers_job", "job_id", "version"), Index("ix_answers_item", "item_id", "id"))

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    item_id: Mapped[int] = mapped_column(ForeignKey("items.id"))
    job_id: Mapped[int | None] = mapped_column(ForeignKey("jobs.id"))
    turn_id: Mapped[int | None] = mapped_column(ForeignKey("turns.id"))
    author_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"))
    kind: Mapped[str] = mapped_column(String(STATE_LENGTH))
    version: Mapped[int] = mapped_column(Integer)
    content: Mapped[Json] = mapped_column(JSON)
    hits: Mapped[list[Json]] = mapped_column(JSON)
    system: Mapped[str | None] = mapped_column(String(TITLE_LENGTH))
    """Of a suggestion: the system that made it."""
    at: Mapped[float] = mapped_column(Float)


class Decision(Base):
    """What a reviewer said, or what the answers came to."""

    __tablename__ = "decisions"
    __table_args__ = (Index("ix_decisions_item", "item_id", "id"),)

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    item_id: Mapped[int] = mapped_column(ForeignKey("items.id"))
    answer_id: Mapped[int | None] = mapped_column(ForeignKey("answers.id"))
    """None: left undetermined, or every answer is kept."""
    turn_id: Mapped[int | None] = mapped_column(ForeignKey("turns.id"))
    accepted_job_id: Mapped[int | None] = mapped_column(ForeignKey("jobs.id"))
    actor_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"))
    """None: the workbench itself, from the answers."""
    outcome: Mapped[str] = mapped_column(String(STATE_LENGTH))
    about_item: Mapped[bool] = mapped_column(Boolean)
    """Of these the last one is what is held right; the others judge a single answer."""
    reason_code: Mapped[str] = mapped_column(String(32))
    reason: Mapped[str] = mapped_column(Text)
    at: Mapped[float] = mapped_column(Float)


class Event(Base):
    """A step in the life of an item or a campaign."""

    __tablename__ = "events"
    __table_args__ = (Index("ix_events_item", "item_id", "id"), Index("ix_events_campaign", "campaign_id", "id"))

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    campaign_id: Mapped[int] = mapped_column(ForeignKey("campaigns.id"))
    item_id: Mapped[int | None] = mapped_column(ForeignKey("items.id"))
    job_id: Mapped[int | None] = mapped_column(ForeignKey("jobs.id"))
    turn_id: Mapped[int | None] = mapped_column(ForeignKey("turns.id"))
    actor_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"))
    """None: the workbench itself."""
    step: Mapped[str] = mapped_column(String(32))
    details: Mapped[Json] = mapped_column(JSON)
    at: Mapped[float] = mapped_column(Float)


class Comment(Base):
    """What somebody said about an item."""

    __tablename__ = "comments"
    __table_args__ = (Index("ix_comments_item", "item_id", "id"),)

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    item_id: Mapped[int] = mapped_column(ForeignKey("items.id"))
    author_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    text: Mapped[str] = mapped_column(Text)
    at: Mapped[float] = mapped_column(Float)
