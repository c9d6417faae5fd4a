"""Reports on glosses, and the history of the glosses of a campaign's words."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def _key(table: str, column: str, target: str, *, nullable: bool = False) -> "sa.Column[int]":
    key = sa.ForeignKey(f"{target}.id", name=f"fk_{table}_{column}")
    return sa.Column(column, sa.Integer, key, nullable=nullable)


def upgrade() -> None:
    op.create_table(
        "gloss_changes",
        sa.Column("id", sa.Integer, nullable=False),
        _key("gloss_changes", "campaign_id", "campaigns"),
        sa.Column("word", sa.String(64), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("before", sa.JSON, nullable=False),
        sa.Column("after", sa.JSON, nullable=False),
        sa.Column("became", sa.JSON, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        _key("gloss_changes", "actor_id", "users"),
        sa.Column("at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_gloss_changes"),
    )
    op.create_index("ix_gloss_changes_word", "gloss_changes", ["campaign_id", "word", "id"])
    op.create_table(
        "gloss_reports",
        sa.Column("id", sa.Integer, nullable=False),
        _key("gloss_reports", "campaign_id", "campaigns"),
        _key("gloss_reports", "job_id", "jobs"),
        _key("gloss_reports", "user_id", "users"),
        sa.Column("word", sa.String(64), nullable=False),
        sa.Column("gloss", sa.Text, nullable=False),
        sa.Column("code", sa.String(16), nullable=False),
        sa.Column("remark", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        _key("gloss_reports", "change_id", "gloss_changes", nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_gloss_reports"),
    )
    op.create_index("ix_gloss_reports_word", "gloss_reports", ["campaign_id", "word", "id"])
