"""The glosses of a campaign's words as people found fault with them and as they were changed.

Answers name glosses by their text and are never touched: a change says what became of each gloss, and readers map.
Times are seconds since 1970 (UTC).
"""

from sqlalchemy import JSON, Float, ForeignKey, Index, Integer, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from .annotate import STATE_LENGTH, Json
from .base import Base

WORD_LENGTH = 64


class GlossReport(Base):
    """A fault that an annotator found in a gloss while annotating."""

    __tablename__ = "gloss_reports"
    __table_args__ = (Index("ix_gloss_reports_word", "campaign_id", "word", "id"),)

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    campaign_id: Mapped[int] = mapped_column(ForeignKey("campaigns.id"))
    job_id: Mapped[int] = mapped_column(ForeignKey("jobs.id"))
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    word: Mapped[str] = mapped_column(String(WORD_LENGTH))
    gloss: Mapped[str] = mapped_column(Text)
    """Its text then; empty where a sense is missing."""
    code: Mapped[str] = mapped_column(String(STATE_LENGTH))
    remark: Mapped[str] = mapped_column(Text)
    at: Mapped[float] = mapped_column(Float)
    change_id: Mapped[int | None] = mapped_column(ForeignKey("gloss_changes.id"))
    """The change that dealt with it."""


class GlossChange(Base):
    """One step in the history of a word's glosses."""

    __tablename__ = "gloss_changes"
    __table_args__ = (Index("ix_gloss_changes_word", "campaign_id", "word", "id"),)

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    campaign_id: Mapped[int] = mapped_column(ForeignKey("campaigns.id"))
    word: Mapped[str] = mapped_column(String(WORD_LENGTH))
    kind: Mapped[str] = mapped_column(String(STATE_LENGTH))
    """``merge``, ``split``, ``reword``, ``delete`` or ``add``."""
    before: Mapped[list[Json]] = mapped_column(JSON)
    after: Mapped[list[Json]] = mapped_column(JSON)
    """All glosses of the word, before and after: ``[{"id", "text"}]``."""
    became: Mapped[dict[str, list[str]]] = mapped_column(JSON)
    """Text of a gloss → texts it became: one where its meaning is kept, several or none where somebody must decide."""
    reason: Mapped[str] = mapped_column(Text)
    actor_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    at: Mapped[float] = mapped_column(Float)
