"""Campaigns that were put away; earlier versions could not."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    key = sa.ForeignKey("campaigns.id", name="fk_campaign_removals_campaign_id")
    op.create_table(
        "campaign_removals",
        sa.Column("campaign_id", sa.Integer, key, nullable=False, autoincrement=False),
        sa.Column("title", sa.String(128), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("by", sa.Integer, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("campaign_id", name="pk_campaign_removals"),
    )
