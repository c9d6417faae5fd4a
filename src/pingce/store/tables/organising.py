"""What organisers settle beyond phases: a competition's calendar, and the changes of it.

Times are seconds since 1970 (UTC). `calendar_changes` only ever grows (triggers refuse anything else): a deadline that
was put off says so for good.
"""

from sqlalchemy import Boolean, Float, ForeignKey, Index, Integer, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from .base import Base
from .competition import NAME_LENGTH, STATE_LENGTH, TASK_LENGTH

SUBJECT_LENGTH = 200


class FileDate(Base):
    """From when on a kind of file of one subtask may be fetched."""

    __tablename__ = "file_dates"
    __table_args__ = (UniqueConstraint("competition_id", "task", "what"),)

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    competition_id: Mapped[int] = mapped_column(ForeignKey("competitions.id"))
    task: Mapped[str] = mapped_column(String(TASK_LENGTH))
    what: Mapped[str] = mapped_column(String(STATE_LENGTH))
    at: Mapped[float] = mapped_column(Float)
    public: Mapped[bool] = mapped_column(Boolean, default=False)
    """For everybody, not for admitted teams only."""


class CalendarEvent(Base):
    """A date that opens and closes nothing: a workshop, a notification."""

    __tablename__ = "calendar_events"
    __table_args__ = (Index("ix_calendar_events_competition_id", "competition_id"),)

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    competition_id: Mapped[int] = mapped_column(ForeignKey("competitions.id"))
    title: Mapped[str] = mapped_column(String(NAME_LENGTH))
    title_en: Mapped[str] = mapped_column(String(NAME_LENGTH), default="")
    starts_at: Mapped[float] = mapped_column(Float)
    ends_at: Mapped[float | None] = mapped_column(Float)


class CalendarChange(Base):
    """A date that was moved: from when to when, by whom, and why."""

    __tablename__ = "calendar_changes"
    __table_args__ = (Index("ix_calendar_changes_competition_id", "competition_id", "id"),)

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    competition_id: Mapped[int] = mapped_column(ForeignKey("competitions.id"))
    subject: Mapped[str] = mapped_column(String(SUBJECT_LENGTH))
    """What the date belongs to, in Chinese, as the page showed it then."""
    subject_en: Mapped[str] = mapped_column(String(SUBJECT_LENGTH))
    before: Mapped[float | None] = mapped_column(Float)
    after: Mapped[float | None] = mapped_column(Float)
    reason: Mapped[str] = mapped_column(Text, default="")
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    at: Mapped[float] = mapped_column(Float)
