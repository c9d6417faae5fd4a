"""Benchmarks and their runs: who works on which, what was made of what, and what is being made now."""

from sqlalchemy import JSON, Boolean, Float, ForeignKey, Index, Integer, String, Text, text
from sqlalchemy.orm import Mapped, mapped_column

from .annotate import STATE_LENGTH, Json
from .base import Base
from .people import NAME_LENGTH, TITLE_LENGTH

PATH_LENGTH = 1000
DIGEST_LENGTH = 64
LEASE_LENGTH = 32
UNDER_WAY = text("state IN ('queued', 'running')")


class BenchmarkRow(Base):
    """A benchmark folder that was opened with this database."""

    __tablename__ = "benchmarks"

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    name: Mapped[str] = mapped_column(String(NAME_LENGTH), unique=True)
    folder: Mapped[str] = mapped_column(String(PATH_LENGTH))
    """Where it was seen last."""
    opened_at: Mapped[float] = mapped_column(Float)


class BenchmarkMember(Base):
    """Somebody who may look at a benchmark, besides those who annotate in it or take part in its competition."""

    __tablename__ = "benchmark_members"

    benchmark_id: Mapped[int] = mapped_column(ForeignKey("benchmarks.id", ondelete="CASCADE"), primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), primary_key=True)
    since: Mapped[float] = mapped_column(Float)


class BenchmarkPart(Base):
    """The campaign or the competition that a stage of the recipe became."""

    __tablename__ = "benchmark_parts"

    benchmark_id: Mapped[int] = mapped_column(ForeignKey("benchmarks.id", ondelete="CASCADE"), primary_key=True)
    stage: Mapped[str] = mapped_column(String(NAME_LENGTH), primary_key=True)
    campaign_id: Mapped[int | None] = mapped_column(ForeignKey("campaigns.id"), index=True)
    competition_id: Mapped[int | None] = mapped_column(ForeignKey("competitions.id"), index=True)


class RunRow(Base):
    """One execution of one stage; at most one of a stage is under way."""

    __tablename__ = "runs"
    __table_args__ = (
        Index("ix_runs_stage", "benchmark_id", "stage", "id"),
        Index(
            "uq_runs_under_way",
            "benchmark_id",
            "stage",
            unique=True,
            sqlite_where=UNDER_WAY,
            postgresql_where=UNDER_WAY,
        ),
    )

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    benchmark_id: Mapped[int] = mapped_column(ForeignKey("benchmarks.id", ondelete="CASCADE"))
    stage: Mapped[str] = mapped_column(String(NAME_LENGTH))
    kind: Mapped[str] = mapped_column(String(STATE_LENGTH))
    state: Mapped[str] = mapped_column(String(STATE_LENGTH))
    """running, done, failed, cancelled, interrupted."""
    fingerprint: Mapped[str] = mapped_column(String(DIGEST_LENGTH))
    """Of the inputs and the settings: a stage is up to date while it is the same."""
    inputs: Mapped[Json] = mapped_column(JSON)
    """Name → checksum."""
    outputs: Mapped[Json] = mapped_column(JSON)
    settings: Mapped[Json] = mapped_column(JSON)
    result: Mapped[Json] = mapped_column(JSON)
    """Counts and numbers."""
    problem: Mapped[Json | None] = mapped_column(JSON(none_as_null=True))
    """What went wrong, in both languages."""
    version: Mapped[str] = mapped_column(String(NAME_LENGTH))
    user_id: Mapped[int | None] = mapped_column(Integer)
    who: Mapped[str] = mapped_column(String(NAME_LENGTH))
    host: Mapped[str] = mapped_column(String(TITLE_LENGTH))
    process: Mapped[int] = mapped_column(Integer)
    """Who works on it; one that is gone from its own machine holds nothing."""
    started_at: Mapped[float] = mapped_column(Float)
    finished_at: Mapped[float | None] = mapped_column(Float)
    lease: Mapped[str | None] = mapped_column(String(LEASE_LENGTH))
    lease_until: Mapped[float | None] = mapped_column(Float)
    stop: Mapped[bool] = mapped_column(Boolean, default=False)
    """Somebody wants it cancelled."""


class MakeOrder(Base):
    """Somebody asked on a page that a benchmark be brought up to date; a worker process does it."""

    __tablename__ = "make_orders"
    __table_args__ = (Index("ix_make_orders_state", "state", "id"),)

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    benchmark_id: Mapped[int] = mapped_column(ForeignKey("benchmarks.id", ondelete="CASCADE"))
    target: Mapped[str | None] = mapped_column(String(NAME_LENGTH))
    state: Mapped[str] = mapped_column(String(STATE_LENGTH))
    """queued, running, done, failed, cancelled."""
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    asked_at: Mapped[float] = mapped_column(Float)
    finished_at: Mapped[float | None] = mapped_column(Float)
    attempts: Mapped[int] = mapped_column(Integer, default=0)
    lease: Mapped[str | None] = mapped_column(String(LEASE_LENGTH))
    lease_until: Mapped[float | None] = mapped_column(Float)
    problem: Mapped[str] = mapped_column(Text, default="")
