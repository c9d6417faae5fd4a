"""Imports that come in several transactions, whose items nobody sees before the last."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"


def upgrade() -> None:
    op.create_table(
        "unfinished_imports",
        sa.Column(
            "campaign_id",
            sa.Integer,
            sa.ForeignKey("campaigns.id", name="fk_unfinished_imports_campaign_id"),
            nullable=False,
            autoincrement=False,
        ),
        sa.Column("lease", sa.String(32), nullable=False),
        sa.Column("lease_until", sa.Float, nullable=False),
        sa.Column("first_item", sa.Integer),
        sa.PrimaryKeyConstraint("campaign_id", name="pk_unfinished_imports"),
    )
