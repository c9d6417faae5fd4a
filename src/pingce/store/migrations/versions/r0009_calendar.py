"""Calendars of competitions: dates of files and events, and every date that was moved."""

import sqlalchemy as sa
from alembic import op

from pingce.store.migrations.history import keep_history

revision = "0009"
down_revision = "0008"


def _competition(table: str) -> "sa.Column[int]":
    key = sa.ForeignKey("competitions.id", name=f"fk_{table}_competition_id")
    return sa.Column("competition_id", sa.Integer, key, nullable=False)


def upgrade() -> None:
    op.create_table(
        "file_dates",
        sa.Column("id", sa.Integer, nullable=False),
        _competition("file_dates"),
        sa.Column("task", sa.String(64), nullable=False),
        sa.Column("what", sa.String(16), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_file_dates"),
        sa.UniqueConstraint("competition_id", "task", "what", name="uq_file_dates_competition_id_task_what"),
    )
    op.create_table(
        "calendar_events",
        sa.Column("id", sa.Integer, nullable=False),
        _competition("calendar_events"),
        sa.Column("title", sa.String(128), nullable=False),
        sa.Column("title_en", sa.String(128), nullable=False),
        sa.Column("starts_at", sa.Float, nullable=False),
        sa.Column("ends_at", sa.Float),
        sa.PrimaryKeyConstraint("id", name="pk_calendar_events"),
    )
    op.create_index("ix_calendar_events_competition_id", "calendar_events", ["competition_id"])
    op.create_table(
        "calendar_changes",
        sa.Column("id", sa.Integer, nullable=False),
        _competition("calendar_changes"),
        sa.Column("subject", sa.String(200), nullable=False),
        sa.Column("subject_en", sa.String(200), nullable=False),
        sa.Column("before", sa.Float),
        sa.Column("after", sa.Float),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("user_id", sa.Integer, sa.ForeignKey("users.id", name="fk_calendar_changes_user_id"), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_calendar_changes"),
    )
    op.create_index("ix_calendar_changes_competition_id", "calendar_changes", ["competition_id", "id"])
    keep_history("calendar_changes")
