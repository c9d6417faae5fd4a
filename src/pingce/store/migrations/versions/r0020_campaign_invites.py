"""Invites into a campaign."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    invite = sa.ForeignKey("invites.id", name="fk_campaign_invites_invite_id", ondelete="CASCADE")
    campaign = sa.ForeignKey("campaigns.id", name="fk_campaign_invites_campaign_id")
    op.create_table(
        "campaign_invites",
        sa.Column("invite_id", sa.Integer, invite, nullable=False, autoincrement=False),
        sa.Column("campaign_id", sa.Integer, campaign, nullable=False),
        sa.PrimaryKeyConstraint("invite_id", name="pk_campaign_invites"),
    )
    op.create_index("ix_campaign_invites_campaign_id", "campaign_invites", ["campaign_id"])
