"""Announcements, questions to organisers, and whom to ask."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def _reference(table: str, column: str, other: str) -> "sa.Column[int]":
    return sa.Column(column, sa.Integer, sa.ForeignKey(f"{other}.id", name=f"fk_{table}_{column}"), nullable=False)


def upgrade() -> None:
    op.create_table(
        "news_items",
        sa.Column("id", sa.Integer, nullable=False),
        _reference("news_items", "competition_id", "competitions"),
        sa.Column("title", sa.String(128), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("published_at", sa.Float, nullable=False),
        sa.Column("mailed", sa.Integer),
        _reference("news_items", "created_by", "users"),
        sa.Column("created_at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_news_items"),
    )
    op.create_index("ix_news_items_competition_id", "news_items", ["competition_id", "id"])
    op.create_table(
        "asked_questions",
        sa.Column("id", sa.Integer, nullable=False),
        _reference("asked_questions", "competition_id", "competitions"),
        _reference("asked_questions", "user_id", "users"),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("answer", sa.Text, nullable=False),
        sa.Column("answered_at", sa.Float),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_asked_questions"),
    )
    op.create_index("ix_asked_questions_competition_id", "asked_questions", ["competition_id", "id"])
    op.add_column("competitions", sa.Column("contact", sa.Text, nullable=False, server_default=""))
    if op.get_bind().dialect.name == "postgresql":  # SQLite cannot take a default away again
        op.alter_column("competitions", "contact", server_default=None)
