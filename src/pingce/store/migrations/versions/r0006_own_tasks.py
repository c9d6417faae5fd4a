"""Descriptions of tasks of one's own; earlier versions had none."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "own_tasks",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("description", sa.Text, nullable=False),
        sa.Column("stored_at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_own_tasks"),
    )
