"""Notifications, and addresses to which they are mailed."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    op.create_table(
        "notifications",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column(
            "user_id",
            sa.Integer,
            sa.ForeignKey("users.id", name="fk_notifications_user_id", ondelete="CASCADE"),
            nullable=False,
        ),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("place", sa.String(200), nullable=False),
        sa.Column("campaign_id", sa.Integer, sa.ForeignKey("campaigns.id", name="fk_notifications_campaign_id")),
        sa.Column("facts", sa.JSON, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("read_at", sa.Float),
        sa.Column("mailed_at", sa.Float),
        sa.PrimaryKeyConstraint("id", name="pk_notifications"),
    )
    op.create_index("ix_notifications_user", "notifications", ["user_id", "read_at", "id"])
    op.create_table(
        "mail_settings",
        sa.Column(
            "user_id",
            sa.Integer,
            sa.ForeignKey("users.id", name="fk_mail_settings_user_id", ondelete="CASCADE"),
            nullable=False,
            autoincrement=False,
        ),
        sa.Column("address", sa.String(254), nullable=False),
        sa.Column("active", sa.Boolean, nullable=False),
        sa.Column("since", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("user_id", name="pk_mail_settings"),
    )
