"""Training items, attempts at tests, admissions, and a level for members of campaigns."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def _key(table: str, column: str, target: str, *, nullable: bool = False) -> "sa.Column[int]":
    key = sa.ForeignKey(f"{target}.id", name=f"fk_{table}_{column}")
    return sa.Column(column, sa.Integer, key, nullable=nullable)


def upgrade() -> None:
    op.add_column("campaign_members", sa.Column("level", sa.String(16)))
    op.create_table(
        "training_items",
        sa.Column("id", sa.Integer, nullable=False),
        _key("training_items", "campaign_id", "campaigns"),
        sa.Column("ref", sa.String(200), nullable=False),
        sa.Column("use", sa.String(16), nullable=False),
        sa.Column("texts", sa.JSON, nullable=False),
        sa.Column("extra", sa.JSON, nullable=False),
        sa.Column("gold", sa.JSON, nullable=False),
        sa.Column("remark", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_training_items"),
        sa.UniqueConstraint("campaign_id", "ref", name="uq_training_items_campaign_id_ref"),
    )
    op.create_index("ix_training_items_use", "training_items", ["campaign_id", "use"])
    op.create_table(
        "training_attempts",
        sa.Column("id", sa.Integer, nullable=False),
        _key("training_attempts", "campaign_id", "campaigns"),
        _key("training_attempts", "user_id", "users"),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("items", sa.JSON, nullable=False),
        sa.Column("answers", sa.JSON, nullable=False),
        sa.Column("begun_at", sa.Float, nullable=False),
        sa.Column("finished_at", sa.Float),
        sa.Column("right", sa.Integer),
        sa.Column("passed", sa.Boolean),
        sa.PrimaryKeyConstraint("id", name="pk_training_attempts"),
        sa.UniqueConstraint("campaign_id", "user_id", "number", name="uq_training_attempts_campaign_id_user_id_number"),
    )
    op.create_index("ix_training_attempts_user_id", "training_attempts", ["user_id"])
    op.create_table(
        "admissions",
        sa.Column("id", sa.Integer, nullable=False),
        _key("admissions", "campaign_id", "campaigns"),
        _key("admissions", "user_id", "users"),
        sa.Column("admitted", sa.Boolean, nullable=False),
        sa.Column("by", sa.String(16), nullable=False),
        _key("admissions", "source_id", "campaigns", nullable=True),
        sa.Column("right", sa.Integer),
        sa.Column("total", sa.Integer),
        sa.Column("reason", sa.Text, nullable=False),
        _key("admissions", "actor_id", "users", nullable=True),
        sa.Column("at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_admissions"),
    )
    op.create_index("ix_admissions_person", "admissions", ["campaign_id", "user_id", "id"])
    op.create_index("ix_admissions_user_id", "admissions", ["user_id"])
