"""Competitions that were put away; earlier versions could not."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    key = sa.ForeignKey("competitions.id", name="fk_competition_removals_competition_id")
    op.create_table(
        "competition_removals",
        sa.Column("competition_id", sa.Integer, key, nullable=False, autoincrement=False),
        sa.Column("title", sa.String(128), nullable=False),
        sa.Column("open", sa.Boolean, nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("by", sa.Integer, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("competition_id", name="pk_competition_removals"),
    )
