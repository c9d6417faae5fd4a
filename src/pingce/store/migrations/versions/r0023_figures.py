"""Figures of campaigns, kept as sums; campaigns of earlier versions are counted when somebody looks or time allows."""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"


def upgrade() -> None:
    op.create_table(
        "campaign_figures",
        sa.Column(
            "campaign_id",
            sa.Integer,
            sa.ForeignKey("campaigns.id", name="fk_campaign_figures_campaign_id"),
            nullable=False,
            autoincrement=False,
        ),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("basis", sa.String(64), nullable=False),
        sa.Column("counted_items", sa.Integer, nullable=False),
        sa.Column("counted_events", sa.Integer),
        sa.Column("mark", sa.JSON),
        sa.Column("counts", sa.JSON, nullable=False),
        sa.Column("times", sa.JSON, nullable=False),
        sa.PrimaryKeyConstraint("campaign_id", name="pk_campaign_figures"),
    )
    op.create_table(
        "person_figures",
        sa.Column(
            "campaign_id",
            sa.Integer,
            sa.ForeignKey("campaigns.id", name="fk_person_figures_campaign_id"),
            nullable=False,
            autoincrement=False,
        ),
        sa.Column(
            "user_id",
            sa.Integer,
            sa.ForeignKey("users.id", name="fk_person_figures_user_id"),
            nullable=False,
            autoincrement=False,
        ),
        sa.Column("told_at", sa.Float),
        sa.Column("counts", sa.JSON, nullable=False),
        sa.Column("times", sa.JSON, nullable=False),
        sa.Column("median_answers", sa.Float),
        sa.Column("median_submitted", sa.Float),
        sa.PrimaryKeyConstraint("campaign_id", "user_id", name="pk_person_figures"),
    )
    op.create_table(
        "item_figures",
        sa.Column(
            "item_id",
            sa.Integer,
            sa.ForeignKey("items.id", name="fk_item_figures_item_id"),
            nullable=False,
            autoincrement=False,
        ),
        sa.Column("events", sa.Integer, nullable=False),
        sa.Column("part", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("item_id", name="pk_item_figures"),
    )
