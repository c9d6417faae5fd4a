"""Items that need one answer alone if the right person begins them."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    op.add_column("items", sa.Column("alone", sa.Boolean, nullable=False, server_default=sa.false()))
