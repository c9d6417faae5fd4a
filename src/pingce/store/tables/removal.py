"""Campaigns, competitions and benchmarks that were put away: what they were before, for bringing them back."""

from sqlalchemy import Boolean, Float, ForeignKey, Integer, String
from sqlalchemy.orm import Mapped, mapped_column

from .annotate import STATE_LENGTH
from .base import Base
from .competition import NAME_LENGTH
from .people import TITLE_LENGTH

ARCHIVED, DELETED = "archived", "deleted"
"""The status of a campaign, competition or benchmark that was put away; a deleted one is there for nobody."""
KEPT_SECONDS = 30 * 24 * 3600.0
"""So long a deletion can be taken back."""


class Removal(Base):
    """An archived or deleted campaign; which of the two, its status says."""

    __tablename__ = "campaign_removals"

    campaign_id: Mapped[int] = mapped_column(ForeignKey("campaigns.id"), primary_key=True, autoincrement=False)
    title: Mapped[str] = mapped_column(String(TITLE_LENGTH))
    """As it was; a deleted campaign leaves its title to others."""
    status: Mapped[str] = mapped_column(String(STATE_LENGTH))
    by: Mapped[int] = mapped_column(Integer)
    at: Mapped[float] = mapped_column(Float)


class CompetitionRemoval(Base):
    """An archived or deleted competition."""

    __tablename__ = "competition_removals"

    competition_id: Mapped[int] = mapped_column(ForeignKey("competitions.id"), primary_key=True, autoincrement=False)
    title: Mapped[str] = mapped_column(String(NAME_LENGTH))
    """As it was; a deleted competition leaves its title to others."""
    open: Mapped[bool] = mapped_column(Boolean)
    """Whether everybody saw it."""
    status: Mapped[str] = mapped_column(String(STATE_LENGTH))
    by: Mapped[int] = mapped_column(Integer)
    at: Mapped[float] = mapped_column(Float)


class BenchmarkRemoval(Base):
    """An archived or deleted benchmark; its name stays its own, for the folder is still there."""

    __tablename__ = "benchmark_removals"

    benchmark_id: Mapped[int] = mapped_column(ForeignKey("benchmarks.id"), primary_key=True, autoincrement=False)
    status: Mapped[str] = mapped_column(String(STATE_LENGTH))
    by: Mapped[int] = mapped_column(Integer)
    at: Mapped[float] = mapped_column(Float)
